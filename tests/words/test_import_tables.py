"""`factory lexicon import` of tables: encodings, delimiters, columns, what is taken, changed and refused."""

import json
import shutil
from pathlib import Path

import pytest

from factory.cli.main import main

CONFIG = Path(__file__).parents[2] / "config"
HEADER = "answer\tclue\ttags\n"

ROWS = [
    ("MAČKA", "lovec myší"),
    ("ŽABA", "zelený skokan"),
    ("ľan", "rastlina na plátno"),
    ("ťava", "púštna loď"),
]
SORTED = "ľan\trastlina na plátno\nmačka\tlovec myší\nťava\tpúštna loď\nžaba\tzelený skokan\n"


class Importer:
    """A house with one hand-written row, and imports into it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys
        self.target = folder / "dictionaries" / "sk" / "new.tsv"
        shutil.copytree(CONFIG, folder / "config")
        self.target.parent.mkdir(parents=True)
        (self.target.parent / "04.tsv").write_text(HEADER + "lipa\tmedonosný strom\n", encoding="utf-8")

    def run(self, data: bytes | str, *options: str, name: str = "new.csv") -> int:
        path = self.folder / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return self.run_file(path, *options)

    def run_file(self, path: Path, *options: str) -> int:
        house = ["--config", self.folder / "config", "--dictionaries", self.folder / "dictionaries"]
        code = main(["lexicon", "import", str(path), "--lang", "sk", *map(str, house), *options])
        self.said = self.capsys.readouterr()
        return code

    def report(self, data: bytes | str, *options: str, name: str = "new.csv"):
        self.run(data, *options, "--json", name=name)
        return json.loads(self.said.out)

    @property
    def written(self) -> str:
        return self.target.read_text(encoding="utf-8")

    @property
    def files(self) -> list[str]:
        return sorted(path.name for path in self.target.parent.iterdir())


@pytest.fixture
def importer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Importer:
    return Importer(tmp_path, capsys)


def table(delimiter: str = ";", rows=ROWS, header: str = "Heslo;Legenda") -> str:
    lines = [header.replace(";", delimiter), *(delimiter.join(row) for row in rows)]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1250", "iso-8859-2"])
def test_import__each_encoding_is_detected_and_gives_the_same_rows(importer, encoding):
    report = importer.report(table().encode(encoding))
    assert report["encoding"] == f"{encoding} (detected)"
    assert importer.written == HEADER + SORTED


def test_import__cp1252_is_detected_for_german_only(importer):
    (importer.folder / "dictionaries" / "de").mkdir()
    path = importer.folder / "words.csv"
    path.write_bytes("Wort;Frage\nTÜR;„Öffnung“ im Haus\nSTRASSE;Weg für Räder\n".encode("cp1252"))
    assert importer.run_file(path, "--lang", "de") == 0
    assert "encoding: cp1252 (detected)" in importer.said.out
    written = (importer.folder / "dictionaries" / "de" / "words.tsv").read_text(encoding="utf-8")
    assert "Tür\t„Öffnung“ im Haus\n" in written


@pytest.mark.parametrize("name", ["new.csv", "new.txt"])
@pytest.mark.parametrize("delimiter", [";", ",", "\t", "|"])
def test_import__each_delimiter_is_found(importer, delimiter, name):
    assert importer.run(table(delimiter), name=name) == 0
    assert importer.written == HEADER + SORTED


def test_import__json_lines_with_lists_of_clues_give_a_row_each(importer):
    lines = [
        {"word": "mačka", "clues": ["lovec myší", {"text": "šelma pri peci"}], "tags": None},
        {"word": "Dunaj", "clues": "európsky veľtok", "tags": ["place"]},
    ]
    text = "\n".join(json.dumps(line) for line in lines) + "\n{oops\n"
    report = importer.report(text, name="new.jsonl")
    assert importer.written == HEADER + (
        "Dunaj\teurópsky veľtok\tplace\nmačka\tlovec myší\nmačka\tšelma pri peci\n"
    )
    assert [(refusal["line"], refusal["kind"]) for refusal in report["refused"]] == [(3, "no JSON")]


def workbook(path: Path, **sheets: list[list[object]]) -> Path:
    import openpyxl

    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        page = book.create_sheet(name)
        for row in rows:
            page.append(row)
    book.save(path)
    return path


def test_import__xlsx_takes_the_sheet_asked_for_and_names_rows(importer):
    rows = [["Odpoveď", "Nápoveda"], [None, None], ["MAČKA", "lovec myší"], ["x7", "zle"], [5, "číslo"]]
    path = workbook(importer.folder / "new.xlsx", Prvy=[["nič"]], Slova=rows)
    assert importer.run_file(path, "--sheet", "Slova") == 0
    assert importer.written == HEADER + "mačka\tlovec myší\n"
    assert "line 4: answer 'x7'" in importer.said.out
    assert "line 5: answer '5'" in importer.said.out
    assert importer.run_file(path, "--sheet", "Nie", "--replace") == 2
    assert "Prvy, Slova" in importer.said.err


def test_import__without_openpyxl_says_what_to_install(importer, monkeypatch):
    path = workbook(importer.folder / "new.xlsx", A=[["heslo", "legenda"], ["mačka", "lovec"]])
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    assert importer.run_file(path) == 1
    assert "krizovkaren[import]" in importer.said.err


def test_import__columns_without_names_are_guessed_by_content(importer):
    rows = [("1", "lovec myší", "zver", "MAČKA"), ("2", "zelený skokan", "zver", "ŽABA"),
            ("3", "rastlina na plátno", "zver", "ĽAN"), ("4", "púštna loď", "zver", "ŤAVA")]  # fmt: skip
    report = importer.report("\n".join(";".join(row) for row in rows))
    assert report["answer"] == "column 4 (by what stands in it)"
    assert report["clue"] == "column 2 (by what stands in it)"
    assert importer.written == HEADER + SORTED


def test_import__columns_given_by_name_or_number_win(importer):
    text = "A;B;Heslo\nlovec myší;mačka;x\npúštna loď;ťava;y\n"
    report = importer.report(text, "--answer", "B", "--clue", "1")
    assert (report["answer"], report["clue"]) == ("column 2 'B' (as given)", "column 1 'A' (as given)")
    assert report["taken"] == 2
    assert importer.run(text, "--answer", "Z", "--replace") == 2
    assert "'A', 'B', 'Heslo'" in importer.said.err


def test_import__what_is_changed_is_reported_with_line_and_reason(importer):
    text = 'heslo;legenda;štítok\n MAČKA. ;"„lovec   myší“";nár.\nBRATISLAVA;metropola;geo, výlet\nSR;štát;skr.\n'
    report = importer.report(text)
    assert importer.written == HEADER + (
        "Bratislava\tmetropola\tplace\nmačka\tlovec myší\tdialect\nSR\tštát\tabbr\n"
    )
    assert [(c["line"], c["column"], c["after"], c["why"]) for c in report["changed"]] == [
        (2, "answer", "mačka", "blanks trimmed, end mark removed, upper case lowered"),
        (2, "clue", "lovec myší", "blanks trimmed, quotes removed"),
        (3, "tags", "", "unknown tag left out"),
        (3, "answer", "Bratislava", "upper case lowered"),
    ]


def test_import__what_is_refused_is_reported_with_its_first_line(importer):
    text = (
        "heslo;legenda\n"
        '"pes";"strážca\ndvora"\n'  # a clue on two lines
        "pes;strážca dvora\n"
        "lipa;medonosný strom\n"
        "a7;zle\n"
        "dom;\n"
        f"dub;{'x' * 29}\n"
        "strom;a;b;c\n"
    )
    report = importer.report(text)
    assert [refusal["line"] for refusal in report["refused"]] == [4, 5, 6, 7, 8, 9]
    whys = [refusal["why"] for refusal in report["refused"]]
    assert whys[0] == "the same answer and clue as line 2"
    assert whys[1] == "the same answer and clue as sk/04.tsv:2"
    assert whys[2] == "answer 'a7': '7' is not in the alphabet"
    assert whys[3] == "the clue is empty"
    assert whys[4].startswith("the clue has 29 characters")
    assert whys[5] == "4 columns, expected 2 as in most rows"
    assert importer.written == HEADER + "pes\tstrážca dvora\n"


def test_import__offensive_words_are_refused(importer):
    (importer.target.parent / "offensive.txt").write_text("=blbec\n", encoding="utf-8")
    report = importer.report("heslo;legenda\nblbec;hlupák\nhlupák;blbec\nmačka;lovec myší\n")
    assert [refusal["kind"] for refusal in report["refused"]] == ["offensive", "offensive"]


@pytest.mark.parametrize(
    ("data", "name", "message"),
    [
        (b"", "a.csv", "empty"),
        (b"\xef\xbb\xbf\n", "a.csv", "empty"),
        (bytes(range(256)) * 40, "a.csv", "binary data"),
        (b"%PDF-1.4 ...", "a.csv", "a PDF"),
        (b"\xd0\xcf\x11\xe0" + bytes(500), "a.xls", "old Excel"),
        (b"PK\x03\x04 no zip", "a.xlsx", "no Excel workbook"),
        (b"heslo;legenda", "a.xlsx", "no Excel workbook"),
        ("mačka\nžaba\n".encode(), "a.csv", "one column"),
        ("mačka\nžaba\n".encode(), "a.tsv", "one column"),
        ("heslo;cena\nmačka;5\nžaba;6\n".encode(), "a.csv", "no column found for clue"),
        (b'{"a": ["x"]}\n', "a.jsonl", "no column found for answer"),
        (b"[1, 2]\n[3]\n", "a.jsonl", "no JSON object"),
        ('heslo;legenda\npes;"strážca\nmačka;lovec\n'.encode(), "a.csv", "a.csv:2: a misplaced or open quot"),
        (b"heslo;legenda\nx1;zle\n", "a.csv", "nothing could be taken"),
    ],
)
def test_import__a_wrong_file_is_one_line_and_writes_nothing(importer, data, name, message):
    assert importer.run(data, name=name) == 1
    assert message in importer.said.err
    assert importer.said.err.count("\n") == 1
    assert importer.files == ["04.tsv"]


def test_import__an_encoding_given_is_kept_to(importer):
    assert importer.run(table().encode("cp1250"), "--encoding", "utf-8") == 1
    assert "new.csv:2: byte 0xc8 is not utf-8" in importer.said.err
    assert importer.run(table(), "--encoding", "klingon") == 2
    assert importer.files == ["04.tsv"]


def test_import__strict_and_dry_run_write_nothing(importer):
    text = table() + "x1;zle\n"
    assert importer.run(text, "--dry-run") == 0
    assert importer.run(text, "--strict") == 1
    assert "new.csv:6: 1 rows refused" in importer.said.err
    assert importer.files == ["04.tsv"]
    assert importer.run(table(), "--strict") == 0


def test_import__an_existing_file_is_replaced_only_when_asked(importer):
    assert importer.run(table()) == 0
    assert importer.run("heslo;legenda\npes;strážca dvora\n") == 1
    assert "--replace" in importer.said.err
    assert importer.written == HEADER + SORTED
    assert importer.run("heslo;legenda\nmačka;lovec myší\n", "--replace") == 0
    assert importer.written == HEADER + "mačka\tlovec myší\n"


def test_import__a_failure_while_writing_leaves_nothing(importer, monkeypatch):
    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    assert importer.run(table()) == 1
    assert "No space left" in importer.said.err
    assert importer.files == ["04.tsv"]


def test_import__the_file_written_compiles(importer):
    from factory.settings import load_settings
    from factory.words.compile import compile_index
    from factory.words.source import read_files

    importer.run(table())
    words = load_settings(importer.folder / "config", "sk").base.words
    index = compile_index("sk", words, read_files(importer.folder / "dictionaries", "sk"))
    found = index.find(("M", "A", "Č", "K", "A"))
    assert found is not None
    assert index.answer(*found).clues[0].source == "sk/new.tsv"
