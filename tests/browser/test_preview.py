"""A preview of 3,000 puzzles in a real browser: filters, puzzles, lists, and no network."""

import dataclasses
import re
import shutil
from unittest import mock

import pytest

from factory.inspect.metrics import measure
from factory.ship.html import render_html
from factory.ship.preview import write_preview
from tests.ship.random_puzzles import draw_puzzle
from tests.ship.test_preview import corpus_of

playwright = pytest.importorskip("playwright.sync_api")

pytestmark = pytest.mark.browser

SIZES = (8, 9, 10, 11, 12)
COPIES = 50
"""Each of 12 drawn puzzles of a size comes so many times, under ids of its own."""
MILLISECONDS = 1500
"""In which a page is ready and a filter has done its work, with half a second to spare on a busy machine."""


def all_puzzles():
    for size in SIZES:
        drawn = [draw_puzzle("sk", size, number) for number in range(1, 13)]
        drawn = [dataclasses.replace(puzzle, quality=measure(puzzle)) for puzzle in drawn]
        for number in range(12 * COPIES):
            puzzle = drawn[number % 12]
            joke = f"sk-{number // COPIES:04d}"
            mode = "planned" if number % 2 else "found"
            secret = dataclasses.replace(puzzle.secret, joke=joke, setup=f"Vtip číslo {joke}?", mode=mode)
            yield dataclasses.replace(puzzle, id=f"sk-{size}x{size}-{number + 1:06d}", secret=secret)


@pytest.fixture(scope="module")
def puzzles():
    return list(all_puzzles())


@pytest.fixture(scope="module")
def folder(puzzles, tmp_path_factory):
    target = tmp_path_factory.mktemp("preview")
    with mock.patch("factory.ship.preview.quality_charts", return_value={"None": []}):
        write_preview(target, corpus_of(puzzles))
    return target


@pytest.fixture(scope="module")
def browser():
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert chromium, "these tests need chromium; on Debian: apt-get install chromium"
    with playwright.sync_playwright() as driver:
        running = driver.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND"]
        )
        yield running
        running.close()


@pytest.fixture
def visit(browser, folder):
    """visit(address, **options of the context): a page that must raise no error and ask nothing of a network."""
    faults, asked, contexts = [], [], []

    def go(address, **options):
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{folder.as_uri()}/{address}")
        return page

    yield go
    for context in contexts:
        context.close()
    assert faults == []
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def count_text(page):
    return page.locator("#count").text_content()


def milliseconds_of(page, action):
    """How long an action in the page takes until its result is laid out."""
    return page.evaluate(
        f"() => {{ const begin = performance.now(); {action}; document.body.offsetHeight;"
        "return performance.now() - begin; }"
    )


SET = "const field = document.querySelector('#filters [name={}]'); field.value = {!r};" \
      "field.dispatchEvent(new Event('input', {{ bubbles: true }}))"  # fmt: skip


def test_gallery__of_3000_puzzles_is_quick_and_holds_only_what_is_looked_at(visit):
    page = visit("index.html")
    assert count_text(page) == "3,000 puzzles"
    assert page.evaluate("performance.now()") < MILLISECONDS * 2, "from the start to where a test can ask"
    assert page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime") < MILLISECONDS
    assert 60 <= page.locator(".gallery li").count() <= 180
    for name, value in (("size", "12x12"), ("joke", "vtip cislo"), ("word", "A*"), ("sort", "mean_length")):
        assert milliseconds_of(page, SET.format(name, value)) < MILLISECONDS
    page.locator("#reset").click()
    shown = page.locator(".gallery li").count()
    assert 60 <= shown <= 180
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    page.wait_for_function(f"document.querySelectorAll('.gallery li').length > {shown}")


def test_gallery__filters_find_what_they_should(visit, puzzles):
    page = visit("index.html")
    form = page.locator("#filters")
    form.locator("[name=size]").select_option("9x9")
    assert count_text(page) == "600 of 3,000 puzzles"
    form.locator("[name=mode]").select_option("planned")
    assert count_text(page) == "300 of 3,000 puzzles"
    form.locator("[name=joke]").fill("VTIP CISLO sk-0003")
    assert count_text(page) == "25 of 3,000 puzzles"
    page.locator("#reset").click()
    assert count_text(page) == "3,000 puzzles"

    longest = max(
        (entry for entry in puzzles[-1].entries if entry.answer.isascii()), key=lambda e: len(e.cells)
    )
    found = [p for p in puzzles if any(e.answer == longest.answer for e in p.entries)]
    form.locator("[name=word]").fill(longest.answer.lower())
    assert count_text(page) == f"{len(found)} of 3,000 puzzles"
    form.locator("[name=word]").fill(longest.answer[:-1] + "?")
    assert count_text(page) != "0 of 3,000 puzzles"
    form.locator("[name=word]").fill(longest.answer[:-1])
    assert count_text(page) == "0 of 3,000 puzzles", "whole answers"
    page.locator("#reset").click()

    page.locator("#add-range").click()
    page.locator(".range .metric").select_option("two_cell_share")
    page.locator(".range .low").fill("10")
    page.locator(".range .high").fill("20")
    found = [p for p in puzzles if 0.1 <= p.quality["two_cell_share"] <= 0.2]
    assert 0 < len(found) < 3000
    assert count_text(page) == f"{len(found):,} of 3,000 puzzles"


