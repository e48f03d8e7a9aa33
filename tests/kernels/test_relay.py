"""A place on the board is judged as by plain geometry; words taken up and laid anew leave the board as it should be."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from factory.kernels.relay import crossings_of, find_loose, make_board, put, take
from tests.kernels.test_freeform import WORDS, packed, run
from tests.naive.freeform import Laid, Table


def board_of(words, places):
    letters, begins, n_letters = packed(words)
    rows = np.array([place or (0, 0, 0, -1) for place in places], np.int64)
    return make_board(letters, begins, n_letters, rows)


@settings(max_examples=60, deadline=None)
@given(words=WORDS, data=st.data())
def test_crossings_of__is_its_plain_twin(words, data):
    places, _ = run(words, 1, False, 8, (1, 2))
    board = board_of(words, places)
    side, table = int(board.size[0]), Table()
    number = data.draw(st.integers(0, len(words) - 1))
    for other, place in enumerate(board.at.tolist()):
        if other != number and place >= 0:
            table.lay(Laid(words[other], place // 2 // side, place // 2 % side, place % 2))
    if board.at[number] >= 0:
        take(board, number)
    for row in range(1, side - 7):
        for column in range(1, side - 7):
            for direction in (0, 1):
                laid = Laid(words[number], row, column, direction)
                assert crossings_of(board, number, 2 * (row * side + column) + direction) == table.crossings(
                    laid
                )


@settings(max_examples=60, deadline=None)
@given(words=WORDS, data=st.data())
def test_take_and_put__leave_the_board_as_it_was(words, data):
    places, _ = run(words, 1, False, 8, (1, 2))
    board = board_of(words, places)
    at, letter, owner, crossings = board.at.copy(), board.letter.copy(), board.owner.copy(), board.size[1]
    laid = [number for number in range(len(words)) if at[number] >= 0]
    taken = data.draw(st.lists(st.sampled_from(laid), unique=True))
    for number in taken:
        take(board, number)
    if len(taken) == len(laid):
        assert not board.letter.any()
        assert (board.head == -1).all()
    for number in data.draw(st.permutations(taken)):
        put(board, number, at[number])
    assert (board.at == at).all()
    assert (board.letter == letter).all()
    assert (board.owner == owner).all()
    assert board.size[1] == crossings
    assert find_loose(board, np.empty(len(words), np.int64)) == 0
    held = {cell for cell in range(letter.size) if (owner[:, cell] >= 0).sum() == 1}
    listed = []
    for first in board.head:
        while first != -1:
            listed.append(int(first))
            first = board.links[first, 1]
    assert sorted(listed) == sorted(held)


def test_find_loose__the_smaller_part():
    words = [(0, 1, 2), (2, 3, 0), (0, 3, 3), (3, 1, 1)]
    board = board_of(words, [(0, 0, 0, 0), (0, 2, 1, 1), (2, 2, 0, 2), (2, 4, 1, 3)])
    take(board, 1)
    loose = np.empty(4, np.int64)
    assert find_loose(board, loose) == 1
    assert loose[0] == 0
