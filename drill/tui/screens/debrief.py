"""After an interview, or at any time later: what it came to, turn by turn, and what to do about it."""

from __future__ import annotations

from collections.abc import Coroutine
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar
from uuid import UUID

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from drill.errors import DrillError
from drill.i18n import N_, _, ngettext
from drill.tui import wording
from drill.tui.desk import Desk
from drill.tui.keys import bound_key
from drill.tui.text import MUTED, one_line
from drill.tui.widgets.debriefing import overview, turn_line, turn_rows
from drill.tui.widgets.keybar import KeyBar
from drill.tui.widgets.rows import Rows
from drill.tui.widgets.spending import told_of_asking
from drill.tui.widgets.topline import TopLine

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from textual.worker import Worker

    from drill.cards.card import Card, CardId, ItemId
    from drill.interview.debrief import Debrief
    from drill.practice.afterwards import Scheduled
    from drill.practice.practice import Practice

_INDENT = 3


class DebriefScreen(Screen[None]):
    """The whole on one pane, the turns on another; a wide screen shows both."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "schedule", N_("Schedule what to fix"), id="schedule"),
        Binding("t", "pane('turns')", N_("Turn by turn"), id="turns"),
        Binding("o", "pane('overview')", N_("Overview"), id="overview"),
        Binding("r", "report", N_("Save it"), id="save"),
        Binding("g", "regrade", N_("Ask the model"), id="regrade"),
        Binding("escape", "leave", N_("Back"), id="back"),
        Binding("question_mark,f1", "app.help", N_("Help"), id="help"),
        Binding("f3,a", "ask", N_("Ask the card"), show=False, id="ask"),
        Binding("u,f4", "unschedule", N_("Take it out of the schedule"), show=False, id="undo"),
        Binding("tab", "next_pane", N_("Next pane"), show=False, id="next_pane"),
    ]
    DEFAULT_CSS = """
    DebriefScreen {
        #tabs { height: 1; margin: 1 2 0 2; }
        #of_model { height: auto; padding: 0 2; display: none; &.-told { display: block; } }
        #panes { height: 1fr; margin: 1 1 0 1; }
        #panes > * { display: none; width: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
        #panes > .-on { display: block; }
        #timeline { height: auto; max-height: 50%; border: none; padding: 0; background: $background;
            scrollbar-size-vertical: 1; }
        #timeline:focus { border: none; background-tint: $background 0%; }
        #timeline > .option-list--option-highlighted, #timeline:focus > .option-list--option-highlighted {
            background: $panel; color: $foreground; text-style: none;
        }
        #turn { height: 1fr; border-top: solid $border; padding: 0 1; scrollbar-size-vertical: 1; }
        #waiting { width: 1fr; height: 1fr; content-align: center middle; color: $text-muted; }
        ToastRack { margin-bottom: 2; }
        &.-wide #panes > * { display: block; }
        &.-wide #turns { border-left: vkey $border; }
    }
    """

    class Left(Message):
        """The candidate has seen it."""

    class ReportWanted(Message):
        """The candidate wants this interview in a file."""

        def __init__(self, began: datetime) -> None:
            self.began = began
            super().__init__()

    def __init__(self, desk: Desk, interview: UUID, now: Callable[[], datetime], model: str) -> None:
        super().__init__()
        self._desk = desk
        self._interview = interview
        self._now = now
        self._debrief: Debrief | None = None
        self._cards: Mapping[CardId, Card] = {}
        self._scheduled: dict[ItemId, str] = {}
        self._model = model
        self._judging: Worker[None] | None = None

    def compose(self) -> ComposeResult:
        """Both panes, empty until the debrief is made."""
        yield TopLine(Content.styled(_("Debrief"), "bold"))
        yield Static(id="tabs")
        yield Static(id="of_model")
        with Horizontal(id="panes"):
            with VerticalScroll(id="overview"):
                yield Static(id="whole")
            with Vertical(id="turns"):
                yield OptionList(id="timeline", markup=False)
                with VerticalScroll(id="turn", can_focus=True):
                    yield Static(id="told")
        yield KeyBar()

    def on_mount(self) -> None:
        """Make the debrief."""
        self.action_pane("overview")
        self._run(self._fetch())

    def action_pane(self, name: str) -> None:
        """Bring a pane to the front."""
        tabs = {"overview": _("Overview"), "turns": _("Turn by turn")}
        told = [
            Content.styled(f"{label} ({pane[0]})", "bold underline $accent" if pane == name else MUTED)
            for pane, label in tabs.items()
        ]
        self.query_one("#tabs", Static).update(Content("   ").join(told))
        for pane in self.query("#panes > *"):
            pane.set_class(pane.id == name, "-on")
        self.query_one("#overview" if name == "overview" else "#timeline").focus()

    def action_next_pane(self) -> None:
        """From the whole to the turns, to the one in full, and round again."""
        if self.focused is not None and self.focused.id == "timeline":
            self.query_one("#turn").focus()
        else:
            self.action_pane("overview" if self.focused and self.focused.id == "turn" else "turns")

    def action_schedule(self) -> None:
        """Bring what to fix first into the schedule."""
        self._run(self._schedule())

    def action_unschedule(self) -> None:
        """Take back what was brought into the schedule."""
        self._run(self._unschedule())

    def action_report(self) -> None:
        """Save this interview."""
        if self._debrief is not None:
            self.post_message(self.ReportWanted(self._debrief.record.began))

    def action_ask(self) -> None:
        """Ask about the card of the turn at the cursor, else of what is to be fixed first."""
        card = self._card()
        if card is not None and self._debrief is not None:
            from drill.tui.screens.ask import CardAsked

            self.post_message(CardAsked(card, self._debrief.record.setup.language))

    def action_regrade(self) -> None:
        """Have the model judge the answers again."""
        self._judging = self.run_worker(self._guarded(self._regrade()), group="model")
        self.refresh_bindings()

    def action_leave(self) -> None:
        """End a call to the model; else back to where it was opened from."""
        if self._is_judging and self._judging is not None:
            self._judging.cancel()
            self._judging = None
            self._say_of_model(Content(""))
            self.notify(_("Stopped; what was judged by then is kept"), timeout=3)
            self._run(self._fetch())
        else:
            self.post_message(self.Left())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A model is offered where there is one and it is not at work."""
        return bool(self._model) and not self._is_judging if action == "regrade" else True

    @property
    def _is_judging(self) -> bool:
        return self._judging is not None and not self._judging.is_finished

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show that turn in full."""
        event.stop()
        self._tell(event.option_index)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter goes into the turn."""
        event.stop()
        self.query_one("#turn").focus()

    async def _fetch(self) -> None:
        def fetched(practice: Practice) -> tuple[Debrief, Mapping[CardId, Card]]:
            return practice.interviews().debrief(self._interview), practice.decks.cards

        debrief, self._cards = await self._desk.ask(fetched)
        self._debrief, record = debrief, debrief.record
        began = record.began.astimezone(self._now().astimezone().tzinfo)
        self.query_one(TopLine).say_progress(f"{wording.day(began.date())} {began:%H:%M}")
        self._paint()
        longest = max((turn.seconds for turn in record.turns), default=0.0)
        timeline = self.query_one("#timeline", OptionList)
        looked_at = timeline.highlighted or 0
        timeline.clear_options()
        timeline.add_options([Option(turn_line(turn, longest)) for turn in record.turns])
        if record.turns:
            timeline.highlighted = looked_at
        self.refresh_bindings()

    async def _regrade(self) -> None:
        from drill.practice.rejudging import regrade_interview

        stop = bound_key(self.app, "back", "escape")

        def hear(judged: int, of: int) -> None:
            self._say_of_model(told_of_asking(self._model, judged, of, stop))

        hear(0, 0)
        done = await regrade_interview(self._desk.ask, self._interview, hear)
        told = _("{model}: {judged} of {of} judged").format(
            model=one_line(self._model), judged=done.judged, of=done.of
        )
        if done.fault:
            told = _("{what}. {reason}").format(what=told, reason=one_line(done.fault))
        self._say_of_model(Content.styled(told, "$warning" if done.fault else MUTED))
        self._judging = None
        await self._fetch()

    async def _schedule(self) -> None:
        done: tuple[Scheduled, ...] = await self._desk.ask(
            lambda practice: practice.interviews().schedule(self._interview)
        )
        self._scheduled |= {each.item.id: wording.comes_back(each.due, self._now()) for each in done}
        told = _("In the schedule now; F4 takes it back") if done else _("It is in the schedule already")
        self.notify(told, timeout=4)
        self._paint()

    async def _unschedule(self) -> None:
        count = await self._desk.ask(lambda practice: practice.interviews().unschedule(self._interview))
        self._scheduled.clear()
        self._paint()
        told = ngettext("{n} item taken out of the schedule", "{n} items taken out of the schedule", count)
        self.notify(told.format(n=count) if count else _("Nothing to undo"), timeout=4)

    def _say_of_model(self, told: Content) -> None:
        line = self.query_one("#of_model", Static)
        line.update(told)
        line.set_class(bool(told), "-told")

    def _paint(self) -> None:
        if self._debrief is not None:
            rows = overview(self._debrief, self._cards, self._scheduled)
            self.query_one("#whole", Static).update(Rows(rows, _INDENT))

    def _tell(self, index: int) -> None:
        if self._debrief is None:
            return
        turn = self._debrief.record.turns[index]
        rows = turn_rows(turn, self._cards.get(turn.card), self._debrief.record.setup.language)
        self.query_one("#told", Static).update(Rows(rows, _INDENT))
        self.query_one("#turn").scroll_home(animate=False)

    def _card(self) -> CardId | None:
        if self._debrief is None:
            return None
        at = self.query_one("#timeline", OptionList).highlighted
        if self.focused is not None and self.focused.id != "overview" and at is not None:
            return self._debrief.record.turns[at].card
        cards = [fix.card for fix in self._debrief.fixes] + [turn.card for turn in self._debrief.record.turns]
        return next(iter(cards), None)

    def _run(self, step: Coroutine[None, None, None]) -> None:
        self.run_worker(self._guarded(step), group="step")

    async def _guarded(self, step: Coroutine[None, None, None]) -> None:
        try:
            await step
        except DrillError as error:
            self.notify(str(error), severity="error", timeout=10, markup=False)
