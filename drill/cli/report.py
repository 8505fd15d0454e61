"""`drill report`: progress as a document."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

import click

from drill.cli.opening import opened
from drill.errors import UsageError
from drill.i18n import _

_FORMS = ("html", "md", "json", "csv")
"""As in `drill.reports.forms`, which costs more to import than a call for help may."""
_ENDINGS = {form: form for form in _FORMS} | {"htm": "html", "markdown": "md", "txt": "md"}


@click.command()
@click.option(
    "--format",
    "form",
    type=click.Choice(_FORMS),
    help="Which form; by default the one that the file's name ends in, else md.",
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Write to this file; - is standard output."
)
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

    if output == Path("-"):
        output = None
    told = _form_told_by(output) if output else "md"
    chosen = form or told
    if chosen is None:
        raise UsageError(_no_form(output))
    with opened(context) as practice:
        progress = practice.stats(since.date() if since else None)
    text = render(progress, chosen, private=private)
    if output is None:
        # A report is UTF-8 and ends its lines as its form wants, whatever the terminal's encoding.
        sys.stdout.buffer.write(text.encode("utf-8", "replace"))
        sys.stdout.buffer.flush()
    else:
        save(output, text, chosen, replace=force)
        said = _("written to {path}") if told in (None, chosen) else _("written to {path}, as {form}")
        click.echo(said.format(path=output, form=chosen), err=True)
    if lack := lacking(chosen):
        click.echo(lack, err=True)


def _form_told_by(output: Path) -> str | None:
    return _ENDINGS.get(output.suffix.lower().removeprefix("."))


def _no_form(output: Path | None) -> str:
    line = _("{path}: end the name in {endings}, or give --format")
    if output and output.suffix.lower() == ".pdf":
        line = _("{path}: a PDF is not made here; write .html and print it to PDF from a browser")
    return line.format(path=output, endings=", ".join(f".{form}" for form in _FORMS))
