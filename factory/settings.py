"""Settings: YAML in, frozen and validated values out; the only module that reads YAML.

`config/default.yaml` holds the numbers of all languages, `config/<lang>.yaml` what one language changes,
and in both `sizes:` what some sizes change. The sections are defined beside the stages they steer.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar

import yaml
from annotated_types import Ge, Le
from pydantic import TypeAdapter, ValidationError

from factory.errors import SettingsError, UsageError
from factory.inspect.limits import Limits
from factory.section import section
from factory.stages.cooling import CoolingSettings
from factory.stages.fill import FillSettings
from factory.stages.improve import ImproveSettings
from factory.stages.mask import MaskSettings
from factory.stages.secret import SecretSettings
from factory.targets import TargetSettings
from factory.words.lines import ClueSettings
from factory.words.selection import NO_SELECTION, SelectionSettings
from factory.words.settings import WordsSettings

T = TypeVar("T")
DEFAULTS = "default.yaml"
SMALLEST, LARGEST = 5, 30
SIZED = ("mask", "fill", "cooling", "improve", "secret", "clues", "limits")
"""The sections that `sizes:` may change."""

Key = tuple[str | int, ...]
"""Names and list positions that lead to a value."""


@section
class CorpusSettings:
    """How the corpus is run."""

    epoch: Annotated[int, Ge(1)] = 12
    """Job indices of one stream that share a usage snapshot and are committed together."""
    attempts: Annotated[int, Ge(1)] = 40
    """Masks that one job may try before it gives up."""
    masks: Annotated[int, Ge(1), Le(64)] = 1
    """Masks climbed for one attempt; the one with the lowest constrainedness is filled."""
    idle_epochs: Annotated[int, Ge(1)] = 3
    """Epochs of a stream without an accepted puzzle before the stream counts as exhausted."""
    net_seconds: Annotated[float, Ge(1)] = 600
    """Safety net: a job that runs longer on the wall clock is undecided and done again."""
    volume: Annotated[int, Ge(1)] = 256
    """Puzzles in a sealed bundle volume."""


@section
class Settings:
    """All settings of one language, with what one size changes already applied."""

    language: str
    name: str
    words: WordsSettings
    selection: SelectionSettings = NO_SELECTION
    mask: MaskSettings = MaskSettings()
    fill: FillSettings = FillSettings()
    improve: ImproveSettings = ImproveSettings()
    cooling: CoolingSettings = CoolingSettings()
    secret: SecretSettings = SecretSettings()
    clues: ClueSettings = ClueSettings()
    limits: Limits = Limits()
    corpus: CorpusSettings = CorpusSettings()
    targets: TargetSettings = TargetSettings()


_ADAPTER = TypeAdapter(Settings)


@dataclasses.dataclass(frozen=True)
class LanguageSettings:
    """The settings of a language for every size."""

    base: Settings
    by_size: Mapping[int, Settings]
    """For each size from SMALLEST to LARGEST."""
    digest: str
    """SHA-256 of all of them."""


def languages(config: Path) -> tuple[str, ...]:
    """The codes of the languages that have a settings file, sorted."""
    return tuple(sorted(path.stem for path in config.glob("*.yaml") if path.name != DEFAULTS))


def load_settings(config: Path, language: str) -> LanguageSettings:
    """The settings of a language.

    Raises:
        UsageError: the language has no settings file; the message lists those there are.
        SettingsError: a file is missing, is not YAML, has an unknown key or a value out of range.
    """
    if language not in languages(config):
        known = ", ".join(languages(config)) or f"none (is {config} the right folder?)"
        raise UsageError(f"unknown language {language!r}; there are: {known}")
    layers = [_read(path) for path in (config / DEFAULTS, config / f"{language}.yaml") if path.exists()]
    base = _build(layers, None)
    by_size = {size: _build(layers, size) for size in range(SMALLEST, LARGEST + 1)}
    if base.language != language:
        place = layers[-1].place(("language",))
        raise SettingsError(
            f"{place}: language: {base.language!r}, expected {language!r} as in the file's name"
        )
    plain = [_decisive(base), [_decisive(by_size[size]) for size in sorted(by_size)]]
    digest = hashlib.sha256(json.dumps(plain, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
    return LanguageSettings(base, by_size, digest)


def read_section(path: Path, shape: type[T]) -> T:
    """The section that a YAML file of its own holds.

    Raises:
        SettingsError: the file is missing, is not YAML, has an unknown key or a value out of range.
    """
    layer = _read(path)
    origin: dict[Key, tuple[_Layer, Key]] = {}
    _merge({}, layer.data, layer, (), (), origin)
    try:
        return TypeAdapter(shape).validate_python(layer.data)
    except ValidationError as error:
        raise _explain(error, [layer], origin) from error


def section_text(values: Mapping[str, Any], *, head: str) -> str:
    """Plain values as YAML in their order, below comment lines; lists stand in one line."""
    text = yaml.dump(
        dict(values), Dumper=_Dumper, sort_keys=False, allow_unicode=True, default_flow_style=None, width=110
    )
    return "".join(f"# {line}\n" for line in head.splitlines()) + text


class _Dumper(yaml.SafeDumper):
    """A dumper that writes equal lists out instead of naming them."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _decisive(settings: Settings) -> dict[str, Any]:
    """The values that decide what puzzles are made: all but the targets."""
    values = dataclasses.asdict(settings)
    del values["targets"]
    return values


