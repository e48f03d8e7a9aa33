"""The fixtures of the test house, and a corpus made in it."""

import pytest

from tests.house import dictionaries, home, own_home, reference, tiny_home

__all__ = ["dictionaries", "home", "own_home", "tiny_home"]


@pytest.fixture
def corpus(home, tmp_path_factory):
    """A corpus of 20 puzzles that tests share; they must not change it."""
    return reference(home, tmp_path_factory, "8-9", 10)
