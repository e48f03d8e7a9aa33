"""Rebuilding a stored puzzle from its provenance: the jobs of its epoch run again, from the stream as it was then."""

from __future__ import annotations

from factory.corpus.epoch import close_epoch, epoch_jobs
from factory.corpus.equipment import Equipment
from factory.corpus.job import Stream, run_job
from factory.corpus.ledger import Ledger
from factory.corpus.records import Stored
from factory.errors import LedgerError
from factory.puzzle import Puzzle, to_json


def rebuild(ledger: Ledger, equipment: Equipment, stored: Stored) -> Puzzle:
    """The puzzle made anew, equal to the stored one.

    The whole epoch is run again, since its puzzles share out jokes and clues.

    Raises:
        LedgerError: it can't be rebuilt; one line that says which input has changed.
    """
    puzzle_id = stored.puzzle.id
    generator, made_from = ledger.made_from(stored)
    if changed := made_from.changed(equipment.digests):
        parts = [
            f"{name} (made from {getattr(made_from, name)[:12]}, now {getattr(equipment.digests, name)[:12]})"
            for name in changed
        ]
        raise LedgerError(f"{puzzle_id}: can't be rebuilt, since changed: {', '.join(parts)}")
    stream = Stream(ledger.lang, stored.rows, stored.cols)
    state = ledger.state(stored.rows, stored.cols, made_from, before=stored.epoch)
    results = [run_job(equipment, job) for job in epoch_jobs(equipment, stream, state, seed=ledger.seed)]
    record = close_epoch(equipment, stream, stored.epoch, state, results)
    made = next((again.puzzle for again in record.accepted if again.job == stored.job), None)
    if made is None:
        what = "its job makes no puzzle"
    elif differing := [key for key, value in to_json(made).items() if value != to_json(stored.puzzle)[key]]:
        what = f"{' and '.join(differing)} would be different"
    else:
        return made
    by = "" if generator == equipment.generator else f" from {generator} to {equipment.generator}"
    raise LedgerError(
        f"{puzzle_id}: {what} now, though lexicon, jokes and settings are the same: the program has changed{by}"
    )
