"""What was said in an interview, the newest in view. A name at each line's head tells who speaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from textual import events
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from drill.cards.plaintext import as_text
from drill.i18n import N_, _
from drill.interview.state import Asked, Judging, Listening, Reply, Replying, Request, RequestKind, State
from drill.interview.transcript import Line, transcript
from drill.tui.text import MUTED, plain
from drill.tui.widgets.rows import Row, Rows

_ROOMY = 60
"""Cells from which there is room for names at the lines' heads; below, marks stand for them."""
_LONGEST = 20_000
"""Characters of a line that are shown; the interview and its report keep all."""
_OWN = ("answer", "aloud", "skipped", "request")
_REQUESTS: Final[Mapping[RequestKind, str]] = {
    "help": N_("(asks what can be asked)"),
    "repeat": N_("(asks to hear it again)"),
    "rephrase": N_("(asks for other words)"),
    "clarify": N_("(asks what {term} means)"),
    "hint": N_("(asks for a hint)"),
    "think": N_("(asks for time to think)"),
}


class Transcript(VerticalScroll, can_focus=False):
    """The conversation so far; lines are only ever added."""

    DEFAULT_CSS = """
    Transcript { height: 1fr; padding: 0 2; scrollbar-size-vertical: 1; align-vertical: bottom;
        Static { width: 1fr; max-width: 120; height: auto; }
        .-apart { margin: 1 0 0 0; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._state: State | None = None
        self._shown = 0
        self._roomy = True
        self._at_end = True

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Remember whether the newest is in view."""
        super().watch_scroll_y(old_value, new_value)
        self._at_end = new_value >= self.max_scroll_y

    async def show(self, state: State) -> None:
        """Add what was said since, and bring it into view: its beginning, where not all of it fits."""
        self._state = state
        self._roomy = self.app.size.width >= _ROOMY
        said = _said(state)
        added = [each for entry, before in _pairs(said, self._shown) for each in self._set(entry, before)]
        self._shown = len(said)
        if added:
            await self.mount_all(added)
            self.call_after_refresh(self._bring_into_view, added)

    async def on_resize(self, _event: events.Resize) -> None:
        """Keep the newest in view; set everything anew where names gain room, or lose it."""
        if self._at_end:
            self.call_after_refresh(self.scroll_end, animate=False)
        if self._state is not None and self._roomy is not (self.app.size.width >= _ROOMY):
            self._shown = 0
            await self.remove_children()
            await self.show(self._state)

    def turn_page(self, direction: str) -> None:
        """Look at what was said before, or go back to the newest."""
        (self.scroll_page_up if direction == "up" else self.scroll_page_down)(animate=False)

    def _bring_into_view(self, added: Sequence[Static]) -> None:
        there = [each for each in added if each.is_attached]
        if there and there[-1].virtual_region.bottom - there[0].virtual_region.y > self.size.height:
            self.scroll_to(y=there[0].virtual_region.y, animate=False)
        else:
            self.scroll_end(animate=False)

    def _set(self, said: _Said, before: Line | None) -> Iterator[Static]:
        line = said.line
        if line.kind == "notice":
            yield Static(Rows([Row(Content.styled("i", "bold $warning"), Content(plain(line.text)))], 2))
            return
        if line.depth == 0 and (before is None or before.number != line.number):
            told = _("Question {n} of {of}").format(n=line.number, of=said.of)
            yield Static(Content.styled(f"── {told} ──", MUTED), classes="-apart")
            before = None
        own = line.kind in _OWN
        again = before is not None and before.kind != "notice" and own is (before.kind in _OWN)
        names = (_("You"), _("Interviewer"))
        indent = max(Content(each).cell_length for each in names) + 2 if self._roomy else 2
        name = (names if self._roomy else (">", "◆"))[not own] if not again else ""
        shown = Static(
            Rows([Row(Content.styled(name, "bold" if own else "bold $accent"), said.body)], indent)
        )
        shown.set_class(not own and not again and before is not None, "-apart")
        yield shown


@dataclass(frozen=True, slots=True)
class _Said:
    """A line with what it came of."""

    line: Line
    of: int
    """Questions in all."""
    reply: Reply | None
    request: Request | None

    @property
    def body(self) -> Content:
        """The line as it is shown."""
        text = plain(self.line.text).strip()
        if self.line.kind not in _OWN:  # cards are markdown
            text = as_text(text)
        text = text if len(text) <= _LONGEST else text[:_LONGEST] + " …"
        match self.line.kind:
            case "question":
                return Content.styled(text, "bold")
            case "skipped":
                return Content.styled(_("(skipped)"), MUTED)
            case "aloud" if self.reply is not None:
                ticked = _("(said aloud; points made: {n})").format(n=len(self.reply.ticked))
                return Content.styled(ticked, MUTED) + self._mark
            case "answer":
                answer = Content(text) if text else Content.styled(_("(nothing)"), MUTED)
                return answer + self._mark
            case "request" if not text and self.request is not None:
                asks = _(_REQUESTS[self.request.kind]).format(term=plain(self.request.about))
                return Content.styled(asks, MUTED)
            case _:
                return Content(text)

    @property
    def _mark(self) -> Content:
        late = self.reply is not None and self.reply.time_up
        return Content.styled("  " + _("(time up)"), "bold $warning") if late else Content("")


def _said(state: State) -> list[_Said]:
    replies, requests = dict(_replies(state)), _requests(state)
    return [
        _Said(
            line,
            state.setup.questions,
            replies.get((line.number, line.depth)),
            next(requests) if line.kind == "request" else None,
        )
        for line in transcript(state)
    ]


def _pairs(said: Sequence[_Said], first: int) -> Iterator[tuple[_Said, Line | None]]:
    """Each from `first` on, with the line before it."""
    for at in range(first, len(said)):
        yield said[at], said[at - 1].line if at else None


def _replies(state: State) -> Iterator[tuple[tuple[int, int], Reply]]:
    answered: list[tuple[Asked, Reply | None]] = [(turn.asked, turn.reply) for turn in state.turns]
    if isinstance(state.stage, Judging):
        answered.append((state.stage.asked, state.stage.reply))
    for asked, reply in answered:
        if reply is not None:
            yield (asked.move.number, asked.move.depth), reply


def _requests(state: State) -> Iterator[Request]:
    for turn in state.turns:
        yield from (exchange.request for exchange in turn.asked.exchanges)
    if isinstance(state.stage, Listening | Judging | Replying):
        yield from (exchange.request for exchange in state.stage.asked.exchanges)
    if isinstance(state.stage, Replying):
        yield state.stage.request
