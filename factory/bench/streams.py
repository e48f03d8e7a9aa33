"""Whole puzzles as a corpus makes them: jokes dealt, words improved and cooled, clues rotated, all verified."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from factory.bench.text import Row
from factory.corpus.epoch import close_epoch, epoch_jobs
from factory.corpus.equipment import Equipment
from factory.corpus.job import Stream, run_job
from factory.corpus.records import FRESH, EpochRecord
from factory.corpus.run import advance
from factory.stages.pack import index_words
from factory.words.index import index_answers


def run_stream(equipment: Equipment, size: int, *, epochs: int, seed: int = 1) -> list[EpochRecord]:
    """The first epochs of a stream, made in this process; `cpu_seconds` holds jobs and closing."""
    stream = Stream(equipment.language.base.language, size, size)
    state, records = FRESH, []
    for _ in range(epochs):
        begin = time.process_time()
        results = [run_job(equipment, job) for job in epoch_jobs(equipment, stream, state, seed=seed)]
        record = close_epoch(equipment, stream, state.next_epoch, state, results)
        records.append(replace(record, cpu_seconds=time.process_time() - begin))
        state = advance(state, record)
    return records


def bench_puzzles(equipment: Equipment, size: int, *, epochs: int) -> Row:
    """What the puzzles of one size cost."""
    return stream_row(size, run_stream(equipment, size, epochs=epochs))


def stream_row(size: int, records: Sequence[EpochRecord]) -> Row:
    """The figures of a stream's epochs; an attempt is a mask and the search in it."""
    puzzles = sum(len(record.accepted) for record in records)
    attempts = puzzles + sum(len(record.rejections) for record in records)
    cpu = sum(record.cpu_seconds for record in records)
    return {
        "size": size,
        "jobs": sum(record.jobs for record in records),
        "puzzles": puzzles,
        "attempts": attempts,
        "success": round(puzzles / attempts, 3),
        "nodes_per_puzzle": round(sum(record.nodes for record in records) / puzzles) if puzzles else None,
        "cpu_s_per_puzzle": round(cpu / puzzles, 4) if puzzles else None,
    }


def bench_lexicon(
    equipment: Equipment, sizes: Sequence[int], *, share: float, epochs: int, attempts: int = 10
) -> list[Row]:
    """What puzzles cost with a share of the words, a job giving up after `attempts`."""
    part = thinned(equipment, share)
    by_size = {
        size: replace(settings, corpus=replace(settings.corpus, attempts=attempts))
        for size, settings in part.language.by_size.items()
    }
    part = replace(part, language=replace(part.language, by_size=by_size))
    return [
        {"share": share, "answers": len(part.index), **bench_puzzles(part, size, epochs=epochs)}
        for size in sizes
    ]


def thinned(equipment: Equipment, share: float) -> Equipment:
    """The equipment with a share of the answers drawn at random; a smaller share is part of a larger one."""
    index, base = equipment.index, equipment.language.base
    answers = [
        index.answer(length, word) for length, table in index.tables.items() for word in range(len(table))
    ]
    order = np.random.Generator(np.random.PCG64(0)).permutation(len(answers))
    kept = [answers[i] for i in sorted(order[: round(share * len(answers))].tolist())]
    part = index_answers(
        kept, index.orthography, lang=index.lang, digest=index.digest, offensive=index.offensive
    )
    return replace(equipment, index=part, words=index_words(part, base.fill, base.clues))
