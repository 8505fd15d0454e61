"""The first screen: what there is to do today, and the one key that starts it.

It is painted before anything heavy is imported; the numbers follow when the collection is open.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from drill.errors import DrillError
from drill.i18n import N_, _, interface_language, ngettext, percent
from drill.tui import wording
from drill.tui.desk import Desk
from drill.tui.text import MUTED, one_line, plain
from drill.tui.widgets.bars import bar, tone
from drill.tui.widgets.keybar import KeyBar
from drill.tui.widgets.rows import Row, Rows
from drill.tui.widgets.topline import TopLine

if TYPE_CHECKING:
    from drill.cards.card import Language
    from drill.practice.interviewing import Unfinished
    from drill.practice.practice import Practice
    from drill.practice.views import Today
    from drill.settings import Settings

_WEAK = 5
"""Weak places worth showing at once."""


class HomeScreen(Screen[None]):
    """Today, the weak places, the interview."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "start", N_("Start"), id="start"),
        Binding("i", "app.mock", N_("Mock interview"), id="mock"),
        Binding("h", "app.history", N_("Past interviews"), show=False, id="history"),
        Binding("r", "app.report", N_("Write a report"), show=False, id="report"),
        Binding("m", "switch_mode", N_("Typed/aloud"), show=False, id="home_mode"),
        Binding("w", "weakest", N_("Practise the weakest"), show=False, id="weakest"),
        Binding("d", "app.interview", N_("Interview date"), id="interview"),
        Binding("comma", "app.settings", N_("Settings"), id="settings"),
        Binding("question_mark,f1", "app.help", N_("Help"), id="home_help"),
        Binding("q", "app.quit", N_("Quit"), id="home_quit"),
        Binding("u", "undo", N_("Undo the last review"), show=False, id="home_undo"),
        Binding("s", "restore", N_("Bring back what was suspended"), show=False, id="restore"),
        Binding("down,pagedown", "scroll('down')", show=False),
        Binding("up,pageup", "scroll('up')", show=False),
    ]
    DEFAULT_CSS = """
    HomeScreen {
        #page { height: 1fr; padding: 1 2; align-horizontal: center; }
        #page > * { max-width: 120; }
        .box { border: round $border; padding: 0 2; height: auto; border-title-color: $text-muted; }
        #today { border: round $accent; border-title-color: $accent; }
        #unfinished { margin: 0 0 1 0; height: auto; display: none; }
        &.-unfinished #unfinished { display: block; }
        #columns { height: auto; margin: 1 0 0 0; layout: vertical; }
        #interview { margin: 1 0 0 0; }
        #notices { color: $warning; margin: 1 1 0 1; height: auto; display: none; }
        &.-noticed #notices { display: block; }
        &.-short #page { padding: 0 2; }
        &.-tall #today { padding: 1 2; }
        &.-wide #columns {
            layout: grid; grid-size: 2 1; grid-columns: 3fr 2fr; grid-rows: auto; grid-gutter: 0 1;
        }
        &.-wide #weak { height: 1fr; }
        &.-wide #interview { margin: 0; height: 1fr; }
    }
    """

    class Started(Message):
        """The user wants to be asked: what is next, or one item out of turn."""

        def __init__(self, item: str | None = None) -> None:
            self.item = item
            super().__init__()

    class ModeChosen(Message):
        """The user wants to answer this way from now on."""

        def __init__(self, mode: str) -> None:
            self.mode = mode
            super().__init__()

    def __init__(self, desk: Desk, now: Callable[[], datetime], settings: Settings) -> None:
        super().__init__()
        self._desk = desk
        self._now = now
        self._mode = settings.mode
        self._interview = settings.interview_date
        chosen = settings.question_language
        self._language = interface_language() if chosen == "auto" else chosen
        self._today: Today | None = None
        self._left: Unfinished | None = None

    def compose(self) -> ComposeResult:
        """Everything in its place at once, so that nothing jumps when the numbers come."""
        yield TopLine(Content.styled("drill", "bold $accent"))
        with VerticalScroll(id="page", can_focus=False):
            yield Static(id="unfinished")
            today = Static(id="today", classes="box")
            today.border_title = _("Today")
            yield today
            with Vertical(id="columns"):
                weak = Static(id="weak", classes="box")
                weak.border_title = _("Weak places")
                yield weak
                interview = Static(id="interview", classes="box")
                interview.border_title = _("Interview")
                yield interview
            yield Static(id="notices")
        yield KeyBar()

    def on_mount(self) -> None:
        """Paint what is known, and fetch the rest."""
        self._paint()
        # Once this is on screen: opening the collection is all imports, and those would hold up the paint.
        self.call_after_refresh(self.run_worker, self._fetch(), exclusive=True)

    def action_start(self) -> None:
        """Ask the next question."""
        self.post_message(self.Started())

    def action_weakest(self) -> None:
        """Practise the weakest card out of turn."""
        if self._today is not None and self._today.weak:
            self.post_message(self.Started(self._today.weak[0].card.id))

    def action_switch_mode(self) -> None:
        """From typing to speaking and back."""
        self._mode = "aloud" if self._mode == "typed" else "typed"
        self.post_message(self.ModeChosen(self._mode))
        self._paint()

    def action_undo(self) -> None:
        """Take back the last review, of whichever sitting."""
        self.run_worker(self._undo(), exclusive=True)

    def action_restore(self) -> None:
        """Ask again what was suspended, however long ago."""
        self.run_worker(self._restore(), exclusive=True)

    def action_scroll(self, direction: str) -> None:
        """Bring what does not fit into view."""
        page = self.query_one("#page")
        (page.scroll_page_down if direction == "down" else page.scroll_page_up)(animate=False)

    async def _fetch(self) -> None:
        try:
            today, self._left = await self._desk.ask(_fetched)
        except DrillError as error:
            told = Content.styled(plain(str(error)), "bold $error")
            advice = Content.styled(_("`drill doctor` says more; q quits"), MUTED)
            self.query_one("#today", Static).update(_box(told, advice))
            return
        self._today, self._interview = today, today.interview
        self._paint()

    async def _undo(self) -> None:
        undone = await self._desk.ask(lambda practice: practice.undo())
        told = wording.taken_back(undone) if undone else _("Nothing to undo")
        self.notify(told, timeout=4, markup=False)
        await self._fetch()

    async def _restore(self) -> None:
        def bring_back(practice: Practice) -> int:
            items = practice.suspended()
            for item in items:
                practice.unsuspend(item)
            return len(items)

        count = await self._desk.ask(bring_back)
        told = ngettext("{n} item is asked again", "{n} items are asked again", count).format(n=count)
        self.notify(told if count else _("Nothing is suspended"), timeout=4, markup=False)
        await self._fetch()

    def _paint(self) -> None:
        today = self._today
        self.set_class(self._left is not None, "-unfinished")
        if self._left is not None:
            self.query_one("#unfinished", Static).update(_unfinished(self._left))
        self.query_one("#today", Static).update(self._today_box(today))
        self.query_one("#weak", Static).update(_weak_box(today, self._language))
        self.query_one("#interview", Static).update(_interview_box(today, self._interview))
        if today is None:
            return
        if today.streak:
            streak = ngettext("{n} day in a row", "{n} days in a row", today.streak).format(n=today.streak)
            self.query_one(TopLine).say_progress(streak)
        self.set_class(bool(today.notices), "-noticed")
        notices = Content("\n").join([Content(plain(each)) for each in today.notices])
        self.query_one("#notices", Static).update(notices)

    def _today_box(self, today: Today | None) -> Content:
        mode = _("Answers: {mode} (m)").format(mode=_(wording.MODES[self._mode]))
        if today is None:
            return _box(_counts(None), _start(_("start"), mode))
        if today.left:
            return _box(_counts(today), _start(_("start"), mode))
        if not today.cards:
            hint = _("There are no cards: turn on the built-in deck, or name a folder of your own")
            return _box(Content(hint), Content.styled(_("Press , for the settings"), MUTED))
        told = _("All done for today.")
        if today.next_due is not None:
            when = wording.comes_back(today.next_due, self._now())
            told += " " + _("The next one comes back {when}.").format(when=when)
        keys = _("Enter looks for more to do now; w practises the weakest place out of turn")
        return _box(Content.styled(told, "bold $success"), Content.styled(keys, MUTED))


