"""Compiled inner loops: the only package that imports numba.

Numba's disk cache looks only at the file of the kernel itself, so a change in a shared helper would leave old
machine code in use. Therefore the cache lives in a folder named by a hash of all kernel sources.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from tempfile import gettempdir

import numba


def _cache_folder() -> Path:
    here = Path(__file__).parent
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(here.glob("*.py")):
        digest.update(source.read_bytes())
    for flag in ("NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT"):
        digest.update(os.environ.get(flag, "").encode() + b";")
    name = f"kernels-{digest.hexdigest()[:16]}"
    if os.access(here, os.W_OK):
        return here / "__pycache__" / name
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")  # noqa: PTH111 - may stay "~"
    base = Path(home) if Path(home).is_absolute() else Path(gettempdir())
    return base / "krizovkaren" / name


def is_compiled() -> bool:
    """Whether compiled kernels lie in the cache."""
    folder = Path(str(numba.config.CACHE_DIR))  # type: ignore[attr-defined]
    return any(folder.rglob("*.nbc"))


if "NUMBA_CACHE_DIR" not in os.environ:
    numba.config.CACHE_DIR = str(_cache_folder())  # type: ignore[attr-defined]
