"""`drill figures`: what the deck says in numbers against what the engine computes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from drill.errors import UsageError, meant
from drill.i18n import N_, _, interface_language, ngettext

if TYPE_CHECKING:
    from drill.cards.card import Card
    from drill.figures.bind import Row

VERDICTS = {
    "exact": N_("exact"),
    "assumes": N_("assumes"),
    "cite": N_("cited"),
    "thumb": N_("rule of thumb"),
    "outdated": N_("outdated"),
    "wrong": N_("wrong"),
}
"""What kind of figure it is, as a footnote of a card says it."""
_ROOM_FOR_A_ROW = 60
"""Columns of a terminal below which what is said and what is computed stand under a figure's name."""


@click.command()
@click.argument("card", required=False)
@click.option("--check", is_flag=True, help="Show only what is off, and try the drills too.")
@click.option("--json", "as_json", is_flag=True, help="Print for programs.")
def command(card: str | None, check: bool, as_json: bool) -> int:
    """Recompute the figures of CARD, or of the whole deck; exit 1 if one is off.

    --check also draws each drill a few times, and exits 1 if one cannot be drawn.
    """
    from drill.figures.bind import recompute
    from drill.figures.draw import faults

    cards = _chosen(card)
    rows = [row for each in cards for row in recompute(each, interface_language())]
    off = [row for row in rows if not row.ok]
    undrawn = [fault for each in cards for fault in faults(each)] if check else []
    if as_json:
        click.echo(json.dumps([asdict(row) for row in rows], ensure_ascii=False, indent=2))
    else:
        _print(off if check else rows)
        click.echo(_summary(len(rows), len(off)))
    for fault in undrawn:
        click.echo(fault, err=True)
    return 1 if off or undrawn else 0


def _chosen(card: str | None) -> Sequence[Card]:
    from drill.cards.decks import folders, load_decks
    from drill.settings import load_settings

    cards = load_decks(folders(load_settings())).cards
    if card is None:
        return tuple(cards.values())
    for each in cards.values():
        if card in (each.id, *each.aliases):
            return (each,)
    near = meant(card, cards, _("`drill cards list` names the cards"))
    raise UsageError(_("no card {card!r}; {meant}").format(card=card, meant=near))


def _summary(rows: int, off: int) -> str:
    found = ngettext("{count} figure", "{count} figures", rows).format(count=rows)
    told = _("{figures}: {count} off") if off else _("{figures}: all ok")
    return told.format(figures=found, count=off)


def _print(rows: Sequence[Row]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from drill.cards.counting import with_unit
    from drill.figures.display import plain

    if not rows:
        return
    out, language = Console(highlight=False), interface_language()
    narrow = out.width < _ROOM_FOR_A_ROW
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in (_("figure"), _("said"), _("computed"), _("verdict"), ""):
        table.add_column(title, justify="right" if title == _("computed") else "left", overflow="fold")
    last = ""
    for row in rows:
        if row.card != last:
            table.add_row(Text(row.card, style="bold"))
            last = row.card
        computed = "" if row.computed is None else with_unit(plain(row.computed), row.unit, language)
        mark = Text(_("ok"), style="green") if row.ok else Text(_("off"), style="bold red")
        if narrow:
            table.add_row(
                Text.assemble(f"  {row.figure} ", mark, f"\n    {row.said}\n    {computed}".rstrip())
            )
        else:
            table.add_row(Text(f"  {row.figure}"), Text(row.said), computed, _(VERDICTS[row.verdict]), mark)
        if row.fault:
            fault = Text(f"{row.fault}: {row.experiment}".rstrip(": "), style="dim")
            table.add_row(*([fault] if narrow else ["", fault]))
    table.show_header = not narrow
    if narrow:
        table.columns = table.columns[:1]
    out.print(table)
