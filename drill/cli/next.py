"""`drill next`: what would be asked now, or by one item, and why."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from drill.cli.opening import opened
from drill.i18n import N_, _

if TYPE_CHECKING:
    from drill.practice.views import Prompt

REASONS = {
    "learning": N_("a step has come due"),
    "due": N_("due"),
    "new": N_("new"),
    "ahead": N_("a little before its time"),
    "interview": N_("once more before the interview"),
}


@click.command()
@click.argument("item", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print for programs.")
@click.pass_context
def command(context: click.Context, item: str | None, as_json: bool) -> None:
    """Show what would be asked now, and why; with ITEM, what that item would ask. Records nothing.

    Answer it with `drill answer ITEM`: a drill keeps its numbers until it is answered.
    """
    with opened(context) as practice:
        prompt = practice.prompt(item, in_turn=True) if item else practice.next()
        later = None if prompt else practice.today().next_due
    if as_json:
        next_due = later.isoformat() if later else None
        click.echo(json.dumps(_data(prompt) | {"next_due": next_due}, ensure_ascii=False, indent=2))
    elif prompt:
        click.echo(f"{prompt.item.id}  ({_(REASONS[prompt.reason])})\n\n{prompt.question}")
    elif later:
        when = later.astimezone().strftime("%Y-%m-%d %H:%M")
        click.echo(_("Nothing is left for now; the next one comes at {when}.").format(when=when))
    else:
        click.echo(_("Nothing is left, and nothing comes back: there are no cards."))


def _data(prompt: Prompt | None) -> dict[str, Any]:
    if prompt is None:
        return {"item": None}
    return {
        "item": prompt.item.id,
        "card": prompt.card.id,
        "kind": prompt.item.kind.value,
        "lang": prompt.language,
        "reason": prompt.reason,
        "question": prompt.question,
        "unit": prompt.numeric.unit if prompt.numeric else None,
        "draft": prompt.draft,
    }
