"""What the grader makes of an answer, shown so that one look tells the score and the next what to learn."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from drill.cards.card import Kind
from drill.grading.verdict import RatingName
from drill.i18n import N_, _
from drill.practice.views import Graded
from drill.tui.material import expected_points
from drill.tui.widgets.asked import Asked
from drill.tui.widgets.findings import dimension_bars, findings, headline, own_answer
from drill.tui.widgets.model import ModelAnswer
from drill.tui.widgets.rating import RATING_KEYS, Rated, RatingBar
from drill.tui.widgets.rows import Rows

_INDENT = 4


class TickRequested(Message):
    """The user would rather say themselves which points they made."""


class Feedback(Vertical):
    """Scores on top, then points, the own answer and the model answer as panes, and the ratings below.

    A narrow screen shows one pane at a time, a wide one the points and another beside them.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "accept", N_("Accept"), id="accept"),
        Binding("m", "pane('model')", N_("Model answer"), id="model"),
        Binding("a", "pane('answer')", N_("Your answer"), id="answer"),
        Binding("p", "pane('points')", N_("Points"), show=False, id="points"),
        Binding("tab", "next_pane", N_("Next pane"), show=False, id="next_pane"),
        Binding("t", "tick", N_("Tick yourself"), id="tick_yourself"),
        *RATING_KEYS,
    ]
    SCOPED_CSS = False  # the width of the screen decides
    DEFAULT_CSS = """
    Feedback {
        #headline { padding: 0 2; height: auto; }
        #scores { layout: grid; grid-size: 2; grid-gutter: 0 2; grid-rows: 1; height: auto; margin: 1 2 0 2; }
        #tabs { height: 1; margin: 1 2 0 2; }
        _Tab { width: auto; padding: 0 1; color: $text-muted; margin: 0 1 0 0; }
        _Tab.-on { color: $accent; text-style: bold underline; }
        #panes { height: 1fr; margin: 0 1; }
        #panes > * { display: none; }
        #panes > .-on { display: block; }
        _Pane { width: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
    }
    .-wide Feedback {
        #panes > #points { display: block; }
        #panes > #answer.-beside, #panes > #model.-beside {
            display: block; border-left: vkey $border; padding: 0 2;
        }
    }
    """

    def __init__(self, graded: Graded) -> None:
        super().__init__()
        self.graded = graded

    def compose(self) -> ComposeResult:
        """From the verdict alone."""
        prompt = self.graded.prompt
        yield Asked(prompt)
        yield Static(headline(self.graded), id="headline")
        if bars := dimension_bars(self.graded.verdict):
            with Horizontal(id="scores"):
                for each in bars:
                    yield Static(each)
        with Horizontal(id="tabs"):
            yield _Tab("points", "p", _("Working") if prompt.item.kind is Kind.DRILL else _("Points"))
            yield _Tab("answer", "a", _("Your answer"))
            yield _Tab("model", "m", _("Model answer"))
        with Horizontal(id="panes"):
            with _Pane(id="points"):
                yield Static(Rows(findings(self.graded), _INDENT))
            with _Pane(id="answer"):
                yield Static(own_answer(self.graded))
            yield ModelAnswer(prompt)
        yield RatingBar(self.graded.intervals, self.graded.verdict.rating)

    def on_mount(self) -> None:
        """Start with the points, or where there are none with the answer to compare one's own with."""
        prompt = self.graded.prompt
        told = expected_points(prompt) or prompt.item.kind is Kind.DRILL
        self.action_pane("points" if told else "model")

    def action_accept(self) -> None:
        """Take the rating that is proposed; without one, ask for a choice."""
        rating = self.graded.verdict.rating
        if rating is None:
            self.notify(_("No rating is proposed: choose 1 to 4"), timeout=4)
        else:
            self.post_message(Rated(rating))

    def action_rate(self, rating: RatingName) -> None:
        """Rate otherwise than proposed."""
        self.post_message(Rated(rating))

    def action_tick(self) -> None:
        """Offer the checklist in place of the verdict."""
        self.post_message(TickRequested())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is nothing to tick on a number or a plain card."""
        return bool(expected_points(self.graded.prompt)) if action == "tick" else True

    def action_pane(self, name: str) -> None:
        """Bring a pane to the front."""
        for tab in self.query(_Tab):
            tab.set_class(tab.pane == name, "-on")
        for pane in self.query("#panes > *"):
            pane.set_class(pane.id == name, "-on")
            pane.set_class(pane.id == ("model" if name == "points" else name), "-beside")
        self.query_one(f"#{name}").focus()

    def action_next_pane(self) -> None:
        """Go through the panes in their order."""
        tabs = list(self.query(_Tab))
        current = next(number for number, tab in enumerate(tabs) if tab.has_class("-on"))
        self.action_pane(tabs[(current + 1) % len(tabs)].pane)

    def on__tab_chosen(self, event: _Tab.Chosen) -> None:
        """A click on a tab is the same as its key."""
        event.stop()
        self.action_pane(event.pane)


class _Pane(VerticalScroll):
    """A scrolling part of the feedback; the keys of the feedback work in each."""


class _Tab(Static):
    ALLOW_SELECT = False

    class Chosen(Message):
        """This pane is wanted."""

        def __init__(self, pane: str) -> None:
            self.pane = pane
            super().__init__()

    def __init__(self, pane: str, key: str, label: str) -> None:
        super().__init__(Content(f"{label} ({key})"))
        self.pane = pane

    def on_click(self) -> None:
        self.post_message(self.Chosen(self.pane))
