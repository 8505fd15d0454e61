"""The tables of a collection.

`actions` (with `reviews`) and `retractions` are the log: rows are added, never changed, and an action's
place in it is its `number`. `memories` and `flags` are derived from the log and can be rebuilt from it at any
time. Answers, verdicts and what models said are kept for ever; a draft until its answer is reviewed.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, BigInteger, Dialect, Float, ForeignKey, Integer, MetaData, String, Text, Uuid
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator

_INSTANT = "%Y-%m-%dT%H:%M:%S.%fZ"


class Instant(TypeDecorator[datetime]):
    """An instant in UTC as ISO text: readable, exact to the microsecond, and sorted as instants.

    Text that is no instant reads as None; what holds it is reported by `drill doctor`.
    """

    impl = String(27)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """The text that is stored."""
        # strftime does not pad years below 1000, and 27 characters are what makes the texts sort.
        return None if value is None else value.astimezone(UTC).strftime(_INSTANT).rjust(27, "0")

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        """The instant that was stored."""
        try:
            instant = (
                None if value is None else datetime.fromisoformat(value)
            )  # five times as fast as strptime
        except (TypeError, ValueError):
            return None
        return instant if instant is None or instant.tzinfo else None


class Day(TypeDecorator[date]):
    """A learning day as ISO text. What is no date reads as None."""

    impl = String(10)
    cache_ok = True

    def process_bind_param(self, value: date | None, dialect: Dialect) -> str | None:
        """The text that is stored."""
        return None if value is None else value.isoformat()

    def process_result_value(self, value: str | None, dialect: Dialect) -> date | None:
        """The day that was stored."""
        try:
            return None if value is None else date.fromisoformat(value)
        except (TypeError, ValueError):
            return None


class Base(DeclarativeBase):
    """Named constraints, so that a migration can speak of them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {  # noqa: RUF012 - SQLAlchemy reads a plain dict
        str: Text,
        datetime: Instant,
        date: Day,
        dict[str, Any]: JSON,
        UUID: Uuid,
        float: Float,
    }


class Action(Base):
    """What the user did that changes what is asked: `review`, `suspend`, `unsuspend`, `bury` or `reset`."""

    __tablename__ = "actions"
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012 - a number is never given twice

    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    id: Mapped[UUID] = mapped_column(unique=True)
    kind: Mapped[str]
    item: Mapped[str] = mapped_column(index=True)
    at: Mapped[datetime]
    """What the clock said."""
    day: Mapped[date] = mapped_column(index=True)
    """The learning day it was, where and as the user then lived; never recomputed."""


class Review(Base):
    """What a `review` action says beside its item and time."""

    __tablename__ = "reviews"

    action: Mapped[UUID] = mapped_column(ForeignKey("actions.id"), primary_key=True)
    rating: Mapped[str]
    proposed: Mapped[str | None]
    """The rating that the score led to; the user may have chosen another."""
    reason: Mapped[str]
    answer: Mapped[UUID | None] = mapped_column(ForeignKey("answers.id"), index=True)
    parameters: Mapped[str] = mapped_column(ForeignKey("parameters.digest"))


class Retraction(Base):
    """An action that was undone."""

    __tablename__ = "retractions"

    action: Mapped[UUID] = mapped_column(ForeignKey("actions.id"), primary_key=True)
    at: Mapped[datetime]


class ParameterSet(Base):
    """Scheduling parameters under the hash of their content, so that equal ones are one row anywhere."""

    __tablename__ = "parameters"

    digest: Mapped[str] = mapped_column(primary_key=True)
    body: Mapped[dict[str, Any]]


class Answer(Base):
    """An answer as it was given, stored before it is graded."""

    __tablename__ = "answers"
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012

    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    id: Mapped[UUID] = mapped_column(unique=True)
    item: Mapped[str] = mapped_column(index=True)
    card: Mapped[str]
    language: Mapped[str]
    question: Mapped[str]
    """The question in the words in which it was put."""
    seed: Mapped[int | None] = mapped_column(BigInteger)
    """What the numbers of a drill were drawn from."""
    mode: Mapped[str]
    text: Mapped[str]
    reason: Mapped[str]
    at: Mapped[datetime]
    day: Mapped[date] = mapped_column(index=True)
    seconds: Mapped[float | None]
    hints: Mapped[int]


