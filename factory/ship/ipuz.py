"""A puzzle as ipuz, the open JSON format of crosswords (http://ipuz.org, version 2).

An arrow word is a crossword here (every run of letters is numbered) whose clues have a location, the clue cell that
they are drawn in; a reader that knows plain crosswords only shows it all the same. Coordinates are [column, row]
from 1. The arrows and the punchline, for which ipuz has no fields, are in fields of our own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from factory.puzzle import FREEFORM, KIND, Cell, Entry, Puzzle
from factory.ship.labels import title_of
from factory.ship.numbering import DIRECTIONS, number_cells, numbered_entries

BLOCK: Final = "#"
EMPTY: Final = "0"
OWN: Final = "krizovkaren"
"""Stands before the names of our own fields, as ipuz asks."""


def render_ipuz(puzzle: Puzzle) -> str:
    """The puzzle with its solution; the same puzzle gives the same text."""
    return json.dumps(_ipuz(puzzle), ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n"


def _ipuz(puzzle: Puzzle) -> dict[str, Any]:
    secret = puzzle.secret
    no_letter = None if puzzle.kind == FREEFORM else BLOCK
    numbers = number_cells(puzzle.grid)
    places = {cell: place for place, cell in enumerate(secret.cells, 1)}
    form: dict[str, Any] = {
        "version": "http://ipuz.org/v2",
        "kind": ["http://ipuz.org/crossword#1"],
        "uniqueid": puzzle.id,
        "title": title_of(puzzle),
        "origin": str(puzzle.provenance.get("generator", OWN)),
        "dimensions": {"width": puzzle.cols, "height": puzzle.rows},
        "block": BLOCK,
        "empty": EMPTY,
        "puzzle": [
            [no_letter if letter is None else _cell((r, c), numbers, places) for c, letter in enumerate(row)]
            for r, row in enumerate(puzzle.grid)
        ],
        "solution": [[no_letter if letter is None else letter for letter in row] for row in puzzle.grid],
        "clues": {
            direction.title(): [
                _clue(number, entry, puzzle.kind) for number, entry in numbered_entries(puzzle, direction)
            ]
            for direction in DIRECTIONS
        },
    }
    if puzzle.kind == KIND:
        form["kind"].append("http://ipuz.org/crossword/arrowword#1")
        form["clueplacement"] = "blocks"
        form[f"{OWN}:arrows"] = {
            direction.title(): [entry.arrow for _, entry in numbered_entries(puzzle, direction)]
            for direction in DIRECTIONS
        }
    if secret.cells:
        form["intro"] = secret.setup
        form["explanation"] = secret.punchline
        form[f"{OWN}:secret"] = {
            "setup": secret.setup,
            "punchline": secret.punchline,
            "cells": [_place(cell) for cell in secret.cells],
        }
    return form


def _cell(cell: Cell, numbers: Mapping[Cell, int], places: Mapping[Cell, int]) -> Any:
    number = numbers.get(cell, 0)
    if cell not in places:
        return number
    return {"cell": number, "style": {"shapebg": "circle", "mark": {"BR": str(places[cell])}}}


def _clue(number: int, entry: Entry, kind: str) -> dict[str, Any]:
    clue: dict[str, Any] = {"number": number, "clue": entry.clue}
    if kind == KIND:
        clue["location"] = _place(entry.clue_cell)
    return clue | {"enumeration": str(len(entry.cells)), "answer": entry.answer}


def _place(cell: Cell) -> list[int]:
    row, column = cell
    return [column + 1, row + 1]
