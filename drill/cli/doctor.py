"""`drill doctor`: what works, and how to mend what does not."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from drill.cli.opening import opened

_MARKS = {"ok": "ok     ", "warning": "warning", "fault": "FAULT  "}


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
            click.echo(f"took back {practice.undo_future()} actions dated in the future", err=True)
    if rebuild:
        with opened(context) as practice:
            click.echo(f"replayed the log; {practice.rebuild()} memories had differed", err=True)

    from drill.practice.doctor import examine

    found = examine(context.obj)
    if as_json:
        click.echo(json.dumps([asdict(each) for each in found], ensure_ascii=False, indent=2))
    else:
        for each in found:
            click.echo(f"{_MARKS[each.level]}  {each.part}: {each.said}")
    return 1 if any(each.level == "fault" for each in found) else 0
