"""The extended lexicon: breadth from the dictionaries that Debian packages, built on the user's machine."""
