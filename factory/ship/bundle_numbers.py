"""Which number a clue, a joke and a letter get in a bundle: that of the lexicon and the joke list.

So the numbers follow from the corpus and not from the order in which it was published. Where a bundle is there
already, its numbers stay, whatever has become of lexicon and list; what is new and finds its number taken is numbered
behind the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from factory.jokes import JokeList
from factory.ship.bundle_draft import Draft
from factory.ship.bundle_puzzle import PackedPuzzle, PackedSecret
from factory.ship.bundle_table import MAX_LETTERS, MAX_VARIANTS, Pair, Table, TableJoke
from factory.words.index import LexiconIndex

Cells = tuple[str, ...]


@dataclass(frozen=True)
class Source:
    """What a bundle is made from beside its puzzles."""

    lang: str
    letters: tuple[str, ...]
    """Cell strings in code order."""
    generator: str
    """Name and version of the program."""
    attribution: tuple[str, ...] = ()
    pairs: Callable[[Cells], Sequence[Pair]] = lambda _: ()
    """All (spelling, clue) pairs of an answer in the lexicon, in its order; none for an answer it doesn't know."""
    jokes: Sequence[tuple[str, str, str, Cells]] = ()
    """(id, setup, punchline, cells of the punchline) in the order of the list."""
    corrections: Mapping[Pair, Pair] = field(default_factory=dict)
    """What replaces a pair that puzzles were made with."""


def number_letters(letters: Sequence[str], older: Table | None) -> tuple[str, ...]:
    """The alphabet of a bundle: that of the older one, new letters behind it.

    Raises:
        ValueError: it has no letters, too many, an empty one, or one twice.
    """
    known = older.alphabet if older else ()
    alphabet = (*known, *(letter for letter in letters if letter not in known))
    if not 1 <= len(alphabet) <= MAX_LETTERS or len(set(letters)) < len(letters) or "" in alphabet:
        raise ValueError(f"alphabet of {len(alphabet)} cells, expected 1 to {MAX_LETTERS} different ones")
    return alphabet


def number_pairs(
    used: Iterable[Pair], listed: Sequence[Pair], older: Sequence[Pair | None] = ()
) -> dict[Pair, int]:
    """The variant numbers of the used pairs of one answer.

    A pair of the older bundle keeps its number. Another one gets its place in the lexicon's list; where that is taken,
    or the lexicon doesn't list it, the first free number behind that list, in the order of the list and then of the
    texts.
    """
    wanted = set(used)
    numbers: dict[Pair, int] = {}
    for number, pair in enumerate(older):
        if pair in wanted:
            numbers.setdefault(pair, number)
    taken = set(numbers.values())
    place = {pair: number for number, pair in enumerate(listed)}
    for pair in sorted(wanted - numbers.keys(), key=lambda pair: (place.get(pair, len(place)), pair)):
        number = place.get(pair, len(listed))
        if number in taken:
            number = len(listed)
        while number in taken:
            number += 1
        numbers[pair] = number
        taken.add(number)
    return numbers


def number_jokes(
    used: Iterable[TableJoke], listed: Sequence[TableJoke], older: Mapping[int, TableJoke]
) -> dict[int, TableJoke]:
    """The used jokes by number: by the same rules as pairs, a joke being known by its id and its letters.

    The texts are those of the list where it has the joke.
    """
    wanted = {(joke.id, joke.codes): joke for joke in used}
    texts = {(joke.id, joke.codes): joke for joke in listed}
    place = {key: number for number, key in enumerate(texts)}
    jokes: dict[int, TableJoke] = {}
    for number, joke in older.items():
        if found := wanted.pop((joke.id, joke.codes), None):
            jokes[number] = found
    for key in sorted(wanted, key=lambda key: (place.get(key, len(place)), key)):
        number = place.get(key, len(place))
        if number in jokes:
            number = len(place)
        while number in jokes:
            number += 1
        jokes[number] = wanted[key]
    return {number: texts.get((joke.id, joke.codes), joke) for number, joke in sorted(jokes.items())}


