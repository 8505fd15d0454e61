"""The debrief: what an interview comes to, and by which rule. Expected scores are worked out by hand."""

import pytest

from drill.cards.card import Dimension
from drill.grading.verdict import MisconceptionVerdict, PointVerdict, Verdict
from drill.interview.debrief import Debrief, debrief_of
from drill.interview.machine import step
from drill.interview.state import (
    Answered,
    Asking,
    Began,
    Ended,
    Judged,
    Judging,
    Main,
    Over,
    Put,
    Replied,
    Reply,
    Request,
    Requested,
    State,
)  # fmt: skip
from drill.interview.syllabus import Setup, Syllabus
from drill.interview.wording import rule
from tests.interview.candidates import record, subject

GOOD = dict.fromkeys(Dimension, ("hit", "hit"))


def verdict(marks=GOOD, *, score: float = 1.0, voiced: tuple[str, ...] = ()) -> Verdict:
    points = tuple(
        PointVerdict(f"{dimension.value}-{n}", dimension, False, mark)
        for dimension, both in marks.items()
        for n, mark in enumerate(both)
    )
    beliefs = tuple(MisconceptionVerdict(name, "so they say", "not so") for name in voiced)
    dimensions = {each: sum(m == "hit" for m in both) / 2 for each, both in marks.items()}
    return Verdict("i", "c", "en", "offline", "graded", score, "good", 0.9, points, dimensions, beliefs)  # type: ignore[arg-type]


def interview(*answers: Verdict, probes: Verdict | None = None, questions: int = 1) -> Debrief:
    """Answers to questions one after the other; without `probes` there is no time for any."""
    state: State | None = None
    event: object = Began(
        Setup(questions=questions, minutes=60),
        Syllabus(tuple(subject(f"card-{n}", f"topic-{n}") for n in range(questions))),
    )
    left = list(answers)
    while True:
        state, _ = step(state, event)  # type: ignore[arg-type]
        match state.stage:
            case Asking(move):
                event = Put("", f"{move.number}?") if left or move.depth else Ended("ended")
            case Judging(asked):
                event = Judged(left.pop(0) if isinstance(asked.move.aim, Main) else probes or verdict())
            case Over():
                return debrief_of(record(state))
            case _:
                event = Answered(Reply("so"), 60.0 if probes else state.budget)


def test_a_question_is_the_mean_of_its_dimensions():
    marks = GOOD | {Dimension.WHY: ("miss", "miss"), Dimension.VERIFICATION: ("hit", "miss")}
    debrief = interview(verdict(marks, score=0.625))
    assert debrief.score == pytest.approx((1 + 0 + 1 + 0.5) / 4)
    assert debrief.matrix["topic-0"][Dimension.VERIFICATION] == 0.5
    assert debrief.signal.step == "borderline"


@pytest.mark.parametrize(
    ("hits", "step"), [(8, "strong-yes"), (6, "yes"), (5, "borderline"), (3, "no"), (2, "strong-no")]
)
def test_five_steps_by_the_mean(hits, step):
    flat = ["hit"] * hits + ["miss"] * (8 - hits)
    marks = {each: tuple(flat[2 * n : 2 * n + 2]) for n, each in enumerate(Dimension)}
    debrief = interview(verdict(marks, score=hits / 8))
    assert debrief.score == hits / 8
    assert debrief.signal.step == step


def test_misconceptions_left_standing_take_it_one_step_down_and_the_rule_says_so():
    debrief = interview(verdict(voiced=("myth", "legend")))
    assert debrief.signal.step == "yes"
    assert "One step lower: 2 misconceptions were left standing." in rule(debrief.signal)
    assert debrief.fixes[0].kind == "misconception"


def test_few_answers_are_no_yes():
    debrief = interview(verdict(), questions=3)
    assert debrief.signal.step == "borderline"
    assert "fewer than half of the 3 questions" in rule(debrief.signal)


def test_what_is_made_up_for_under_probing_counts_half():
    first = verdict(GOOD | {Dimension.WHY: ("miss", "miss")}, score=0.75)
    probed = verdict({Dimension.WHY: ("hit", "hit")})
    debrief = interview(first, probes=probed)
    (question,) = debrief.questions
    assert [turn.kind for turn in question.turns][:2] == ["question", "dimension"]
    assert question.dimensions[Dimension.WHY] == 0.5
    own = (1 + 0.5 + 1 + 1) / 4
    assert question.score == pytest.approx(own * 2 / 3 + 1 / 3)  # the two further probes went well


def test_a_hint_costs_a_tenth():
    state, _ = step(None, Began(Setup(questions=1), Syllabus((subject("a", "kv"),))))
    for event in (
        Put("", "?"),
        Requested(Request("hint"), "?", 1.0),
        Replied("so", 1),
        Answered(Reply("x"), 3000.0),
        Judged(verdict()),
    ):
        state, _ = step(state, event)
    assert debrief_of(record(state)).score == pytest.approx(0.9)


def test_three_things_to_fix_first_come_from_three_cards():
    bad = verdict(dict.fromkeys(Dimension, ("miss", "miss")), score=0.0)
    half = verdict(GOOD | {Dimension.VERIFICATION: ("hit", "miss")}, score=0.875)
    debrief = interview(bad, half, half, questions=3)
    assert len({fix.card for fix in debrief.fixes}) == 3
    assert debrief.fixes[0].card == debrief.questions[0].card
    assert debrief.fixes[1].dimension == Dimension.VERIFICATION


def test_a_skipped_question_counts_as_nothing_known():
    state, _ = step(None, Began(Setup(questions=1), Syllabus((subject("a", "kv"),))))
    for event in (Put("", "?"), Requested(Request("skip"), "skip", 3.0)):
        state, _ = step(state, event)
    debrief = debrief_of(record(state))
    assert debrief.score == 0
    assert debrief.fixes[0].item == "a"


def test_without_an_answer_there_is_no_signal():
    state, _ = step(None, Began(Setup(questions=1), Syllabus((subject("a", "kv"),))))
    for event in (Put("", "?"), Ended("ended")):
        state, _ = step(state, event)
    debrief = debrief_of(record(state))
    assert debrief.signal is None
    assert debrief.fixes == ()
