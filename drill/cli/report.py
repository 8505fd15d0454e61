"""`drill report`: progress as a document."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

import click

from drill.cli.opening import opened
from drill.i18n import _

_FORMS = ("html", "md", "json", "csv")
"""As in `drill.reports.forms`, which costs more to import than a call for help may."""


@click.command()
@click.option(
    "--format",
    "form",
    type=click.Choice(_FORMS),
    help="Which form; by default the one that the file's name ends in, else md.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to this file.")
@click.option("--force", is_flag=True, help="Replace the file if it is there.")
@click.option(
    "--since",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="YYYY-MM-DD",
    help="Count reviews and answers from this day on.",
)
@click.option("--private", is_flag=True, help="Leave out the texts of answers, and all that quotes them.")
@click.pass_context
def command(
    context: click.Context,
    form: str | None,
    output: Path | None,
    force: bool,
    since: datetime | None,
    private: bool,
) -> None:
    """Write progress as a document: HTML to show, markdown to read, JSON and CSV for programs."""
    from drill.reports.forms import lacking, render, save

    chosen = form or _form_of(output)
    with opened(context) as practice:
        progress = practice.stats(since.date() if since else None)
    text = render(progress, chosen, private=private)
    if output is None:
        # A report is UTF-8 and ends its lines as its form wants, whatever the terminal's encoding.
        sys.stdout.buffer.write(text.encode("utf-8", "replace"))
        sys.stdout.buffer.flush()
    else:
        save(output, text, chosen, replace=force)
        click.echo(_("written to {path}").format(path=output), err=True)
    if lack := lacking(chosen):
        click.echo(lack, err=True)


def _form_of(output: Path | None) -> str:
    ending = output.suffix.lower().removeprefix(".") if output else ""
    return {"htm": "html", "markdown": "md"}.get(ending, ending if ending in _FORMS else "md")
