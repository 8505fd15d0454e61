"""`drill ask`: a free question about a card, answered from the card."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from drill.cli.opening import opened
from drill.i18n import _

if TYPE_CHECKING:
    from drill.practice.consulting import Told


@click.command()
@click.argument("card")
@click.argument("question")
@click.option("--lang", type=click.Choice(["zh", "en"]), help="Language of the answer.")
@click.option("--offline", is_flag=True, help="Ask no model, though the settings name one.")
@click.option("--json", "as_json", is_flag=True, help="Print for programs.")
@click.pass_context
def command(
    context: click.Context, card: str, question: str, lang: str | None, offline: bool, as_json: bool
) -> int:
    """Answer a QUESTION about a CARD from what the card says, with the sections it stands in.

    With a model in the settings, in its words; it must cite the card, or the best passages are shown
    instead. Exits 1 where the card says nothing about it.
    """
    from drill.practice.consulting import consult_now

    with opened(context) as practice:
        told = consult_now(practice, card, question, lang, model=not offline)
    if as_json:
        click.echo(json.dumps(_data(told), ensure_ascii=False, indent=2))
    else:
        if told.fault:
            click.echo("drill: " + fault_line(told), err=True)
        click.echo("\n".join(answer_lines(told)))
    return 0 if told.passages else 1


def answer_lines(told: Told) -> Iterator[str]:
    """An answer as plain text: what a model says, then the passages, each with its section."""
    from drill.cards.plaintext import as_line
    from drill.interview.wording import section_name
    from drill.tui.text import plain

    if told.words:
        yield plain(told.words)
    for passage in told.passages:
        yield f"{section_name(passage.section)}: {as_line(plain(passage.text))}"
    if not told.passages:
        yield _("The card says nothing about that")


def fault_line(told: Told) -> str:
    """Why it is the card's passages that answer."""
    return _("answered from the card alone: {reason}").format(reason=told.fault)


def _data(told: Told) -> dict[str, Any]:
    return {
        "answer": told.words or None,
        "passages": [{"section": str(each.section), "text": each.text} for each in told.passages],
        "fault": told.fault or None,
    }
