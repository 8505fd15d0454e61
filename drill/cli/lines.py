"""A review line by line, for pipes, screen readers and terminals that cannot place text.

An answer ends with an empty line, a line that holds a single full stop, or the end of the input. Nothing is
rated that the user did not rate: at the end of the input the last answer stays stored, its question open.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TextIO

from drill.cards.card import Dimension, Kind
from drill.cards.plaintext import as_line, as_text
from drill.cli.reading import ends_answer
from drill.grading.nexttime import next_time
from drill.grading.verdict import RatingName
from drill.i18n import _, percent
from drill.practice.views import Graded, Prompt, Reviewed
from drill.tui import wording
from drill.tui.material import expected_points, model_answer, notes
from drill.tui.text import one_line, plain

if TYPE_CHECKING:
    from drill.practice.practice import Practice

_KEYS: dict[str, RatingName] = dict(zip("1234", ("again", "hard", "good", "easy"), strict=True))
_MARKS = {"hit": "+", "partial": "~", "miss": "-"}


class _EndOfInputError(Exception):
    """There is nothing more to read."""


class LineReview:
    """Asks, reads, judges and rates until the queue or the input ends."""

    def __init__(
        self, practice: Practice, mode: str, source: TextIO = sys.stdin, target: TextIO = sys.stdout
    ) -> None:
        self._practice = practice
        self._mode = mode
        self._source = source
        self._target = target

    def run(self) -> None:
        """Review until nothing is left; returns as well when the user quits."""
        try:
            while (prompt := self._practice.next()) is not None:
                graded = self._review(prompt)
                if graded is None:
                    return
                followup = self._practice.followup(graded) if prompt.item.kind is Kind.EXPLAIN else None
                if followup is not None and self._review(followup) is None:
                    return
            self._say(_("Nothing left today"))
        except _EndOfInputError:
            self._say("")

    def _review(self, prompt: Prompt) -> Graded | None:
        kind, reason = _(wording.KINDS[prompt.item.kind]), _(wording.REASONS[prompt.reason])
        self._say(f"\n{kind} ({reason})\n{_text(prompt.question)}")
        since = time.monotonic()
        if self._mode == "aloud" and prompt.item.kind is not Kind.DRILL:
            graded = self._aloud(prompt, since)
        else:
            graded = self._typed(prompt, since)
        return graded if self._rated(graded) else None

    def _typed(self, prompt: Prompt, since: float) -> Graded:
        self._say(_("Your answer; an empty line ends it:"))
        lines = list(self._answer())
        return self._practice.answer(prompt, "\n".join(lines), seconds=time.monotonic() - since)

    def _answer(self) -> Iterator[str]:
        begun = False
        while line := self._source.readline():
            if ends_answer(line, begun=begun):
                return
            begun = begun or bool(line.strip())
            if begun:
                yield line.rstrip("\r\n")

    def _aloud(self, prompt: Prompt, since: float) -> Graded:
        self._ask(_("Say it aloud, then press Enter"))
        seconds = time.monotonic() - since
        points = expected_points(prompt)
        for number, point in enumerate(points, start=1):
            self._say(f"{number}. {_line(point.text)}")
        said = self._ask(_("Numbers of the points you made, or nothing")) if points else ""
        ticked = [points[int(n) - 1].id for n in said.replace(",", " ").split() if _counts(n, len(points))]
        return self._practice.checklist(prompt, ticked, seconds=seconds)

    def _rated(self, graded: Graded) -> bool:
        self._say_verdict(graded)
        proposed = graded.verdict.rating
        while True:
            reply = self._ask(self._choices(graded))
            if reply == "q":
                return False
            if reply == "m":
                self._say(_text(model_answer(graded.prompt)))
            elif rating := _KEYS.get(reply) or (proposed if reply == "" else None):
                self._say_review(self._practice.rate(graded, rating))
                return True

    def _choices(self, graded: Graded) -> str:
        choices = []
        for key, rating in _KEYS.items():
            span = graded.intervals.get(rating)
            name = _(wording.RATINGS[rating])
            choices.append(f"{key} {name} ({wording.interval(span.days)})" if span else f"{key} {name}")
        choices += [_("m model answer"), _("q quit")]
        if graded.verdict.rating is not None:
            choices.append(_("Enter {rating}").format(rating=_(wording.RATINGS[graded.verdict.rating])))
        return ", ".join(choices)

    def _say_verdict(self, graded: Graded) -> None:
        verdict = graded.verdict
        if verdict.score is None:
            self._say(_("Not graded"))
        else:
            self._say(_("Score {percent}").format(percent=percent(verdict.score)))
        for dimension in Dimension:
            if dimension in verdict.dimensions:
                share = percent(verdict.dimensions[dimension])
                self._say(f"  {_(wording.DIMENSIONS[dimension])}: {share}")
        for each in verdict.misconceptions:
            self._say("! " + _("You said: “{quote}”").format(quote=one_line(each.quote)))
            self._say("  " + _("Rather: {correction}").format(correction=_line(each.correction)))
        for note in notes(graded):
            self._say(f"i {one_line(note)}")
        texts = {point.id: point.text for point in expected_points(graded.prompt)}
        for advice in next_time(verdict, texts):
            self._say(_("Next time, say: {what}").format(what=_line(advice.text)))
        for point in verdict.points:
            quotes = " … ".join(f"“{one_line(each.quote)}”" for each in point.evidence)
            self._say(f"{_MARKS[point.verdict]} {_line(texts.get(point.id, point.id))} {quotes}".rstrip())
        if graded.prompt.numeric is not None:
            self._say(_text(model_answer(graded.prompt)))

    def _say_review(self, reviewed: Reviewed) -> None:
        rating = _(wording.RATINGS[reviewed.rating])
        if reviewed.due is None:
            self._say(_("practice, not scheduled"))
        else:
            when = wording.comes_back(reviewed.due, datetime.now(UTC))
            self._say(_("{rating} · {when}").format(rating=rating, when=when))

    def _ask(self, what: str) -> str:
        self._target.write(f"{what}: ")
        self._target.flush()
        line = self._source.readline()
        if not line:
            raise _EndOfInputError
        return line.strip().lower()

    def _say(self, text: str) -> None:
        print(text, file=self._target)


def _text(markdown: str) -> str:
    return as_text(plain(markdown))


def _line(markdown: str) -> str:
    return as_line(plain(markdown))


def _counts(number: str, most: int) -> bool:
    return number.isdecimal() and 1 <= int(number) <= most
