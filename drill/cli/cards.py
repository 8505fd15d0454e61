"""`drill cards`: list, show, check and make cards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from drill.errors import UsageError
from drill.i18n import _, interface_language, ngettext
from drill.settings import load_settings, settings_path

if TYPE_CHECKING:
    from drill.cards.card import Card
    from drill.cards.decks import Decks


@click.group("cards")
def command() -> None:
    """List, show, check and make cards."""


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print for programs.")
@click.option("--lang", "language", help="Language of the titles; by default that of the interface.")
def list_cards(as_json: bool, language: str | None) -> None:
    """List the cards of all decks."""
    decks = _decks()
    rows = [_row(card, language or interface_language()) for card in decks.cards.values()]
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from drill.tui.patches.wrap import repair_rich

    table = Table(box=None, pad_edge=False, header_style="bold")
    repair_rich()
    table.add_column(_("card"), overflow="fold")
    for heading in (_("points"), _("figures"), _("drills")):
        table.add_column(heading, justify="right")
    for row in rows:
        counts = (Text(str(row[name])) for name in ("points", "figures", "drills"))
        table.add_row(Text.assemble((str(row["id"]), "bold"), "\n", str(row["title"])), *counts)
    Console().print(table)
    for fault in decks.faults:
        click.echo(str(fault), err=True)


@command.command()
@click.argument("card_id", metavar="ID")
@click.option("--lang", "language", help="Language of the card; by default that of the interface.")
def show(card_id: str, language: str | None) -> None:
    """Show a card as a page, with the ids of its follow-ups and drills."""
    from rich.console import Console
    from rich.markdown import Markdown

    from drill.cards.page import page

    decks = _decks()
    card = decks.cards.get(decks.current(card_id))
    if card is None:
        raise UsageError(_("no card {card!r}; `drill cards list` names them all").format(card=card_id))
    if language and language not in card.texts:
        known = ", ".join(card.texts)
        raise UsageError(
            _("{card} is not written in {language!r}, only in {known}").format(
                card=card.id, language=language, known=known
            )
        )
    Console().print(Markdown(page(card, language or interface_language(), with_ids=True)))


@command.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--fix", is_flag=True, help="Give cards whose id is taken an id of their own.")
def lint(paths: tuple[Path, ...], fix: bool) -> int:
    """Check decks (folders) or single cards (files); without PATHS, all decks.

    Exits 1 when something is to be mended.
    """
    from drill.cards.check import check
    from drill.cards.decks import folders
    from drill.cards.mend import mend_ids

    for path in paths:
        if not path.exists():
            raise UsageError(_("{path}: no such file or folder").format(path=path))
    chosen = paths or folders(load_settings())
    if fix:
        for line in mend_ids([path for path in chosen if path.is_dir()]):
            click.echo(line)
    findings = check(chosen)
    for finding in findings:
        click.echo(str(finding))
    count = len(findings)
    told = ngettext("{count} thing to mend", "{count} things to mend", count) if count else _("all ok")
    click.echo(told.format(count=count), err=True)
    return 1 if findings else 0


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--points", "most", type=click.IntRange(0), default=10, show_default=True, help="Points to show."
)
@click.option("--json", "as_json", is_flag=True, help="Print for programs.")
def calibrate(file: Path, most: int, as_json: bool) -> None:
    """Hold the offline grader against the labelled answers in FILE, to see which points to mend.

    FILE holds JSON lines: card (or item), lang, answer, and scores by dimension (0 to 1), points by id
    (hit, partial, miss), or both; id and kind if you like.
    """
    from drill.cli.calibrating import print_calibration
    from drill.cli.labels import read_labelled
    from drill.grading.calibration import calibrate as compare

    print_calibration(compare(read_labelled(file, _decks())), most, as_json=as_json)


@command.command()
@click.argument("card_id", metavar="ID")
@click.option(
    "--deck", "folder", type=click.Path(path_type=Path), help="Folder of the deck; by default your first."
)
def new(card_id: str, folder: Path | None) -> None:
    """Write a file for a new card, to be filled in; content/README.md shows what it may hold."""
    from drill.cards.new import write_card

    settings = load_settings()
    own = [Path(deck).expanduser() for deck in settings.decks]
    if folder is None and not own:
        raise UsageError(_("you have no deck of your own yet; name its folder with --deck"))
    chosen = folder or own[0]
    click.echo(write_card(card_id, chosen, _decks()))
    if chosen.resolve() not in {each.resolve() for each in own}:
        line = _("To study this deck, add its folder to the setting `decks` in {path}: decks = {folders}")
        folders = json.dumps([*settings.decks, str(chosen.resolve())], ensure_ascii=False)
        click.echo(line.format(path=settings_path(), folders=folders), err=True)


@command.command()
@click.argument("card_id", metavar="[ID]", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print for programs.")
@click.pass_context
def disputes(context: click.Context, card_id: str | None, as_json: bool) -> None:
    """List the verdicts on points that you disputed, of the card ID or of all: where a card needs mending."""
    from drill.cli.disputed import print_disputes
    from drill.cli.opening import opened

    with opened(context) as practice:
        wanted = practice.prompt(card_id).card.id if card_id else None
        found = [each for each in practice.disputes().all() if wanted in (None, each.card)]
    print_disputes(found, as_json=as_json)


def _decks() -> Decks:
    from drill.cards.decks import user_decks

    return user_decks(load_settings())


def _row(card: Card, language: str) -> dict[str, object]:
    text = card.texts[card.base]
    return {
        "id": card.id,
        "deck": card.deck,
        "title": card.text(language).title,
        "languages": list(card.texts),
        "points": len(text.points),
        "figures": len(card.figures),
        "drills": len(card.drills),
    }
