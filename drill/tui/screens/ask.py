"""A free question about a card, answered from the card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from drill.cards.card import CardId, Language
from drill.cards.plaintext import as_line
from drill.errors import DrillError
from drill.i18n import _
from drill.interview.wording import section_name
from drill.tui.desk import Desk
from drill.tui.screens.dialog import Dialog
from drill.tui.text import MUTED, plain
from drill.tui.widgets.keybar import KeyBar
from drill.tui.widgets.line import OneLine

if TYPE_CHECKING:
    from drill.practice.consulting import Told


class CardAsked(Message):
    """The user has a question about a card; its answer is wanted in this language."""

    def __init__(self, card: CardId, language: Language) -> None:
        self.card = card
        self.language: Language = language
        super().__init__()


class AskDialog(Dialog[None]):
    """A line to ask in, and what the card says to it; each answer names the section it stands in."""

    DEFAULT_CSS = """
    AskDialog {
        #frame { width: 100; }
        #found { height: auto; max-height: 16; scrollbar-size-vertical: 1; }
    }
    """

    def __init__(self, desk: Desk, card: CardId, language: Language) -> None:
        super().__init__()
        self._desk = desk
        self._card = card
        self._language: Language = language

    def compose(self) -> ComposeResult:
        """The line, and room for the answer."""
        with Vertical(id="frame") as frame:
            frame.border_title = _("Ask the card {card}").format(card=self._card)
            yield OneLine(placeholder=_("Such as: why is that not so?"))
            with VerticalScroll(id="found"):
                yield Static(
                    Content.styled(_("The answer comes from the card, with the section it stands in"), MUTED)
                )
        yield KeyBar()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Look it up."""
        if question := event.value.strip():
            self.run_worker(self._answer(question), exclusive=True)

    async def _answer(self, question: str) -> None:
        from drill.practice.consulting import consult

        told = self.query_one("#found Static", Static)
        told.update(Content.styled(_("looking…"), MUTED))
        try:
            answer = await consult(self._desk.ask, self._card, question, self._language)
        except DrillError as error:
            told.update(Content.styled(plain(str(error)), "$error"))
            return
        told.update(_answered(answer))
        self.query_one("#found").scroll_home(animate=False)


def _answered(told: Told) -> Content:
    """What a model says, then the passages it rests on; or the passages alone, and why."""
    parts = [Content.styled(plain(told.fault), "$warning")] if told.fault else []
    parts += [Content(plain(told.words))] if told.words else []
    parts += [
        Content.assemble((section_name(each.section), "bold $accent"), "\n", as_line(plain(each.text)))
        for each in told.passages
    ]
    return Content("\n\n").join(parts) if parts else Content(_("The card says nothing about that"))
