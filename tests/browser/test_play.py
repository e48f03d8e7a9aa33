"""The page to solve puzzles on, in a real browser: by keys, by fingers, small and large, and without a network."""

import json
import re
import shutil

import pytest
from playwright.sync_api import expect, sync_playwright

from factory.ship.play_page import PLAYER, PLAYER_FILES, write_play
from tests.house import CHECKOUT
from tests.ship.conftest import make_explicit, make_puzzle, write
from tests.ship.golden import BLOCKED, FREEFORM

pytestmark = pytest.mark.browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
AXE = CHECKOUT / "readers/player/node_modules/axe-core/axe.min.js"
PHONE = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}

CHATA = """
# # # # #
# CH A T A
# L O S Č
# A # T N
# D O M A
"""
"""The A of the third row is in a down answer only."""
LARGE = "\n".join(
    [
        "# " * 18,
        *(
            "# " + " ".join("#" if (row * 7 + column) % 29 == 5 else "A" for column in range(17))
            for row in range(17)
        ),
    ]
)
ACROSS = [["CH", "A", "T", "A"], ["L", "O", "S", "Č"], ["T", "N"], ["D", "O", "M", "A"]]
ID = "sk-5x5-000001"


@pytest.fixture(scope="module")
def browser():
    assert CHROMIUM, "these tests need chromium; on Debian: apt-get install chromium"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    assert all((PLAYER / name).exists() for name in PLAYER_FILES), "these tests need the player: make player"
    folder = tmp_path_factory.mktemp("play")
    write(
        folder / "bundle",
        [
            make_puzzle(CHATA, secret=(0, 5, 8), punchline="Chó, a!"),
            make_puzzle(
                CHATA.replace("D", "K"), number=2, secret=(0, 5, 8), punchline="Chó, a!", joke="sk-0008"
            ),
            make_puzzle(LARGE, secret=(0, 40, 200), punchline="Ááá!", joke="sk-0009"),
            make_explicit("freeform", FREEFORM),
            make_explicit("blocked", BLOCKED) | {"id": "sk-3x3-000007"},
        ],
        jokes=[
            ("sk-0007", "Čo povie zívajúci?", "Chó, a!", ("CH", "O", "A")),
            ("sk-0008", "Čo povie zívajúci?", "Chó, a!", ("CH", "O", "A")),
            ("sk-0009", "A zubár?", "Ááá!", ("A", "A", "A")),
        ],
        attribution=["answers and clues: hand-written, CC BY 4.0"],
    )
    write_play(folder, folder / "bundle")
    return (folder / "play.html").as_uri()