class _Loader(yaml.SafeLoader):
    """A safe loader that leaves yes and no (Norwegian is `no`) and dates as the text they are."""


_Loader.yaml_implicit_resolvers = {
    letter: [
        (tag, pattern)
        for tag, pattern in resolvers
        if tag not in ("tag:yaml.org,2002:bool", "tag:yaml.org,2002:timestamp")
    ]
    for letter, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile(r"^(?:true|True|false|False)$"), list("tTfF")
)


@dataclasses.dataclass(frozen=True)
class _Layer:
    """One file: its data, and the line of each key path."""

    path: Path
    data: dict[str, Any]
    lines: Mapping[Key, int]

    def place(self, key: Key) -> str:
        while key and key not in self.lines:
            key = key[:-1]
        return f"{self.path}:{self.lines.get(key, 1)}"


def _read(path: Path) -> _Layer:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SettingsError(f"{path}: can't be read ({error.strerror})") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise SettingsError(f"{path}:{line}: byte {error.object[error.start]:#04x} is not UTF-8") from error
    try:
        node = yaml.compose(text, Loader=_Loader)
        lines = dict(_lines(path, node, ())) if node is not None else {}
        values = yaml.load(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise SettingsError(f"{path}:{line}: {error.problem or 'not YAML'}") from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise SettingsError(
            f"{path}:{line}: the character {chr(error.character)!r} is not allowed"
        ) from error
    except ValueError as error:
        raise SettingsError(f"{path}: a number that can't be read ({error})") from error
    if values is None:
        values = {}
    if not isinstance(values, dict):
        raise SettingsError(f"{path}:1: expected keys and values, found {type(values).__name__}")
    return _Layer(path, values, lines)


def _lines(
    path: Path, node: yaml.Node, key: Key, within: tuple[yaml.Node, ...] = ()
) -> Iterator[tuple[Key, int]]:
    """Each key path of a file with its line, which for a named value is that of its name."""
    line = node.start_mark.line + 1
    if any(node is outer for outer in within):
        raise SettingsError(f"{path}:{line}: {'.'.join(map(str, key))}: this value contains itself")
    yield key, line
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for name, value in node.value:
            place = f"{path}:{name.start_mark.line + 1}"
            if not isinstance(name, yaml.ScalarNode):
                raise SettingsError(f"{place}: a key that is a list or has keys of its own, expected text")
            if name.value in seen:
                raise SettingsError(f"{place}: {name.value}: this key is given twice")
            seen.add(name.value)
            for inner, line in _lines(path, value, (*key, name.value), (*within, node)):
                yield inner, name.start_mark.line + 1 if inner == (*key, name.value) else line
    elif isinstance(node, yaml.SequenceNode):
        for i, value in enumerate(node.value):
            yield from _lines(path, value, (*key, i), (*within, node))


def _build(layers: list[_Layer], size: int | None) -> Settings:
    merged: dict[str, Any] = {}
    origin: dict[Key, tuple[_Layer, Key]] = {}
    for layer in layers:
        _merge(merged, {k: v for k, v in layer.data.items() if k != "sizes"}, layer, (), (), origin)
        for span, changes in _sizes(layer):
            at: Key = ("sizes", span)
            low, high = _span(layer, span)
            if not isinstance(changes, dict):
                raise SettingsError(f"{layer.place(at)}: sizes.{span}: expected sections, found {changes!r}")
            for name in changes:
                if name not in SIZED:
                    where = layer.place((*at, name))
                    raise SettingsError(f"{where}: sizes.{span}.{name}: expected one of {', '.join(SIZED)}")
            if size is not None and low <= size <= high:
                _merge(merged, changes, layer, (), at, origin)
    try:
        return _ADAPTER.validate_python(merged)
    except ValidationError as error:
        raise _explain(error, layers, origin) from error


def _sizes(layer: _Layer) -> list[tuple[str, Any]]:
    sizes = layer.data.get("sizes", {})
    if not isinstance(sizes, dict):
        raise SettingsError(f"{layer.place(('sizes',))}: sizes: expected keys such as '8-9', found {sizes!r}")
    return [(str(span), changes) for span, changes in sizes.items()]


def _span(layer: _Layer, span: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d+)(?:-(\d+))?", span)
    if not match:
        raise SettingsError(
            f"{layer.place(('sizes', span))}: sizes.{span}: expected a size or a span such as 8-9"
        )
    low, high = int(match[1]), int(match[2] or match[1])
    if not SMALLEST <= low <= high <= LARGEST:
        where = layer.place(("sizes", span))
        raise SettingsError(
            f"{where}: sizes.{span}: expected sizes from {SMALLEST} to {LARGEST}, low to high"
        )
    return low, high


def _merge(
    into: dict[str, Any],
    new: dict[str, Any],
    layer: _Layer,
    key: Key,
    at: Key,
    origin: dict[Key, tuple[_Layer, Key]],
) -> None:
    """Lays `new` over `into`, section by section, and notes where each key came from."""
    for given, value in new.items():
        name = str(given)
        path = (*key, name)
        origin[path] = (layer, (*at, *path))
        if isinstance(value, dict) and isinstance(into.get(name), dict):
            _merge(into[name], value, layer, path, at, origin)
        elif isinstance(value, dict):
            into[name] = {}
            _merge(into[name], value, layer, path, at, origin)
        else:
            into[name] = value


def _explain(
    error: ValidationError,
    layers: list[_Layer],
    origin: Mapping[Key, tuple[_Layer, Key]],
) -> SettingsError:
    first = error.errors(include_url=False)[0]
    key = tuple(first["loc"])
    name = ".".join(str(part) for part in key)
    known = key
    while known and known not in origin:
        known = known[:-1]
    layer, place = origin.get(known, (layers[-1], ()))
    where = layer.place((*place, *key[len(known) :]))
    if first["type"] in ("unexpected_keyword_argument", "extra_forbidden"):
        return SettingsError(f"{where}: {name}: unknown key")
    if first["type"] in ("missing", "missing_argument", "missing_keyword_only_argument"):
        return SettingsError(f"{where}: {name}: this key is missing")
    if first["type"] == "value_error":
        return SettingsError(f"{where}: {name}: {first['ctx']['error']}")
    message = first["msg"][0].lower() + first["msg"][1:]
    return SettingsError(f"{where}: {name}: {first['input']!r}, {message.replace('input should', 'should')}")
