"""The question itself, and answering it: typed, or aloud against a running clock."""

from __future__ import annotations

import time
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from drill.cards.card import Kind
from drill.i18n import N_, _
from drill.practice.judging import is_typed
from drill.practice.views import Prompt
from drill.tui import wording
from drill.tui.text import plain
from drill.tui.widgets.answer import AnswerArea


class QuestionText(VerticalScroll, can_focus=False):
    """The wording of a question; a long one scrolls rather than pushing the answer off the screen."""

    DEFAULT_CSS = """
    QuestionText { height: auto; max-height: 40%; padding: 0 2; margin: 1 0;
        Static { text-style: bold; width: 1fr; }
    }
    """

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """The text as it is, markup and all."""
        yield Static(Content(plain(self._question)))


DRAFT_AFTER = 0.5
"""Seconds from the first unsaved key to the draft on disk; a kill loses no more than that."""


class TypedQuestion(Vertical):
    """A question with a place to type the answer: below it, or beside it where the screen is wide."""

    class Answered(Message):
        """The user is done with the answer."""

        def __init__(self, view: TypedQuestion, text: str) -> None:
            self.view = view
            self.text = text
            super().__init__()

    class DraftDue(Message):
        """What is typed should go to disk."""

    SCOPED_CSS = False  # the width of the screen decides
    DEFAULT_CSS = """
    TypedQuestion {
        AnswerArea { height: 1fr; margin: 0 1; border: round $border; background: $background; padding: 0 1;
            border-title-color: $text-muted; border-subtitle-color: $text-muted; }
        AnswerArea:focus { border: round $accent; border-title-color: $accent; }
    }
    .-wide TypedQuestion {
        layout: horizontal;
        QuestionText { width: 2fr; max-height: 100%; padding: 0 3; margin: 2 0; }
        AnswerArea { width: 3fr; height: 100%; margin: 1 1 0 0; }
    }
    """

    def __init__(self, prompt: Prompt) -> None:
        super().__init__()
        self.prompt = prompt
        self._saved = plain(prompt.draft)
        self._draft_timer: Timer | None = None
        self.warned = False
        """Whether the user was told that nothing is typed."""
        self._since = time.monotonic()

    def compose(self) -> ComposeResult:
        """Both, the draft in its place."""
        yield QuestionText(self.prompt.question)
        yield AnswerArea(self.prompt.draft, _("Type your answer"))

    def on_mount(self) -> None:
        """Say that a draft was kept, and be ready to type."""
        area = self.query_one(AnswerArea)
        area.border_title = _("Your answer")
        self.say(_("draft restored") if self.prompt.draft else _hint(self.prompt))
        area.focus()

    def say(self, note: str) -> None:
        """Put a short note where the user is looking: at the foot of the answer."""
        self.query_one(AnswerArea).border_subtitle = Content(note)

    @property
    def unsaved(self) -> bool:
        """Whether what is typed is not on disk."""
        return self.text != self._saved

    def mark_saved(self, text: str) -> None:
        """This text is on disk now."""
        self._saved = text

    def on_text_area_changed(self, event: AnswerArea.Changed) -> None:
        """Ask for the draft to be saved soon; further keys do not put that off."""
        event.stop()
        if self.warned and is_typed(self.text):
            self.warned = False
            self.screen.refresh_bindings()
        if self._draft_timer is None:
            self._draft_timer = self.set_timer(DRAFT_AFTER, self._ask_to_save)

    def on_descendant_blur(self) -> None:
        """The user looks elsewhere, perhaps at another window: save now."""
        self._ask_to_save()

    def on_answer_area_submitted(self, event: AnswerArea.Submitted) -> None:
        """Hand the answer on; an empty one has to be meant."""
        event.stop()
        if is_typed(event.text) or self.warned:
            self.post_message(self.Answered(self, event.text))
        else:
            self.warned = True
            self.say(_("nothing was typed: once more to see the answer"))
            self.screen.refresh_bindings()

    def _ask_to_save(self) -> None:
        self._draft_timer = None
        self.post_message(self.DraftDue())

    @property
    def text(self) -> str:
        """What is typed so far."""
        return self.query_one(AnswerArea).text

    @property
    def seconds(self) -> float:
        """How long the question has been on screen."""
        return time.monotonic() - self._since


class SpokenQuestion(Vertical, can_focus=True):
    """A question that is answered aloud; the clock runs until the user has said it all."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter", "said", N_("I have said it"), id="said"),
    ]
    DEFAULT_CSS = """
    SpokenQuestion {
        #clock { width: 1fr; content-align: center middle; text-style: bold; color: $accent; height: 3; }
        #advice { width: 1fr; text-align: center; color: $text-muted; padding: 0 4; height: auto; }
        QuestionText { max-height: 60%; }
    }
    """

    class Said(Message):
        """The user has said all they have to say."""

    def __init__(self, prompt: Prompt) -> None:
        super().__init__()
        self.prompt = prompt
        self._since = time.monotonic()

    def compose(self) -> ComposeResult:
        """Question, clock, and what to think of while speaking."""
        yield QuestionText(self.prompt.question)
        yield Static(wording.clock(0), id="clock")
        yield Static(Content(_hint(self.prompt)), id="advice")

    def on_mount(self) -> None:
        """Start the clock."""
        self.set_interval(1.0, self._tick)
        self.focus()

    @property
    def seconds(self) -> float:
        """How long the user has been speaking."""
        return time.monotonic() - self._since

    def action_said(self) -> None:
        """Go on to the points."""
        self.post_message(self.Said())

    def _tick(self) -> None:
        self.query_one("#clock", Static).update(wording.clock(self.seconds))


def _hint(prompt: Prompt) -> str:
    match prompt.item.kind:
        case Kind.EXPLAIN:
            return " · ".join(_(each) for each in wording.DIMENSIONS.values())
        case Kind.DRILL if prompt.numeric is not None:
            return _("a number with its unit, such as 40 {unit}").format(unit=prompt.numeric.unit)
        case _:
            return _("in your own words")