@pytest.fixture
def open_page(browser, address):
    """open_page(id, **context): the page at a puzzle, in a browser that remembers nothing; it must have no errors."""
    contexts, faults = [], []

    def visit(puzzle_id=ID, **options):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        context.set_default_timeout(5000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        page.on(
            "request",
            lambda request: (
                faults.append(request.url) if not request.url.startswith(("file:", "data:")) else None
            ),
        )
        page.goto(f"{address}#{puzzle_id}" if puzzle_id else address)
        page.wait_for_selector(".grid" if puzzle_id else ".card")
        return page

    yield visit
    for context in contexts:
        context.close()
    assert faults == []


def letters(page):
    """What stands in the letter cells, in reading order."""
    return page.locator(".ink").all_inner_texts()


def cell(page, row, column):
    return page.locator(".row").nth(row).locator("> *").nth(column)


def cursor(page):
    at = int(page.locator('[aria-selected="true"]').get_attribute("data-cell"))
    width = int(page.locator(".grid").get_attribute("aria-colcount"))
    return divmod(at, width)


def clue(page):
    return page.locator(".clue-now .clue-large").inner_text()


def strike(page, *keys):
    """Real keys of any keyboard; the driver's own are those of an American one."""
    session = page.context.new_cdp_session(page)
    for key in keys:
        session.send(
            "Input.dispatchKeyEvent", {"type": "keyDown", "key": key, "text": key if len(key) == 1 else ""}
        )
        session.send("Input.dispatchKeyEvent", {"type": "keyUp", "key": key})


def type_answers(page, answers=ACROSS):
    for answer in answers:
        strike(page, *"".join(answer).lower())
        page.keyboard.press("Tab")


def pick(page, tool, choice):
    """Chooses from the menu of a button above the grid."""
    page.locator(f".tool.{tool}").click()
    page.locator("dialog").get_by_role("button", name=choice).click()


def test_list__leads_to_each_puzzle(open_page):
    page = open_page(None)
    assert page.locator("html").get_attribute("lang") == "sk"
    assert page.locator(".size").all_inner_texts() == ["3 × 3 1", "4 × 5 1", "5 × 5 2", "18 × 18 1"]
    page.locator(".size").nth(2).click()
    page.locator(".card").nth(1).click()
    page.wait_for_selector(".grid")
    assert page.url.endswith("#sk-5x5-000002")
    page.locator(".bar a").click()
    page.wait_for_selector(".card")


def test_list__an_unknown_puzzle(open_page):
    page = open_page(None)
    page.evaluate("location.hash = 'sk-5x5-000009'")
    page.wait_for_selector(".problem")
    assert "sk-5x5-000009" in page.locator(".problem").inner_text()


def test_keys__a_whole_puzzle_and_its_joke(open_page):
    page = open_page()
    assert cursor(page) == (1, 1)
    assert page.locator(".secret-panel .setup").inner_text() == "Čo povie zívajúci?"
    type_answers(page)
    assert page.locator(".secret-panel .blank b").all_inner_texts() == ["CH", "O", ""]
    assert page.locator(".punchline").is_hidden()
    assert cursor(page) == (3, 1), "the first empty cell of the next slot, a down one"
    page.keyboard.type("a")
    assert page.locator("dialog.end .told-line").inner_text() == "Chó, a!"
    assert page.locator("dialog.end .confetti i").count() > 0
    page.keyboard.press("Escape")
    assert page.locator(".punchline").is_visible()
    assert letters(page) == ["CH", "A", "T", "A", "L", "O", "S", "Č", "A", "T", "N", "D", "O", "M", "A"]
    page.reload()
    page.wait_for_selector(".grid")
    assert page.locator("dialog").count() == 0, "a joke is told once"


def test_keys__next_puzzle(open_page):
    page = open_page()
    pick(page, "help", "Odhaliť všetko")
    page.locator("dialog.end .main").click()
    page.wait_for_url("**#sk-5x5-000002")
    page.locator(".bar h1", has_text="№ 2").wait_for()
    assert set(letters(page)) == {""}


def test_keys__letters_that_the_alphabet_lays_otherwise(open_page):
    page = open_page()
    strike(page, "C", "H", "á", "Ť", "Ä")
    assert letters(page)[:4] == ["CH", "A", "T", "A"]


def test_keys__an_accent_that_the_keyboard_lacks(open_page):
    page = open_page()
    page.keyboard.type("c.x")
    assert letters(page)[:2] == ["Č", ""], "no X in the alphabet"
    page.keyboard.type("c h")
    assert letters(page)[1] == "C", "the blank has turned the cursor: C and H are two letters"


def test_keys__a_dead_key_that_the_browser_does_not_join(open_page):
    page = open_page()
    strike(page, "Dead", "c", "a")
    assert letters(page)[:2] == ["Č", "A"]


def test_keys__moving(open_page):
    page = open_page()
    assert clue(page) == "nápoveda k CHATA"
    moves = [
        ("ArrowRight", (1, 2)), ("End", (1, 4)), ("Home", (1, 1)), ("ArrowDown", (1, 1)), ("ArrowDown", (2, 1)),
        ("Space", (2, 1)), ("Tab", (3, 3)), ("Shift+Tab", (2, 1)), ("ArrowLeft", (2, 1)),
    ]  # fmt: skip
    for key, place in moves:
        page.keyboard.press(key)
        assert cursor(page) == place, key
    page.keyboard.type("lo")
    page.keyboard.press("Backspace")
    assert letters(page)[4:6] == ["L", ""], "the cursor's cell was empty, so the one before it went"
    type_answers(page, [["O", "S", "Č"]])
    page.keyboard.press("Shift+Enter")
    assert clue(page) == "nápoveda k CHATA", "the one before it that has empty cells"


def test_keys__alone_they_reach_everything(open_page):
    page = open_page()
    page.keyboard.press("Escape")
    focused = "document.activeElement.className"
    assert page.evaluate(focused) == "tool check"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert letters(page)[0] == "CH", "the first letter was revealed"
    expect(cell(page, 1, 1)).to_be_focused()


def test_check__marks_wrong_letters_until_they_change(open_page):
    page = open_page()
    page.keyboard.type("chota")
    pick(page, "check", "Skontrolovať všetko")
    assert page.locator('[data-mark="wrong"] .ink').all_inner_texts() == ["O"]
    assert page.locator(".toast").inner_text() == "Nesprávne písmená: 1"
    assert "nesprávne" in cell(page, 1, 2).get_attribute("aria-label")
    cell(page, 1, 2).click()
    page.keyboard.type("a")
    assert page.locator('[data-mark="wrong"]').count() == 0


def test_reveal__letters_given_away_stay(open_page):
    page = open_page()
    page.keyboard.type("x")
    pick(page, "help", "Odhaliť slovo")
    assert letters(page)[:4] == ["CH", "A", "T", "A"]
    page.keyboard.press("Home")
    page.keyboard.type("l")
    assert letters(page)[0] == "CH"
    assert page.locator('[data-mark="given"]').count() == 4


def test_progress__is_kept_and_can_be_cleared(open_page):
    page = open_page()
    page.keyboard.type("cha")
    page.reload()
    page.wait_for_selector(".grid")
    assert letters(page)[:3] == ["CH", "A", ""]
    assert cursor(page) == (1, 3)
    kept = json.loads(page.evaluate(f"localStorage['krizovkaren/play/{ID}']"))
    assert kept["schema"] == 1
    assert kept["status"] == "begun"
    page.goto(page.url.partition("#")[0] + "#")
    page.locator(".card.begun").wait_for()
    page.go_back()
    page.wait_for_selector(".grid")
    pick(page, "menu", "Začať odznova")
    page.locator("dialog").get_by_role("button", name=re.compile("Naozaj")).click()
    assert set(letters(page)) == {""}


def test_progress__a_store_that_is_spoilt(open_page):
    page = open_page()
    page.evaluate(f"localStorage['krizovkaren/play/{ID}'] = '{{\"schema\": 1, \"letters\": [7]}}'")
    page.reload()
    page.wait_for_selector(".grid")
    assert set(letters(page)) == {""}


def test_touch__taps_and_keys_on_the_screen(open_page):
    page = open_page(**PHONE)
    assert page.locator(".keyboard").is_visible()
    cell(page, 2, 2).tap()
    assert clue(page) == "nápoveda k LOSČ"
    cell(page, 2, 2).tap()
    assert clue(page) == "nápoveda k AO"
    cell(page, 1, 0).tap()
    assert clue(page) == "nápoveda k CHATA", "a clue cell chooses its slot"
    for key in ("CH", "A", "Č", "Z"):
        page.locator(f'[data-key="{key}"]').tap()
    page.locator(".key.erase").tap()
    assert letters(page)[:4] == ["CH", "A", "Č", ""]
    page.locator(".clue-bar .round").last.tap()
    assert clue(page) == "nápoveda k LOSČ"
    page.locator(".secret-panel .blank").nth(1).tap()
    assert cursor(page) == (2, 2)


def test_touch__a_large_grid_on_a_small_phone(open_page):
    page = open_page("sk-18x18-000001", **PHONE)
    box = cell(page, 1, 1).bounding_box()
    assert box["width"] >= 40, "wide enough for a finger"
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.evaluate("document.documentElement.scrollHeight") == 640

    def is_seen():
        return page.evaluate(
            """() => {
                const [cell, stage] = ['[aria-selected="true"]', ".stage"].map((one) =>
                    document.querySelector(one).getBoundingClientRect());
                return cell.left >= stage.left - 1 && cell.right <= stage.right + 1 &&
                    cell.top >= stage.top - 1 && cell.bottom <= stage.bottom + 1;
            }"""
        )

    page.emulate_media(reduced_motion="reduce")
    for key in ("Shift+Tab", "End", "Tab", "End"):
        page.keyboard.press(key)
        assert is_seen(), key
    for _ in range(2):
        page.locator(".tool.zoom").tap()
    whole = page.locator(".grid").bounding_box()
    stage = page.locator(".stage").bounding_box()
    assert whole["width"] <= stage["width"]
    assert whole["height"] <= stage["height"]


def test_touch__two_fingers_zoom(open_page):
    page = open_page("sk-18x18-000001", **PHONE)
    before = cell(page, 1, 1).bounding_box()["width"]
    session = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 40), ("touchMove", 60), ("touchMove", 80), ("touchEnd", None)):
        fingers = [] if apart is None else [{"x": 180 - apart, "y": 250}, {"x": 180 + apart, "y": 250}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    assert cell(page, 1, 1).bounding_box()["width"] == pytest.approx(2 * before, rel=0.02)
    assert page.locator(".grid.readable").count() == 1


def test_clues__text_where_it_can_be_read_and_arrows_elsewhere(open_page):
    page = open_page()
    text = cell(page, 1, 0).locator(".clue-text")
    assert text.is_visible()
    assert float(re.sub("px", "", text.evaluate("one => getComputedStyle(one).fontSize"))) >= 8
    page.set_viewport_size({"width": 360, "height": 420})
    expect(text).to_be_hidden()
    assert cell(page, 1, 0).locator(".arrow").is_visible()


def test_screen_reader__labels(open_page):
    page = open_page()
    grid = page.get_by_role("grid")
    assert grid.get_attribute("aria-rowcount") == "5"
    assert grid.get_by_role("gridcell").count() == 25
    page.keyboard.type("ch")
    label = cell(page, 1, 1).get_attribute("aria-label")
    assert label == "CH, riadok 2, stĺpec 2, písmeno tajničky 1, Vodorovne: nápoveda k CHATA, 1 z 4"
    assert cell(page, 1, 0).get_attribute("aria-label") == "legenda. Vodorovne: nápoveda k CHATA"
    assert page.locator("[aria-live=polite] .clue-large").inner_text() == "nápoveda k CHATA"
    assert page.locator("button:not([aria-label])").evaluate_all(
        "all => all.every((one) => one.textContent.trim() !== '')"
    )
    assert page.evaluate("document.activeElement.dataset.cell") == "7"


@pytest.mark.parametrize(
    ("puzzle_id", "scheme"), [(None, "light"), (ID, "light"), (ID, "dark"), ("sk-3x3-000007", "dark")]
)
def test_screen_reader__nothing_that_axe_finds_fault_with(open_page, puzzle_id, scheme):
    assert AXE.exists(), "this test needs axe-core: npm ci --prefix readers/player"
    page = open_page(puzzle_id, color_scheme=scheme, reduced_motion="reduce", bypass_csp=True)
    if puzzle_id:
        page.keyboard.type("chat")
        pick(page, "check", "Skontrolovať všetko")
        expect(page.locator(".toast")).to_have_css("opacity", "1")
    page.add_script_tag(path=AXE)
    # Drawn texts (numbers, lines of clues) are left out of names on purpose: those say the same in words.
    found = page.evaluate(
        "axe.run({preload: false, rules: {'label-content-name-mismatch': {enabled: false}}})"
    )
    assert [(fault["id"], fault["nodes"][0]["target"]) for fault in found["violations"]] == []
    assert len(found["passes"]) > 15


def test_theme__follows_the_device_until_it_is_chosen(open_page):
    page = open_page(color_scheme="dark")
    shade = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(shade)
    page.locator(".tool.menu").click()
    page.locator("dialog").get_by_text("svetlé").click()
    light = page.evaluate(shade)
    assert sum(map(int, re.findall(r"\d+", dark))) < 150 < 600 < sum(map(int, re.findall(r"\d+", light)))
    page.reload()
    page.wait_for_selector(".grid")
    assert page.evaluate(shade) == light


def test_motion__none_when_it_is_not_wanted(open_page):
    page = open_page(reduced_motion="reduce")
    pick(page, "help", "Odhaliť všetko")
    assert page.locator("dialog.end .told-line").inner_text() == "Chó, a!"
    assert page.locator(".confetti").count() == 0
    assert page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize(("puzzle_id", "first"), [("sk-4x5-000001", "PAPA"), ("sk-3x3-000007", "AC")])
def test_other_kinds__numbered_lists_beside_the_grid(open_page, puzzle_id, first):
    page = open_page(puzzle_id)
    item = page.locator(".side .item").first
    assert item.is_visible()
    assert re.sub(r"\s+", " ", item.inner_text()).endswith(f"nápoveda k {first} ({len(first)})")
    number = item.locator(".number").inner_text()
    start = page.locator(".cell[aria-selected=true]")
    assert start.locator(".start").inner_text() == number
    assert page.locator(".secret-panel").is_hidden()
    page.locator(".side .item").last.click()
    assert page.locator(".side .item").last.get_attribute("aria-current") == "true"
    pick(page, "help", "Odhaliť všetko")
    assert page.locator("dialog.end .done").inner_text() == "Vylúštené!"


def test_german__umlauts_are_two_cells(browser, tmp_path):
    write(
        tmp_path / "bundle",
        [make_puzzle("# # #\n# A E\n# N A", lang="de", secret=(0, 2), punchline="An!")],
        lang="de",
        letters=tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        jokes=[("de-0007", "Wohin?", "An!", ("A", "N"))],
    )
    write_play(tmp_path, tmp_path / "bundle")
    page = browser.new_page()
    page.goto((tmp_path / "play.html").as_uri() + "#de-3x3-000001")
    page.wait_for_selector(".grid")
    strike(page, "ä")
    assert letters(page) == ["A", "E", "", ""]
    assert page.locator(".tool.check").inner_text() == "Prüfen"
    page.close()