class Verdict(Base):
    """A grader's judgement of an answer, as the JSON of the command line. The latest one counts."""

    __tablename__ = "verdicts"
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012

    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    answer: Mapped[UUID] = mapped_column(ForeignKey("answers.id"), index=True)
    at: Mapped[datetime]
    score: Mapped[float | None]
    body: Mapped[dict[str, Any]]


class Dispute(Base):
    """A verdict on one point of an answer that the user does not accept; taking it back removes the row."""

    __tablename__ = "disputes"

    answer: Mapped[UUID] = mapped_column(ForeignKey("answers.id"), primary_key=True)
    point: Mapped[str] = mapped_column(primary_key=True)
    """The id of a point of the card, or of one of its misconceptions."""
    verdict: Mapped[str]
    """What is disputed: `miss`, `partial`, or `voiced` for a misconception."""
    at: Mapped[datetime]


class Draft(Base):
    """What is typed and not yet reviewed, with the question as it stands on the screen."""

    __tablename__ = "drafts"

    item: Mapped[str] = mapped_column(primary_key=True)
    text: Mapped[str]
    question: Mapped[str]
    language: Mapped[str]
    seed: Mapped[int | None] = mapped_column(BigInteger)
    at: Mapped[datetime]


class Memory(Base):
    """An item's state (derived): `learning` and `relearning` have `due_at`, `reviewing` has `due_day`."""

    __tablename__ = "memories"

    item: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str]
    stability: Mapped[float]
    difficulty: Mapped[float]
    last_review: Mapped[datetime]
    last_day: Mapped[date]
    repetitions: Mapped[int]
    lapses: Mapped[int]
    due_at: Mapped[datetime | None] = mapped_column(index=True)
    due_day: Mapped[date | None] = mapped_column(index=True)


class Flag(Base):
    """What keeps an item from being asked (derived)."""

    __tablename__ = "flags"

    item: Mapped[str] = mapped_column(primary_key=True)
    suspended: Mapped[bool]
    buried: Mapped[date | None]
    """The learning day on which it is not asked."""


class Judgement(Base):
    """What a model said of an answer, under the digest of all that it was asked."""

    __tablename__ = "judgements"

    key: Mapped[str] = mapped_column(primary_key=True)
    at: Mapped[datetime]
    body: Mapped[dict[str, Any]]


class Spending(Base):
    """What asking the model of an endpoint took on a learning day."""

    __tablename__ = "spending"

    day: Mapped[date] = mapped_column(primary_key=True)
    endpoint: Mapped[str] = mapped_column(primary_key=True)
    requests: Mapped[int]
    sent: Mapped[int] = mapped_column(BigInteger)
    received: Mapped[int] = mapped_column(BigInteger)
    cost: Mapped[float]
    """By the prices of then."""


class Interview(Base):
    """A mock interview, with what is typed and not yet answered."""

    __tablename__ = "interviews"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    began: Mapped[datetime]
    ended: Mapped[datetime | None]
    draft: Mapped[str | None]
    draft_seconds: Mapped[float | None]
    """The candidate's time since the latest event."""


class InterviewEvent(Base):
    """What happened in an interview, in order: `body` is the event that `drill.interview.state` defines."""

    __tablename__ = "interview_events"

    interview: Mapped[UUID] = mapped_column(ForeignKey("interviews.id"), primary_key=True)
    position: Mapped[int] = mapped_column(Integer, primary_key=True)
    at: Mapped[datetime]
    kind: Mapped[str]
    body: Mapped[dict[str, Any]]


class Meta(Base):
    """Facts about the collection itself."""

    __tablename__ = "meta"

    key: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]
