"""`drill answer`: grade an answer, record it and schedule the item."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import click

from drill.cli.model import check_model, grader_option, tell
from drill.cli.opening import opened
from drill.i18n import _

if TYPE_CHECKING:
    from drill.grading.verdict import RatingName
    from drill.practice.practice import Practice
    from drill.practice.views import Graded, Reviewed


@click.command()
@click.argument("item")
@click.argument("file", default="-", metavar="[FILE|-]")
@click.option("--lang", type=click.Choice(["zh", "en"]), help="Language of question and answer.")
@click.option(
    "--rating",
    type=click.Choice(["again", "hard", "good", "easy"]),
    help="Rate it yourself, whatever the grader proposes.",
)
@grader_option
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as `drill grade --json` does.")
@click.pass_context
def command(
    context: click.Context,
    item: str,
    file: str,
    lang: str | None,
    rating: str | None,
    grader: str,
    as_json: bool,
) -> None:
    """Grade an answer to ITEM from FILE or standard input, record it, and schedule the item.

    ITEM is a card's id, or that of one of its items, such as kv-cache/drill/size: `drill next` names one.
    """
    from drill.cli.reading import read_answer

    with opened(context) as practice:
        if grader == "llm":
            check_model(practice)
        prompt = practice.prompt(item, lang, in_turn=True)
        if file == "-" and sys.stdin.isatty():
            click.echo(prompt.question + "\n" + _("Type the answer, then Ctrl+D."), err=True)
        graded = practice.answer(prompt, read_answer(file))
        if grader == "llm":
            graded = _by_model(practice, graded)
        chosen = cast("RatingName | None", rating) or graded.verdict.rating
        reviewed = practice.rate(graded, chosen) if chosen else None
    if as_json:
        from drill.grading.contract import as_json as contract

        click.echo(json.dumps(contract(graded.verdict) | {"rating": chosen}, ensure_ascii=False))
        return
    from drill.cli.verdict import show

    show(graded.verdict, prompt.card)
    click.echo(_outcome(reviewed))


def _by_model(practice: Practice, graded: Graded) -> Graded:
    from drill.practice.regrading import marked, regrade_now

    again = regrade_now(practice, graded)
    if again.fault:
        tell(again.fault)
    return replace(again, verdict=marked(again.verdict, again.fault))


def _outcome(reviewed: Reviewed | None) -> str:
    if reviewed is None or reviewed.due is None:
        return _("Stored, but not scheduled; rate it yourself with --rating.")
    from drill.cli.verdict import RATINGS

    when = reviewed.due.astimezone().strftime("%Y-%m-%d %H:%M")
    return _("Recorded as {rating}; comes back {when}").format(rating=_(RATINGS[reviewed.rating]), when=when)
