"""What to say next time: musts first, then the weakest dimension, two sentences at most."""

from __future__ import annotations

from drill.cards.card import CardId, Dimension, ItemId
from drill.grading.nexttime import next_time
from drill.grading.verdict import Advice, PointVerdict, Verdict

WHAT, WHY, WITHOUT, HOW = Dimension
TEXTS = {name: f"{name.capitalize()} is so." for name in ("a", "b", "c", "d", "e", "f")}


def verdict(*points: PointVerdict, advice: tuple[Advice, ...] = (), **scores: float) -> Verdict:
    return Verdict(
        *(ItemId("x"), CardId("x"), "en", "offline", "graded", 0.5, "again", 0.9),
        points=points,
        dimensions={Dimension(name): score for name, score in scores.items()},
        advice=advice,
    )


def said(found: tuple[Advice, ...]) -> list[str]:
    return [each.text for each in found]


def test_a_missed_must_comes_before_a_weaker_dimension():
    judged = verdict(
        PointVerdict("a", WHAT, False, "miss"),
        PointVerdict("b", WHY, True, "miss"),
        PointVerdict("c", HOW, False, "miss"),
        what=0.0,
        why=0.5,
        verification=0.25,
    )
    assert said(next_time(judged, TEXTS)) == ["B is so.", "A is so."]


def test_what_is_half_said_comes_after_what_is_missing_in_its_dimension():
    judged = verdict(
        PointVerdict("a", WHAT, False, "partial"), PointVerdict("b", WHAT, False, "miss"), what=0.25
    )
    assert said(next_time(judged, TEXTS)) == ["B is so.", "A is so."]


def test_where_a_dimension_is_complete_nothing_is_asked_of_it():
    judged = verdict(
        PointVerdict("a", WHAT, False, "miss"), PointVerdict("b", WHY, False, "miss"), what=1.0, why=0.5
    )
    assert said(next_time(judged, TEXTS)) == ["B is so."]
    complete = verdict(PointVerdict("a", WHAT, False, "miss"), what=1.0)
    assert next_time(complete, TEXTS) == ()


def test_the_advice_of_a_model_speaks_for_its_dimension_once():
    judged = verdict(
        PointVerdict("a", WHAT, True, "miss"),
        PointVerdict("b", WHAT, False, "miss"),
        PointVerdict("c", WHY, False, "miss"),
        advice=(Advice(WHAT, "Say what is stored."), Advice(HOW, "Measure it.")),
        what=0.0,
        why=0.5,
        verification=1.0,
    )
    assert next_time(judged, TEXTS) == (Advice(WHAT, "Say what is stored."), Advice(WHY, "C is so."))


def test_a_follow_up_has_no_dimensions():
    judged = verdict(PointVerdict("a", None, False, "hit"), PointVerdict("b", None, True, "miss"))
    assert next_time(judged, TEXTS) == (Advice(None, "B is so."),)


def test_an_item_without_points_has_what_a_model_advises():
    assert next_time(verdict(advice=(Advice(None, "Say it."),)), {}) == (Advice(None, "Say it."),)
    assert next_time(verdict(), {}) == ()
