"""The points of a question to tick: what the user says they said counts as said."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from drill.grading.verdict import RatingName
from drill.i18n import N_, _
from drill.practice.views import Prompt
from drill.tui import wording
from drill.tui.material import expected_points, model_answer
from drill.tui.text import one_line, plain
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
        Binding("space", "tick", N_("Tick"), id="tick", priority=True),
        Binding("enter", "judge", N_("Judge"), id="judge", priority=True),
        Binding("m", "model", N_("Model answer"), id="model"),
        *RATING_KEYS,
    ]
    SCOPED_CSS = False  # the width of the screen decides
    DEFAULT_CSS = """
    Checklist {
        #asked { padding: 0 2; height: auto; max-height: 2; color: $text-muted; }
        #panes { height: 1fr; margin: 1 1; }
        OptionList { width: 1fr; height: 1fr; border: none; padding: 0 1; background: $background; }
        OptionList:focus { border: none; background-tint: $background 0%; }
        #model { display: none; width: 1fr; padding: 0 2; }
        &.-model OptionList { display: none; }
        &.-model #model { display: block; }
    }
    .-tall Checklist #asked { margin: 1 0 0 0; }
    .-wide Checklist {
        OptionList { display: block; }
        #model { display: block; border-left: vkey $border; }
    }
    """

    def __init__(self, prompt: Prompt, ticked: Collection[str] = ()) -> None:
        super().__init__()
        self.prompt = prompt
        self._points = expected_points(prompt)
        self._ticked = set(ticked)

    def compose(self) -> ComposeResult:
        """What was asked, the list, the ratings."""
        yield Static(Content(one_line(self.prompt.question)), id="asked")
        with Horizontal(id="panes"):
            if self._points:
                yield OptionList(*self._options(), markup=False)
            with VerticalScroll(id="model"):
                from textual.widgets import Markdown  # 40 ms that no question waits for

                yield Markdown(model_answer(self.prompt), open_links=False)
        yield RatingBar({}, None)

    def on_mount(self) -> None:
        """Start at the first point, or in the answer where there is nothing to tick."""
        if not self._points:
            self.add_class("-model")
            self.query_one("#model").focus()
            return
        points = self.query_one(OptionList)
        points.focus()
        points.action_first()

    def action_tick(self) -> None:
        """Tick or untick the point under the cursor."""
        if not self._points:
            return
        points = self.query_one(OptionList)
        at = points.highlighted
        if at is None:
            return
        identity = points.get_option_at_index(at).id
        if identity is None:
            return
        self._ticked ^= {identity}
        points.replace_option_prompt(identity, self._line(identity))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click ticks as well."""
        event.stop()
        self.action_tick()

    def action_judge(self) -> None:
        """Have the ticks turned into a score and a proposal."""
        if self._points:
            self.post_message(Ticked(self._ticked))

    def action_rate(self, rating: RatingName) -> None:
        """Rate without a proposal."""
        self.post_message(Ticked(self._ticked, rating))

    def action_model(self) -> None:
        """Show the model answer in place of the points, or the points again."""
        self.toggle_class("-model")
        (self.query_one("#model") if self.has_class("-model") else self.query_one(OptionList)).focus()

    def on_rated(self, event: Rated) -> None:
        """A click on a rating is the same as its key."""
        event.stop()
        self.action_rate(event.rating)

    def _options(self) -> list[Option]:
        options: list[Option] = []
        dimension = None
        for point in self._points:
            if point.dimension is not None and point.dimension != dimension:
                dimension = point.dimension
                heading = Content.styled(_(wording.DIMENSIONS[dimension]), "bold $accent")
                options.append(Option(heading, disabled=True))
            options.append(Option(self._line(point.id), id=point.id))
        return options

    def _line(self, identity: str) -> Rows:
        point = next(each for each in self._points if each.id == identity)
        mark = Content("[x]") if identity in self._ticked else Content("[ ]")
        must = Content.styled(" " + _("(must)"), "$warning") if point.must else Content("")
        return Rows([Row(mark, Content(plain(point.text)) + must)], indent=4)
