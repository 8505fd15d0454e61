"""An interview line by line, for pipes, screen readers and terminals that cannot place text.

An empty line ends an answer; a line that begins with `?` is taken at once. Each line is kept as it comes, so
nothing that was typed is lost however the program ends; the end of the input ends the interview.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from queue import Empty, Queue
from threading import Thread
from typing import TYPE_CHECKING, TextIO

from drill.cli.debriefing import debrief_lines, section_name
from drill.i18n import _
from drill.interview import clock
from drill.interview.clock import Alarm
from drill.interview.transcript import Line
from drill.tui.text import plain
from drill.tui.wording import comes_back

if TYPE_CHECKING:
    from drill.interview.debrief import Debrief
    from drill.practice.practice import Practice
    from drill.practice.session import Session, Standing

_TICK = 1.0
"""Seconds between two looks at the clock while nothing is typed."""
_SHOWN = ("lead", "question", "reply")


class _EndOfInputError(Exception):
    """There is nothing more to read."""


class Conversation:
    """Puts the interviewer's lines out and takes the candidate's in, until the interview is over."""

    def __init__(
        self, practice: Practice, session: Session, source: TextIO = sys.stdin, target: TextIO = sys.stdout
    ) -> None:
        self._practice = practice
        self._session = session
        self._source = source
        self._target = target
        self._lines: Queue[str | None] = Queue()
        self._ended = False
        self._alarms: tuple[Alarm, Alarm] = ("calm", "calm")

    def hold(self) -> None:
        """Hold the interview and print its debrief."""
        # A thread reads, because a blocked read cannot tell that time is up; it dies with the program.
        Thread(target=self._read, daemon=True).start()
        self._greet()
        try:
            while (standing := self._session.standing) is not None:
                if self._practice.settings.mode == "aloud" and standing.points:
                    self._aloud(standing)
                else:
                    self._typed(standing)
        except _EndOfInputError:
            self._session.end()
        debrief = self._practice.interviews().debrief(self._session.id)
        self._say("")
        for line in debrief_lines(debrief, self._practice.decks.cards):
            self._say(plain(line))
        self._afterwards(debrief)

    def _greet(self) -> None:
        lines = self._session.lines
        last = max((line.number, line.depth) for line in lines)
        self._show(line for line in lines if (line.number, line.depth) == last)

    def _afterwards(self, debrief: Debrief) -> None:
        """Schedule what is to be fixed, if that is wanted, and answer questions about the cards."""
        cards = {question.number: question.card for question in debrief.questions}
        if self._ended or not cards:
            return
        interviews = self._practice.interviews()
        self._say("")
        self._say(
            _("s: schedule what to fix first; 2 why …?: ask about the card of question 2; nothing: leave")
        )
        while line := self._next_line().strip():
            number, _blank, question = line.partition(" ")
            if line.lower() == "s":
                for each in interviews.schedule(self._session.id):
                    when = comes_back(each.due, datetime.now(UTC))
                    self._say(_("{item}: {when}").format(item=each.item.id, when=when))
                self._say(_("`drill undo` takes them back, one by one"))
            elif number.isdecimal() and int(number) in cards and question:
                self._answer(cards[int(number)], question)
            else:
                self._answer(next(reversed(cards.values())), line)

    def _next_line(self) -> str:
        """The next line; an empty one where the input has ended."""
        line = None if self._ended else self._lines.get()
        self._ended = line is None
        return line or ""

    def _answer(self, card: str, question: str) -> None:
        found = self._practice.ask(card, question, self._session.state.setup.language)
        for passage in found:
            self._say(f"{section_name(passage.section)}: {plain(passage.text)}")
        if not found:
            self._say(_("The card says nothing about that"))

    def _typed(self, standing: Standing) -> None:
        lines = standing.draft.splitlines()
        for kept in lines:  # of an interview that was resumed
            self._say(f"> {plain(kept)}")
        while True:
            line = self._next()
            if line is None:
                self._show(self._session.time_up("\n".join(lines)))
                return
            if not lines and line.lstrip().startswith(("?", "？")):
                self._show(self._session.say(line))
                return
            if line.strip():
                lines.append(line)
                self._session.draft("\n".join(lines))
            elif lines:
                self._show(self._session.say("\n".join(lines)))
                return

    def _aloud(self, standing: Standing) -> None:
        self._say(_("Say it aloud, then press Enter"))
        line = self._next()
        if line is not None and line.strip():
            self._show(self._session.say(line))
            return
        points = list(standing.points.items())
        for number, (_name, text) in enumerate(points, start=1):
            self._say(f"{number}. {plain(text)}")
        self._say(_("Numbers of the points you made, or nothing"))
        said = (self._next() or "").replace(",", " ").split()
        ticked = {points[int(n) - 1][0] for n in said if n.isdecimal() and 1 <= int(n) <= len(points)}
        self._show(self._session.tick(ticked))

    def _next(self) -> str | None:
        """The next line; None when the time for the question is up."""
        while True:
            try:
                line = self._lines.get(timeout=_TICK)
            except Empty:
                if self._warn() == "up":
                    return None
            else:
                if line is None:
                    self._ended = True
                    raise _EndOfInputError
                return line

    def _warn(self) -> Alarm:
        """Say so where the clock has turned; return how it stands for the question."""
        reading = self._session.clock()
        alarms = (reading.question_alarm, reading.total_alarm)
        if alarms != self._alarms:
            self._alarms = alarms
            if words := clock.words(reading):
                self._say(words)
        return reading.question_alarm

    def _read(self) -> None:
        for line in self._source:
            self._lines.put(line.rstrip("\r\n"))
        self._lines.put(None)

    def _show(self, lines: Iterable[Line]) -> None:
        for line in lines:
            if line.kind == "question":
                number = _("Question {n} of {of}").format(
                    n=line.number, of=self._session.state.setup.questions
                )
                self._say(f"\n{number}" if line.depth == 0 else "")
            if line.kind in _SHOWN:
                self._say(plain(line.text))

    def _say(self, text: str) -> None:
        print(text, file=self._target, flush=True)
