"""The points of a question to tick: what the user says they said counts as said."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from drill.cards.card import Point
from drill.grading.verdict import RatingName
from drill.i18n import N_, _
from drill.practice.views import Prompt
from drill.tui import wording
from drill.tui.material import expected_points
from drill.tui.text import plain
from drill.tui.widgets.asked import Asked
from drill.tui.widgets.model import ModelAnswer
from drill.tui.widgets.rating import RATING_KEYS, Rated, RatingBar
from drill.tui.widgets.rows import Row, Rows


class Ticked(Message):
    """These points were made. With a rating, the user wants no proposal."""

    def __init__(self, points: Collection[str], rating: RatingName | None = None) -> None:
        self.points = tuple(points)
        self.rating = rating
        super().__init__()


class Checklist(Vertical):
    """The points by dimension, the own answer or the model's beside or behind them, and the four ratings."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "judge", N_("Judge"), id="judge"),
        Binding("m", "look('model')", N_("Model answer"), id="model"),
        Binding("a", "look('answer')", N_("Your answer"), id="answer"),
        *RATING_KEYS,
    ]
    SCOPED_CSS = False  # the width of the screen decides
    DEFAULT_CSS = """
    Checklist {
        #panes { height: 1fr; margin: 1 1; }
        #panes > * { display: none; }
        #panes > .-on { display: block; }
        #answer { width: 1fr; padding: 0 2; scrollbar-size-vertical: 1; }
    }
    .-wide Checklist {
        #panes > PointList { display: block; }
        #panes > .-beside { display: block; border-left: vkey $border; }
    }
    """

    def __init__(
        self,
        prompt: Prompt,
        ticked: Collection[str] = (),
        *,
        disputed: Collection[str] = (),
        own: Content | None = None,
    ) -> None:
        super().__init__()
        self.prompt = prompt
        self._points = PointList(expected_points(prompt), ticked, disputed=disputed)
        self._own = own
        self._looked_at = ""

    def compose(self) -> ComposeResult:
        """What was asked, the list, what was typed, the model answer, the ratings."""
        yield Asked(self.prompt)
        with Horizontal(id="panes"):
            if self._points.option_count:
                yield self._points
            if self._own is not None:
                with VerticalScroll(id="answer"):
                    yield Static(self._own)
            yield ModelAnswer(self.prompt)
        yield RatingBar({}, None)

    def on_mount(self) -> None:
        """Start at the first point, or in the answer where there is nothing to tick."""
        self._look("" if self._points.option_count else "model")

    def action_judge(self) -> None:
        """Have the ticks turned into a score and a proposal."""
        self.post_message(Ticked(self._points.ticked))

    def action_rate(self, rating: RatingName) -> None:
        """Rate without a proposal."""
        self.post_message(Ticked(self._points.ticked, rating))

    def action_look(self, pane: str) -> None:
        """Show an answer in place of the points, or the points again."""
        self._look("" if self._looked_at == pane and self._points.option_count else pane)

    def on_rated(self, event: Rated) -> None:
        """A click on a rating is the same as its key."""
        event.stop()
        self.action_rate(event.rating)

    def on_point_list_finished(self, event: PointList.Finished) -> None:
        """Enter in the list."""
        event.stop()
        self.action_judge()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Without points there is nothing to judge: the user rates."""
        if parameters == ("answer",):
            return self._own is not None
        return bool(self._points.option_count) if action == "judge" else True

    def _look(self, pane: str) -> None:
        self._looked_at = pane
        beside = pane or ("model" if self._own is None else "answer")
        for each in self.query("#panes > *"):
            each.set_class(each.id == pane or (not pane and each is self._points), "-on")
            each.set_class(each.id == beside, "-beside")
        (self.query_one(f"#{pane}") if pane else self._points).focus()


class PointList(OptionList):
    """Points under their dimensions; `ticked` are the ids of those that were made."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "tick", N_("Tick"), id="tick"),
        Binding("enter", "finish", N_("Judge"), id="finish"),
    ]
    DEFAULT_CSS = """
    PointList { width: 1fr; height: 1fr; border: none; padding: 0 1; background: $background; }
    PointList:focus { border: none; background-tint: $background 0%; }
    """

    class Finished(Message):
        """Nothing more to tick."""

    def __init__(
        self, points: Sequence[Point], ticked: Collection[str], *, disputed: Collection[str] = ()
    ) -> None:
        self.ticked = set(ticked)
        self._disputed = disputed
        self._points = {point.id: point for point in points}
        options: list[Option] = []
        dimension = None
        for point in points:
            if point.dimension is not None and point.dimension != dimension:
                dimension = point.dimension
                heading = Content.styled(_(wording.DIMENSIONS[dimension]), "bold $accent")
                options.append(Option(heading, disabled=True))
            options.append(Option(self._line(point.id), id=point.id))
        super().__init__(*options, markup=False)

    def on_mount(self) -> None:
        """Start at the first point, or at the first that is disputed."""
        self.action_first()
        for number, option in enumerate(self.options):
            if option.id in self._disputed:
                self.highlighted = number
                break

    def action_tick(self) -> None:
        """Tick or untick the point under the cursor."""
        if self.highlighted is None or (identity := self.get_option_at_index(self.highlighted).id) is None:
            return
        self.ticked ^= {identity}
        self.replace_option_prompt(identity, self._line(identity))

    def action_finish(self) -> None:
        """Enter is for going on, not for selecting."""
        self.post_message(self.Finished())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click ticks."""
        event.stop()
        self.action_tick()

    def _line(self, identity: str) -> Rows:
        point = self._points[identity]
        mark = "[x]" if identity in self.ticked else "[ ]"
        must = Content.styled(_("(must)") + " ", "bold $warning") if point.must else Content("")
        body = must + Content(plain(point.text))
        if identity in self._disputed:
            body += Content.styled("  " + _("disputed"), "bold $warning")
        return Rows([Row(Content(mark), body)], indent=4)
