"""`drill report`: progress as a document."""

from __future__ import annotations

import json
import os
from datetime import date, datetime
from pathlib import Path
from uuid import uuid4

import click

from drill.cli.opening import opened
from drill.errors import DrillError, UsageError
from drill.i18n import _


@click.command()
@click.option(
    "--format", "form", type=click.Choice(["md", "json"]), default="md", show_default=True, help="Which form."
)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
@click.option("--force", is_flag=True, help="Replace the file if it is there.")
@click.option(
    "--since",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="YYYY-MM-DD",
    help="Count reviews and answers from this day on.",
)
@click.pass_context
def command(
    context: click.Context, form: str, output: Path | None, force: bool, since: datetime | None
) -> None:
    """Write progress, with every answer and what was made of it, as markdown or JSON."""
    start = date(since.year, since.month, since.day) if since else None
    with opened(context) as practice:
        progress = practice.stats(start)
    if form == "json":
        from drill.reports.data import as_data

        text = json.dumps(as_data(progress), ensure_ascii=False, indent=2) + "\n"
    else:
        from drill.reports.markdown import as_markdown

        text = as_markdown(progress)
    if output is None:
        click.echo(text, nl=False)
    else:
        _write(output, text, replace=force)
        click.echo(_("written to {path}").format(path=output), err=True)


def _write(path: Path, text: str, *, replace: bool) -> None:
    """Put the whole text there or nothing; a file that is there stays, unless it is to be replaced."""
    beside = path.with_name(f".{path.name}.{uuid4().hex[:8]}")
    try:
        beside.write_text(text, encoding="utf-8")
        if replace:
            beside.replace(path)
        else:
            os.link(beside, path)
    except FileExistsError:
        raise UsageError(_("{path} is there already; --force replaces it").format(path=path)) from None
    except OSError as error:
        raise DrillError(f"{path}: {error.strerror}; nothing was written") from error
    finally:
        beside.unlink(missing_ok=True)
