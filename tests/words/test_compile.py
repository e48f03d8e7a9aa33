import os
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from factory.errors import LexiconError
from factory.words.compile import digest_of, ensure_index
from factory.words.settings import WordsSettings
from factory.words.source import read_files

MORE = "answer\tclue\nkosa\tnáradie\n"


class Builds:
    """Calls ensure_index and counts compilations."""

    def __init__(self, dictionaries, build):
        self.dictionaries, self.build, self.count = dictionaries, build, 0

    def __call__(self, settings, lang="sk"):
        return ensure_index(
            lang, settings, dictionaries=self.dictionaries, build=self.build, on_build=self._compiling
        )

    def _compiling(self, line):
        assert "compiling" in line
        self.count += 1

    def names(self):
        return sorted(path.name for path in self.build.iterdir())


@pytest.fixture
def builds(dictionaries, tmp_path):
    return Builds(dictionaries, tmp_path / "build")


def test_ensure_index__compiles_once(builds, tiny):
    first = builds(tiny)
    second = builds(tiny)
    assert builds.count == 1
    assert first.digest == second.digest
    assert builds.names() == [f"sk-{first.digest[:16]}"]
    answer = second.answer(*second.find(("CH", "A", "T", "A")))
    assert answer.clues[0].text == "domček"
    assert answer.zipf > 3


def test_ensure_index__changed_source_new_source_and_removed_source(builds, tiny, dictionaries, write_source):
    digests = [builds(tiny).digest]
    added = write_source(dictionaries, MORE, "b.tsv")
    index = builds(tiny)
    assert index.find(("K", "O", "S", "A")) is not None
    digests.append(index.digest)
    added.write_text(MORE.replace("kosa", "osa"), "utf-8")
    digests.append(builds(tiny).digest)
    assert len(set(digests)) == builds.count == 3
    added.unlink()
    assert builds(tiny).digest == digests[0]
    assert builds.count == 3


def test_ensure_index__changed_settings_make_another_index(builds, tiny):
    digests = {
        builds(settings).digest
        for settings in (tiny, replace(tiny, max_clue_length=27), replace(tiny, code_zipf=1.0))
    }
    assert len(digests) == builds.count == 3


def test_digest__covers_names_bytes_language_and_versions(dictionaries, tiny, monkeypatch):
    (file,) = read_files(dictionaries, "sk")
    base = digest_of("sk", tiny, [file])
    others = [
        digest_of("cs", tiny, [file]),
        digest_of("sk", tiny, [replace(file, data=file.data + b"#")]),
        digest_of("sk", tiny, [replace(file, source="sk/z.tsv")]),
        digest_of("sk", tiny, [file, file]),
    ]
    monkeypatch.setattr("factory.words.compile.version", lambda name: "99")
    others.append(digest_of("sk", tiny, [file]))
    assert len({base, *others}) == 6


def test_digest__does_not_depend_on_where_the_folder_is(dictionaries, tiny, tmp_path):
    moved = dictionaries.rename(tmp_path / "elsewhere")
    here = digest_of("sk", tiny, read_files(moved, "sk"))
    assert here == digest_of("sk", tiny, read_files(moved.rename(dictionaries), "sk"))


def test_ensure_index__half_written_draft_is_never_taken(builds, tiny):
    name = builds(tiny).folder.name
    draft = builds.build / f".{name}-abc"
    (builds.build / name).rename(draft)
    (draft / "lexicon.json").unlink()
    assert len(builds(tiny)) == 4
    assert builds.count == 2


def test_ensure_index__damaged_index_is_built_again(builds, tiny):
    folder = builds(tiny).folder
    (folder / "clues.json").write_bytes(b"{}")
    again = builds(tiny)
    assert again.answer(3, 0).clues
    assert builds.count == 2
    assert builds.names() == [folder.name]


def test_ensure_index__three_builds_stay_and_old_drafts_go(builds, tiny):
    old, young = (builds.build / f".sk-{name}" for name in ("old", "young"))
    other_language = builds.build / "cs-0123456789abcdef"
    for folder in (old, young, other_language):
        folder.mkdir(parents=True)
    os.utime(old, (0, 0))
    folders = []
    for length in range(20, 25):
        folder = builds(replace(tiny, max_clue_length=length)).folder
        folders.append(folder)
        age = time.time() - 100 + length
        os.utime(folder, (age, age))
    assert builds.names() == sorted(
        [young.name, other_language.name, *(folder.name for folder in folders[-3:])]
    )


