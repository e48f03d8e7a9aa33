"""Closing an epoch: jokes matched to drafts, clues rotated, ids given; a pure function of its results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from factory.corpus.deal import SIZES, deal_order, joke_turns
from factory.corpus.equipment import Equipment
from factory.corpus.job import Draft, Job, JobResult, Rejection, Stream, finish
from factory.corpus.records import Accepted, EpochRecord, StreamState
from factory.inspect.limits import broken_limit
from factory.inspect.verify import verify
from factory.stages.fill import FillStatistics


@dataclass(frozen=True)
class _Offer:
    """A draft with its job, in job order."""

    result: JobResult
    draft: Draft


def epoch_jobs(equipment: Equipment, stream: Stream, state: StreamState, *, seed: int) -> tuple[Job, ...]:
    """The jobs of a stream's next epoch; in planned and placed mode each with another free joke.

    The jokes come in the stream's order, behind those of earlier jobs that made no puzzle: these are tried again
    when all others have had their turn. Jobs beyond the free jokes go without one: in found mode.
    """
    settings = equipment.settings(stream.rows, stream.cols)
    size = settings.corpus.epoch
    dealt: list[int | None] = [None] * size
    if settings.secret.mode != "found":
        jokes = equipment.jokes.jokes
        order = [
            joke
            for joke in deal_order(equipment, stream, seed=seed)
            if jokes[joke].id not in state.used_jokes
        ]
        skipped = (state.next_job - state.numbered) % max(1, len(order))
        order = order[skipped:] + order[:skipped]
        dealt[: len(order)] = order[:size]
    ages = equipment.ages(state).tobytes() if settings.cooling.weight and state.last_use else b""
    return tuple(
        Job(stream, state.next_job + i, seed, state.used_jokes, joke, ages) for i, joke in enumerate(dealt)
    )


def match_jokes(fits: Sequence[Mapping[int, float]], turns: Mapping[int, int] = {}) -> tuple[int | None, ...]:
    """A joke for each of as many drafts as possible, no joke twice; None for the drafts left over.

    Args:
        fits: for each draft its fitting jokes with their unevenness.
        turns: the turn of each joke in the stream; a missing one comes last.

    Drafts with few fits choose first, each the joke that fits the fewest drafts, whose turn it is and that lies
    evenest; where all are taken, others move on if they can (augmenting paths, Kuhn 1955), so the number of matches
    is the largest possible.
    """
    rarity = Counter(joke for options in fits for joke in options)
    choices = [
        sorted(options, key=lambda joke: (rarity[joke], turns.get(joke, len(SIZES)), options[joke], joke))
        for options in fits
    ]
    draft_of: dict[int, int] = {}

    def place(draft: int, tried: set[int]) -> bool:
        for joke in choices[draft]:
            if joke in tried:
                continue
            tried.add(joke)
            if joke not in draft_of or place(draft_of[joke], tried):
                draft_of[joke] = draft
                return True
        return False

    for draft in sorted(range(len(fits)), key=lambda draft: (len(choices[draft]), draft)):
        place(draft, set())
    joke_of = {draft: joke for joke, draft in draft_of.items()}
    return tuple(joke_of.get(draft) for draft in range(len(fits)))


def close_epoch(
    equipment: Equipment, stream: Stream, epoch: int, state: StreamState, results: Sequence[JobResult]
) -> EpochRecord:
    """What the epoch adds to the ledger: its accepted puzzles in job order and every rejection.

    Clues used little so far in the stream come first, within the epoch as well. Every puzzle has passed
    the limits and the independent verification.
    """
    settings = equipment.settings(stream.rows, stream.cols)
    ordered = sorted(results, key=lambda result: result.job.index)
    rejections = [(result.job.index, rejection) for result in ordered for rejection in result.rejections]
    offers = [_Offer(result, result.draft) for result in ordered if result.draft is not None]
    seed = ordered[0].job.seed
    usage = Counter(dict(state.clue_usage))
    accepted: list[Accepted] = []
    number = state.numbered
    told = match_jokes([dict(offer.draft.fits) for offer in offers], joke_turns(equipment, stream, seed=seed))
    for offer, joke in zip(offers, told, strict=True):
        job, attempt = offer.result.job, offer.draft.attempt
        if joke is None:
            rejections.append((job.index, Rejection(attempt, "secret", "joke_taken")))
            continue
        puzzle_id = f"{stream.lang}-{stream.size}-{number + 1:06d}"
        puzzle = finish(equipment, job, offer.draft, joke=joke, usage=usage, puzzle_id=puzzle_id)
        broken = broken_limit(puzzle.quality, settings.limits, mode=puzzle.secret.mode)
        if broken:
            rejections.append((job.index, Rejection(attempt, "quality", broken)))
            continue
        faults = verify(puzzle, equipment.index, equipment.jokes)
        assert not faults, f"{puzzle_id} (job {job.index}, seed {job.seed}) breaks a rule: {faults[0]}"
        number += 1
        accepted.append(Accepted(number, job.index, puzzle))
        usage.update((entry.answer, entry.clue) for entry in puzzle.entries)
    effort = sum((result.statistics for result in ordered), FillStatistics())
    return EpochRecord(
        rows=stream.rows,
        cols=stream.cols,
        epoch=epoch,
        accepted=tuple(accepted),
        rejections=tuple(
            sorted(
                (index, rejection.attempt, rejection.stage, rejection.reason)
                for index, rejection in rejections
            )
        ),
        jobs=len(ordered),
        generator=equipment.generator,
        digests=equipment.digests,
        masks=sum(result.masks for result in ordered),
        mask_steps=sum(result.mask_steps for result in ordered),
        nodes=effort.nodes,
        fails=effort.fails,
        restarts=effort.restarts,
        cpu_seconds=sum(result.cpu_seconds for result in ordered),
    )
