"""Closing an epoch: jokes matched to drafts, clues rotated, ids given; a pure function of its results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from factory.corpus.equipment import Equipment
from factory.corpus.job import Draft, Job, JobResult, Rejection, Stream, deal_order, finish
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

    The jokes come in an order drawn from the seed; the epoch's number turns it, so that jokes that could not
    be planned don't come first again and again. Jobs beyond the free jokes go without one: in found mode.
    """
    settings = equipment.settings(stream.rows, stream.cols)
    size = settings.corpus.epoch
    dealt: list[int | None] = [None] * size
    if settings.secret.mode != "found":
        order = [
            number
            for number in deal_order(seed, stream, len(equipment.jokes.jokes))
            if equipment.jokes.jokes[number].id not in state.used_jokes
            and _can_be_dealt(equipment, stream, number)
        ]
        turn = state.idle_epochs * size % max(1, len(order))
        order = order[turn:] + order[:turn]
        dealt[: len(order)] = order[:size]
    return tuple(
        Job(stream, state.next_job + i, seed, state.used_jokes, joke) for i, joke in enumerate(dealt)
    )


def _can_be_dealt(equipment: Equipment, stream: Stream, joke: int) -> bool:
    """Whether a joke is short enough for the size; in placed mode also whether it can be cut into parts."""
    settings = equipment.settings(stream.rows, stream.cols).secret
    if len(equipment.jokes.jokes[joke].cells) > settings.longest:
        return False
    return settings.mode != "placed" or bool(equipment.cuts(joke, stream.cols))


def match_jokes(fits: Sequence[Mapping[int, float]]) -> tuple[int | None, ...]:
    """A joke for each of as many drafts as possible, no joke twice; None for the drafts left over.

    Args:
        fits: for each draft its fitting jokes with their unevenness.

    Drafts with few fits choose first, each the joke that fits the fewest drafts and lies evenest; where all are
    taken, others move on if they can (augmenting paths, Kuhn 1955), so the number of matches is the largest
    possible.
    """
    rarity = Counter(joke for options in fits for joke in options)
    choices = [
        [joke for _, _, joke in sorted((rarity[joke], uneven, joke) for joke, uneven in options.items())]
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
    usage = Counter(dict(state.clue_usage))
    accepted: list[Accepted] = []
    number = state.numbered
    for offer, joke in zip(offers, match_jokes([dict(offer.draft.fits) for offer in offers]), strict=True):
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
