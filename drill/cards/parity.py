"""Whether the languages of a card carry the same: ids, musts, figures, said values, footnotes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from drill.cards.card import CardText
from drill.cards.fault import Fault
from drill.cards.quantity import Quantity, read_quantity, same_quantity
from drill.cards.sheet import Sheet


class Said(NamedTuple):
    """A mention of a figure: the line, and the quantity where there is one."""

    line: int
    quantity: Quantity | None


def compare(base: Sheet, other: Sheet) -> Iterator[Fault]:
    """What a translation lacks of the base file, adds to it, or says otherwise."""
    yield from _ids(base, other)
    yield from _values(base, other)
    yield from _footnotes(base, other)


def by_figure(text: CardText) -> dict[str, list[Said]]:
    """The mentions of each figure."""
    said: dict[str, list[Said]] = {}
    for mention in text.mentions:
        said.setdefault(mention.figure, []).append(Said(mention.line, read_quantity(mention.said)))
    return said


def agree(one: Quantity | None, other: Quantity | None) -> bool:
    """Whether two mentions may stand for one figure; a cited or heard one need not repeat its number."""
    return one is None or other is None or same_quantity(one, other)


def _ids(base: Sheet, other: Sheet) -> Iterator[Fault]:
    ours, theirs = _roles(base.text), _roles(other.text)
    for each in ours.keys() - theirs.keys():
        yield other.fault(f"{each[0]} {each[1]!r} is missing here; {base.path} has it")
    for kind, name in theirs.keys() - ours.keys():
        message = f"{kind} {name!r} is not in {base.path}; add it there or remove it here"
        yield other.fault(message, at=_written(kind, name))
    for each in ours.keys() & theirs.keys():
        if ours[each] != theirs[each]:
            message = f"{each[0]} {each[1]!r} is {theirs[each]} here, but {ours[each]} in {base.path}"
            yield other.fault(message, at=_written(*each))


def _roles(text: CardText) -> Mapping[tuple[str, str], str]:
    """Everything with an id: its kind and id, and what else must be equal about it."""
    return {
        **{("point", each.id): f"{_must(each.must)} on {each.dimension}" for each in text.points},
        **{("misconception", each.id): "" for each in text.misconceptions},
        **{("follow-up", each.id): "" for each in text.followups},
        **{
            ("follow-up point", f"{followup.id}.{point.id}"): _must(point.must)
            for followup in text.followups
            for point in followup.points
        },
        **{("drill", each.id): "" for each in text.drills},
        **{("figure", each.figure): "" for each in text.mentions},
    }


def _must(must: bool) -> str:
    return "a must" if must else "optional"


def _written(kind: str, name: str) -> str:
    """How an id stands in a file."""
    match kind:
        case "follow-up" | "drill":
            return f"{{#{name}}}"
        case "figure":
            return f"[^{name}]"
        case _:
            return f"**{name.rpartition('.')[2]}"


def _values(base: Sheet, other: Sheet) -> Iterator[Fault]:
    ours = by_figure(base.text)
    for label, mentions in by_figure(other.text).items():
        for said in mentions:
            if label in ours and not agree(ours[label][0].quantity, said.quantity):
                message = f"says another value for [^{label}] than {base.path}:{ours[label][0].line}"
                yield Fault(other.path, said.line, f"{message}; make them equal")


def _footnotes(base: Sheet, other: Sheet) -> Iterator[Fault]:
    ours, theirs = ({each.label: each.text for each in sheet.document.definitions} for sheet in (base, other))
    for label, text in theirs.items():
        message = ""
        if label not in ours:
            message = f"footnote [^{label}] is not defined in {base.path}; define it there"
        elif _kind(text) != _kind(ours[label]):
            message = f"footnote [^{label}] is {_kind(text)} here, but {_kind(ours[label])} in {base.path}"
        elif _kind(text) == "computed":
            message = f"footnote [^{label}] is computed, so it stands in {base.path} only; remove it here"
        if message:
            yield other.fault(message, at=f"[^{label}]:")
    for label, text in ours.items():
        if _kind(text).startswith("heard") and label not in theirs:
            message = f"footnote [^{label}] lacks its correction in this language; add `{_kind(text)}: …`"
            yield other.fault(message, at=f"[^{label}]")


def _kind(text: str) -> str:
    found = re.match(r"(cite|heard\s*,\s*\w+)\s*[:：]", text)
    return re.sub(r"\s*,\s*", ", ", found[1]) if found else "computed"
