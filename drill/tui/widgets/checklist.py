"""The points of a question to tick: what the user says they said counts as said."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
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
    """The points by dimension, the model answer beside or behind them, and the four ratings."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "judge", N_("Judge"), id="judge"),
        Binding("m", "model", N_("Model answer"), id="model"),
        *RATING_KEYS,
    ]
    SCOPED_CSS = False  # the width of the screen decides
    DEFAULT_CSS = """
    Checklist {
        #panes { height: 1fr; margin: 1 1; }
        ModelAnswer { display: none; }
        &.-model PointList { display: none; }
        &.-model ModelAnswer { display: block; }
    }
    .-wide Checklist {
        PointList { display: block; }
        ModelAnswer { display: block; border-left: vkey $border; }
    }
    """

    def __init__(self, prompt: Prompt, ticked: Collection[str] = ()) -> None:
        super().__init__()
        self.prompt = prompt
        self._points = PointList(expected_points(prompt), ticked)

    def compose(self) -> ComposeResult:
        """What was asked, the list, the ratings."""
        yield Asked(self.prompt)
        with Horizontal(id="panes"):
            if self._points.option_count:
                yield self._points
            yield ModelAnswer(self.prompt)
        yield RatingBar({}, None)

    def on_mount(self) -> None:
        """Start at the first point, or in the answer where there is nothing to tick."""
        if self._points.option_count:
            self._points.focus()
        else:
            self.action_model()

    def action_judge(self) -> None:
        """Have the ticks turned into a score and a proposal."""
        self.post_message(Ticked(self._points.ticked))

    def action_rate(self, rating: RatingName) -> None:
        """Rate without a proposal."""
        self.post_message(Ticked(self._points.ticked, rating))

    def action_model(self) -> None:
        """Show the model answer in place of the points, or the points again."""
        self.toggle_class("-model")
        (self.query_one(ModelAnswer) if self.has_class("-model") else self._points).focus()

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
        return bool(self._points.option_count) if action == "judge" else True


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

    def __init__(self, points: Sequence[Point], ticked: Collection[str]) -> None:
        self.ticked = set(ticked)
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
        """Start at the first point."""
        self.action_first()

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
        return Rows([Row(Content(mark), must + Content(plain(point.text)))], indent=4)
