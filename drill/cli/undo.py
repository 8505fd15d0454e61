"""`drill undo`: take back the last action, or the suspending of one item."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from drill.cli.opening import opened
from drill.i18n import N_, _
from drill.practice.views import Undone

if TYPE_CHECKING:
    from drill.practice.practice import Practice

ACTIONS = {
    "review": N_("Took back the review of {item} (it was {rating}); its answer is the draft again"),
    "suspend": N_("{item} is no longer suspended"),
    "unsuspend": N_("{item} is suspended again"),
    "bury": N_("{item} may be asked today again"),
    "reset": N_("{item} has its history again"),
}


@click.command()
@click.argument("item", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print for programs.")
@click.pass_context
def command(context: click.Context, item: str | None, as_json: bool) -> int:
    """Take back the last review (or suspending, burying), today's or an older one; again for the one before.

    With ITEM, ask an item again that was suspended, however long ago; `drill stats` names them.
    Exits 1 when there is nothing to take back.
    """
    from drill.cli.verdict import RATINGS

    with opened(context) as practice:
        undone = practice.undo() if item is None else _unsuspended(practice, item)
    if as_json:
        told = {"item": undone.item.id, "action": undone.action, "rating": undone.rating} if undone else None
        click.echo(json.dumps(told, ensure_ascii=False))
    elif undone is None:
        click.echo(_("Nothing to undo"), err=True)
    else:
        rating = _(RATINGS[undone.rating]) if undone.rating else ""
        click.echo(_(ACTIONS[undone.action]).format(item=undone.item.id, rating=rating))
    return 0 if undone else 1


def _unsuspended(practice: Practice, item_id: str) -> Undone | None:
    item = practice.prompt(item_id).item
    if item.id not in practice.suspended():
        return None
    practice.unsuspend(item.id)
    return Undone(item, "suspend", rating=None, text="")
