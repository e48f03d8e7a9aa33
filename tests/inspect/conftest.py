"""The fixtures of the test house."""

from tests.house import dictionaries, home, own_home, tiny_home

__all__ = ["dictionaries", "home", "own_home", "tiny_home"]
