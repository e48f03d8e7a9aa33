"""The errors a user can cause: each message is one line with the place and what was expected."""


class FactoryError(Exception):
    """An expected failure: printed as one line, exit code 1 unless a child says otherwise."""

    exit_code = 1


class UsageError(FactoryError):
    """A wrong command line."""

    exit_code = 2


class SettingsError(FactoryError):
    """A settings file that is missing, malformed or out of range."""


class LexiconError(FactoryError):
    """A lexicon source or a compiled lexicon that can't be used."""


class JokeError(FactoryError):
    """A joke list that can't be used."""


class GridError(FactoryError):
    """A grid or mask text that can't be read."""


class WordListError(FactoryError):
    """A list of words that can't be read."""


class LedgerError(FactoryError):
    """A corpus ledger that can't be used."""


class BundleError(FactoryError):
    """A bundle that can't be written, or is damaged."""


class BusyError(FactoryError):
    """Another run holds the lock."""

    exit_code = 75
