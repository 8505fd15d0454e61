"""An interview under way, held through the desk: what a screen may ask of it, and what it may look at.

The session lives on the practice's thread. Its state is a value, replaced only when it is stored, so a screen
may look at it from its own thread at any moment.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uuid import UUID

    from drill.interview.clock import Reading
    from drill.interview.state import Ending, RequestKind, State
    from drill.interview.syllabus import Setup
    from drill.practice.practice import Practice
    from drill.practice.session import Session, Standing
    from drill.tui.desk import Desk


class Talk:
    """The open question and the clock, and each thing that a candidate can do."""

    def __init__(self, desk: Desk, session: Session, standing: Standing | None) -> None:
        self._desk = desk
        self._session = session
        self.standing = standing
        """The question that stands open; as it was before, while something is under way."""

    @classmethod
    async def open(cls, desk: Desk, setup: Setup | None, stored: Callable[[], None]) -> Talk:
        """Begin an interview, or go on with the unfinished one where `setup` is None.

        `stored` is called after each event, on the practice's thread.
        """

        def opened(practice: Practice) -> tuple[Session, Standing | None]:
            interviews = practice.interviews()
            session = interviews.resume() if setup is None else interviews.begin(setup)
            session.on_stored = stored
            return session, session.standing

        return cls(desk, *await desk.ask(opened))

    @property
    def id(self) -> UUID:
        """Of the interview."""
        return self._session.id

    @property
    def state(self) -> State:
        """What is known and stored."""
        return self._session.state

    @property
    def over(self) -> Ending | None:
        """How it ended; None while it goes on."""
        return self._session.over

    def clock(self) -> Reading:
        """The time that is left now."""
        return self._session.clock()

    def alarm(self) -> str:
        """What there is to say about the time now."""
        return self._session.alarm()

    def hurry(self) -> None:
        """Do not wait for a model any longer."""
        self._session.hurry()

    async def say(self, text: str) -> None:
        """Take an answer, or a request in words."""
        await self._do(lambda session: session.say(text))

    async def tick(self, points: Collection[str]) -> None:
        """Take an answer given aloud."""
        await self._do(lambda session: session.tick(points))

    async def request(self, kind: RequestKind, about: str, draft: str) -> None:
        """Ask something back; what is typed stays."""
        await self._do(lambda session: session.request(kind, about, draft=draft))

    async def time_up(self, text: str) -> None:
        """Take what stands there, because time is up."""
        await self._do(lambda session: session.time_up(text))

    async def end(self, text: str) -> None:
        """End it; what stands there is the last answer."""
        await self._do(lambda session: session.end(text))

    async def draft(self, text: str) -> None:
        """Keep what stands there, and the time."""
        await self._desk.ask(lambda _practice: self._session.draft(text))

    async def pause(self, text: str) -> None:
        """Stop the clock."""

        def pause(_practice: Practice) -> None:
            self._session.draft(text)
            self._session.pause()

        await self._desk.ask(pause)

    async def go_on(self) -> None:
        """Let the clock run again."""
        await self._do(lambda session: session.go_on())

    async def stood_still(self, seconds: float) -> None:
        """Leave out time for which the program was stopped."""
        await self._desk.ask(lambda _practice: self._session.stood_still(seconds))

    async def _do(self, act: Callable[[Session], object]) -> None:
        def do(_practice: Practice) -> Standing | None:
            act(self._session)
            return self._session.standing

        self.standing = await self._desk.ask(do)
