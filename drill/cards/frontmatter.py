"""The block between `---` lines at the head of a file: YAML in which every scalar stays the text it is.

It is split off here and not by a markdown plugin, because only a `---` at the start of a line may close
it: one that is indented, or inside a value, belongs to the value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from yaml import Node

Value = str | tuple["Value", ...] | Mapping[str, "Value"]


class FrontMatterError(ValueError):
    """What is wrong in the block, with the line of the file where it is."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The block's values, the line of each key, and the number of lines that the block takes."""

    values: Mapping[str, Value] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)
    length: int = 0


def read_front_matter(text: str) -> FrontMatter:
    """Read the block at the head of a file; an empty one where there is none.

    Raises `FrontMatterError` for what is not plain YAML: tags, anchors, duplicate keys, tab indents.
    """
    lines = text.split("\n")
    if lines[0].rstrip(" \t") != "---":
        return FrontMatter()
    closing = next((at for at, line in enumerate(lines) if at and line.rstrip(" \t") == "---"), None)
    if closing is None:
        raise FrontMatterError("front matter is not closed; end it with a line `---`", 1)
    values, at = _parse("\n".join(lines[1:closing]) + "\n")
    return FrontMatter(values, at, closing + 1)


def _parse(block: str) -> tuple[Mapping[str, Value], Mapping[str, int]]:
    import yaml

    try:
        for event in yaml.parse(block, Loader=yaml.BaseLoader):
            if anchor := getattr(event, "anchor", None):
                raise _fault(
                    f"anchor or alias {anchor!r} is not used here; write the value out", event.start_mark
                )
        root = yaml.compose(block, Loader=yaml.BaseLoader)
    except yaml.MarkedYAMLError as error:
        what = error.problem or error.context or "not valid YAML"
        if "\\t" in what:
            what = "a tab cannot indent or start a value; use spaces"
        raise _fault(what, error.problem_mark or error.context_mark) from error
    except yaml.YAMLError as error:
        raise FrontMatterError(f"not valid YAML ({str(error).splitlines()[0]})", 2) from error
    if root is None:
        return {}, {}
    values = _value(root)
    if not isinstance(values, Mapping):
        raise FrontMatterError("front matter takes `key: value` lines", 2)
    return values, {str(key.value): key.start_mark.line + 2 for key, _ in root.value}


def _value(node: Node) -> Value:
    import yaml

    if node.tag not in {f"tag:yaml.org,2002:{kind}" for kind in ("str", "seq", "map")}:
        raise _fault(f"tag {node.tag!r} is not used here; remove it", node.start_mark)
    if isinstance(node, yaml.SequenceNode):
        return tuple(_value(each) for each in node.value)
    if not isinstance(node, yaml.MappingNode):
        return str(node.value)
    found: dict[str, Value] = {}
    for key, value in node.value:
        name = _value(key)
        if not isinstance(name, str):
            raise _fault("a key is a plain word", key.start_mark)
        if name in found:
            raise _fault(f"key {name!r} stands twice; remove one", key.start_mark)
        found[name] = _value(value)
    return found


class _Place(Protocol):
    """A place in the block, as both YAML parsers give it: from 0, after the opening `---`."""

    line: int
    column: int


def _fault(what: str, mark: _Place | None) -> FrontMatterError:
    if mark is None:
        return FrontMatterError(what, 2)
    return FrontMatterError(f"front matter, column {mark.column + 1}: {what}", mark.line + 2)
