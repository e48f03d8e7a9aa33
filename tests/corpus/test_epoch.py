"""Jokes matched to drafts, jokes dealt to jobs, and the closing of an epoch."""

import dataclasses
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factory.corpus.deal import deal_order
from factory.corpus.epoch import close_epoch, epoch_jobs, match_jokes
from factory.corpus.job import Stream, run_job
from factory.corpus.records import FRESH
from tests.house import EPOCH, build_home

STREAM = Stream("sk", 9, 9)
START = FRESH


def most_matches(fits, taken=frozenset()):
    """The size of the largest matching, by trying all."""
    if not fits:
        return 0
    first, rest = fits[0], fits[1:]
    with_a_joke = [1 + most_matches(rest, taken | {joke}) for joke in first if joke not in taken]
    return max([most_matches(rest, taken), *with_a_joke])


all_fits = st.lists(
    st.dictionaries(st.integers(0, 5), st.sampled_from([0.1, 0.2, 0.5]), max_size=4), max_size=6
)


@settings(max_examples=1000)
@given(all_fits)
def test_match_jokes__is_a_largest_matching(fits):
    matched = match_jokes(fits)
    given_away = [joke for joke in matched if joke is not None]
    assert len(matched) == len(fits)
    assert len(set(given_away)) == len(given_away), "a joke twice"
    assert all(joke is None or joke in options for joke, options in zip(matched, fits, strict=True))
    assert len(given_away) == most_matches(fits)


def test_match_jokes__moves_others_on():
    assert match_jokes([{1: 0.1, 2: 0.9}, {1: 0.1}]) == (2, 1)
    assert match_jokes([{1: 0.1, 2: 0.1}, {2: 0.1, 3: 0.1}, {1: 0.1}]) == (2, 3, 1)
    assert None not in match_jokes([{1: 0.3, 2: 0.2}, {0: 0.3, 1: 0.3}, {0: 0.1, 2: 0.2}])


def test_match_jokes__rare_first_then_even():
    assert match_jokes([{1: 0.1, 2: 0.3}, {1: 0.1}]) == (2, 1)
    assert match_jokes([{1: 0.3, 2: 0.2, 3: 0.2}]) == (2,)
    assert match_jokes([]) == ()


def test_match_jokes__a_joke_that_another_size_tells_first_comes_last():
    assert match_jokes([{1: 0.1, 2: 0.2}], {1: 1, 2: 0}) == (2,)
    assert match_jokes([{1: 0.1, 2: 0.2}], {2: 5}) == (2,)
    assert match_jokes([{1: 0.1, 2: 0.2}, {1: 0.1}], {1: 0, 2: 5}) == (2, 1), "as many puzzles as possible"


@pytest.fixture(scope="module", params=["found", "planned", "placed"])
def equipment(request, tmp_path_factory, dictionaries):
    home = build_home(
        tmp_path_factory.mktemp("home"), dictionaries, settings={"secret": {"mode": request.param}}
    )
    return home.equipment


def test_epoch_jobs__consecutive_and_with_distinct_jokes(equipment):
    jobs = epoch_jobs(equipment, STREAM, dataclasses.replace(START, next_epoch=3, next_job=11), seed=5)
    assert [job.index for job in jobs] == [11, 12, 13]
    assert {(job.stream, job.seed) for job in jobs} == {(STREAM, 5)}
    dealt = [job.joke for job in jobs]
    if equipment.language.base.secret.mode == "found":
        assert dealt == [None] * EPOCH
    else:
        assert len({joke for joke in dealt if joke is not None}) == EPOCH


def test_epoch_jobs__used_jokes_are_not_dealt_and_the_rest_goes_without(equipment):
    jokes = equipment.jokes.jokes
    for left in (0, 1, EPOCH):
        used = frozenset(joke.id for joke in jokes[left:])
        jobs = epoch_jobs(equipment, STREAM, dataclasses.replace(START, used_jokes=used), seed=5)
        assert all(job.used_jokes == used for job in jobs)
        dealt = [job.joke for job in jobs if job.joke is not None]
        assert set(dealt) <= set(range(left))
        if equipment.language.base.secret.mode == "planned":
            assert sorted(dealt) == list(range(left))


