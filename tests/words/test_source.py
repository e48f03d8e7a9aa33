import pytest

from factory.errors import LexiconError
from factory.words.source import enforce_limit, read_files, read_rows

HEADER = "answer\tclue\ttags\n"


def read(dictionaries, orthography):
    return read_rows(read_files(dictionaries, "sk"), orthography, max_clue_length=28)


def test_read_rows__answer_clue_tags_and_place(tmp_path, slovak, write_source):
    write_source(tmp_path, HEADER + "# remark\nviac|hlas\tspev\ttechnical, foreign\nrád\tšťastný\n")
    rows, problems = read(tmp_path, slovak)
    assert problems == ()
    assert [(row.spelling, row.clue, row.tags, row.source, row.line) for row in rows] == [
        ("viac|hlas", "spev", ("technical", "foreign"), "sk/a.tsv", 3),
        ("rád", "šťastný", (), "sk/a.tsv", 4),
    ]
    assert rows[1].cells == ("R", "A", "D")


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + HEADER + "pes\tstráži\n",
        "answer\tclue\r\npes\tstráži\t\r\n",
        "# x\n" + HEADER + "pes\tstráži",
    ],
)
def test_read_rows__byte_order_mark_crlf_and_missing_tags_are_fine(tmp_path, slovak, write_source, text):
    write_source(tmp_path, text)
    rows, problems = read(tmp_path, slovak)
    assert [(row.spelling, row.clue, row.tags) for row in rows] == [("pes", "stráži", ())]
    assert problems == ()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("pes", "1 columns, expected answer<TAB>clue"),
        ("pes\tstráži\tname\tx", "4 columns, expected answer<TAB>clue"),
        ("", "an empty line"),
        ("\tstráži", "the answer is empty"),
        ("pes\t", "the clue is empty"),
        ("pes\t \tname", "the clue is empty"),
        ("pes\tstráži\tanimal", "unknown tag 'animal', expected one of abbr, code"),
        ("pes\tstráži\tname,", "unknown tag ''"),
        ("p3s\tstráži", "answer 'p3s': '3' is not in the alphabet"),
        ("a\tspojka", "answer 'a' has 1 cells, expected at least 2"),
        ("ch\tpísmeno", "answer 'ch' has 1 cells"),
        ("pes\t" + "x" * 29, "the clue has 29 characters, expected at most 28"),
        ("pes \tstráži", "a stray blank"),
        ("pes\tdva  razy", "a stray blank"),
        ("pes\tne\u00a0viem", r"character U\+00A0"),
        ("mačka\tloví myši", "the same answer and clue as .*a.tsv:2"),
        ("máčka\tloví myši\tname", "the same answer and clue as .*a.tsv:2"),
    ],
)
def test_read_rows__broken_row_is_reported_and_left_out(tmp_path, slovak, write_source, line, message):
    path = write_source(tmp_path, f"{HEADER}mačka\tloví myši\n{line}\nkoza\tdáva mlieko\n")
    rows, problems = read(tmp_path, slovak)
    assert [row.spelling for row in rows] == ["mačka", "koza"]
    assert [(problem.file, problem.line) for problem in problems] == [(str(path), 3)]
    with pytest.raises(LexiconError, match=f"a.tsv:3: .*{message}"):
        enforce_limit(problems, max_bad_rows=0)
    enforce_limit(problems, max_bad_rows=1)


def test_read_rows__duplicate_in_another_file_names_the_first(tmp_path, slovak, write_source):
    write_source(tmp_path, HEADER + "pes\tstráži\n", "a.tsv")
    write_source(tmp_path, HEADER + "pes\tstráži\n", "b.tsv")
    rows, problems = read(tmp_path, slovak)
    assert len(rows) == 1
    assert "b.tsv:2: the same answer and clue as" in str(problems[0])


def test_enforce_limit__names_the_first_and_counts_the_others(tmp_path, slovak, write_source):
    write_source(tmp_path, HEADER + "pes\nkoza\nmys\nmačka\tloví\n")
    _, problems = read(tmp_path, slovak)
    with pytest.raises(LexiconError, match=r"a.tsv:2: 1 columns.*\(and 2 more bad rows\)"):
        enforce_limit(problems, max_bad_rows=2)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "a.tsv:1: the file is empty"),
        (b"\xef\xbb\xbf \r\n", "a.tsv:1: the file is empty"),
        (b"pes\tstr\xc3\xa1\xc5\xbei\n", "a.tsv:1: found 'pes.*expected the header line answer<TAB>clue"),
        (b"# x\nanswer;clue\n", "a.tsv:2: found 'answer;clue'"),
        (HEADER.encode() + b"pes\tstr\xe1\x9ei\n", "a.tsv:2: byte 0xe1 is not UTF-8"),
        (b"\xef\xbb\xbf" + HEADER.encode() + b"ok\tje\nma\xe8ka\tlov\n", "a.tsv:3: byte 0xe8 is not UTF-8"),
        ("answer\tclue\n".encode("utf-16"), "a.tsv:1: byte 0xff is not UTF-8"),
    ],
)
def test_read_rows__file_that_is_no_source_is_an_error(tmp_path, slovak, write_source, data, message):
    write_source(tmp_path, "").write_bytes(data)
    with pytest.raises(LexiconError, match=message):
        read(tmp_path, slovak)


def test_read_files__unknown_language_names_the_folder(tmp_path):
    with pytest.raises(LexiconError, match=r"xx: no \*.tsv files found"):
        read_files(tmp_path, "xx")
