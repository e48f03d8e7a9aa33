"""Krížovkáreň: a batch factory for Swedish crosswords with a hidden joke."""

__version__ = "0.1.0"
