"""Jobs: pure functions of what they are given, each with random numbers of its own."""

import dataclasses

import pytest

from factory.corpus.draft import FILL, MASK, PLACE, random_state
from factory.corpus.job import Draft, Job, Rejection, Stream, finish, run_attempt, run_job
from factory.inspect.limits import OF_THE_MASK

STREAM = Stream("sk", 9, 9)
JOB = Job(STREAM, 0, 1)


def state(job=JOB, stage=MASK, attempt=0):
    return tuple(int(word) for word in random_state(job, stage, attempt))


def test_random_state__differs_between_all_that_it_should():
    jobs = [
        Job(Stream(lang, rows, cols), index, seed)
        for lang in ("sk", "cs")
        for rows, cols in ((9, 9), (9, 10), (10, 9))
        for index in (0, 1, 300)
        for seed in (0, 1, 2**70)
    ]
    states = {
        state(job, stage, attempt) for job in jobs for stage in (MASK, FILL, PLACE) for attempt in (0, 1, 39)
    }
    assert len(states) == len(jobs) * 3 * 3


def test_random_state__stays_as_it_is_for_ever():
    """Other values here would change every puzzle there is."""
    assert (MASK, FILL, PLACE) == (1, 2, 3)
    assert state() == (8651588273329202828, 2518384682357073929)
    assert state(stage=FILL) == (8035814717598937115, 12280946113256674671)
    assert state(Job(Stream("de", 18, 12), 77, 2**40), FILL, 3) == (3048597515765753996, 3043690324643016173)


def test_random_state__knows_nothing_of_jokes():
    assert state(dataclasses.replace(JOB, joke=3, used_jokes=frozenset({"a"}))) == state()


def test_run_job__is_a_function_of_the_job(home):
    for index in range(3):
        job = dataclasses.replace(JOB, index=index)
        assert same(run_job(home.equipment, job), run_job(home.equipment, job))


def test_run_job__used_jokes_are_not_offered(home):
    equipment = home.equipment
    jobs = [dataclasses.replace(JOB, index=index) for index in range(8)]
    job, draft = next((job, draft) for job in jobs if len((draft := run_job(equipment, job).draft).fits) > 1)
    ids = [equipment.jokes.jokes[joke].id for joke, _ in draft.fits]
    used = frozenset(ids[1:])
    again = run_job(equipment, dataclasses.replace(job, used_jokes=used)).draft
    assert [equipment.jokes.jokes[joke].id for joke, _ in again.fits] == ids[:1]
    assert again.word_ids == draft.word_ids


@pytest.mark.parametrize("limit", OF_THE_MASK)
def test_run_attempt__a_limit_of_the_mask_is_kept_before_the_fill(home, limit):
    """The mask is judged by the same figure as the puzzle."""
    equipment = home.equipment
    settings = equipment.settings(9, 9)
    one_mask = dataclasses.replace(settings.corpus, masks=1)
    made = run_job(with_settings(equipment, dataclasses.replace(settings, corpus=one_mask)), JOB).draft
    joke = made.fits[0][0]
    quality = finish(equipment, JOB, made, joke=joke, usage={}, puzzle_id="").quality

    def attempt(most):
        limits = dataclasses.replace(settings.limits, **{limit: most})
        changed = dataclasses.replace(settings, corpus=one_mask, limits=limits)
        return run_attempt(with_settings(equipment, changed), JOB, made.attempt)

    assert isinstance(attempt(quality[limit]).outcome, Draft)
    refused = attempt(quality[limit] - 1e-5)
    assert refused.outcome == Rejection(made.attempt, "mask", limit)
    assert refused.statistics.nodes == 0


def test_run_attempt__of_several_masks_one_within_the_limits_is_filled(home):
    settings = home.equipment.settings(9, 9)
    refused = {1: 0, 4: 0}
    for masks in refused:
        for most in (0.12, 0.14, 0.16, 0.18):
            changed = dataclasses.replace(
                settings,
                corpus=dataclasses.replace(settings.corpus, masks=masks),
                limits=dataclasses.replace(settings.limits, two_cell_share=most),
            )
            equipment = with_settings(home.equipment, changed)
            refused[masks] += sum(
                run_attempt(equipment, JOB, number).outcome == Rejection(number, "mask", "two_cell_share")
                for number in range(6)
            )
    assert refused[4] < refused[1]


def with_settings(equipment, settings):
    """The equipment with other settings for 9x9."""
    by_size = {**equipment.language.by_size, 9: settings}
    return dataclasses.replace(equipment, language=dataclasses.replace(equipment.language, by_size=by_size))


def same(one, other):
    """Whether two results are equal; their masks are arrays."""
    assert one.draft is not None
    masks = [result.draft.mask.tobytes() for result in (one, other)]
    plain = [
        dataclasses.replace(result, draft=dataclasses.replace(result.draft, mask=b""))
        for result in (one, other)
    ]
    return masks[0] == masks[1] and plain[0] == plain[1]
