"""`drill cards disputes`: the disputed points as a table, or for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING

import click

from drill.i18n import N_, _, ngettext

if TYPE_CHECKING:
    from rich.text import Text

    from drill.practice.disputing import Dispute

VERDICTS = {
    "hit": N_("counted"),
    "partial": N_("counted in part"),
    "miss": N_("not counted"),
    "voiced": N_("misconception heard"),
}
_SAYS = 6
"""Says-lines of a point that the table shows; the nearest ones come first."""


def print_disputes(disputes: Sequence[Dispute], *, as_json: bool) -> None:
    """Print disputes by item and point: what was said, and what was listened for."""
    if as_json:
        click.echo(json.dumps([_plain(each) for each in disputes], ensure_ascii=False, indent=2))
        return
    if not disputes:
        click.echo(_("Nothing is disputed."))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in (_("point"), _("verdict"), _("words and says-lines")):
        table.add_column(heading, overflow="fold")
    item = ""
    for (of_item, point), group in groupby(disputes, lambda each: (each.item, each.point)):
        if of_item != item:
            table.add_row(Text(of_item, style="bold"))
            item = of_item
        together = list(group)
        verdicts = dict.fromkeys(_verdict(each) for each in together)
        table.add_row(Text("  " + _visible(point)), Text("\n".join(verdicts)), _words(together))
    Console(highlight=False).print(table)
    count = len(disputes)
    click.echo(ngettext("{count} verdict disputed", "{count} verdicts disputed", count).format(count=count))


def _verdict(dispute: Dispute) -> str:
    was = _(VERDICTS.get(dispute.verdict, dispute.verdict))
    if not dispute.now:
        return f"{was}\n" + _("no longer on the card")
    if dispute.now == dispute.verdict:
        return was
    return f"{was}\n" + _("today: {verdict}").format(verdict=_(VERDICTS[dispute.now]))


def _words(disputes: Sequence[Dispute]) -> Text:
    """What the point says, what was said instead, and the says-lines that did not catch it."""
    from rich.text import Text

    first = disputes[0]
    text = Text(_visible(first.text) or first.point)
    for said in dict.fromkeys(each.quote or each.answer for each in disputes):
        text.append(f"\n“{_visible(said)}”", style="italic yellow")
    says = [line for line in first.says if line != first.text]
    for line in says[:_SAYS]:
        text.append(f"\n· {_visible(line)}", style="dim")
    if (more := len(says) - _SAYS) > 0:
        text.append("\n" + _("… and {n} more").format(n=more), style="dim")
    return text


def _visible(text: str) -> str:
    """On one line, without what drives a terminal."""
    return "".join(each if each.isprintable() else " " for each in " ".join(text.split()))


def _plain(dispute: Dispute) -> dict[str, object]:
    at = dispute.at.isoformat() if dispute.at else None
    return asdict(dispute) | {"at": at, "dimension": dispute.dimension and dispute.dimension.value}
