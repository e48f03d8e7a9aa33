"""Compares mask and free fill with a plain generator written for Node, on the same words; CPU seconds.

Like for like is the fill that may use all words at once, as the plain one does; beside it the default ladder,
which tries common words first and thereby costs more.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from factory.bench.text import print_table
from factory.corpus.capacity import SIZES
from factory.corpus.equipment import Equipment, House, equip
from factory.grid import derive_slots, slot_table
from factory.stages.fill import FillSettings, FillStatus, fill_mask
from factory.stages.mask import find_mask


def bench_plain(equipment: Equipment, script: Path, size: int, attempts: int) -> dict[str, Any]:
    """The plain generator on the same words; a cell of two letters goes as one code point."""
    letters = [chr(0x100 + i) for i in range(len(equipment.index.orthography.letters))]
    with tempfile.NamedTemporaryFile("w", suffix=".tsv", encoding="utf-8") as words:
        for table in equipment.index.tables.values():
            for word, score in zip(table.letters, table.scores, strict=True):
                words.write(f"{''.join(letters[code] for code in word)}\t{score:.3f}\n")
        words.flush()
        done = subprocess.run(
            ["node", str(script), words.name, str(size), str(attempts)],
            check=True,
            capture_output=True,
            text=True,
        )
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def all_words(settings: FillSettings) -> FillSettings:
    """The settings with one rung, the whole lexicon."""
    return replace(settings, floors=(1.0,))


def bench_ours(
    equipment: Equipment, size: int, attempts: int, change: Callable[[FillSettings], FillSettings]
) -> dict[str, Any]:
    """CPU seconds of a mask and a free fill over some seeds, for each filled grid; the first one is not counted."""
    settings = equipment.settings(size, size)
    fill_settings = change(settings.fill)
    seconds, filled = [], 0
    for seed in range(-1, attempts):
        state = np.random.SeedSequence(seed + 1, spawn_key=(size,)).generate_state(2, np.uint64)
        begin = time.process_time()
        found = find_mask(size, size, equipment.words, settings.mask, random=state)
        table = slot_table(found.mask, derive_slots(found.mask))
        fill = fill_mask(table, equipment.words, fill_settings, random=state)
        if seed >= 0:
            seconds.append(time.process_time() - begin)
            filled += fill.status is FillStatus.FILLED
    return {"filled": f"{filled} of {attempts}", "cpu_s": sum(seconds) / max(filled, 1)}


def compare(
    equipment: Equipment, lang: str, script: Path, size: int, attempts: int, plain_attempts: int
) -> dict[str, Any]:
    """A line of the table; where the plain one fills nothing, all that it spent is a lower bound."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    plain = bench_plain(equipment, script, size, plain_attempts)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    row: dict[str, Any] = {"lang": lang, "size": size}
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    plain_s = plain["cpu_s_per_filled"] or spent
    more = "" if plain["filled"] else ">"
    row |= {"plain_filled": f"{plain['filled']} of {plain_attempts}", "plain_cpu_s": f"{more}{plain_s:.2f}"}
    for name, change in (("all", all_words), ("ladder", lambda settings: settings)):
        ours = bench_ours(equipment, size, attempts, change)
        row[f"{name}_filled"] = ours["filled"]
        row[f"{name}_cpu_s"] = round(ours["cpu_s"], 4)
        row[f"{name}_ratio"] = round(plain_s / ours["cpu_s"])
    return row


def main() -> None:
    """Runs both on every language and size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--script", type=Path, required=True, metavar="FILE.mjs", help="the plain generator")
    parser.add_argument("--langs", default="sk,en")
    parser.add_argument("--seeds", type=int, default=60)
    parser.add_argument("--plain-attempts", type=int, default=12)
    parser.add_argument("--json", type=Path, default=Path("output/plain.json"))
    options = parser.parse_args()
    rows = []
    for lang in options.langs.split(","):
        equipment = equip(House(Path("config"), Path("dictionaries"), Path("jokes")), lang)
        for size in SIZES:
            rows.append(compare(equipment, lang, options.script, size, options.seeds, options.plain_attempts))
            print(*rows[-1].values(), flush=True)
    print_table("a plain generator and ours: mask and free fill, CPU s for each filled grid", rows)
    for lang in options.langs.split(","):
        ratios = [max(row["all_ratio"], 1) for row in rows if row["lang"] == lang]
        print(f"{lang}: geometric mean of the ratios, all words: {float(np.exp(fmean(np.log(ratios)))):.0f}")
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
