"""Where a candidate answers: a box to type in, or the same aloud and then on a checklist."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.widget import Widget

from drill.i18n import _, percent
from drill.interview.hints import COST
from drill.practice.session import Standing
from drill.tui.text import plain
from drill.tui.widgets.answer import AnswerArea
from drill.tui.widgets.spoken import Speaking, Ticking
from drill.tui.wording import DIMENSIONS


class ReplyBox(Container):
    """One of the three at a time; a box that is there stays, so that the cursor does not jump."""

    SCOPED_CSS = False  # the height of the screen decides
    DEFAULT_CSS = """
    ReplyBox { height: auto; max-height: 60%;
        AnswerArea { height: auto; min-height: 6; max-height: 16; margin: 0 1; padding: 0 1;
            border: round $border; background: $background;
            border-title-color: $text-muted; border-subtitle-color: $text-muted; }
        AnswerArea:focus { border: round $accent; border-title-color: $accent; }
    }
    .-short ReplyBox AnswerArea { min-height: 4; }
    .-tall ReplyBox AnswerArea { min-height: 10; }
    """

    def compose(self) -> ComposeResult:
        """A box that takes nothing yet."""
        area = AnswerArea("", "")
        area.read_only = True
        yield area

    @property
    def typed(self) -> str | None:
        """What is in the box; None where nothing is typed."""
        return self._area.text if self._area else None

    @property
    def speaking(self) -> bool:
        """Whether the candidate answers aloud now."""
        return bool(self.query(Speaking))

    @property
    def ticking(self) -> bool:
        """Whether the candidate says now what they said."""
        return bool(self.query(Ticking))

    async def offer(self, standing: Standing, draft: str, mode: str) -> None:
        """A place to answer an open question, in the way that is wanted and can be."""
        if mode == "aloud" and standing.points:
            await self._put(Speaking())
        elif self._area is None:
            await self._put(AnswerArea("", ""))
        if self._area:
            self._area.placeholder = _("Type your answer; ? asks something back")
            self._area.border_title = _("Your answer")
            self._area.focus()
            self.fill(draft)

    async def tick(self, standing: Standing) -> None:
        """The points to tick, after speaking."""
        await self._put(Ticking(standing.points))

    def fill(self, text: str) -> None:
        """Have this in the box, where there is one."""
        if self._area and self._area.text != plain(text):
            self._area.load_text(plain(text))
            self._area.move_cursor(self._area.document.end)

    def say(self, note: str) -> None:
        """Put a short note at the foot of the box."""
        if self._area:
            self._area.border_subtitle = Content(note)

    def hold(self, held: bool) -> None:
        """Take no typing while something is under way."""
        if self._area:
            self._area.read_only = held

    @property
    def _area(self) -> AnswerArea | None:
        return next(iter(self.query(AnswerArea)), None)

    async def _put(self, view: Widget) -> None:
        async with self.batch():
            await self.remove_children()
            await self.mount(view)
        self.screen.refresh_bindings()


def advice(standing: Standing) -> str:
    """What an answer is to say, and what hints cost it so far."""
    match standing.kind:
        case "question":
            told = " · ".join(_(each) for each in DIMENSIONS.values())
        case "drill":
            told = _("a number with its unit, such as 40 {unit}").format(unit=standing.unit)
        case _:
            told = _("in your own words")
    if standing.hints:
        cost = percent(COST * standing.hints)
        told = _("hints: {n} (−{cost})").format(n=standing.hints, cost=cost) + " · " + told
    return told
