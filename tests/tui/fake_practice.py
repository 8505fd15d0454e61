"""A practice without a collection: one card with a follow-up and a drill, in both languages.

It keeps what the screens tell it, so that tests read what a user did from `log`. Interviews are real ones.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING
from uuid import UUID

from drill.cards.card import (
    Card,
    CardId,
    CardText,
    Cited,
    Computed,
    Dimension,
    DrillText,
    FollowUp,
    Heard,
    Item,
    ItemId,
    Kind,
    Mention,
    Misconception,
    Point,
    Section,
    Tolerance,
)
from drill.cards.numeric import NumericQuestion
from drill.grading.verdict import Evidence, MisconceptionVerdict, PointVerdict, RatingName, Verdict
from drill.practice.judging import is_typed
from drill.practice.views import Graded, Interval, Prompt, Reviewed, Today, Undone, Weak
from tests.tui.fake_interviews import practice_on

if TYPE_CHECKING:
    from drill.cards.decks import Decks
    from drill.cards.passages import Passage
    from drill.practice.interviewing import Interviews
    from drill.practice.practice import Practice
    from drill.reports.progress import Progress
    from drill.settings import Settings

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
QUOTE = {"en": "reads every weight once", "zh": "每步把权重读一遍"}
WRONG = {"en": "it is compute bound", "zh": "瓶颈是算力"}

_MENTIONS = (Mention("token", "320 KiB", 1), Mention("ridge", "295 FLOP/B", 2), Mention("idle", "30 %", 3))
_EN = CardText(
    language="en",
    title="Why is decoding bound by memory bandwidth?",
    sections={
        Dimension.WHAT: Section(
            "Each step makes one token per request and **reads every weight** to do so.",
            (
                Point("step", "One step yields one token per request", True, Dimension.WHAT),
                Point("read", "A step reads all weights, however few tokens it makes", False, Dimension.WHAT),
            ),
        ),
        Dimension.WHY: Section(
            "The arithmetic per byte read is far below what the GPU could do.",
            (Point("intensity", "Few operations per byte: far left of the ridge", True, Dimension.WHY),),
        ),
        Dimension.COUNTERFACTUAL: Section(
            "Alone, a request leaves the arithmetic units idle.",
            (
                Point(
                    "idle", "With a batch of one the arithmetic units idle", False, Dimension.COUNTERFACTUAL
                ),
            ),
        ),
        Dimension.VERIFICATION: Section(
            "Double the batch: time per step barely moves.",
            (Point("batch", "Step time barely grows with the batch", False, Dimension.VERIFICATION),),
        ),
    },
    misconceptions=(Misconception("flops", "It is compute bound", "It is bound by memory bandwidth"),),
    followups=(
        FollowUp(
            "ridge",
            "Where is the ridge, and what moves it? [bold]not markup[/]",
            (Point("ridge.batch", "A bigger batch moves right along the roofline", True, None),),
        ),
    ),
    drills=(DrillText("floor", "How long does one read of 140 GB at 3.35 TB/s take?"),),
    sources=("The roofline model, 2009",),
    mentions=_MENTIONS,
)
_ZH = CardText(
    language="zh",
    title="为什么解码受限于显存带宽，而不是算力？",
    sections={
        Dimension.WHAT: Section(
            "每一步为每个请求生成一个 token，为此要**读一遍全部权重**。",
            (
                Point("step", "一步为每个请求生成一个 token", True, Dimension.WHAT),
                Point("read", "不管这一步算几个 token，都要把全部权重读一遍", False, Dimension.WHAT),
            ),
        ),
        Dimension.WHY: Section(
            "每读一个字节只做很少的运算，远低于 GPU 的平衡点。",
            (Point("intensity", "算术强度低：在 roofline 拐点左边很远的地方", True, Dimension.WHY),),
        ),
        Dimension.COUNTERFACTUAL: Section(
            "只跑一个请求时，计算单元大多空闲。",
            (Point("idle", "batch 为一时计算单元几乎空闲", False, Dimension.COUNTERFACTUAL),),
        ),
        Dimension.VERIFICATION: Section(
            "把 batch 翻倍，看单步时间是否几乎不变。",
            (Point("batch", "单步时间几乎不随 batch 增长", False, Dimension.VERIFICATION),),
        ),
    },
    misconceptions=(Misconception("flops", "瓶颈是算力", "瓶颈是显存带宽"),),
    followups=(
        FollowUp(
            "ridge",
            "拐点在哪里，什么会移动它？[bold]不是标记[/]",
            (Point("ridge.batch", "batch 越大，越靠近拐点", True, None),),
        ),
    ),
    drills=(DrillText("floor", "以 3.35 TB/s 读一遍 140 GB 要多久？"),),
    sources=("Roofline 模型，2009",),
    mentions=_MENTIONS,
)
CARD = Card(
    CardId("decode"),
    "sample",
    "decode.md",
    "zh",
    {"zh": _ZH, "en": _EN},
    figures={
        "token": Computed("token", "kv.per_token", {"model": "llama-3-70b", "kv_dtype": "fp16"}, None, 1),
        "ridge": Cited("ridge", "Williams et al. 2009, section 3", 2),
        "idle": Heard("idle", "wrong", "30 % was measured on another machine", 3),
    },
    says={"intensity": ("it does next to no arithmetic for what it reads", "读得多，算得少")},
)
EXPLAIN = Item(ItemId("decode"), CARD.id, Kind.EXPLAIN)
FOLLOWUP = Item(ItemId("decode/followup/ridge"), CARD.id, Kind.FOLLOWUP, "ridge")
DRILL = Item(ItemId("decode/drill/floor"), CARD.id, Kind.DRILL, "floor")
_SPANS: dict[RatingName, float] = {"again": 10 / 1440, "hard": 2.0, "good": 4.0, "easy": 9.0}


class FakePractice:
    """Asks the explanation, then the drill; offers the follow-up in between."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self.log: list[tuple[object, ...]] = []
        self.drafts: dict[str, str] = {}
        self.queue = [EXPLAIN, DRILL]
        self.rated: list[tuple[Graded, Reviewed, list[Item]]] = []
        self.interview: date | None = None
        self.ungraded = False
        self.unsure = False
        self.closed = 0

    @cached_property
    def real(self) -> Practice:
        """What interviews are held on."""
        return practice_on(CARD, self.language, NOW)

    @property
    def settings(self) -> Settings:
        return self.real.settings

    @property
    def decks(self) -> Decks:
        return self.real.decks

    def interviews(self) -> Interviews:
        return self.real.interviews()

    def stats(self, since: date | None = None) -> Progress:
        return self.real.stats(since)

    def ask(self, card: str, question: str, language: str) -> tuple[Passage, ...]:
        return self.real.ask(card, question, language)

    def close(self) -> None:
        self.closed += 1

    def today(self) -> Today:
        return Today(
            day=NOW.date(),
            learning=0,
            due=1 if DRILL in self.queue else 0,
            new=1 if EXPLAIN in self.queue else 0,
            done=len(self.rated),
            streak=3,
            next_due=None if self.queue else NOW + timedelta(hours=3),
            interview=self.interview,
            days_left=(self.interview - NOW.date()).days if self.interview else None,
            weak=(Weak(CARD, Dimension.VERIFICATION, 0.35),),
            covered=0 if EXPLAIN in self.queue else 1,
            cards=1,
            notices=(),
        )

    def next(self) -> Prompt | None:
        return self._put(self.queue[0].id, "due") if self.queue else None

    def prompt(self, item_id: str, language: str | None = None, *, in_turn: bool = False) -> Prompt:
        return self._put(item_id, "due" if in_turn else "practice")

    def _put(self, item_id: str, reason: str) -> Prompt:
        item = next(each for each in (EXPLAIN, FOLLOWUP, DRILL) if each.id == item_id)
        text = CARD.text(self.language)
        question = {
            EXPLAIN: text.title,
            FOLLOWUP: text.followups[0].question,
            DRILL: text.drills[0].question,
        }[item]
        numeric = None
        if item is DRILL:
            numeric = NumericQuestion(
                DRILL.id,
                question,
                {},
                41.79,
                "ms",
                Tolerance(0.03, True),
                working=("140e9 / 3.35e12 = 0.0418 s",),
                assumptions=("at peak",),
            )
        return Prompt(item, CARD, self.language, question, reason, numeric, self.drafts.get(item_id, ""))

    def save_draft(self, item_id: str, text: str) -> None:
        self.log.append(("draft", item_id, text))
        self.drafts[item_id] = text

    def answer(self, prompt: Prompt, text: str, *, seconds: float | None = None, hints: int = 0) -> Graded:
        self.log.append(("answer", prompt.item.id, text))
        self.drafts.pop(prompt.item.id, None)
        return self._graded(prompt, text, self._verdict(prompt, text))

    def warm_up(self, prompt: Prompt) -> None:
        self.warm = prompt

    def checklist(self, prompt: Prompt, ticked: Collection[str], *, seconds: float | None = None) -> Graded:
        self.log.append(("checklist", prompt.item.id, tuple(sorted(ticked))))
        verdict = replace(
            self._verdict(prompt, "said"), grader="self", score=0.8, rating="good", misconceptions=()
        )
        return self._graded(prompt, "", verdict)

    def ticked(self, graded: Graded, points: Collection[str]) -> Graded:
        self.log.append(("ticked", graded.prompt.item.id, tuple(sorted(points))))
        marks = tuple(
            replace(each, verdict="hit" if each.id in points else "miss", evidence=())
            for each in graded.verdict.points
        )
        verdict = replace(graded.verdict, grader="self", score=0.8, rating="good", confidence=1, points=marks)
        return replace(graded, verdict=verdict)

    def disputes(self) -> FakePractice:
        return self

    def toggle(self, graded: Graded, point: str) -> Graded:
        self.log.append(("dispute", graded.prompt.item.id, point))
        return replace(graded, disputed=graded.disputed ^ {point})

    def rate(self, graded: Graded, rating: RatingName) -> Reviewed:
        self.log.append(("rate", graded.prompt.item.id, rating))
        days = _SPANS[rating]
        reviewed = Reviewed(graded.prompt.item, rating, NOW + timedelta(days=days), days)
        self.rated.append((graded, reviewed, list(self.queue)))
        self.queue = [each for each in self.queue if each != graded.prompt.item]
        return reviewed

    def followup(self, graded: Graded) -> Prompt | None:
        return self._put(FOLLOWUP.id, "new")

    def undo(self) -> Undone | None:
        if not self.rated:
            return None
        graded, reviewed, self.queue = self.rated.pop()
        self.log.append(("undo", reviewed.item.id))
        return Undone(reviewed.item, "review", reviewed.rating, graded.text)

    def suspend(self, item_id: str) -> None:
        self.log.append(("suspend", item_id))
        self.queue = [each for each in self.queue if each.id != item_id]

    def suspended(self) -> tuple[str, ...]:
        done = [entry[1] for entry in self.log if entry[0] in ("suspend", "unsuspend")]
        return tuple(str(item) for item in dict.fromkeys(done) if done.count(item) % 2)

    def unsuspend(self, item_id: str) -> None:
        self.log.append(("unsuspend", item_id))

    def bury(self, item_id: str) -> None:
        self.log.append(("bury", item_id))
        self.queue = [each for each in self.queue if each.id != item_id]

    def _graded(self, prompt: Prompt, text: str, verdict: Verdict) -> Graded:
        intervals = {name: Interval(NOW + timedelta(days=days), days) for name, days in _SPANS.items()}
        return Graded(UUID(int=1), prompt, text, verdict, intervals)

    def _verdict(self, prompt: Prompt, text: str) -> Verdict:
        item, language = prompt.item, prompt.language
        base = Verdict(item.id, CARD.id, language, "offline", "graded", 0.5, "again", 0.9)
        if self.unsure:
            base = replace(base, confidence=0.3)
        if self.ungraded or not is_typed(text):
            return replace(base, status="ungraded", score=None, rating=None, notes=("too short to judge",))
        if item is DRILL:
            right = "41" in text
            told = ("Working: 140e9 / 3.35e12 = 0.0418 s", "Assuming: at peak", "No unit was given")
            rating: RatingName = "good" if right else "again"
            return replace(base, grader="numeric", score=float(right), rating=rating, notes=told)
        if item is FOLLOWUP:
            return replace(base, score=0.0, points=(PointVerdict("ridge.batch", None, True, "miss"),))
        at = text.find(QUOTE[language])
        evidence = (Evidence(at, at + len(QUOTE[language]), QUOTE[language]),) if at >= 0 else ()
        wrong = WRONG[language] in text
        return replace(
            base,
            score=0.63,
            rating="hard",
            points=(
                PointVerdict("step", Dimension.WHAT, True, "hit", evidence),
                PointVerdict("read", Dimension.WHAT, False, "partial"),
                PointVerdict("intensity", Dimension.WHY, True, "miss"),
                PointVerdict("idle", Dimension.COUNTERFACTUAL, False, "miss"),
                PointVerdict("batch", Dimension.VERIFICATION, False, "hit"),
            ),
            dimensions={
                Dimension.WHAT: 1.0,
                Dimension.WHY: 0.5,
                Dimension.COUNTERFACTUAL: 0.0,
                Dimension.VERIFICATION: 1.0,
            },
            misconceptions=(
                (
                    MisconceptionVerdict(
                        "flops", WRONG[language], CARD.text(language).misconceptions[0].correction
                    ),
                )
                if wrong
                else ()
            ),
            notes=("“40 %” is heard often, but was measured on other hardware",),
        )
