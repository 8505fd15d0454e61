"""A score as a bar with its number beside it; the number is what counts, the bar only shows it sooner."""

from __future__ import annotations

from textual.content import Content

from drill.i18n import _, percent
from drill.tui.text import MUTED


def bar(share: float, cells: int) -> str:
    """A bar of `cells` cells, filled to `share` of one; anything above nothing shows."""
    full = round(max(0.0, min(1.0, share)) * cells)
    if share > 0 and not full:
        full = 1
    return "█" * full + "░" * (cells - full)


def tone(share: float) -> str:
    """The theme's colour for a score."""
    if share >= 0.75:
        return "$success"
    return "$warning" if share >= 0.4 else "$error"


def score_bar(label: str, share: float, label_cells: int, cells: int = 14) -> Content:
    """`label ██████░░░░ 60 %`, the label padded to `label_cells`."""
    name = Content(label)
    return Content.assemble(
        name.pad_right(max(0, label_cells - name.cell_length) + 1),
        (bar(share, cells), tone(share)),
        (f" {percent(share):>5}", "bold"),
    )


def score_or_none(score: float | None) -> Content:
    """A short bar with the score, for a list; words where there is no score."""
    if score is None:
        return Content.styled(_("not graded"), MUTED)
    return Content.assemble((bar(score, 8), tone(score)), f" {percent(score):>5}")
