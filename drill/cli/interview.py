"""`drill interview`: a mock interview, in the app or line by line."""

from __future__ import annotations

from typing import Any, get_args

import click

from drill.interview.syllabus import Style


@click.command()
@click.option(
    "--plain", is_flag=True, help="Line by line on standard input and output, for pipes and screen readers."
)
@click.option("--questions", type=int, metavar="N", help="How many questions, probes apart. Usually 5.")
@click.option("--minutes", type=float, metavar="M", help="How long in all. Usually 30.")
@click.option("--lang", type=click.Choice(["zh", "en"]), help="Language of the questions.")
@click.option(
    "--deck", "decks", multiple=True, metavar="DECK", help="Ask only cards of this deck; repeatable."
)
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Ask only cards with this tag; repeatable.")
@click.option("--level", type=click.Choice(["1", "2", "3"]), help="How hard the first follow-ups are.")
@click.option("--style", type=click.Choice(list(get_args(Style))), help="The interviewer's manners.")
@click.option("--feedback", type=click.Choice(["zh", "en"]), help="Language of remarks, if another.")
@click.option("--offline", is_flag=True, help="Ask no model, though the settings name one.")
@click.option("--resume", is_flag=True, help="Go on with the unfinished interview.")
@click.option("--new", is_flag=True, help="Give up the unfinished interview, if there is one.")
@click.pass_context
def command(context: click.Context, /, *, plain: bool, resume: bool, new: bool, **chosen: Any) -> int:  # noqa: ANN401
    """Hold a mock interview: weak topics first, follow-ups on what was missing, a clock, and a debrief.

    With --plain an empty line ends an answer, `?` asks what can be asked back, and the end of the
    input ends the interview with its debrief.
    """
    if not plain:
        from drill.cli.app import open_app
        from drill.tui.routes import Wanted

        return open_app("home", context.obj, Wanted(_given(chosen), resume=resume, new=new))

    from drill.cli.conversation import Conversation
    from drill.cli.opening import opened

    with opened(context) as practice:
        interviews = practice.interviews()
        if new:
            interviews.give_up()
        session = interviews.resume() if resume else interviews.begin(interviews.preset(**_given(chosen)))
        Conversation(practice, session).hold()
    return 0


def _given(chosen: dict[str, Any]) -> dict[str, Any]:
    """The fields of a setup that were chosen, with their values."""
    names = {"lang": "language"}
    given = {names.get(name, name): value for name, value in chosen.items() if value not in (None, ())}
    if "level" in given:
        given["level"] = int(given["level"])
    if given.pop("offline"):
        given["model"] = False
    return given
