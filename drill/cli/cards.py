"""`drill cards`: list, show, check and make cards."""

from __future__ import annotations

from pathlib import Path

import click

from drill.errors import UsageError
from drill.settings import load_settings


@click.group("cards")
def command() -> None:
    """List, show, check and make cards."""


@command.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
def lint(paths: tuple[Path, ...]) -> None:
    """Check the cards of decks (a folder) or single cards (a file); without PATHS, of all decks.

    Exits 1 when something is to be mended.
    """
    from drill.cards.check import check
    from drill.cards.decks import folders

    for path in paths:
        if not path.exists():
            raise UsageError(f"{path}: no such file or folder")
    findings = check(paths or folders(load_settings()))
    for finding in findings:
        click.echo(str(finding))
    if findings:
        raise click.exceptions.Exit(1)
