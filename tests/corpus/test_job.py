"""Jobs: pure functions of what they are given, each with random numbers of its own."""

import dataclasses

from factory.corpus.draft import FILL, MASK, PLACE, random_state
from factory.corpus.job import Job, Stream, run_job

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


def same(one, other):
    """Whether two results are equal; their masks are arrays."""
    assert one.draft is not None
    masks = [result.draft.mask.tobytes() for result in (one, other)]
    plain = [
        dataclasses.replace(result, draft=dataclasses.replace(result.draft, mask=b""))
        for result in (one, other)
    ]
    return masks[0] == masks[1] and plain[0] == plain[1]