def test_ensure_index__used_build_counts_as_new(builds, tiny):
    kept = builds(replace(tiny, max_clue_length=20)).folder
    os.utime(kept, (1, 1))
    for length in range(21, 24):
        builds(replace(tiny, max_clue_length=20))
        os.utime(builds(replace(tiny, max_clue_length=length)).folder, (length, length))
    assert kept.exists()


def test_ensure_index__bad_row_stops_it_or_is_kept_as_a_problem(builds, tiny, dictionaries, write_source):
    write_source(dictionaries, "answer\tclue\nkosa\n", "b.tsv")
    with pytest.raises(LexiconError, match=r"b.tsv:2: 1 columns"):
        builds(tiny)
    index = builds(replace(tiny, max_bad_rows=1))
    assert [problem.split("/")[-1][:9] for problem in index.problems] == ["b.tsv:2: "]


def test_ensure_index__tag_left_out_is_checked_but_not_compiled(builds, tiny, dictionaries, write_source):
    write_source(dictionaries, "answer\tclue\ttags\nkosa\tnáradie\tvulgar\n", "b.tsv")
    assert builds(tiny).find(("K", "O", "S", "A")) is None
    assert builds(replace(tiny, leave_out=())).find(("K", "O", "S", "A")) is not None


def test_ensure_index__no_rows_at_all_is_an_error(tmp_path, tiny, write_source):
    write_source(tmp_path, "answer\tclue\n# nothing yet\n")
    with pytest.raises(LexiconError, match=r"a\.tsv: no rows found"):
        Builds(tmp_path, tmp_path / "build")(tiny)


def test_ensure_index__place_that_cannot_be_written_is_one_line(builds, tiny):
    builds.build.write_text("a file where the folder should be")
    with pytest.raises(LexiconError, match="build: can't be written") as caught:
        builds(tiny)
    assert "\n" not in str(caught.value)


def test_ensure_index__committed_slovak_settings_give_facts_and_attribution(builds, words_of):
    index = builds(words_of("sk"))
    assert index.answer(*index.find(("S", "K"))).is_code
    assert index.sources["cldr"] > 500
    assert any("CLDR" in line for line in index.attribution)
    assert any("wordfreq" in line and "CC BY-SA" in line for line in index.attribution)


CHILD = """
import sys, time
from pathlib import Path
from pydantic import TypeAdapter
from factory.words.compile import ensure_index
from factory.words.settings import WordsSettings
dictionaries, build, settings, wait = sys.argv[1:]
settings = TypeAdapter(WordsSettings).validate_json(settings)
while not Path(wait).exists():
    time.sleep(0.001)
built = []
places = {"dictionaries": Path(dictionaries), "build": Path(build)}
index = ensure_index("sk", settings, **places, on_build=built.append)
print(index.digest, len(index), index.answer(5, 0).clues[0].text, len(built), "wordfreq" in sys.modules)
"""


def child(builds, settings, wait):
    from pydantic import TypeAdapter

    text = TypeAdapter(WordsSettings).dump_json(settings).decode()
    command = [sys.executable, "-c", CHILD, str(builds.dictionaries), str(builds.build), text, str(wait)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_ensure_index__processes_that_build_at_once_all_succeed(builds, tiny, tmp_path):
    wait = tmp_path / "go"
    children = [child(builds, tiny, wait) for _ in range(3)]
    time.sleep(0.7)
    wait.touch()
    outputs = [process.communicate(timeout=60) for process in children]
    assert [process.returncode for process in children] == [0, 0, 0], outputs
    assert len({tuple(out.split()[:-2]) for out, _ in outputs}) == 1
    digest = outputs[0][0].split()[0]
    assert builds.names() == [f"sk-{digest[:16]}"]


def test_ensure_index__ready_index_needs_no_word_list(builds, tiny, tmp_path):
    builds(tiny)
    (tmp_path / "go").touch()
    out, error = child(builds, tiny, tmp_path / "go").communicate(timeout=60)
    assert out.split()[-2:] == ["0", "False"], error


def test_ensure_index__loser_of_the_race_throws_its_copy_away(builds, tiny, monkeypatch):
    from factory.words import compile as compiler

    publish = compiler._publish
    monkeypatch.setattr(
        compiler, "_publish", lambda index, folder: (publish(index, folder), publish(index, folder))
    )
    assert len(builds(tiny)) == 4
    assert len(builds.names()) == 1
