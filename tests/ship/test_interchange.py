"""ipuz and JPZ: what is in them, and that readers by other hands see the same words and clues."""

import dataclasses
import json
import re
from xml.etree import ElementTree

import pytest

from factory.puzzle import BLOCKED, FREEFORM
from factory.ship.ipuz import render_ipuz
from factory.ship.jpz import render_jpz
from factory.ship.numbering import number_cells
from tests.ship.conftest import make_puzzle
from tests.ship.random_puzzles import LANGUAGES, draw_puzzle
from tests.ship.third_party import (
    as_xdformat_writes,
    lists_of,
    read_with_ipuz,
    read_with_pypuz,
    read_with_xdformat,
    write_both,
)

SPACES = {"p": "http://crossword.info/xml/rectangular-puzzle"}


def of_kind(puzzle, kind):
    return dataclasses.replace(
        puzzle, kind=kind, secret=dataclasses.replace(puzzle.secret, setup="", punchline="", cells=())
    )


@pytest.mark.parametrize("size", range(8, 19))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_readers_of_others__see_every_number_clue_and_answer(tmp_path, lang, size):
    puzzle = draw_puzzle(lang, size)
    expected = lists_of(puzzle)
    assert sum(map(len, expected.values())) == len(puzzle.entries)
    write_both([puzzle], tmp_path)
    text = render_ipuz(puzzle)
    assert read_with_ipuz(text) == expected
    assert read_with_pypuz(tmp_path / f"{puzzle.id}.ipuz") == expected
    assert read_with_pypuz(tmp_path / f"{puzzle.id}.jpz") == expected
    assert read_with_xdformat(text) == as_xdformat_writes(expected)


@pytest.mark.parametrize("kind", [BLOCKED, FREEFORM])
def test_readers_of_others__see_the_other_kinds(tmp_path, kind):
    puzzle = of_kind(draw_puzzle("sk", 12), kind)
    write_both([puzzle], tmp_path)
    text = render_ipuz(puzzle)
    assert read_with_ipuz(text) == lists_of(puzzle)
    assert read_with_pypuz(tmp_path / f"{puzzle.id}.ipuz") == lists_of(puzzle)
    assert read_with_pypuz(tmp_path / f"{puzzle.id}.jpz") == lists_of(puzzle)
    if kind == BLOCKED:  # xdformat can't read the voids of a freeform grid
        assert read_with_xdformat(text) == as_xdformat_writes(lists_of(puzzle))


def test_drawn_puzzles__hold_cells_of_two_letters():
    cells = {
        cell for lang in ("sk", "cs", "de") for row in draw_puzzle(lang, 12).grid for cell in row if cell
    }
    assert {"CH", "AE", "DZ"} <= cells


def test_ipuz__is_an_arrow_word_that_plain_readers_take_for_a_crossword(ochota):
    form = json.loads(render_ipuz(ochota))
    assert form["kind"] == ["http://ipuz.org/crossword#1", "http://ipuz.org/crossword/arrowword#1"]
    assert form["clueplacement"] == "blocks"
    assert form["dimensions"] == {"width": 6, "height": 6}
    assert form["solution"][1] == ["#", "O", "CH", "O", "T", "A"]
    assert form["puzzle"][1][:4] == [
        "#",
        1,
        {"cell": 2, "style": {"shapebg": "circle", "mark": {"BR": "1"}}},
        {"cell": 3, "style": {"shapebg": "circle", "mark": {"BR": "2"}}},
    ]
    first = form["clues"]["Across"][0]
    assert first == {
        "number": 1,
        "clue": "nápoveda k OCHOTA",
        "location": [1, 2],
        "enumeration": "5",
        "answer": "OCHOTA",
    }
    assert set(form["krizovkaren:arrows"]["Across"]) == {"right"}
    assert len(form["krizovkaren:arrows"]["Down"]) == len(form["clues"]["Down"])


def test_ipuz__holds_the_joke(ochota):
    form = json.loads(render_ipuz(ochota))
    assert (form["intro"], form["explanation"]) == ("Čo povie pacient?", "cho!")
    assert form["krizovkaren:secret"] == {
        "setup": "Čo povie pacient?",
        "punchline": "cho!",
        "cells": [[3, 2], [4, 2]],
    }


