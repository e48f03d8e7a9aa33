"""Facts as answers with clues: countries, currencies and languages with their ISO codes, from CLDR.

Every clue is true by CLDR's data alone. The sentences stand in the language's settings, so a new language
needs no code; a kind without a template is left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from string import Formatter
from typing import Annotated, Final, Literal

from annotated_types import Ge

from factory.section import section
from factory.words.cldr import Country, Names, load_names
from factory.words.orthography import Orthography, fold
from factory.words.source import MIN_CELLS

SOURCE: Final = "cldr"

Templates = tuple[str, ...]
"""Sentences with a place for a name; the first that is short enough is used."""


@section
class FactsSettings:
    """The sentences of the generated clues."""

    country_code: Templates = ()
    """{country}: the two letters of ISO 3166-1."""
    country_by_code: Templates = ()
    """{code}: the country."""
    country_by_currency: Templates = ()
    """{unit}: the only country that pays in it."""
    country_by_language: Templates = ()
    """{language}: a country whose only official language it is."""
    currency_code: Templates = ()
    """{currency}: the three letters of ISO 4217."""
    currency_by_code: Templates = ()
    """{code}: the unit ("forint")."""
    currency_by_country: Templates = ()
    """{country}: the unit of its only legal tender."""
    language_code: Templates = ()
    """{language}: the two letters of ISO 639-1."""
    language_by_code: Templates = ()
    """{code}: the language."""
    language_by_country: Templates = ()
    """{country}: its only official language."""
    unit: Literal["first", "last"] = "last"
    """Where the unit stands in a currency's name: "maďarský forint", "forint hongrois"."""
    lower_case_units: bool = False
    """The names are capitalised ("Hungarian Forint"), the unit is not ("forint")."""
    max_clues: Annotated[int, Ge(1)] = 3
    """Clues of one sort for one answer, the best known countries first."""
    max_speaker_countries: Annotated[int, Ge(1)] = 10
    """A language official in more countries says nothing of any of them."""

    min_code_fame: Annotated[float, Ge(0)] = 0.0
    """Zipf frequency of a name below which its code is no answer: nobody knows the code of Avaric."""

    def __post_init__(self) -> None:
        for setting in fields(type(self)):
            wanted = _PLACES.get(setting.name)
            for template in getattr(self, setting.name) if wanted else ():
                found = [name for _, name, _, _ in Formatter().parse(template) if name is not None]
                if found != [wanted]:
                    raise ValueError(f"{setting.name}: {template!r}, expected {{{wanted}}} in it once")


_PLACES: Final = {
    "country_code": "country",
    "country_by_code": "code",
    "country_by_currency": "unit",
    "country_by_language": "language",
    "currency_code": "currency",
    "currency_by_code": "code",
    "currency_by_country": "country",
    "language_code": "language",
    "language_by_code": "code",
    "language_by_country": "country",
}


@dataclass(frozen=True)
class Fact:
    """A generated answer with one clue."""

    cells: tuple[str, ...]
    spelling: str
    clue: str
    tags: tuple[str, ...]


@dataclass(frozen=True)
class _Claim:
    """`answer` is what the templates ask for when `value` is set in."""

    answer: str
    templates: Templates
    value: str
    tags: tuple[str, ...] = ()


def generate_facts(
    lang: str,
    orthography: Orthography,
    settings: FactsSettings,
    *,
    max_clue_length: int,
    fame: Callable[[str], float],
) -> tuple[Fact, ...]:
    """The facts that can be laid in the language's cells and clued in `max_clue_length` characters.

    `fame` tells how well known a country's name is; it only orders and chooses clues.

    Raises:
        LexiconError: there are templates, but CLDR has no data for the language.
    """
    if not any(getattr(settings, kind) for kind in _PLACES):
        return ()
    names = load_names(lang)
    known = sorted(names.countries, key=lambda country: (-fame(country.name), country.code))
    claims = (
        *_of_countries(names, settings),
        *_of_currencies(names, known, settings),
        *_of_languages(names, known, settings),
    )
    made: dict[tuple[tuple[str, ...], str], Fact] = {}
    for claim in claims:
        if "code" in claim.tags and fame(claim.value) < settings.min_code_fame:
            continue
        fact = _fact(claim, orthography, max_clue_length)
        if fact is not None:
            made.setdefault((fact.cells, fact.clue), fact)
    return tuple(made.values())