def test_gallery__sorts_and_keeps_its_state_in_the_address(visit, puzzles):
    page = visit("index.html#size=10x10&sort=mean_length&order=down&range=slots~1~")
    lengths = sorted((p.quality["mean_length"] for p in puzzles if p.size == "10x10"), reverse=True)
    assert page.locator(".gallery .value").first.text_content() == f"{lengths[0]:.2f} mean length"
    page.locator("#filters [name=joke]").fill("sk-0001")
    page.locator(".gallery a").first.click()
    page.wait_for_selector("#drawing svg")
    page.go_back()
    page.wait_for_selector(".gallery a")
    assert count_text(page) == "50 of 3,000 puzzles"
    assert page.locator(".range .low").input_value() == "1"


def test_puzzle__is_drawn_as_the_house_draws_it(visit, puzzles):
    puzzle = puzzles[-1]
    page = visit(f"puzzle.html#{puzzle.id}")
    page.wait_for_selector("#drawing svg")
    listed = """svg => [...svg.querySelectorAll('*')].map(e => [e.localName, ...[...e.attributes].map(a =>
        a.name + '=' + a.value.replace(/-?\\d+(\\.\\d+)?/g, n => String(+n))).sort(),
        e.children.length ? '' : e.textContent])"""
    drawn = page.locator("#drawing svg").evaluate(listed)
    house = page.context.new_page()
    house.set_content(render_html(puzzle))
    assert drawn == house.locator("main svg").evaluate(listed)


def test_puzzle__solution_figures_words_and_neighbours(visit, puzzles):
    puzzle = puzzles[600]
    page = visit(f"puzzle.html#{puzzle.id}")
    page.wait_for_selector("#words tbody tr")
    assert page.locator("#words tbody tr").count() == len(puzzle.entries)
    assert page.locator("#words .gone").count() == len(puzzle.entries), "the lexicon has none of them"
    letter = page.locator("#drawing .letter").first
    assert not letter.is_visible()
    assert not page.locator("#punchline").is_visible()
    page.locator("#solution").check()
    assert letter.is_visible()
    assert page.locator("#punchline").text_content() == puzzle.secret.punchline
    page.keyboard.press("s")
    assert not letter.is_visible()
    figures = dict(page.locator("#metrics tbody tr").evaluate_all(
        "rows => rows.map(row => [row.cells[0].firstChild.textContent, row.cells[1].textContent])"))  # fmt: skip
    assert figures["letter cells"] == str(puzzle.quality["letter_cells"])
    over = puzzle.quality["inner_clue_share"] > 0.25
    assert figures["inner clue share"].startswith("over: ") == over
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"document.title.includes('{puzzles[601].id}')")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(f"document.title.includes('{puzzle.id}')")


def test_puzzle__that_is_not_there(visit):
    page = visit("puzzle.html#sk-99x99-000001")
    assert page.locator("#missing").text_content() == "There is no puzzle sk-99x99-000001 in this preview."


def test_words__lists_filter_and_links(visit, puzzles):
    page = visit("words.html")
    clues = {(entry.answer, entry.clue) for puzzle in puzzles for entry in puzzle.entries}
    assert count_text(page) == f"{len(clues):,} clues"
    assert page.locator("#list tbody tr").count() < 500
    assert milliseconds_of(page, SET.format("text", "chata")) < MILLISECONDS
    found = [clue for clue in clues if "chata" in clue[1] or "CHATA" in clue[0]]
    assert count_text(page) == f"{len(found):,} of {len(clues):,} clues"
    page.locator("[name=list]").select_option("used")
    page.locator("[name=text]").fill("")
    uses = page.locator("#list tbody tr").first.locator("[data-name=uses]").text_content()
    assert int(uses.replace(",", "")) >= COPIES
    more = page.locator("#list .more").first
    hidden = int(re.match(r"\d+", more.text_content())[0])
    row = page.locator("#list tbody tr").first
    links = row.locator("a").count()
    more.click()
    assert row.locator("a").count() == links + hidden
    row.locator("a").first.click()
    page.wait_for_selector("#drawing svg")


@pytest.mark.parametrize(
    "address", ["index.html#range=rare_share~0~2", "puzzle.html", "quality.html", "words.html"]
)
def test_pages__fit_a_phone(visit, address):
    page = visit(address, viewport={"width": 390, "height": 844}, color_scheme="dark")
    page.wait_for_timeout(200)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 29)"