def test_ipuz__other_kinds_have_neither_places_nor_arrows(ochota):
    blocked = json.loads(render_ipuz(of_kind(ochota, BLOCKED)))
    freeform = json.loads(render_ipuz(of_kind(ochota, FREEFORM)))
    for form in (blocked, freeform):
        assert form["kind"] == ["http://ipuz.org/crossword#1"]
        assert not {"clueplacement", "intro", "krizovkaren:arrows", "krizovkaren:secret"} & set(form)
        assert "location" not in form["clues"]["Across"][0]
    assert blocked["puzzle"][0][0] == "#"
    assert freeform["puzzle"][0][0] is None


def test_jpz__has_clue_cells_and_arrows(ochota):
    root = ElementTree.fromstring(render_jpz(ochota))
    cells = {(int(c.get("x")), int(c.get("y"))): c for c in root.iterfind(".//p:cell", SPACES)}
    assert len(cells) == 36
    assert cells[1, 1].get("type") == "block"
    assert {c.get("type") for c in cells.values()} == {"block", "clue", None}
    words = {word.get("id"): word for word in root.iterfind(".//p:word", SPACES)}
    clued = [clue for c in cells.values() for clue in c.iterfind("p:clue", SPACES)]
    listed = root.findall(".//p:clues/p:clue", SPACES)
    assert {c.get("word"): c.text for c in clued} == {c.get("word"): c.text for c in listed}
    assert len(clued) == len(listed) == len(words) == len(ochota.entries)
    for entry, word in zip(ochota.entries, words.values(), strict=True):
        (row, column), (last_row, last_column) = entry.cells[0], entry.cells[-1]
        assert [int(n) - 1 for n in re.findall(r"\d+", word.get("x"))] == sorted({column, last_column})
        assert [int(n) - 1 for n in re.findall(r"\d+", word.get("y"))] == sorted({row, last_row})
        arrow = {"right": ("left", "right"), "down": ("top", "bottom")}[entry.arrow]
        arrows = cells[column + 1, row + 1].findall("p:arrow", SPACES)
        assert arrow in [(a.get("from"), a.get("to")) for a in arrows]
    assert sum(len(c.findall("p:arrow", SPACES)) for c in cells.values()) == len(ochota.entries)
    assert [(cells[x, 2].get("solution"), cells[x, 2].get("top-right-number")) for x in (3, 4)] == [
        ("CH", "1"),
        ("O", "2"),
    ]


def test_jpz__other_kinds_have_blocks_or_voids(ochota):
    for kind, name in ((BLOCKED, "block"), (FREEFORM, "void")):
        root = ElementTree.fromstring(render_jpz(of_kind(ochota, kind)))
        assert {c.get("type") for c in root.iterfind(".//p:cell", SPACES)} == {name, None}
        assert not root.findall(".//p:arrow", SPACES)


def test_jpz__text_is_escaped_and_control_characters_are_dropped():
    evil = "</clue>]]>&\"'\x00\x0b<b>"
    puzzle = make_puzzle("# # #\n# N A\n# O CH", clue=lambda _: evil, secret=(1,), punchline="x")
    puzzle = dataclasses.replace(
        puzzle, entries=tuple(dataclasses.replace(e, clue=evil) for e in puzzle.entries)
    )
    root = ElementTree.fromstring(render_jpz(puzzle))
    assert {c.text for c in root.iterfind(".//p:clues/p:clue", SPACES)} == {"</clue>]]>&\"'<b>"}


def test_formats__same_puzzle_gives_the_same_bytes(ochota):
    assert render_ipuz(ochota) == render_ipuz(ochota)
    assert render_jpz(ochota) == render_jpz(ochota)


def test_numbers__only_runs_of_two_letters_begin_one():
    grid = (("A", "B", None, "C"), (None, "D", None, None), ("E", None, "F", "G"))
    assert number_cells(grid) == {(0, 0): 1, (0, 1): 2, (2, 2): 3}
