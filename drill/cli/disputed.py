"""`drill cards disputes`: the disputed points as a table, or for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from drill.i18n import N_, _, ngettext

if TYPE_CHECKING:
    from rich.text import Text

    from drill.practice.disputing import Dispute

VERDICTS = {
    "hit": N_("made"),
    "partial": N_("in part"),
    "miss": N_("missed"),
    "voiced": N_("misconception heard"),
}
_SAYS = 6
"""Says-lines of a point that the table shows; the nearest ones come first."""


def print_disputes(disputes: Sequence[Dispute], *, as_json: bool) -> None:
    """Print disputes by card and point: what was said, and what was listened for."""
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
    for each in disputes:
        if each.item != item:
            table.add_row(Text(each.item, style="bold"))
            item = each.item
        table.add_row(Text("  " + _visible(each.point)), Text(_verdict(each)), _words(each))
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


def _words(dispute: Dispute) -> Text:
    from rich.text import Text

    said = dispute.quote or dispute.answer
    text = Text(_visible(dispute.text) or dispute.point)
    text.append(f"\n“{_visible(said)}”", style="italic yellow")
    for line in dispute.says[:_SAYS]:
        text.append(f"\n· {_visible(line)}", style="dim")
    if (more := len(dispute.says) - _SAYS) > 0:
        text.append("\n" + _("… and {n} more").format(n=more), style="dim")
    return text


def _visible(text: str) -> str:
    """On one line, without what drives a terminal."""
    return "".join(each if each.isprintable() else " " for each in " ".join(text.split()))


def _plain(dispute: Dispute) -> dict[str, object]:
    at = dispute.at.isoformat() if dispute.at else None
    return asdict(dispute) | {"at": at, "dimension": dispute.dimension and dispute.dimension.value}
