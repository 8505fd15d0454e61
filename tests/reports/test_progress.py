"""What a report counts: weeks, topics, the answers worth looking at, and what to do next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

import pytest

from drill.cards.card import Card, CardId, CardText, Dimension, Item, ItemId, Kind, Section
from drill.cards.card import Point as CardPoint
from drill.reports.answers import Material, answer_of
from drill.reports.data import as_data
from drill.reports.forms import FORMS, render
from drill.reports.highlights import strongest, weakest
from drill.reports.progress import Progress
from drill.reports.standing import CardProgress, topics_of
from drill.reports.steps import Begin, CatchUp, Remember, Rework, Strengthen, Unlearn, next_steps
from drill.reports.weeks import weeks_of
from drill.store.values import Judged, ReviewCount
from tests.reports.conftest import DAY, answer, progress_with


def card(name: str, topic: str, score: float | None, seen: int = 1, **dimensions: float) -> CardProgress:
    scores = {Dimension(each): value for each, value in dimensions.items()}
    return CardProgress(CardId(name), name.upper(), topic, score, scores, None, seen, 3)


def test_a_topic_is_the_mean_of_its_cards_and_the_weakest_is_first() -> None:
    cards = [
        card("a", "kv", 1.0, what=1.0, why=0.5),
        card("b", "kv", 0.5, what=0.5),
        card("c", "moe", 0.25, what=0.25),
        card("d", "new", None),
    ]
    topics = topics_of(cards)
    assert [(topic.name, topic.score) for topic in topics] == [("moe", 0.25), ("kv", 0.75), ("new", None)]
    assert topics[1].dimensions == {Dimension.WHAT: 0.75, Dimension.WHY: 0.5}


def test_weeks_run_from_monday_to_sunday_and_none_is_left_out() -> None:
    sunday, monday = date(2026, 5, 3), date(2026, 5, 4)
    counts = [
        ReviewCount(date(2026, 4, 20), "new", "again", 2),
        ReviewCount(sunday, "due", "good", 3),
        ReviewCount(sunday, "learning", "again", 5),
        ReviewCount(monday, "interview", "again", 1),
    ]
    told = [answer(day=sunday, dimensions={Dimension.WHY: each}) for each in (0.5, 1.0)]
    weeks = weeks_of(counts, told, monday)
    assert [(week.monday.day, week.reviews, week.retention) for week in weeks] == [
        (20, 2, None),
        (27, 8, 1.0),
        (4, 1, 0.0),
    ]
    assert weeks[1].dimensions == {Dimension.WHY: 0.75}
    assert weeks_of([], [], monday) == ()


def test_weeks_of_a_day_that_cannot_be_are_two_years_at_most() -> None:
    assert len(weeks_of([ReviewCount(date.min, "new", "good", 1)], [], DAY)) == 104


def test_the_best_and_the_worst_of_the_last_answers_are_told_apart() -> None:
    def given(item: str, score: float | None, **other: object) -> object:
        return answer(item=ItemId(item), score=score, **other)

    answers = [
        given("a", 0.0),  # answered better later
        given("a", 1.0),
        given("b", 0.9),
        given("c", 0.1),
        given("d", 0.4),
        given("e", 0.0, text="  "),  # left empty
        given("f", 0.0, kind=Kind.DRILL),
        given("g", None),
    ]
    assert [each.item for each in strongest(answers, 1)] == ["a"]  # type: ignore[arg-type]
    assert [each.item for each in strongest(answers)] == ["a", "b"]  # type: ignore[arg-type]
    assert [each.item for each in weakest(answers)] == ["c", "d"]  # type: ignore[arg-type]


def test_a_single_poor_answer_is_no_strength() -> None:
    assert strongest([answer(score=0.3)]) == ()
    assert len(weakest([answer(score=0.3)])) == 1


def test_the_weakest_places_come_first_with_what_was_missed_there() -> None:
    cards = (
        card("kv", "memory", 0.6, what=0.2, why=1.0),
        card("mla", "memory", 0.9, what=0.9),
        card("pd", "serving", None, seen=0),
    )
    steps = next_steps(progress_with([answer("Say this")], cards=cards, retention=0.7, forecast={DAY: 2}))
    assert [type(step) for step in steps] == [Strengthen, Unlearn, Rework, Remember, CatchUp, Begin]
    first = steps[0]
    assert isinstance(first, Strengthen)
    assert (first.topic, first.dimension, first.score) == ("memory", Dimension.WHAT, pytest.approx(0.55))
    assert [each.id for each in first.cards] == ["kv"]
    assert first.points == ("Say this",)


def test_where_all_is_well_there_is_no_next_step() -> None:
    well = answer(score=1.0, beliefs=())
    rest = {"leeches": {}, "retention": 0.88, "forecast": {DAY: 0}}
    assert next_steps(progress_with([well], cards=(card("kv", "kv", 1.0, what=1.0),), **rest)) == ()


def test_a_misconception_that_was_put_right_is_no_step() -> None:
    wrong, right = answer("first"), replace(answer("then"), beliefs=())
    assert not [step for step in next_steps(progress_with([wrong, right])) if isinstance(step, Unlearn)]


SECRET = "zebra-crossing"


@pytest.mark.parametrize("form", FORMS)
def test_a_private_report_has_no_word_of_the_answers(form: str) -> None:
    told = replace(
        answer("a point", text=SECRET),
        points=tuple(
            replace(point, quotes=tuple(replace(quote, text=SECRET) for quote in point.quotes))
            for point in answer().points
        ),
        beliefs=tuple(replace(belief, quote=SECRET) for belief in answer("a correction").beliefs),
        notes=(f"you said {SECRET}",),
    )
    progress = progress_with([told, replace(told, item=ItemId("other"), score=0.9)])
    assert SECRET in render(progress, form)
    private = render(progress, form, private=True)
    assert SECRET not in private
    assert "a point" in private


NO_DECKS = Material({}, {}, "en")


def judged(**verdict: object) -> Judged:
    body = {"grader": "offline", "score": 0.5, "dimensions": {}, "points": [], "misconceptions": []} | verdict
    return Judged(ItemId("kv"), None, DAY, "en", "What?", "text", "due", "typed", None, 0, body, "hard")


def test_points_are_told_in_the_language_of_the_answer() -> None:
    point = {"id": "kept", "dimension": "what", "must": True, "verdict": "miss", "evidence": []}
    gone = {**point, "id": "gone"}
    texts = {
        language: CardText(
            language,
            "",
            sections={Dimension.WHAT: Section("", (CardPoint("kept", text, True, Dimension.WHAT),))},
        )
        for language, text in (("en", "It is kept"), ("zh", "存下来"))
    }
    owner = Card(CardId("kv"), "deck", "", "zh", texts)
    item = Item(ItemId("kv"), CardId("kv"), Kind.EXPLAIN)
    told = answer_of(judged(points=[point, gone]), Material({owner.id: owner}, {item.id: item}, "zh"))
    assert [each.text for each in told.points] == ["It is kept", "gone"]
    assert [each.text for each in answer_of(judged(points=[point]), NO_DECKS).points] == ["kept"]


def test_an_address_of_an_endpoint_does_not_get_into_a_report() -> None:
    notes = ["http://10.0.0.7:8000/v1: nothing listens there; start the server", "Right: 40 GiB."]
    assert answer_of(judged(notes=notes), NO_DECKS).notes == ("Right: 40 GiB.",)


def test_what_was_never_graded_has_no_score() -> None:
    told = answer_of(replace(judged(), verdict=None), NO_DECKS)
    assert (told.score, told.points, told.grader) == (None, (), None)


def test_a_report_since_a_day_counts_from_it(lived: Callable[..., Progress]) -> None:
    whole, part = lived(), lived(date(2026, 4, 13))
    assert part.cards == whole.cards
    assert min(part.reviews_by_day) >= date(2026, 4, 13)
    assert [each.day for each in part.answers] == [
        each.day for each in whole.answers if each.day >= date(2026, 4, 13)
    ]
    assert part.weeks[0].monday == date(2026, 4, 13)
    assert as_data(part)["since"] == "2026-04-13"
    assert whole.weeks[-1].monday + timedelta(days=7) > whole.day