def _fetched(practice: Practice) -> tuple[Today, Unfinished | None]:
    today = practice.today()
    try:
        return today, practice.interviews().unfinished()
    except DrillError as error:  # held by another version of the program: said, and in nobody's way
        return replace(today, notices=(*today.notices, str(error))), None


def _unfinished(left: Unfinished) -> Content:
    told = _("Go on with the interview: {stands}").format(stands=wording.stands(left))
    return Content.assemble((" i ", "bold $background on $warning"), ("  " + told, "bold $warning"))


def _box(first: Content, second: Content) -> Content:
    return Content("\n\n").join([first, second])


def _start(label: str, mode: str) -> Content:
    return Content.assemble((" Enter ", "bold $background on $accent"), f"  {label}", (f"     {mode}", MUTED))


def _counts(today: Today | None) -> Content:
    counts = [
        (_("learning"), today and today.learning),
        (_("due"), today and today.due),
        (_("new"), today and today.new),
        (_("done"), today and today.done),
    ]
    parts: list[Content | str | tuple[str, str]] = []
    for name, count in counts:
        number = "·" if count is None else str(count)
        parts += [(number, "bold $accent" if count else MUTED), (f" {name}      ", MUTED)]
    return Content.assemble(*parts)


def _weak_box(today: Today | None, language: Language) -> Content | Rows:
    if today is None:
        return Content.styled("·", MUTED)
    if not today.weak:
        return Content.styled(_("None yet: they show after the first answers"), MUTED)
    rows = []
    for weak in today.weak[:_WEAK]:
        title = one_line(weak.card.text(language).title)
        dimension = f"{_(wording.DIMENSIONS[weak.dimension])} · " if weak.dimension is not None else ""
        mark = Content.assemble((bar(weak.score, 8), tone(weak.score)), f" {percent(weak.score):>5}")
        rows.append(Row(mark, Content.assemble((dimension, "bold"), title)))
    return Rows(rows, indent=16)


def _interview_box(today: Today | None, interview: date | None) -> Content:
    keys = [("i", _("mock interview")), ("h", _("past interviews")), ("r", _("report"))]
    told = [
        Content.assemble((key, "bold $accent"), ("\u00a0" + what.replace(" ", "\u00a0"), MUTED))
        for key, what in keys
    ]
    return Content.assemble(_date(today, interview), "\n", Content("   ").join(told))


def _date(today: Today | None, interview: date | None) -> Content:
    if interview is None:
        head = Content.styled(_("No date yet. Press d to set one: every card gets its turn before it"), MUTED)
    elif today is not None and today.days_left is not None and today.days_left >= 0:
        left = (
            ngettext("{n} day left", "{n} days left", today.days_left).format(n=today.days_left)
            if today.days_left
            else _("today: good luck")
        )
        head = Content.assemble(wording.day(interview), (f"   {left}", "bold $accent"))
    else:
        head = Content(wording.day(interview))
    if today is None or not today.cards:
        return head
    covered = _("{covered} of {cards} cards explained").format(covered=today.covered, cards=today.cards)
    return Content.assemble(head, "\n", (bar(today.covered / today.cards, 16), "$accent"), f" {covered}")
