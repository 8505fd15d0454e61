"""`drill doctor`: what works, and how to mend what does not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from drill.cli.opening import opened
from drill.errors import DrillError
from drill.i18n import N_, _, ngettext

if TYPE_CHECKING:
    from drill.practice.doctor import Finding

_LEVELS = {"ok": N_("ok"), "warning": N_("warning"), "fault": N_("FAULT")}

_PARTS = {
    "settings": N_("settings"),
    "clock": N_("clock"),
    "decks": N_("decks"),
    "collection": N_("collection"),
    "endpoint": N_("endpoint"),
    "gpu": N_("gpu"),
    "terminal": N_("terminal"),
    "versions": N_("versions"),
}


@click.command()
@click.option("--rebuild", is_flag=True, help="Compute every memory anew from the log first.")
@click.option("--undo-future", is_flag=True, help="Take back reviews that are dated later than now first.")
@click.option("--json", "as_json", is_flag=True, help="Print for programs.")
@click.pass_context
def command(context: click.Context, rebuild: bool, undo_future: bool, as_json: bool) -> int:
    """Look at settings, decks, collection and terminal, and say how to mend what does not work.

    Exits 1 when there is a fault.
    """
    if undo_future:
        with opened(context) as practice:
            n = practice.undo_future()
        told = ngettext(
            "took back {n} action dated in the future", "took back {n} actions dated in the future", n
        )
        click.echo(told.format(n=n), err=True)
    if rebuild:
        with opened(context) as practice:
            n = practice.rebuild()
        told = ngettext(
            "replayed the log; {n} memory had differed", "replayed the log; {n} memories had differed", n
        )
        click.echo(told.format(n=n), err=True)

    from rich.cells import cell_len

    from drill.practice.doctor import examine

    order = [*_PARTS]
    found = sorted([*examine(context.obj), *_preferences()], key=lambda each: order.index(each.part))
    if as_json:
        click.echo(json.dumps([asdict(each) for each in found], ensure_ascii=False, indent=2))
    else:
        width = max(cell_len(_(level)) for level in _LEVELS.values())
        for each in found:
            level = _(_LEVELS[each.level])
            said = _("{part}: {said}").format(part=_(_PARTS[each.part]), said=each.said)
            click.echo(f"{level}{' ' * (width - cell_len(level))}  {said}")
    return 1 if any(each.level == "fault" for each in found) else 0


def _preferences() -> Iterator[Finding]:
    """What the settings ask of the screen and it cannot do, each with its line."""
    from drill.practice.doctor import Finding
    from drill.settings import load_settings, place_of
    from drill.tui.preferences import complaints

    try:
        settings = load_settings()
    except DrillError:
        return  # has been told
    for name, said in complaints(settings):
        yield Finding("settings", "warning", f"{place_of(name)}: {said}")
