"""`factory mask`: the same mask traced or not, fixed cells from a file, wrong files named."""

import pytest

from factory.cli.main import main


def mask_lines(text):
    return [line.replace("██", "#").replace(" ·", ".") for line in text.split("\n\n")[0].splitlines()]


@pytest.fixture
def call(capsys, tiny_home):
    """call(arguments): exit code, stdout and stderr."""

    def run(*arguments):
        code = main(["mask", "--lang", "sk", *map(str, arguments), *tiny_home.options])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def test_mask__traced_is_the_same_and_the_page_holds_it(call, tmp_path):
    _, plain, _ = call("--rows", 6, "--cols", 8, "--seed", 2)
    _, traced, _ = call("--rows", 6, "--cols", 8, "--seed", 2, "--trace", tmp_path / "trace")
    assert mask_lines(plain) == mask_lines(traced)
    assert [len(line) for line in mask_lines(plain)] == [8] * 6
    assert "kappa" in plain
    page = (tmp_path / "trace" / "index.html").read_text()
    images = sorted(path.name for path in (tmp_path / "trace").glob("*.svg"))
    assert images[0] == "mask-0000000.svg"
    assert images[-1] == "penalty.svg"
    assert page.count("<figure>") == len(images) - 1 > 5
    last = (tmp_path / "trace" / images[-2]).read_text()
    assert last in page
    assert last.count("<rect") == sum(line.count("#") for line in mask_lines(plain))


def test_mask__fixed_cells_of_a_file(call, tmp_path):
    path = tmp_path / "fixed.txt"
    path.write_text("??????\n??????\n??#..?\n??????\n??????\n??????\n")
    _, out, _ = call("--size", 6, "--fixed", path)
    assert mask_lines(out)[2][2:5] == "#.."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("??????\n" * 5, "5 rows, expected 6"),
        ("??????\n" * 5 + "???", "row 6 has 3 cells, expected 6"),
        ("??????\n" * 5 + "???x??", "row 6 has 'x', expected '#', '.' or '?'"),
    ],
)
def test_mask__wrong_drawing_is_named(call, tmp_path, text, message):
    path = tmp_path / "fixed.txt"
    path.write_text(text)
    code, out, err = call("--size", 6, "--fixed", path)
    assert (code, out, err) == (1, "", f"factory: {path}: {message}\n")


def test_mask__file_that_is_not_there(call, tmp_path):
    code, _, err = call("--size", 6, "--fixed", tmp_path / "none.txt")
    assert code == 2
    assert "none.txt" in err
