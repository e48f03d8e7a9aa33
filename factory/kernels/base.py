"""What every kernel shares: the decorator with its flags, the random generator, and bit helpers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np
from numpy.typing import NDArray

F = TypeVar("F", bound=Callable[..., Any])

State = NDArray[np.uint64]
"""uint64 [2]: the state of the generator, changed in place by each draw."""


def kernel(function: F) -> F:
    """`function` compiled on first use and cached on disk; the only place with compiler flags.

    No fastmath (results must not depend on the processor), no parallel loops (the pool is the parallelism).
    """
    compiled: F = numba.njit(cache=True, nogil=False, error_model="numpy")(function)
    return compiled


def inlined(function: F) -> F:
    """Like `kernel`, but always laid into its caller.

    For the small steps of an inner loop, which take plain arrays.
    """
    compiled: F = numba.njit(cache=True, nogil=False, error_model="numpy", forceinline=True)(function)
    return compiled


@inlined
def draw(state: State) -> np.uint64:
    """The next 64 random bits; changes `state`. Xoroshiro128+ (Blackman and Vigna 2018, constants of 2018)."""
    s0 = state[0]
    s1 = state[1]
    result = s0 + s1
    s1 ^= s0
    state[0] = ((s0 << np.uint64(24)) | (s0 >> np.uint64(40))) ^ s1 ^ (s1 << np.uint64(16))
    state[1] = (s1 << np.uint64(37)) | (s1 >> np.uint64(27))
    return result


@inlined
def below(state: State, n: int) -> int:
    """A random integer of 0..n-1, n from 1 to 2**31; changes `state`.

    Multiply and shift on the upper 32 bits (Lemire 2019, without the rejection step: the bias is below
    n / 2**32).
    """
    return np.int64(((draw(state) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@inlined
def uniform(state: State) -> float:
    """A random float in [0, 1) with 53 bits; changes `state`."""
    return np.float64(draw(state) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@inlined
def count_bits(word: np.uint64) -> int:
    """The number of ones in a 64-bit word (Warren, Hacker's Delight, section 5-1)."""
    x = np.uint64(word)
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@inlined
def lowest_bit(word: np.uint64) -> int:
    """The index of the lowest one in a nonzero 64-bit word."""
    x = np.uint64(word)
    return count_bits((x & (~x + np.uint64(1))) - np.uint64(1))
