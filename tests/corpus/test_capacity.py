"""What a lexicon can bear, on one small size; and grids that show an offensive word."""

import dataclasses

import pytest

from factory.corpus.capacity import fill_capacity, joke_capacity
from factory.corpus.equipment import Equipment
from factory.corpus.job import Job, Stream, run_job
from factory.words.offensive import Offensive


@pytest.fixture
def equipment(home) -> Equipment:
    return home.equipment


def test_fill_capacity__counts_fills_the_same_each_time(equipment):
    (first,) = fill_capacity(equipment.language, equipment.words, (7,), masks=4)
    (again,) = fill_capacity(equipment.language, equipment.words, (7,), masks=4)
    assert first == again
    assert (first.size, first.masks, first.filled > 0, first.nodes > 0) == (7, 4, True, True)


def test_joke_capacity__longer_jokes_than_are_dealt_do_not_fit(equipment):
    def capacity(longest: int):
        settings = equipment.language.by_size[8]
        secret = dataclasses.replace(settings.secret, longest=longest)
        language = dataclasses.replace(
            equipment.language, by_size={8: dataclasses.replace(settings, secret=secret)}
        )
        (found,) = joke_capacity(
            language, equipment.index, equipment.words, equipment.jokes, (8,), grids=3, sample=4, attempts=2
        )
        return found

    found = capacity(8)
    assert 0 < found.planned_once <= found.planned <= 1
    assert 0 <= found.found <= found.found_anywhere <= 1
    assert (capacity(4).planned, capacity(4).found) == (0, found.found)


def test_run_job__a_grid_that_shows_an_offensive_part_is_rejected(equipment):
    job = Job(Stream("sk", 7, 7), 0, seed=1)
    assert run_job(equipment, job).draft is not None
    index = dataclasses.replace(equipment.index, offensive=Offensive(parts=("A",)))
    strict = dataclasses.replace(equipment, index=index)
    result = run_job(strict, job)
    assert result.draft is None
    assert "offensive" in {rejection.reason for rejection in result.rejections}