def _of_countries(names: Names, settings: FactsSettings) -> Iterator[_Claim]:
    units = {code: _unit(name, names, settings) for code, name in names.currencies.items()}
    users = Counter(units[country.currency] for country in names.countries if country.currency in units)
    for country in names.countries:
        yield _Claim(country.code, settings.country_code, country.name, ("code",))
        unit = units.get(country.currency or "")
        if unit and users[unit] == 1 and _is_exclusive(unit, country, units):
            yield _Claim(country.name, settings.country_by_currency, unit, ("place",))
        language = _only_language(country)
        if language in names.languages and len(names.speakers_of(language)) <= settings.max_speaker_countries:
            yield _Claim(country.name, settings.country_by_language, names.languages[language], ("place",))
        yield _Claim(country.name, settings.country_by_code, country.code, ("place",))


def _is_exclusive(unit: str, country: Country, units: dict[str, str | None]) -> bool:
    """No other currency in use has the unit: "koruna" is nobody's own."""
    return [code for code, other in units.items() if other == unit] == [country.currency]


def _of_currencies(names: Names, known: list[Country], settings: FactsSettings) -> Iterator[_Claim]:
    by_unit: dict[str, list[str]] = {}
    for code, name in names.currencies.items():
        yield _Claim(code, settings.currency_code, name, ("code",))
        if unit := _unit(name, names, settings):
            by_unit.setdefault(unit, []).append(code)
    for unit, codes in by_unit.items():
        homes = [
            country for country in known if country.currency in codes and not _are_akin(unit, country.name)
        ]
        for country in homes[: settings.max_clues]:
            yield _Claim(unit, settings.currency_by_country, country.name)
        for code in codes[:1] if len(codes) == 1 else ():
            yield _Claim(unit, settings.currency_by_code, code)


def _of_languages(names: Names, known: list[Country], settings: FactsSettings) -> Iterator[_Claim]:
    for code, name in names.languages.items():
        if len(code) == 2:
            yield _Claim(code.upper(), settings.language_code, name, ("code",))
        if " " in name or "-" in name:
            continue
        homes = [
            country
            for country in known
            if _only_language(country) == code and not _are_akin(name, country.name)
        ]
        for country in homes[: settings.max_clues]:
            yield _Claim(name, settings.language_by_country, country.name)
        if len(code) == 2:
            yield _Claim(name, settings.language_by_code, code.upper())


def _only_language(country: Country) -> str:
    """The code of the only official language; empty where there are several."""
    return next(iter(country.languages)) if len(country.languages) == 1 else ""


def _unit(currency: str, names: Names, settings: FactsSettings) -> str | None:
    """The unit in a currency's name; None where the name is put together in another way."""
    parts = re.split(r"[ -]", currency)
    unit = parts[-1 if settings.unit == "last" else 0]
    if (
        any(unit in re.split(r"[ -]", country.name) for country in names.countries)
        or not unit.isalpha()
        or unit.isupper()
    ):
        return None
    return unit.lower() if settings.lower_case_units else unit


def _fact(claim: _Claim, orthography: Orthography, max_clue_length: int) -> Fact | None:
    """The claim as a fact; None when it can't be laid, can't be clued, or the clue gives it away."""
    try:
        cells = orthography.cells(claim.answer)
    except ValueError:
        return None
    clues = (template.format_map({_place(template): claim.value}) for template in claim.templates)
    clue = next((clue for clue in clues if len(clue) <= max_clue_length), None)
    if clue is None or len(cells) < MIN_CELLS:
        return None
    is_code = "code" in claim.tags
    if _is_given_away(claim.answer, clue) or (not is_code and _are_akin(claim.answer, claim.value)):
        return None
    return Fact(cells, claim.answer, clue, claim.tags)


def _place(template: str) -> str:
    return next(name for _, name, _, _ in Formatter().parse(template) if name is not None)


def _is_given_away(answer: str, clue: str) -> bool:
    """The answer stands in its clue, as a word or, from four letters on, anywhere."""
    hidden, shown = fold(answer).casefold(), fold(clue).casefold()
    return hidden in re.findall(r"\w+", shown) or (len(hidden) >= 4 and hidden in shown)


def _are_akin(name: str, other: str) -> bool:
    """Some words of both look like one root: three equal letters at the start, or two when one is short."""
    for word in re.findall(r"\w+", fold(name).casefold()):
        for twin in re.findall(r"\w+", fold(other).casefold()):
            shorter = min(len(word), len(twin))
            needed = 3 if shorter > 5 else 2
            if shorter >= needed and word[:needed] == twin[:needed]:
                return True
    return False
