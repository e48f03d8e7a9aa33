"""msgpack for bundles: one way to encode, and a decoder that a hostile file can't exhaust."""

from __future__ import annotations

from typing import Any, cast

import msgpack


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


def is_number(value: object, low: int, high: int) -> bool:
    """Whether `value` is an int (no bool) from low to high."""
    return type(value) is int and low <= value <= high


def is_array(value: object, length: int) -> bool:
    """Whether `value` is a list of that many elements."""
    return isinstance(value, list) and len(value) == length
