"""What CLDR knows of the countries, currencies and languages of today, named in one language."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from factory.errors import LexiconError

_NOT_ASKED_FOR: Final = frozenset({"EU", "XK", "HK", "MO", "UM"})
"""Not in ISO 3166-1, or not for a country; or named by CLDR as nobody names them ("Hong Kong SAR China")."""

_OFFICIAL: Final = frozenset({"official", "de_facto_official"})


@dataclass(frozen=True)
class Country:
    """A country or dependent territory of ISO 3166-1 with a currency and an official language."""

    code: str
    name: str
    currency: str | None
    """The code of the only legal tender; None where there are several."""
    languages: frozenset[str]
    """Codes of the languages official in the whole country."""


@dataclass(frozen=True)
class Names:
    """The names in one language, by code; names with brackets are left out, for no clue needs them."""

    countries: tuple[Country, ...]
    currencies: dict[str, str]
    """Currencies that are legal tender somewhere today."""
    languages: dict[str, str]
    """Languages official somewhere, and those with a two-letter code and a name of one word."""

    def users_of(self, currency: str) -> list[Country]:
        """The countries whose only legal tender it is."""
        return [country for country in self.countries if country.currency == currency]

    def speakers_of(self, language: str) -> list[Country]:
        """The countries where it is official."""
        return [country for country in self.countries if language in country.languages]


@cache
def load_names(lang: str) -> Names:
    """The names in a language.

    Raises:
        LexiconError: CLDR has no data for it.
    """
    from babel import Locale, UnknownLocaleError  # only a compilation needs it

    try:
        locale = Locale.parse(lang)
    except (UnknownLocaleError, ValueError):
        raise LexiconError(
            f"language {lang!r}: unknown to CLDR, expected no `facts` in its settings"
        ) from None
    tender, official = _tender_by_territory(), _official_languages()
    countries = tuple(
        Country(code, name, only(tender[code]), frozenset(official[code]))
        for code, name in sorted(locale.territories.items())
        if len(code) == 2
        and code not in _NOT_ASKED_FOR
        and tender[code]
        and official[code]
        and _is_plain(name)
    )
    in_use = {currency for codes in tender.values() for currency in codes}
    spoken = {language for codes in official.values() for language in codes}
    return Names(
        countries,
        {
            code: name
            for code, name in sorted(locale.currencies.items())
            if code in in_use and _is_plain(name)
        },
        {
            code: name
            for code, name in sorted(locale.languages.items())
            if _is_plain(name) and (code in spoken or (len(code) == 2 and " " not in name))
        },
    )


def only(values: list[str]) -> str | None:
    """The value of a list of one; None otherwise."""
    return values[0] if len(values) == 1 else None


def _tender_by_territory() -> defaultdict[str, list[str]]:
    """Codes of the currencies that are legal tender today."""
    tender: defaultdict[str, list[str]] = defaultdict(list)
    for code, history in _babel_global("territory_currencies").items():
        tender[code] = [currency for currency, _, end, legal in history if end is None and legal]
    return tender


def _official_languages() -> defaultdict[str, list[str]]:
    """Codes of the languages official in the whole of a territory, without their scripts."""
    official: defaultdict[str, list[str]] = defaultdict(list)
    for territory, languages in _babel_global("territory_languages").items():
        codes = (
            code.split("_")[0] for code, facts in languages.items() if facts["official_status"] in _OFFICIAL
        )
        official[territory] = sorted(set(codes))
    return official


def _babel_global(key: str) -> Any:
    from babel.core import get_global

    return get_global(key)  # type: ignore[arg-type,unused-ignore]


def _is_plain(name: str) -> bool:
    return not any(char in "()[]/,;:–" for char in name)
