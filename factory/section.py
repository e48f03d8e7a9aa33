"""The shape of a settings section: a frozen dataclass beside the stage it steers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True)
def section(cls: type[T]) -> type[T]:
    """Makes `cls` a frozen settings section; `factory.settings` refuses unknown keys in its YAML.

    Ranges stand in the annotations (`annotated_types.Ge` and the like), so stages need no YAML and no
    validator to be built in a test.
    """
    made = dataclass(frozen=True, kw_only=True)(cls)
    made.__pydantic_config__ = {"extra": "forbid", "strict": False}  # type: ignore[attr-defined]
    return made
