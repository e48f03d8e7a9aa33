"""The generator of the kernels on plain Python integers."""

from collections.abc import Iterator

WORD = 1 << 64


def rotate(x: int, by: int) -> int:
    return (x << by | x >> (64 - by)) % WORD


def draws(s0: int, s1: int) -> Iterator[tuple[int, int, int]]:
    """Each draw of xoroshiro128+ (constants of 2018) with the two words of the state after it."""
    while True:
        result = (s0 + s1) % WORD
        s1 ^= s0
        s0 = rotate(s0, 24) ^ s1 ^ (s1 << 16) % WORD
        s1 = rotate(s1, 37)
        yield result, s0, s1
