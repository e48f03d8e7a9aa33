"""Lists of words for the tests."""

from factory.words.wordlist import make_word, read_words
from tests.house import CHECKOUT

EXAMPLES = CHECKOUT / "examples/freeform"


def words_of(*spellings):
    return tuple(make_word(spelling, place="test") for spelling in spellings)


def example(name):
    return read_words(EXAMPLES / name)


PROVERB = words_of(*["do", "unto", "others", "as", "you", "would", "have", "them", "do", "unto", "you"])
OLAF = words_of(*["i", "sing", "of", "olaf", "glad", "and", "big"])