class Numbering:
    """The texts of all puzzles of a bundle: takes drafts in, then numbers them, then packs them."""

    def __init__(self, source: Source, older: Table | None) -> None:
        """Raises ValueError when the letters are no alphabet."""
        self._source = source
        self._older = older
        self._alphabet = number_letters(source.letters, older)
        self.code_of = {cell: code for code, cell in enumerate(self._alphabet, 1)}
        """Letter code by cell string; 0 is no letter and not among them."""
        self._used: dict[bytes, dict[Pair, Pair]] = {}
        self._jokes: dict[TableJoke, None] = {}
        self._variants: dict[bytes, dict[Pair, int]] = {}
        self._numbers: dict[tuple[str, bytes], int] = {}
        self._table: Table | None = None

    def take(self, draft: Draft) -> Draft:
        """Notes the texts of a draft and returns it."""
        for number, (codes, pair) in enumerate(zip(draft.answers, draft.pairs, strict=True)):
            if number not in draft.own:
                self._used.setdefault(codes, {})[pair] = self._source.corrections.get(pair, pair)
        if draft.secret:
            self._jokes[draft.secret[0]] = None
        return draft

    def table(self) -> Table:
        """The table of all that was taken in."""
        answers: dict[bytes, tuple[Pair | None, ...]] = {}
        for codes, used in self._used.items():
            listed = self._source.pairs(tuple(self._alphabet[code - 1] for code in codes))
            known = self._older.answers.get(codes, ()) if self._older else ()
            corrections = self._source.corrections
            numbers = number_pairs(
                used.values(), listed, [corrections.get(pair, pair) if pair else None for pair in known]
            )
            self._variants[codes] = numbers
            pairs: list[Pair | None] = [None] * MAX_VARIANTS
            for pair, number in numbers.items():
                if number < MAX_VARIANTS:
                    pairs[number] = pair
            while pairs and pairs[-1] is None:
                pairs.pop()
            if pairs:
                answers[codes] = tuple(pairs)
        listed_jokes = [
            TableJoke(name, setup, punchline, bytes(self.code_of[cell] for cell in cells))
            for name, setup, punchline, cells in self._source.jokes
        ]
        jokes = number_jokes(self._jokes, listed_jokes, self._older.jokes if self._older else {})
        self._numbers = {(joke.id, joke.codes): number for number, joke in jokes.items()}
        lower = tuple(cell.lower() for cell in self._alphabet)
        self._table = Table(self._source.lang, self._alphabet, lower, answers, jokes)
        return self._table

    def pack(self, draft: Draft) -> PackedPuzzle:
        """The puzzle of a draft by the numbers of the table."""
        variants: list[int] = []
        own: dict[int, Pair] = {}
        for slot, (codes, pair) in enumerate(zip(draft.answers, draft.pairs, strict=True)):
            shown = pair if slot in draft.own else self._used[codes][pair]
            number = MAX_VARIANTS if slot in draft.own else self._variants[codes][shown]
            if number >= MAX_VARIANTS:
                own[slot] = shown
            variants.append(0 if slot in own else number)
        secret = None
        if draft.secret:
            joke, cells, mode = draft.secret
            secret = PackedSecret(self._numbers[joke.id, joke.codes], cells, mode)
        return replace(draft.puzzle, variants=tuple(variants), secret=secret, own=own)

    def corrected(self) -> list[dict[str, Any]]:
        """What puzzles show instead of the texts that they were made with."""
        assert self._table is not None, "the table comes first"
        log: list[dict[str, Any]] = []
        for codes in sorted(self._used, key=lambda codes: (len(codes), codes)):
            for was, now in sorted(self._used[codes].items()):
                if was != now:
                    number = self._variants[codes][now]
                    log.append(
                        {"answer": self._table.text(codes), "variant": number, "was": [*was], "now": [*now]}
                    )
        for joke in sorted(self._jokes):
            now_joke = self._table.jokes[self._numbers[joke.id, joke.codes]]
            if joke != now_joke:
                log.append({"joke": joke.id, "was": [*joke[1:3]], "now": [*now_joke[1:3]]})
        return log


def lexicon_source(
    index: LexiconIndex, jokes: JokeList, generator: str, corrections: Mapping[Pair, Pair]
) -> Source:
    """The source of a bundle made from a lexicon and a list of jokes."""

    def pairs(cells: Cells) -> Sequence[Pair]:
        found = index.find(cells)
        return [] if found is None else list(dict.fromkeys((c.spelling, c.text) for c in index.clues(*found)))

    return Source(
        lang=index.lang,
        letters=index.orthography.letters,
        generator=generator,
        attribution=index.attribution,
        pairs=pairs,
        jokes=[(joke.id, joke.setup, joke.punchline, joke.cells) for joke in jokes.jokes],
        corrections=corrections,
    )
