"""`--grader llm`: having the model of the settings judge an answer too."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from drill.cli.opening import opened
from drill.errors import DrillError, UsageError
from drill.i18n import _

if TYPE_CHECKING:
    from drill.grading.verdict import Verdict
    from drill.practice.practice import Practice
    from drill.practice.regrading import Case

GRADERS = ("offline", "llm")
grader_option = click.option(
    "--grader",
    type=click.Choice(GRADERS),
    default="offline",
    show_default=True,
    help="llm: the model of the setting [endpoint] judges the points too.",
)


def check_model(practice: Practice) -> None:
    """Raise `DrillError` where the settings name no model, or one that cannot be asked."""
    if not practice.settings.endpoint.called:
        raise UsageError(_("no model is set up; give the settings a table [endpoint] with profile and model"))
    practice.ledger.endpoint()


@contextmanager
def with_model(context: click.Context, grader: str) -> Iterator[Practice | None]:
    """The practice whose model is to be asked; none for the offline grader, which needs no collection."""
    if grader == "offline":
        yield None
        return
    with opened(context) as practice:
        check_model(practice)
        yield practice


def judged_by_model(practice: Practice, case: Case) -> Verdict:
    """The verdict with the model's help; where that is not to be had, the offline one, marked as such."""
    from drill.practice.regrading import judged_now, marked

    try:
        return judged_now(practice, case) or case.offline
    except DrillError as error:
        tell(str(error))
        return marked(case.offline, str(error))


def tell(fault: str) -> None:
    """Say on standard error why the verdict is not the model's."""
    click.echo("drill: " + _("graded offline: {reason}").format(reason=fault), err=True)
