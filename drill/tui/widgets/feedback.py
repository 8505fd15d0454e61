"""What the grader makes of an answer, shown so that one look tells the score and the next what to learn."""

from __future__ import annotations

from typing import ClassVar

from textual import events
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
from drill.tui.keys import bound_key
from drill.tui.material import expected_points
from drill.tui.widgets.asked import Asked
from drill.tui.widgets.figures import Figures
from drill.tui.widgets.findings import dimension_bars, own_answer
from drill.tui.widgets.headline import headline, is_unsure
from drill.tui.widgets.model import ModelAnswer
from drill.tui.widgets.points import Points
from drill.tui.widgets.rating import RATING_KEYS, Rated, RatingBar
from drill.tui.widgets.spending import told_of_model

_SLIM = 60
"""Cells below which scores and tabs stand below each other."""


class TickRequested(Message):
    """The user would rather say themselves which points they made."""


class Disputed(Message):
    """The user does not accept what was said of a point or misconception, or no longer minds."""

    def __init__(self, feedback: Feedback, about: str) -> None:
        self.feedback = feedback
        self.about = about
        super().__init__()


class Feedback(Vertical):
    """Scores on top, then points, the own answer, the model answer and figures as panes; the ratings below.

    A narrow screen shows one pane at a time, a wide one the points and another beside them.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "tick_first", N_("Tick what you said"), id="accept"),
        Binding("enter", "choose", N_("Choose a rating"), show=False, id="accept"),
        Binding("enter", "accept", N_("Accept"), id="accept"),
        Binding("w", "why", N_("Why not?"), id="why"),
        Binding("d", "dispute", N_("Dispute"), id="dispute"),
        Binding("t", "tick", N_("Tick yourself"), id="tick_yourself"),
        Binding("p", "pane('points')", N_("Points"), show=False, id="points"),
        Binding("a", "pane('answer')", N_("Your answer"), show=False, id="answer"),
        Binding("m", "pane('model')", N_("Model answer"), show=False, id="model"),
        Binding("f", "pane('figures')", N_("Figures"), show=False, id="figures"),
        Binding("tab", "next_pane", N_("Next pane"), show=False, id="next_pane"),
        *RATING_KEYS,
    ]
    SCOPED_CSS = False  # the width of the screen decides
    DEFAULT_CSS = """
    Feedback {
        #headline { padding: 0 2; height: auto; }
        #by_model { padding: 0 2; height: auto; display: none; }
        #by_model.-told { display: block; }
        #scores { layout: grid; grid-size: 2; grid-gutter: 0 2; grid-rows: 1; height: auto; margin: 1 2 0 2; }
        #tabs { height: 1; margin: 1 2 0 2; }
        _Tab { width: auto; padding: 0 1; color: $text-muted; margin: 0 1 0 0; }
        _Tab.-on { color: $accent; text-style: bold underline; }
        #panes { height: 1fr; margin: 0 1; }
        #panes > * { display: none; }
        #panes > .-on { display: block; }
        _Pane { width: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
    }
    Feedback.-slim {
        #scores { grid-size: 1; }
        #tabs { layout: grid; grid-size: 2; grid-rows: 1; height: auto; }
        _Tab { margin: 0; }
    }
    .-short Feedback {
        #scores { margin: 0 2; }
        #tabs { margin: 0 2; }
        &.-slim #scores { display: none; }
    }
    .-wide Feedback {
        #panes > #points { display: block; }
        #panes > .-beside { display: block; border-left: vkey $border; padding: 0 2; }
    }
    """

    def __init__(self, graded: Graded, pane: str = "") -> None:
        super().__init__()
        self.graded = graded
        self._first_pane = pane

    def compose(self) -> ComposeResult:
        """From the verdict alone."""
        prompt = self.graded.prompt
        yield Asked(prompt)
        yield Static(headline(self.graded), id="headline")
        yield Static(id="by_model")
        if bars := dimension_bars(self.graded.verdict):
            with Horizontal(id="scores"):
                for each in bars:
                    yield Static(each)
        panes = {
            "points": _("Working") if prompt.item.kind is Kind.DRILL else _("Points"),
            "answer": _("Your answer"),
            "model": _("Model answer"),
        }
        if self._has_figures():
            panes["figures"] = _("Figures")
        with Horizontal(id="tabs"):
            for name, label in panes.items():
                yield _Tab(name, bound_key(self.app, name, name[0]), label)
        with Horizontal(id="panes"):
            yield Points(self.graded)
            with _Pane(id="answer"):
                yield Static(own_answer(self.graded))
            yield ModelAnswer(prompt)
            if self._has_figures():
                yield Figures(prompt)
        proposed = None if is_unsure(self.graded.verdict) else self.graded.verdict.rating
        yield RatingBar(self.graded.intervals, proposed)

    def on_mount(self) -> None:
        """Start with the points, or where there are none with the answer to compare one's own with."""
        prompt = self.graded.prompt
        told = expected_points(prompt) or prompt.item.kind is Kind.DRILL
        self.action_pane(self._first_pane or ("points" if told else "model"))
        self.say_of_model(told_of_model(self.graded))

    def on_resize(self, event: events.Resize) -> None:
        """Fewer columns where there is no room for two."""
        self.set_class(event.size.width < _SLIM, "-slim")

    @property
    def pane(self) -> str:
        """The pane that is looked at."""
        return next((tab.pane for tab in self.query(_Tab) if tab.has_class("-on")), "")

    def say_of_model(self, told: Content) -> None:
        """What a model is doing, what it took, or why it did not judge; nothing takes the line away."""
        line = self.query_one("#by_model", Static)
        line.update(told)
        line.set_class(bool(told.plain), "-told")

    def show_disputes(self, graded: Graded) -> None:
        """Show what is disputed now; the verdict is the same."""
        self.graded = graded
        self.query_one("#headline", Static).update(headline(graded))
        self.query_one(Points).show_graded(graded)

    def action_accept(self) -> None:
        """Take the rating that is proposed."""
        if rating := self.graded.verdict.rating:
            self.post_message(Rated(rating))

    def action_choose(self) -> None:
        """Without a proposal, ask for a choice."""
        self.notify(_("No rating is proposed: choose 1 to 4"), timeout=4)

    def action_rate(self, rating: RatingName) -> None:
        """Rate otherwise than proposed."""
        self.post_message(Rated(rating))

    def action_tick(self) -> None:
        """Offer the checklist in place of the verdict."""
        self.post_message(TickRequested())

    def action_tick_first(self) -> None:
        """The same, as what comes first where the grader is not sure."""
        self.action_tick()

    def action_why(self) -> None:
        """Show why the point under the cursor was denied, below it."""
        self.action_pane("points")
        self.query_one(Points).toggle_why()

    def action_dispute(self) -> None:
        """Do not accept what was said of the point under the cursor."""
        self.action_pane("points")
        if about := self.query_one(Points).chosen:
            self.post_message(Disputed(self, about))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is nothing to tick on a number or a plain card, and nothing to ask where all was made."""
        match action:
            case "tick":
                return bool(expected_points(self.graded.prompt)) and not self._ticks_first()
            case "tick_first":
                return self._ticks_first()
            case "accept":
                return self.graded.verdict.rating is not None and not self._ticks_first()
            case "choose":
                return self.graded.verdict.rating is None and not self._ticks_first()
            case "why" | "dispute":
                return bool(self.graded.text.strip()) and any(points.chosen for points in self.query(Points))
            case "pane" if parameters == ("figures",):
                return self._has_figures()
            case _:
                return True

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
        panes = [tab.pane for tab in self.query(_Tab)]
        self.action_pane(panes[(panes.index(self.pane) + 1) % len(panes)])

    def on__tab_chosen(self, event: _Tab.Chosen) -> None:
        """A click on a tab is the same as its key."""
        event.stop()
        self.action_pane(event.pane)

    def _ticks_first(self) -> bool:
        return is_unsure(self.graded.verdict) and bool(expected_points(self.graded.prompt))

    def _has_figures(self) -> bool:
        prompt = self.graded.prompt
        return bool(prompt.card.figures) and prompt.item.kind is not Kind.DRILL


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
