"""Before an interview: what it is about, how long, in which language. Enter takes it as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from drill.cards.card import Point
from drill.i18n import N_, _
from drill.interview.syllabus import LEVELS, Setup, Style
from drill.interview.wording import STYLES
from drill.tui.screens.dialog import Dialog
from drill.tui.text import MUTED
from drill.tui.widgets.checklist import PointList
from drill.tui.widgets.choices import Choice, Choices
from drill.tui.widgets.keybar import KeyBar
from drill.tui.widgets.rows import Row, Rows
from drill.tui.wording import MODES, stands

if TYPE_CHECKING:
    from drill.practice.interviewing import Unfinished
    from drill.practice.practice import Practice

_LABEL_CELLS = 28
_LEVELS = {1: N_("easy"), 2: N_("medium"), 3: N_("hard")}
_LANGUAGES = {"zh": "中文", "en": "English"}
_MANY = {"decks": N_("Decks"), "tags": N_("Topics")}


@dataclass(frozen=True, slots=True)
class Offered:
    """What can be chosen, and what is proposed."""

    preset: Setup
    decks: Sequence[str]
    tags: Sequence[str]


@dataclass(frozen=True, slots=True)
class Agreed:
    """What was chosen."""

    setup: Setup
    mode: str


def offered(practice: Practice, chosen: dict[str, Any]) -> Offered:
    """The usual interview but for what is chosen already."""
    interviews = practice.interviews()
    return Offered(interviews.preset(**chosen), tuple(practice.decks.titles), interviews.tags())


class SetupDialog(Dialog[Agreed]):
    """A line a choice; closes with the interview that was agreed on."""

    DEFAULT_CSS = """
    SetupDialog #advice { color: $text-muted; margin: 1 0 0 0; }
    """

    def __init__(self, offered: Offered, mode: str, model: str) -> None:
        super().__init__()
        self._offered = offered
        self._mode = mode
        self._model = model

    def compose(self) -> ComposeResult:
        """The list, and what Enter does."""
        preset = self._offered.preset
        choices = [
            Choice("questions", N_("Number of questions"), (1, 2, 3, 4, 5, 6, 8, 10, 15, 20)),
            Choice("minutes", N_("Minutes"), (5.0, 10.0, 15.0, 20.0, 30.0, 45.0, 60.0, 90.0), "{:g}".format),
            Choice("tags", N_("Topics"), (), _listed),
            *([Choice("decks", N_("Decks"), (), _listed)] if len(self._offered.decks) > 1 else []),
            Choice("level", N_("Follow-ups, to begin with"), LEVELS, lambda value: _(_LEVELS[value])),
            Choice("language", N_("Language of the questions"), ("zh", "en"), _LANGUAGES.__getitem__),
            Choice("feedback", N_("Language of the feedback"), ("zh", "en"), _LANGUAGES.__getitem__),
            Choice("style", N_("Interviewer"), get_args(Style), lambda value: _(STYLES[value])),
            *([Choice("model", N_("Speaks"), (True, False), self._speaker)] if self._model else []),
            Choice("mode", N_("Answers"), ("typed", "aloud"), lambda value: _(MODES[value])),
        ]
        values = {each.name: getattr(preset, each.name, None) for each in choices} | {"mode": self._mode}
        with Vertical(id="frame") as frame:
            frame.border_title = _("Mock interview")
            yield _Choices(choices, values, _LABEL_CELLS)
            yield Static(Content(_("Weak and due topics come first. Enter begins.")), id="advice")
        yield KeyBar()

    def on_choices_opened(self, event: Choices.Opened) -> None:
        """Choose among many."""
        choices = self.query_one(Choices)
        names = self._offered.decks if event.name == "decks" else self._offered.tags

        def take(ticked: tuple[str, ...] | None) -> None:
            if ticked is not None:
                choices.choose(event.name, ticked)

        self.app.push_screen(TickDialog(_(_MANY[event.name]), names, choices.values[event.name] or ()), take)

    def on_choices_finished(self, event: Choices.Finished) -> None:
        """Close with what is chosen."""
        event.stop()
        values: dict[str, Any] = dict(self.query_one(Choices).values)
        mode = str(values.pop("mode"))
        self.dismiss(Agreed(replace(self._offered.preset, **values), mode))

    def _speaker(self, model: object) -> str:
        return self._model if model else _("from the cards alone")


class _Choices(Choices):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "finish", N_("Begin"), id="begin")]


class TickDialog(Dialog[tuple[str, ...]]):
    """Names to tick; none ticked means all."""

    DEFAULT_CSS = """
    TickDialog PointList { height: auto; max-height: 14; background: $surface; }
    """

    def __init__(self, title: str, names: Sequence[str], ticked: Any) -> None:  # noqa: ANN401
        super().__init__()
        self._title = title
        self._names = names
        self._ticked = ticked

    def compose(self) -> ComposeResult:
        """The list."""
        with Vertical(id="frame") as frame:
            frame.border_title = self._title
            yield Static(Content.styled(_("Space ticks; nothing ticked means all"), MUTED))
            yield PointList([Point(name, name, False, None) for name in self._names], self._ticked)
        yield KeyBar()

    def on_mount(self) -> None:
        """Start at the first name."""
        self.query_one(PointList).focus()

    def on_point_list_finished(self, event: PointList.Finished) -> None:
        """Close with what is ticked, in the order of the list."""
        event.stop()
        ticked = self.query_one(PointList).ticked
        self.dismiss(tuple(name for name in self._names if name in ticked))


class UnfinishedDialog(Dialog[Literal["resume", "give_up"]]):
    """There is an unfinished interview: go on with it, or give it up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "dismiss('resume')", N_("Go on with it"), id="resume"),
        Binding("g", "dismiss('give_up')", N_("Give it up"), id="give_up"),
    ]

    DEFAULT_CSS = """
    UnfinishedDialog #ways { margin: 1 0 0 0; }
    """

    def __init__(self, left: Unfinished) -> None:
        super().__init__()
        self._left = left

    def compose(self) -> ComposeResult:
        """Where it stands, and what each key does."""
        with Vertical(id="frame") as frame:
            frame.border_title = _("An interview is unfinished")
            yield Static(Content.styled(stands(self._left), "bold"))
            ways = [
                ("Enter", _("go on at the same question, with the time that was left")),
                ("g", _("give it up: what was answered is debriefed, and a new one can begin")),
                ("Esc", _("leave it as it is")),
            ]
            rows = [Row(Content.styled(key, "bold $accent"), Content(what)) for key, what in ways]
            yield Static(Rows(rows, indent=8), id="ways")
        yield KeyBar()


def _listed(names: tuple[str, ...]) -> str:
    if not names:
        return _("all")
    return ", ".join(names) if len(names) < 4 else ", ".join(names[:3]) + f" +{len(names) - 3}"
