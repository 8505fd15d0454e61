"""A verdict as people read it on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from drill.cards.card import Dimension, Kind
from drill.cards.items import items
from drill.grading.nexttime import next_time
from drill.i18n import N_, _
from drill.tui.patches.wrap import repair_rich

if TYPE_CHECKING:
    from drill.cards.card import Card
    from drill.grading.verdict import Verdict

DIMENSIONS = {
    Dimension.WHAT: N_("What"),
    Dimension.WHY: N_("Why"),
    Dimension.COUNTERFACTUAL: N_("Without it"),
    Dimension.VERIFICATION: N_("How to verify"),
}
RATINGS = {"again": N_("Again"), "hard": N_("Hard"), "good": N_("Good"), "easy": N_("Easy")}
_MARKS = {"hit": ("✓", "green"), "partial": ("~", "yellow"), "miss": ("·", "dim")}
_BAR = 20


def show(verdict: Verdict, card: Card, console: Console | None = None) -> None:
    """Print scores, points with the words that made them, misconceptions and notes."""
    repair_rich()
    out = console or Console(highlight=False)
    out.print(_headline(verdict))
    if verdict.dimensions:
        out.print(_bars(verdict))
    if verdict.points:
        out.print(_points(verdict, card))
    for belief in verdict.misconceptions:
        line = Text.assemble(("✗ ", "red"), (quoted(belief.quote), "red"), " → ", _clean(belief.correction))
        out.print(line)
    for attempt in verdict.attempts:
        out.print(Text(_("Not graded: {quote}").format(quote=quoted(attempt)), style="magenta"))
    for advice in next_time(verdict, _texts(verdict, card)):
        place = _(DIMENSIONS[advice.dimension]) + ": " if advice.dimension else ""
        out.print(Text.assemble("→ ", (place, "bold"), _clean(advice.text)))
    if verdict.followup:
        out.print(Text.assemble("? ", _clean(verdict.followup)))
    for note in verdict.notes:
        out.print(Text(_clean(note), style="dim"))


def _headline(verdict: Verdict) -> Text:
    if verdict.score is None or verdict.rating is None:
        return Text(_("Not graded"), style="bold")
    return Text.assemble(
        (f"{verdict.score:.0%}", "bold"),
        "  ",
        (_(RATINGS[verdict.rating]), "bold"),
        "  ",
        (_("confidence {confidence:.0%}").format(confidence=verdict.confidence), "dim"),
    )


def _bars(verdict: Verdict) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False)
    for dimension, score in verdict.dimensions.items():
        filled = round(score * _BAR)
        bar = Text("━" * filled, style="green") + Text("─" * (_BAR - filled), style="dim")
        table.add_row(_(DIMENSIONS[dimension]), bar, f"{score:.0%}")
    return table


def _points(verdict: Verdict, card: Card) -> Table:
    texts = _texts(verdict, card)
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for point in verdict.points:
        mark, style = _MARKS[point.verdict]
        words = Text(texts.get(point.id, point.id), style="" if point.verdict != "miss" else "dim")
        if point.must:
            words.append(" !", style="bold")
        for evidence in point.evidence:
            words.append("\n" + quoted(evidence.quote), style="italic green")
        table.add_row(Text(mark, style=style), words)
    return table


def _texts(verdict: Verdict, card: Card) -> dict[str, str]:
    text = card.text(verdict.lang)
    item = next((each for each in items(card) if each.id == verdict.item), None)
    if item is not None and item.kind is Kind.FOLLOWUP:
        points = [point for each in text.followups if each.id == item.name for point in each.points]
    else:
        points = list(text.points)
    return {point.id: point.text for point in points}


def quoted(text: str) -> str:
    """Words of an answer on one line, in quotation marks."""
    return f"“{_clean(' '.join(text.split()))}”"


def _clean(text: str) -> str:
    """Without what drives a terminal or turns the direction of text around."""
    return "".join(character if character.isprintable() or character == "\n" else " " for character in text)
