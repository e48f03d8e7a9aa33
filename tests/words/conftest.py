"""Small languages and dictionaries for the tests of words."""

from pathlib import Path

import pytest
import yaml
from pydantic import TypeAdapter

from factory.words.facts import FactsSettings
from factory.words.orthography import Orthography, OrthographySettings
from factory.words.settings import WordsSettings

FEW_LETTERS = "A B C Č D E H CH I K L M N O P R S Š T U V"
CONFIG = Path(__file__).parents[2] / "config"


@pytest.fixture(scope="session")
def words_of():
    """words_of("sk"): the committed words settings of a language."""

    def load(lang: str) -> WordsSettings:
        settings = yaml.safe_load((CONFIG / f"{lang}.yaml").read_text(encoding="utf-8"))
        return TypeAdapter(WordsSettings).validate_python(settings["words"])

    return load


@pytest.fixture(scope="session")
def slovak(words_of) -> Orthography:
    return Orthography(words_of("sk").orthography)


@pytest.fixture
def tiny() -> WordsSettings:
    """Slovak cells without facts and cognates: quick to compile."""
    orthography = OrthographySettings(alphabet=tuple(FEW_LETTERS.split()), digraphs=("CH",), accents="short")
    return WordsSettings(orthography=orthography, facts=FactsSettings())


@pytest.fixture(scope="session")
def write_source():
    """write_source(dictionaries, text): writes a source file of Slovak and returns its path."""

    def write(dictionaries: Path, text: str, name: str = "a.tsv", lang: str = "sk") -> Path:
        path = dictionaries / lang / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        return path

    return write


@pytest.fixture
def dictionaries(tmp_path: Path, write_source) -> Path:
    """A dictionaries folder with one small Slovak source."""
    folder = tmp_path / "dictionaries"
    write_source(
        folder, "answer\tclue\ttags\npes\tstrážca dvora\nmačka\tlovec myší\nrád\tšťastný\nchata\tdomček\n"
    )
    return folder
