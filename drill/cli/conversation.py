"""An interview line by line, for pipes, screen readers and terminals that cannot place text.

An empty line ends an answer; a line that begins with `?` is taken at once. Each line is kept as it comes, so
nothing that was typed is lost however the program ends: Ctrl-C and signals leave an interview that can be
gone on with, the end of the input ends it. While the program is stopped (Ctrl-Z) no time goes by.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, TextIO

from drill.cards.plaintext import as_line, as_text
from drill.cli.ask import answer_lines, fault_line
from drill.cli.debriefing import debrief_lines
from drill.cli.reading import ends_answer
from drill.cli.stopping import stoppable
from drill.errors import DrillError
from drill.i18n import _
from drill.interview import clock
from drill.interview.clock import Alarm
from drill.interview.transcript import Line
from drill.practice.consulting import consult_now
from drill.practice.rejudging import regrade_interview_now
from drill.tui.text import plain
from drill.tui.wording import comes_back

if TYPE_CHECKING:
    from drill.interview.debrief import Debrief
    from drill.practice.practice import Practice
    from drill.practice.session import Session, Standing

_TICK = 1.0
"""Seconds between two looks at the clock while nothing is typed."""
_STOPPED = 4.0
"""Seconds between two looks from which the program was stopped meanwhile."""
_GRACE = 10.0
"""Seconds for the line that somebody is typing when time is up."""
_HANGING_UP = 0.1
"""Seconds in which it shows that the input ended because the terminal went away."""
_SHOWN = ("lead", "question", "reply")


class _EndOfInputError(Exception):
    """There is nothing more to read."""


class _StoppedError(Exception):
    """The program was told to stop."""


class Conversation:
    """Puts the interviewer's lines out and takes the candidate's in, until the interview is over."""

    def __init__(
        self, practice: Practice, session: Session, source: TextIO = sys.stdin, target: TextIO = sys.stdout
    ) -> None:
        self._practice = practice
        self._session = session
        self._source = source
        self._target = target
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._ended = False
        self._stopped = Event()
        self._code = 0
        """To exit with, once the program was told to stop."""
        self._alarms: tuple[Alarm, Alarm] = ("calm", "calm")

    def hold(self) -> None:
        """Hold the interview and print its debrief."""
        # A thread reads, because a blocked read cannot tell that time is up; it dies with the program.
        Thread(target=self._read, daemon=True).start()
        try:
            with stoppable(self._stop):
                self._talk()
        except _StoppedError:
            self._leave()
            raise SystemExit(self._code) from None
        self._afterwards(self._debrief())

    def _debrief(self) -> Debrief:
        debrief = self._practice.interviews().debrief(self._session.id)
        self._say("")
        for line in debrief_lines(debrief, self._practice.decks.cards):
            self._say(plain(line))
        return debrief

    def _talk(self) -> None:
        self._greet()
        try:
            while (standing := self._session.standing) is not None:
                if self._practice.settings.mode == "aloud" and standing.points:
                    self._aloud(standing)
                else:
                    self._typed(standing)
        except _EndOfInputError:
            self._session.end()

    def _stop(self, code: int) -> None:
        """Note that the program was told to stop; called by a signal, in the middle of anything."""
        self._code = code
        self._stopped.set()
        self._lines.put("")  # wakes who waits for a line
        self._session.hurry()

    def _leave(self) -> None:
        """Keep the time, and say how to go on."""
        self._session.pause()
        with suppress(OSError):  # the terminal may be gone
            print(
                "\n" + _("The interview is kept; `drill interview --plain --resume` goes on with it"),
                file=sys.stderr,
            )

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
        if self._practice.settings.endpoint.called:
            self._say(_("g: have the model judge the answers again"))
        while line := self._next_line().strip():
            number, _blank, question = line.partition(" ")
            if line.lower() == "g":
                self._regrade()
            elif line.lower() == "s":
                for each in interviews.schedule(self._session.id):
                    when = comes_back(each.due, datetime.now(UTC))
                    self._say(_("{item}: {when}").format(item=each.item.id, when=when))
                self._say(_("`drill undo` takes them back, one by one"))
            elif number.isdecimal() and int(number) in cards and question:
                self._answer(cards[int(number)], question)
            else:
                self._answer(next(reversed(cards.values())), line)

    def _regrade(self) -> None:
        """Have the model judge the answers again, and say what that comes to."""
        done = regrade_interview_now(self._practice, self._session.id)
        line = _("judged by the model: {done} of {of}").format(done=done.judged, of=done.of)
        self._say(f"{line}; {done.fault}" if done.fault else line)
        if done.judged:
            self._debrief()

    def _next_line(self) -> str:
        """The next line; an empty one where the input has ended."""
        line = None if self._ended else self._lines.get()
        self._ended = line is None
        return line or ""

    def _answer(self, card: str, question: str) -> None:
        setup = self._session.state.setup
        try:
            told = consult_now(self._practice, card, question, setup.language, model=setup.model)
        except DrillError as error:  # the card is gone
            self._say(str(error))
            return
        if told.fault:
            self._say(f"i {fault_line(told)}")
        for line in answer_lines(told):
            self._say(line)

    def _typed(self, standing: Standing) -> None:
        lines = standing.draft.splitlines()
        for kept in lines:  # of an interview that was resumed
            self._say(f"> {plain(kept)}")
        while True:
            line = self._next()
            if line is None:
                self._show(self._session.time_up("\n".join((*lines, *self._last_line()))))
                return
            if not lines and line.lstrip().startswith(("?", "？")):
                self._show(self._session.say(line))
                return
            if ends_answer(line, begun=bool(lines)):
                if lines:
                    self._show(self._session.say("\n".join(lines)))
                    return
            elif line.strip():
                lines.append(line)
                self._session.draft("\n".join(lines))

    def _last_line(self) -> list[str]:
        """What is in a terminal's line when time is up, if it is ended soon: it belongs to the answer."""
        if not self._source.isatty():
            return []
        self._say(_("End your line; it still counts"))
        with suppress(Empty):
            line = self._lines.get(timeout=_GRACE)
            if line is None:
                self._lines.put(None)
            elif line.strip():
                return [line]
        return []

    def _aloud(self, standing: Standing) -> None:
        self._say(_("Say it aloud, then press Enter"))
        line = self._next()
        if line is not None and line.strip():
            self._show(self._session.say(line))
            return
        points = list(standing.points.items())
        for number, (_name, text) in enumerate(points, start=1):
            self._say(f"{number}. {_line(text)}")
        self._say(_("Numbers of the points you made, or nothing"))
        said = (self._next() or "").replace(",", " ").split()
        ticked = {points[int(n) - 1][0] for n in said if n.isdecimal() and 1 <= int(n) <= len(points)}
        self._show(self._session.tick(ticked))

    def _next(self) -> str | None:
        """The next line; None when the time for the question is up."""
        while not self._stopped.is_set():
            since = time.monotonic()
            try:
                line = self._lines.get(timeout=_TICK)
            except Empty:
                if (gap := time.monotonic() - since) > _STOPPED:
                    self._session.stood_still(gap - _TICK)
                if self._warn() == "up":
                    return None
                continue
            if line is None:
                time.sleep(_HANGING_UP)
            if self._stopped.is_set():
                break
            if line is None:
                self._ended = True
                raise _EndOfInputError
            return line
        raise _StoppedError

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
                self._say(as_text(plain(line.text)))
            elif line.kind == "notice":
                self._say(f"i {plain(line.text)}")

    def _say(self, text: str) -> None:
        print(text, file=self._target, flush=True)


def _line(markdown: str) -> str:
    return as_line(plain(markdown))
