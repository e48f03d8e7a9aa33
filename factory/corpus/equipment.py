"""What a worker needs for the jobs of one language, loaded once per process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from factory import __version__
from factory.corpus.records import Digests, StreamState
from factory.errors import JokeError
from factory.grid import derive_slots, slot_table
from factory.jokes import JokeList, read_jokes
from factory.kernels.fill import Words
from factory.settings import SMALLEST, LanguageSettings, Settings, load_settings
from factory.stages.fill import FillStatus, fill_mask
from factory.stages.improve import improve_fill
from factory.stages.mask import find_mask
from factory.stages.pack import index_words
from factory.stages.place import Part, cuts, fill_placed, punchline_words
from factory.stages.plan import fill_around
from factory.stages.secret import Punchlines, hide_all, hide_joke, pack_punchlines, read_grid
from factory.words.compile import ensure_index
from factory.words.index import LexiconIndex, load_index
from factory.words.selection import NO_SELECTION, SelectionSettings, Wanted, select_words


@dataclass(frozen=True)
class House:
    """Where the folders of a factory lie."""

    config: Path
    dictionaries: Path
    jokes: Path
    compiled: Path | None = None
    """Where a worker elsewhere has its compiled lexicons, by language; then it needs no sources."""

    @property
    def build(self) -> Path:
        """The folder of compiled lexicons."""
        return self.dictionaries / "build"


@dataclass(frozen=True, eq=False)
class Equipment:
    """Settings, lexicon and jokes of one language."""

    language: LanguageSettings
    index: LexiconIndex
    jokes: JokeList
    words: Words
    punchlines: Punchlines

    def settings(self, rows: int, cols: int) -> Settings:
        """The settings of a size; of an oblong grid those of its longer side."""
        return self.language.by_size[max(rows, cols)]

    @property
    def digests(self) -> Digests:
        """The hashes of what puzzles are made from."""
        return Digests(self.index.digest, self.jokes.digest, self.language.digest)

    def cuts(self, joke: int, columns: int) -> tuple[tuple[Part, ...], ...]:
        """The ways to cut a joke's punchline into parts that fit across a grid."""
        words = punchline_words(self.jokes.jokes[joke].punchline, self.index.orthography)
        return cuts(words, columns - 1)

    @cached_property
    def answers(self) -> tuple[str, ...]:
        """The answers in the order of the kernels' global word ids."""
        letters = self.index.orthography.letters
        return tuple(
            "".join(letters[code] for code in word)
            for length in sorted(self.index.tables)
            for word in self.index.tables[length].letters.tolist()
        )

    def ages(self, state: StreamState) -> NDArray[np.uint16]:
        """uint16 [global word id], puzzles since each answer's last use, 0 = never: what cooling goes by."""
        last_use, now = state.last_use, state.numbered + 1
        ages = [min(now - last_use[answer], 65535) if answer in last_use else 0 for answer in self.answers]
        return np.array(ages, np.uint16)

    @cached_property
    def generator(self) -> str:
        """Name and version, as in provenance."""
        return f"krizovkaren {__version__}"


def equip(
    house: House,
    lang: str,
    *,
    on_build: Callable[[str], None] = lambda _: None,
    selection: SelectionSettings = NO_SELECTION,
    wanted: Sequence[Wanted] = (),
) -> Equipment:
    """The equipment of a language; compiles the lexicon when its sources have changed.

    `selection` comes on top of that of the settings; `wanted` are words that must be there.

    Raises:
        UsageError, SettingsError, LexiconError, JokeError: see the parts.
    """
    language = load_settings(house.config, lang)
    words_settings = language.base.words
    if house.compiled:
        index = load_index(house.compiled / lang)
    else:
        index = ensure_index(
            lang, words_settings, dictionaries=house.dictionaries, build=house.build, on_build=on_build
        )
    index = select_words(
        index,
        _both(language.base.selection, selection),
        wanted,
        known_zipf=language.base.fill.rare_below,
        max_clue_length=words_settings.max_clue_length,
    )
    path = house.jokes / f"{lang}.tsv"
    jokes = read_jokes(path, index.orthography)
    if not jokes.jokes:
        raise JokeError(f"{path}: no jokes, expected rows of id, setup, punchline, tags")
    words = index_words(index, language.base.fill, language.base.clues)
    return Equipment(language, index, jokes, words, pack_punchlines(jokes, index.orthography))


def _both(one: SelectionSettings, other: SelectionSettings) -> SelectionSettings:
    return SelectionSettings(without=one.without + other.without, min_zipf={**one.min_zipf, **other.min_zipf})


@lru_cache(maxsize=8)
def equipment_of(house: House, lang: str) -> Equipment:
    """The equipment of a language, kept for the life of the process."""
    return equip(house, lang)


def compile_lexicon(house: House, lang: str, *, on_build: Callable[[str], None]) -> None:
    """Compiles the lexicon when its sources have changed, saying so; quick when they have not."""
    words = load_settings(house.config, lang).base.words
    ensure_index(lang, words, dictionaries=house.dictionaries, build=house.build, on_build=on_build)


def warm_up(equipment: Equipment) -> None:
    """Compiles every kernel that jobs use (or loads it from the cache): goes down the line on a tiny grid."""
    state = np.array([1, 2], np.uint64)
    settings = equipment.settings(SMALLEST, SMALLEST)
    mask = find_mask(SMALLEST, SMALLEST, equipment.words, settings.mask, random=state).mask
    slots = derive_slots(mask)
    table = slot_table(mask, slots)
    fill = fill_mask(table, equipment.words, settings.fill, random=state)
    as_filled = replace(fill, status=FillStatus.FILLED, word_ids=(0,) * len(slots))
    no_rounds = replace(settings.improve, rounds=0)
    improve_fill(table, equipment.words, as_filled, no_rounds, settings.fill, columns=SMALLEST, random=state)
    reading = read_grid(mask, np.zeros(mask.shape, np.uint8))
    hide_all(reading, table, equipment.punchlines, settings.secret, n_letters=equipment.words.n_letters)
    hide_joke(reading, b"\0\0", settings.secret)
    modes = {of_size.secret.mode for of_size in equipment.language.by_size.values()}
    if "planned" in modes:
        fill_around(table, reading, equipment.words, b"\0\0", settings.fill, settings.secret, random=state)
    if "placed" in modes:
        ways = [(Part("aa", b"\0\0"),)]
        fill_placed(
            SMALLEST,
            SMALLEST,
            ways,
            equipment.words,
            settings.mask,
            settings.fill,
            settings.secret,
            random=state,
        )