def test_epoch_jobs__jokes_that_made_no_puzzle_are_tried_again_when_all_had_their_turn(equipment):
    if equipment.language.base.secret.mode == "found":
        return
    jokes, state, tried = equipment.jokes.jokes, START, []
    for _ in range(40):
        jobs = epoch_jobs(equipment, STREAM, state, seed=5)
        tried += [job.joke for job in jobs]
        # The first job of each epoch makes a puzzle, the others none.
        state = dataclasses.replace(
            state,
            next_job=state.next_job + len(jobs),
            numbered=state.numbered + 1,
            used_jokes=state.used_jokes | {jokes[jobs[0].joke].id},
        )
        if len(tried) > len(jokes):
            break
    first_turn = tried[: len(deal_order(equipment, STREAM, seed=5))]
    assert len(set(first_turn)) == len(first_turn)


def test_epoch_jobs__depend_on_seed_and_size(equipment):
    if equipment.language.base.secret.mode == "found":
        return

    def dealt(stream, seed):
        return tuple(job.joke for job in epoch_jobs(equipment, stream, START, seed=seed))

    assert dealt(STREAM, 5) == dealt(STREAM, 5)
    assert len({dealt(STREAM, 5), dealt(STREAM, 6), dealt(Stream("sk", 8, 8), 5)}) == 3


def test_close_epoch__is_a_function_of_the_results_whatever_their_order(equipment):
    results = [run_job(equipment, job) for job in epoch_jobs(equipment, STREAM, START, seed=2)]
    record = close_epoch(equipment, STREAM, 0, START, results)
    assert close_epoch(equipment, STREAM, 0, START, results) == record
    random.Random(1).shuffle(results)
    assert close_epoch(equipment, STREAM, 0, START, results[::-1]) == record
    assert record.accepted, "an epoch without a puzzle shows nothing"
    assert [a.number for a in record.accepted] == list(range(1, len(record.accepted) + 1))
    assert [a.job for a in record.accepted] == sorted(a.job for a in record.accepted)


def test_close_epoch__every_attempt_ends_once(equipment):
    results = [run_job(equipment, job) for job in epoch_jobs(equipment, STREAM, START, seed=3)]
    record = close_epoch(equipment, STREAM, 0, START, results)
    ended = [(a.job, a.puzzle.provenance["attempt"]) for a in record.accepted]
    ended += [(job, attempt) for job, attempt, _, _ in record.rejections]
    assert max(Counter(ended).values()) == 1
    for job in range(EPOCH):
        attempts = sorted(attempt for number, attempt in ended if number == job)
        assert attempts == list(range(len(attempts)))
    assert record.jobs == EPOCH


def test_close_epoch__goes_on_behind_the_state_and_uses_little_used_clues(equipment):
    results = [run_job(equipment, job) for job in epoch_jobs(equipment, STREAM, START, seed=2)]
    first = close_epoch(equipment, STREAM, 0, START, results)
    entries = [entry for a in first.accepted for entry in a.puzzle.entries]
    worn = {(entry.answer, entry.clue): 9 for entry in entries}
    state = dataclasses.replace(START, next_epoch=7, numbered=41, accepted=41, clue_usage=worn)
    later = close_epoch(equipment, STREAM, 7, state, results)
    assert [a.number for a in later.accepted] == [41 + a.number for a in first.accepted]
    assert later.accepted[0].puzzle.id == "sk-9x9-000042"
    changed = sum(
        (entry.answer, entry.clue) not in worn for a in later.accepted for entry in a.puzzle.entries
    )
    assert changed > len(entries) / 20, "answers with several clues should have got another one"


def test_close_epoch__clues_take_turns_within_the_epoch(tmp_path, dictionaries):
    home = build_home(tmp_path / "home", dictionaries, settings={"corpus": {"epoch": 16}})
    jobs = epoch_jobs(home.equipment, STREAM, START, seed=4)
    results = [run_job(home.equipment, job) for job in jobs]
    record = close_epoch(home.equipment, STREAM, 0, START, results)
    told = {}
    for accepted in record.accepted:
        for entry in accepted.puzzle.entries:
            told.setdefault((entry.answer, len(entry.cells)), []).append(entry.clue)
    index = home.equipment.index
    repeated = []
    for (answer, length), clues in told.items():
        known = (
            {
                clue.text
                for word in range(len(index.tables[length]))
                if "".join((found := index.answer(length, word)).cells) == answer
                for clue in found.clues
            }
            if len(clues) > 1
            else set()
        )
        if len(known) > 1:
            repeated.append((len(set(clues)), min(len(clues), len(known))))
    assert len(repeated) >= 5, "too few answers come twice to show anything"
    assert sum(n for n, _ in repeated) > 0.8 * sum(most for _, most in repeated)
