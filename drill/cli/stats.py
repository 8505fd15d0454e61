"""`drill stats`: what was learnt so far."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

import click

from drill.cli.opening import opened
from drill.i18n import _, interface_language, ngettext

if TYPE_CHECKING:
    from drill.reports.progress import Progress

_WEEKS = 12
_SHADES = "·░▒▓█"
_ROOM_FOR_DIMENSIONS = 76
"""Columns of a terminal from which a card's name stays readable beside them."""
_ROOM_FOR_NAMES = 100
_WEEKDAYS = {"zh": "一二三四五六日", "en": "MTWTFSS"}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print for programs.")
@click.pass_context
def command(context: click.Context, as_json: bool) -> None:
    """Show reviews, scores by dimension and card, and what is coming."""
    with opened(context) as practice:
        progress, suspended = practice.stats(), practice.suspended()
    if as_json:
        from drill.reports.data import as_data

        told = {name: value for name, value in as_data(progress).items() if name != "answers"}
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
        return
    _print(progress, suspended)


def _print(progress: Progress, suspended: Sequence[str]) -> None:
    from rich.cells import cell_len
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from drill.cards.card import Dimension
    from drill.cli.verdict import DIMENSIONS

    out = Console(highlight=False)
    for line in _summary(progress):
        out.print(Text(line))
    if suspended:
        told = _("suspended: {items}; `drill undo ITEM` brings one back")
        out.print(Text(told.format(items=", ".join(suspended))))
    if progress.reviews:
        out.print(Text(_heat(progress)))
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="bold", expand=out.width < _ROOM_FOR_NAMES)
    table.add_column(_("card"), overflow="ellipsis", no_wrap=True, ratio=1)
    dimensions = [*Dimension] if out.width >= _ROOM_FOR_DIMENSIONS else []
    for name in (_("score"), *(_(DIMENSIONS[each]) for each in dimensions), _("items"), _("due")):
        table.add_column(name, justify="right", width=max(5, max(map(cell_len, name.split()))))
    for card in progress.cards:
        scores = [card.score, *(card.dimensions.get(dimension) for dimension in dimensions)]
        table.add_row(
            Text(card.id),
            *("" if score is None else f"{score:.0%}" for score in scores),
            f"{card.items_seen}/{card.items}",
            f"{card.due:%m-%d}" if card.due else "",
        )
    out.print(table)


def _summary(progress: Progress) -> list[str]:
    lines = [
        _("{seen} of {all} cards, {items} of {every} items seen").format(
            seen=progress.covered, all=len(progress.cards), items=progress.items_seen, every=progress.items
        ),
        ngettext("{n} review", "{n} reviews", progress.reviews).format(n=progress.reviews),
        ngettext("{n} day in a row", "{n} days in a row", progress.streak).format(n=progress.streak),
    ]
    if progress.retention is not None:
        lines.append(_("{share} remembered when due").format(share=f"{progress.retention:.0%}"))
    coming = sum(list(progress.forecast.values())[:7])
    lines.append(
        ngettext("{n} review due within a week", "{n} reviews due within a week", coming).format(n=coming)
    )
    lines += [
        _("leech: {item}, forgotten {n} times").format(item=item, n=n) for item, n in progress.leeches.items()
    ]
    return lines


def _heat(progress: Progress) -> str:
    """The last weeks, a line a weekday and a column a week, the darker the more was reviewed."""
    last_monday = progress.day - timedelta(days=progress.day.weekday())
    first = last_monday - timedelta(weeks=_WEEKS - 1)
    most = max(progress.reviews_by_day.values(), default=0) or 1
    rows = []
    for weekday, name in enumerate(_WEEKDAYS[interface_language()]):
        days = [first + timedelta(weeks=week, days=weekday) for week in range(_WEEKS)]
        counts = [progress.reviews_by_day.get(day, 0) for day in days]
        shades = (_SHADES[-(-count * (len(_SHADES) - 1) // most)] for count in counts)
        rows.append(f"{name} {' '.join(shades)}")
    return "\n".join(rows)
