import io
import json

import pytest

from factory.errors import BundleError
from factory.ship.jsonl import read_jsonl, write_jsonl


def test_write__is_one_compact_object_a_line_with_letters_as_they_are(naoch, ochota):
    stream = io.StringIO()
    assert write_jsonl([naoch, ochota], stream) == 2
    lines = stream.getvalue().split("\n")
    assert len(lines) == 3
    assert lines[2] == ""
    assert '"grid":[[null,null,null],[null,"N","A"],[null,"O","CH"]]' in lines[0]
    assert "vzdych úľavy" in lines[0]
    assert list(json.loads(lines[0])) == [
        "id", "kind", "lang", "rows", "cols", "grid", "entries", "secret", "quality", "provenance",
    ]  # fmt: skip


def test_read__gives_back_what_was_written(naoch, ochota):
    stream = io.StringIO()
    write_jsonl([naoch, ochota], stream)
    stream.seek(0)
    assert list(read_jsonl(stream)) == [naoch, ochota]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("{", "Expecting"),
        ('{"id":"x"}', "no 'lang'"),
        ("[1]", "indices"),
        ("null", "not subscriptable"),
        ("[" * 100_000, "recursion"),
    ],
)
def test_read__broken_line_is_named(naoch, line, found):
    stream = io.StringIO()
    write_jsonl([naoch], stream)
    stream.write(line + "\n")
    stream.seek(0)
    with pytest.raises(BundleError, match=f"^puzzles:2: .*{found}.*expected an explicit puzzle$"):
        list(read_jsonl(stream))
