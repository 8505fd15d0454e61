"""The figures behind an answer: what the card says in numbers, and what the engine makes of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from drill.i18n import N_, _
from drill.practice.views import Prompt
from drill.tui.text import MUTED, plain
from drill.tui.widgets.rows import Row as Line
from drill.tui.widgets.rows import Rows
from drill.tui.wording import quantity

if TYPE_CHECKING:
    from drill.figures.bind import Row

_INDENT = 4
_HEARD = {
    "thumb": N_("a rule of thumb"),
    "outdated": N_("outdated"),
    "wrong": N_("often heard, and wrong"),
}


class Figures(VerticalScroll):
    """A scrolling pane that has the figures recomputed when it is first looked at, in a thread."""

    DEFAULT_CSS = """
    Figures { width: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
    """

    def __init__(self, prompt: Prompt) -> None:
        super().__init__(id="figures")
        self._prompt = prompt

    async def on_focus(self) -> None:
        """Begin when the pane is opened."""
        if not self.children:
            await self.mount(Static(Content.styled(_("computing…"), MUTED)))
            self.run_worker(self._recompute, thread=True)

    def _recompute(self) -> None:
        from drill.figures.bind import recompute  # numpy, and up to two seconds for a simulated figure

        lines = [_line(self._prompt, row) for row in recompute(self._prompt.card, self._prompt.language)]
        self.app.call_from_thread(self._show, lines)

    def _show(self, lines: list[Line]) -> None:
        for text in self.query(Static):
            text.update(Rows(lines, _INDENT))


def _line(prompt: Prompt, row: Row) -> Line:
    body = Content.styled(plain(row.said or row.figure), "bold")
    if row.kind == "computed":
        mark, style = ("=", "$success") if row.ok else ("✗", "$error")
        if row.computed is not None:
            told = _("computed: {value}").format(value=quantity(row.computed, row.unit))
            body += Content(f"   {told}")
        body += Content.styled(f"\n{plain(row.experiment)}", "$accent")
        if row.formula:
            body += Content.styled(f"\n{plain(row.formula)}", MUTED)
        if row.assumptions:
            from drill.figures.telling import told as in_language

            assumed = _("; ").join(in_language(each, prompt.language) for each in row.assumptions)
            body += Content.styled("\n" + plain(assumed), MUTED)
    else:
        heard = row.kind == "heard"
        mark, style = ("!", "$warning") if heard else ("§", "$accent")
        what = _(_HEARD[row.verdict]) if heard else _("cited")
        body += Content(f"   {what}") + Content.styled(f"\n{plain(_note(prompt, row))}", MUTED)
    if row.fault:
        body += Content.styled(f"\n{plain(row.fault)}", "$error")
    return Line(Content.styled(f"{mark:>2}", f"bold {style}"), body)


def _note(prompt: Prompt, row: Row) -> str:
    """Source or correction, in the language of the question where the card has it so."""
    card = prompt.card
    own = card.text(prompt.language).notes.get(row.figure) or card.text(card.base).notes.get(row.figure)
    figure = card.figures[row.figure]
    return own or str(getattr(figure, "source", "") or getattr(figure, "correction", ""))
