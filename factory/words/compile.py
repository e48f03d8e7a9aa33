"""From sources to an index on disk, named after the hash of all that goes in and built only when missing."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from factory.errors import LexiconError
from factory.words.breadth import attribution, extended_rows, is_extended, read_extended
from factory.words.facts import generate_facts
from factory.words.family import lemma
from factory.words.frequency import zipf
from factory.words.index import FORMAT, LexiconIndex, index_answers, load_index, save_index
from factory.words.lexicon import merge
from factory.words.offensive import FILE as OFFENSIVE
from factory.words.offensive import parse_offensive, read_bytes
from factory.words.orthography import Orthography
from factory.words.settings import WordsSettings
from factory.words.source import SourceFile, enforce_limit, read_files, read_rows

KEPT_BUILDS: Final = 3
"""Builds of a language that stay, the most recently used ones."""

_STALE_SECONDS: Final = 3600
"""A build in progress that old was left by a process that died."""

_LIBRARIES: Final = {
    "babel": "names of countries, currencies and languages: Unicode CLDR through Babel {}, Unicode-3.0",
    "wordfreq": "frequencies: wordfreq {}, data CC BY-SA 4.0",
    "simplemma": "lemmas: simplemma {}, MIT",
}
_OWN_ATTRIBUTION: Final = "answers and clues: the project's own dictionaries, CC BY 4.0"


def ensure_index(
    lang: str,
    settings: WordsSettings,
    *,
    dictionaries: Path,
    build: Path,
    on_build: Callable[[str], None] = lambda _: None,
) -> LexiconIndex:
    """The index of a language's sources as they are now, from `build`; compiled when it is not there.

    Safe when several processes do it at once. `on_build` gets one line when it has to be compiled.

    Raises:
        LexiconError: a source is missing or broken, or `build` can't be written.
    """
    files = read_files(dictionaries, lang)
    if settings.extended:
        files += read_extended(dictionaries, lang)
    offensive = read_bytes(dictionaries, lang)
    digest = digest_of(lang, settings, files, offensive)
    folder = build / f"{lang}-{digest[:16]}"
    try:
        if folder.exists():
            try:
                index = load_index(folder)
            except LexiconError:  # damaged after it was written
                _discard(folder)
            else:
                _mark_used(folder)
                return index
        index = compile_index(lang, settings, files, offensive, on_build=on_build)
        _publish(index, folder)
        _remove_old(build, lang, keep=folder)
        return load_index(folder)
    except OSError as problem:
        raise LexiconError(f"{problem.filename or build}: can't be written ({problem.strerror})") from None


def digest_of(lang: str, settings: WordsSettings, files: Sequence[SourceFile], offensive: bytes = b"") -> str:
    """Hexadecimal SHA-256 of all that decides the index: sources, settings, format, library versions."""
    versions = {name: _version(name) for name in _LIBRARIES}
    inputs = json.dumps([FORMAT, lang, asdict(settings), versions], sort_keys=True, ensure_ascii=False)
    digest = hashlib.sha256(inputs.encode())
    for file in files:
        digest.update(f"\n{file.source} {len(file.data)}\n".encode())
        digest.update(file.data)
    digest.update(offensive)
    return digest.hexdigest()


def compile_index(
    lang: str,
    settings: WordsSettings,
    files: Sequence[SourceFile],
    offensive: bytes = b"",
    *,
    on_build: Callable[[str], None] = lambda _: None,
) -> LexiconIndex:
    """The index of sources, in memory, without answers and clues that the list of offensive words hits.

    `on_build` gets one line when the sources are read and the long part begins.

    Raises:
        LexiconError: a source is broken, has more bad rows than allowed, or there is no row at all.
    """
    orthography = Orthography(settings.orthography)
    written = [file for file in files if not is_extended(file)]
    rows, problems = read_rows(written, orthography, max_clue_length=settings.max_clue_length)
    enforce_limit(problems, max_bad_rows=settings.max_bad_rows)
    if not rows:
        raise LexiconError(f"{files[0].name}: no rows found, expected answer<TAB>clue[<TAB>tags]")
    more = extended_rows(
        files,
        rows,
        orthography,
        max_clue_length=settings.max_clue_length,
        max_bad_rows=settings.max_bad_rows,
    )
    unwanted = parse_offensive(offensive, orthography, name=f"{lang}/{OFFENSIVE}")
    on_build(
        f"compiling the lexicon of language {lang!r}: {len(rows) + len(more)} rows in {len(files)} files"
    )
    frequency = partial(zipf, lang=lang, cognates=settings.cognates)
    facts = generate_facts(
        lang, orthography, settings.facts, max_clue_length=settings.max_clue_length, fame=frequency
    )
    answers = merge(
        [
            row
            for row in (*rows, *more)
            if not set(row.tags) & set(settings.leave_out)
            and unwanted.find_in_answer(row.spelling, orthography) is None
            and unwanted.find(row.clue, orthography) is None
        ],
        [fact for fact in facts if unwanted.find_in_answer(fact.spelling, orthography) is None],
        orthography=orthography,
        score=settings.score,
        zipf=frequency,
        lemma=lambda spelling, tags: lemma(spelling, lang, tags),
        code_zipf=settings.code_zipf,
        families=settings.families,
    )
    return index_answers(
        answers,
        orthography,
        lang=lang,
        digest=digest_of(lang, settings, files, offensive),
        offensive=unwanted,
        attribution=(
            _OWN_ATTRIBUTION,
            *attribution(files),
            *(text.format(_version(name)) for name, text in _LIBRARIES.items() if facts or name != "babel"),
        ),
        problems=tuple(str(problem) for problem in problems),
    )


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "unknown"


def _publish(index: LexiconIndex, folder: Path) -> None:
    """Puts the index into `folder` in one step; does nothing when another process was first.

    Raises:
        OSError: the parent folder can't be written.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        draft.chmod(0o777 & ~_umask())
        save_index(index, draft)
        for path in (*draft.iterdir(), draft):
            _sync(path)
        try:
            draft.rename(folder)
        except OSError:
            if not folder.exists():
                raise
        else:
            _sync(folder.parent)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _mark_used(folder: Path) -> None:
    try:
        os.utime(folder)
    except OSError:  # a read-only build is fine: nothing will be removed there either
        return


def _remove_old(build: Path, lang: str, *, keep: Path) -> None:
    """Removes the language's builds beyond the most recently used ones, and drafts of dead processes."""
    mark = f"{lang}-"
    used = {path: _changed(path) for path in build.iterdir() if path.name.removeprefix(".").startswith(mark)}
    builds = [path for path in used if path.name.startswith(mark) and path != keep]
    builds.sort(key=lambda path: (used[path], path.name), reverse=True)
    drafts = [path for path in used if path.name.startswith(".")]
    stale = [path for path in drafts if time.time() - used[path] > _STALE_SECONDS]
    for path in (*builds[KEPT_BUILDS - 1 :], *stale):
        _discard(path)


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:  # another process was first
        return 0.0


def _discard(folder: Path) -> None:
    """Takes a folder out of sight in one step, then removes it, so that no reader finds half of it."""
    hidden = folder.with_name(f".{folder.name.removeprefix('.')}-{os.getpid()}-discarded")
    try:
        folder.rename(hidden)
    except FileNotFoundError:  # another process was first
        return
    shutil.rmtree(hidden, ignore_errors=True)
