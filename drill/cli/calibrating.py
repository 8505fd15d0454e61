"""`drill cards calibrate`: how the offline grader fares on labelled answers, as tables or for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from drill.cli.verdict import DIMENSIONS, quoted
from drill.i18n import N_, _

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from drill.grading.calibration import Calibration, Clash, Error, PointRecord

_FAULTS = {"credited": N_("credited"), "missed": N_("missed")}
_CAUSES = {
    "absent": N_("nothing comes near it"),
    "left out": N_("no answer: a paste, a list, the question, or words to the grader"),
    "denied": N_("said to be denied"),
    "opposite": N_("says the opposite"),
    "taken back": N_("taken back later"),
    "misconception": N_("taken for a misconception"),
    "number": N_("another number"),
    "elsewhere": N_("taken for another point"),
    "in part": N_("too little of it"),
}


def print_calibration(found: Calibration, most: int, *, as_json: bool) -> None:
    """Print a comparison: errors by dimension, kind and language, and the points that clash most."""
    if as_json:
        click.echo(json.dumps(_plain(found), ensure_ascii=False, indent=2))
        return
    from rich.console import Console
    from rich.text import Text

    out = Console(highlight=False)
    out.print(_errors(found))
    clashing = [each for each in found.points if each.clashes]
    if clashing:
        out.print(Text("\n" + _("Points that disagree most with their labels"), style="bold"))
    for record in clashing[:most]:
        out.print(_record(record))
    if (more := len(clashing) - most) > 0:
        line = _("… and {n} more; --points {all} shows all")
        out.print(Text(line.format(n=more, all=len(clashing)), style="dim"))


def _errors(found: Calibration) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    for heading in (_("answers"), _("rated"), _("graded"), _("error")):
        table.add_column(heading, justify="right")
    for title, errors in (
        (_("by dimension"), found.dimensions),
        (_("by kind"), found.kinds),
        (_("by language"), found.languages),
    ):
        if any(errors):
            table.add_row(Text(title, style="dim"))
            for row in _rows(errors):
                table.add_row(*map(Text, row))
    return table


def _rows(errors: Mapping[str, Error]) -> Iterator[tuple[str, ...]]:
    headings = {dimension.value: _(heading) for dimension, heading in DIMENSIONS.items()}
    headings |= {"overall": _("all of them"), "": _("not said")}
    for name, each in errors.items():
        figures = (f"{value:.2f}" for value in (each.rated, each.graded, each.error))
        yield "  " + headings.get(name, name), str(each.n), *figures


def _record(record: PointRecord) -> Text:
    from rich.text import Text

    counts = {name: sum(each.fault == name for each in record.clashes) for name in _FAULTS}
    told = ", ".join(f"{_(_FAULTS[name])} {count}" for name, count in counts.items() if count)
    text = Text.assemble(
        (f"{record.item} {record.point}", "bold"),
        "  " + _("{told} (of {n} answers)").format(told=told, n=record.n),
    )
    for (rated, mark), count in sorted(record.confusion.items(), key=lambda pair: -pair[1]):
        text.append(f"  {rated}→{mark} {count}", style="dim")
    for clash in record.clashes:
        text.append("\n  ").append_text(_clash(clash))
    return text


def _clash(clash: Clash) -> Text:
    from rich.text import Text

    rated = clash.rated if isinstance(clash.rated, str) else f"{clash.rated:.2f}"
    text = Text.assemble(
        _(_FAULTS[clash.fault]), "  ", clash.answer, "  ", (_("rated {rated}").format(rated=rated), "dim")
    )
    if clash.cause:
        text.append(f"  {_(_CAUSES[clash.cause])}", style="dim")
    if clash.quote:
        text.append(f"\n    {quoted(clash.quote)}", style="italic")
    return text


def _plain(found: Calibration) -> dict[str, Any]:
    plain = asdict(found)
    plain["points"] = [
        asdict(each) | {"confusion": [[*pair, n] for pair, n in each.confusion.items()]}
        for each in found.points
    ]
    return plain
