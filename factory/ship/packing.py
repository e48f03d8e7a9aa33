"""msgpack for bundles: one way to encode, and a decoder that a hostile file can't exhaust."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

import msgpack

WIDTHS: Final = (0, 1, 2, 4, 8, 16, 32)
"""Bits that a number of a column may take."""


def pack(value: object) -> bytes:
    """The msgpack bytes of a value: shortest forms, map keys in the order given.

    Raises:
        ValueError: a text holds half a surrogate pair, or a number needs more than 64 bits.
    """
    try:
        return cast(bytes, msgpack.packb(value, use_bin_type=True))
    except (OverflowError, TypeError) as problem:
        raise ValueError(f"can't be packed ({problem})") from None


def unpack(data: bytes) -> Any:
    """The one value that `data` encodes: None, bool, int, float, str, bytes, list or dict with text keys.

    The first pass builds nothing; it finds out that every announced element is there, so that the second
    one never allocates more than a few words per byte of input.

    Raises:
        ValueError: `data` is no such encoding, is cut off, or goes on behind its value.
    """
    if not data:
        raise ValueError("is empty")
    try:
        scout = msgpack.Unpacker(max_buffer_size=len(data))
        scout.feed(data)
        scout.skip()
        if (end := scout.tell()) != len(data):
            raise ValueError(f"{len(data) - end} bytes follow its end")
        return msgpack.unpackb(data, raw=False, strict_map_key=True, max_ext_len=0)
    except msgpack.OutOfData:
        raise ValueError("is cut off") from None
    except UnicodeDecodeError:
        raise ValueError("holds a text that is not UTF-8") from None
    except (msgpack.StackError, RecursionError):
        raise ValueError("is nested too deeply") from None
    except (msgpack.UnpackException, ValueError) as problem:
        raise ValueError(str(problem) or "is no msgpack") from None


def pack_numbers(numbers: Sequence[int]) -> list[int | bytes]:
    """A column of numbers as [bits, bytes]: each in the fewest bits of WIDTHS that hold the largest.

    The first number takes the highest bits of the first byte; bits left over at the end are 0.

    Raises:
        ValueError: a number is negative or needs more than 32 bits.
    """
    bits = next((bits for bits in WIDTHS if max(numbers, default=0) >> bits == 0), -1)
    if bits < 0 or min(numbers, default=0) < 0:
        raise ValueError("a number below 0 or of more than 32 bits can't be packed")
    if bits >= 8:
        return [bits, b"".join(number.to_bytes(bits // 8, "big") for number in numbers)]
    data = bytearray(-(-len(numbers) * bits // 8))
    if bits:
        for i, number in enumerate(numbers):
            data[i * bits // 8] |= number << (8 - bits - i * bits % 8)
    return [bits, bytes(data)]


def unpack_numbers(column: Any, count: int, what: str) -> list[int]:
    """The `count` numbers of a column made by `pack_numbers`.

    Raises:
        ValueError: it is no column of so many numbers; the message begins with `what`.
    """
    if not is_array(column, 2) or type(column[0]) is not int or column[0] not in WIDTHS:
        raise ValueError(f"{what}: expected [bits, bytes] with bits of {', '.join(map(str, WIDTHS))}")
    bits, data = column
    length = -(-count * bits // 8)
    if not isinstance(data, bytes) or len(data) != length:
        raise ValueError(f"{what}: expected {length} bytes for {count} numbers of {bits} bits")
    if bits == 0:
        return [0] * count
    if bits >= 8:
        step = bits // 8
        return [int.from_bytes(data[at : at + step], "big") for at in range(0, length, step)]
    if (spare := length * 8 - count * bits) and data[-1] & ((1 << spare) - 1):
        raise ValueError(f"{what}: bits behind the last number, expected zeros")
    mask, per = (1 << bits) - 1, 8 // bits
    return [data[i // per] >> (8 - bits - i % per * bits) & mask for i in range(count)]


def is_number(value: object, low: int, high: int) -> bool:
    """Whether `value` is an int (no bool) from low to high."""
    return type(value) is int and low <= value <= high


def is_array(value: object, length: int) -> bool:
    """Whether `value` is a list of that many elements."""
    return isinstance(value, list) and len(value) == length
