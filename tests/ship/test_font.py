import base64
import io

import pytest
from fontTools.ttLib import TTFont
from fpdf import FPDF

from factory.errors import BundleError
from factory.ship.font import check_letters, em_width, embedded, font_path


@pytest.mark.parametrize(("weight", "style"), [("Regular", ""), ("SemiBold", "B")])
def test_width__is_what_a_pdf_takes(weight, style):
    pdf = FPDF(unit="pt")
    pdf.add_font("f", style, font_path(weight))
    pdf.set_font("f", style, 10)
    for text in ("najneobyčajnejší", "ĽUĎOM ŤAŽKÝ", "Maß & größer", "„ďaleko“ – ťava"):
        assert pdf.get_string_width(text) == pytest.approx(10 * em_width(text, weight), abs=0.01)
    for font in pdf.fonts.values():
        font.close()


def test_width__follows_the_letters():
    assert em_width("í") < em_width("a") < em_width("M") < em_width("W")
    assert em_width("a", "SemiBold") > em_width("a")
    assert em_width("Č") == em_width("C")


def test_letters__of_all_languages_and_no_others():
    check_letters("áäčďéíľĺňóôŕšťúýž ěřů ẞßöü „“‚‘’…–— Жук Ωμέγα\n→", "x")
    with pytest.raises(
        BundleError, match=r"^x-1: Fira Sans Condensed has no '字' \(U\+5B57\), expected Latin"
    ):
        check_letters("abc字", "x-1")


def test_embedded__holds_just_the_letters_asked_for():
    uri = embedded(["čaj", "ja"], "Regular")
    head, data = uri.split(",")
    assert head == "data:font/woff;base64"
    font = TTFont(io.BytesIO(base64.b64decode(data)))
    assert {chr(code) for code in font.getBestCmap()} == set("čaj")
    assert len(data) < 4000
    assert uri == embedded("jača", "Regular")
