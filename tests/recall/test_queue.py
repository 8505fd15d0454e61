"""The day's queue: its stated rules, one test each, and what holds for any collection."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from drill.cards.card import CardId, Item, ItemId, Kind
from drill.recall.memory import Learning, Memory, New, Relearning, Reviewing, State
from drill.recall.queue import LAST_DAYS, Candidate, Done, Queue, Rules, build_queue
from drill.recall.schedule import Parameters

DAY = date(2026, 5, 10)
NOW = datetime(2026, 5, 10, 12, tzinfo=UTC)
RULES = Rules(new=5, reviews=100, learn_ahead=timedelta(minutes=20))


def candidate(
    name: str, state: State, position: int = 0, rank: int = 0, score: float | None = None
) -> Candidate:
    card = CardId(name.partition("/")[0])
    kind = Kind.EXPLAIN if rank == 0 else Kind.FOLLOWUP
    return Candidate(Item(ItemId(name), card, kind), state, position, rank, score)


def memory(days_ago: int = 5, stability: float = 5.0) -> Memory:
    day = DAY - timedelta(days=days_ago)
    return Memory(stability, 5.0, NOW - timedelta(days=days_ago), day, 1, 0)


def due(days_ago: int, stability: float = 5.0) -> Reviewing:
    return Reviewing(memory(days_ago, stability), DAY)


def queue(
    candidates: Iterable[Candidate],
    done: Done = Done(),  # noqa: B008
    rules: Rules = RULES,
    now: datetime = NOW,
    day: date = DAY,
) -> Queue:
    return build_queue(candidates, done, rules, Parameters(), now=now, day=day)


def asked(queue: Queue) -> list[str]:
    return [entry.item.id for entry in queue.entries]


def test_steps_come_first_and_nothing_holds_them() -> None:
    minute = timedelta(minutes=1)
    found = queue(
        [
            candidate("due", due(9)),
            candidate("new", New()),
            candidate("late", Learning(memory(0), NOW - 5 * minute)),
            candidate("later", Relearning(memory(0), NOW - minute)),
        ],
        Done(items={ItemId("late"), ItemId("later")}, cards={CardId("late"), CardId("later")}, reviews=100),
        replace(RULES, reviews=0, new=0),
    )
    assert [(entry.item.id, entry.reason) for entry in found.entries] == [
        ("late", "learning"),
        ("later", "learning"),
    ]
    assert found.held


def test_the_least_remembered_is_asked_first() -> None:
    found = queue(
        [candidate("fresh", due(5, 50.0)), candidate("faded", due(30, 5.0)), candidate("half", due(10, 5.0))]
    )
    assert asked(found) == ["faded", "half", "fresh"]


def test_new_cards_are_spread_among_reviews() -> None:
    reviews = [candidate(f"r{n}", due(9)) for n in range(9)]
    found = queue([*reviews, *(candidate(f"n{n}", New(), n) for n in range(3))])
    places = [at for at, entry in enumerate(found.entries) if entry.reason == "new"]
    assert [later - sooner for sooner, later in pairwise(places)] == [4, 4]


def test_every_card_is_explained_before_the_second_item_of_any_is_shown() -> None:
    found = queue(
        [
            candidate("a", New(), 0, 0),
            candidate("a/followup/x", New(), 0, 1),
            candidate("b", New(), 1, 0),
            candidate("b/followup/x", New(), 1, 1),
            candidate("c/followup/x", New(), 2, 1),
        ]
    )
    assert asked(found) == ["a", "b", "c/followup/x"]


def test_of_one_card_one_item_a_day() -> None:
    found = queue(
        [candidate("a", due(5)), candidate("a/followup/x", due(9), rank=1), candidate("a/drill/y", New())]
    )
    assert asked(found) == ["a/followup/x"]
    assert queue([candidate("a", due(5))], Done(cards={CardId("a")})).entries == ()


def test_what_was_done_today_is_taken_off_the_limits() -> None:
    cards = [candidate(f"n{n}", New(), n) for n in range(30)]
    five = Done(introduced={CardId(f"m{n}") for n in range(5)})
    assert len(queue(cards, five, replace(RULES, new=20)).entries) == 15
    assert queue(cards, five, replace(RULES, new=3)).entries == ()
    reviews = [candidate(f"r{n}", due(9), n) for n in range(30)]
    assert len(queue(reviews, Done(reviews=5), replace(RULES, reviews=20)).entries) == 15


def test_neither_limit_holds_the_other() -> None:
    both = [candidate("new", New()), candidate("old", due(9))]
    assert asked(queue(both, rules=replace(RULES, reviews=0))) == ["new"]
    assert asked(queue(both, rules=replace(RULES, new=0))) == ["old"]


def test_a_step_is_taken_early_when_nothing_else_is_left() -> None:
    soon = candidate("soon", Learning(memory(0), NOW + timedelta(minutes=15)))
    later = candidate("later", Learning(memory(0), NOW + timedelta(minutes=25)))
    assert asked(queue([soon, later])) == ["soon"]
    assert asked(queue([soon, later, candidate("new", New())])) == ["new", "soon"]
    assert queue([soon], rules=replace(RULES, learn_ahead=timedelta(0))).entries == ()


def test_a_pile_of_overdue_reviews_is_cut_at_the_limit_and_counted_honestly() -> None:
    pile = [candidate(f"r{n}", due(30, 1.0 + n), n) for n in range(900)]
    found = queue(pile)
    assert asked(found) == [f"r{n}" for n in range(100)]  # the least stable are the least remembered
    assert found.held


class TestInterview:
    """The interview date: every card before it, the weakest again at the end, and then as ever."""

    def test_new_cards_are_shown_fast_enough(self) -> None:
        new = [candidate(f"c{n}", New(), n) for n in range(17)]
        rules = replace(RULES, new=2, interview=DAY + timedelta(days=5))
        assert queue(new, rules=rules).count("new") == 9  # two days are left before the last three
        assert queue(new, rules=replace(rules, interview=DAY + timedelta(days=2))).count("new") == 17
        assert queue(new, rules=replace(rules, interview=DAY + timedelta(days=90))).count("new") == 2

    def test_every_card_is_explained_before_the_last_days(self) -> None:
        interview = DAY + timedelta(days=9)
        left = {f"c{n}": New() for n in range(17)}
        day = DAY
        while day < interview - LAST_DAYS:
            found = queue(
                [candidate(name, state, n) for n, (name, state) in enumerate(left.items())],
                rules=replace(RULES, new=1, interview=interview),
                day=day,
            )
            for entry in found.entries:
                left.pop(entry.item.id)
            day += timedelta(days=1)
        assert not left

    def test_in_the_last_days_each_card_comes_once_more_the_weakest_first(self) -> None:
        interview = DAY + timedelta(days=3)
        scores = {f"c{n}": (n * 7 % 9) / 9 for n in range(9)}
        waiting = {name: Reviewing(memory(9, 90.0), DAY + timedelta(days=80)) for name in scores}
        order: list[str] = []
        for ahead in range(3):
            day = DAY + timedelta(days=ahead)
            found = queue(
                [candidate(name, state, score=scores[name]) for name, state in waiting.items()],
                rules=replace(RULES, interview=interview),
                day=day,
            )
            assert {entry.reason for entry in found.entries} == {"interview"}
            assert len(found.entries) == 3
            for name in asked(found):
                order.append(name)
                waiting[name] = Reviewing(replace(memory(), last_day=day), DAY + timedelta(days=80))
        assert order == sorted(scores, key=lambda name: scores[name])

    def test_siblings_may_be_asked_on_one_day(self) -> None:
        both = [candidate("a", due(5)), candidate("a/followup/x", due(9), rank=1)]
        assert len(queue(both, rules=replace(RULES, interview=DAY)).entries) == 2

    def test_after_it_the_rules_are_as_ever(self) -> None:
        cards = [candidate(f"c{n}", New(), n) for n in range(9)]
        past = replace(RULES, interview=DAY - timedelta(days=1))
        assert queue(cards, rules=past) == queue(cards)


@st.composite
def collections(draw: st.DrawFn) -> list[Candidate]:
    found = []
    for position in range(draw(st.integers(0, 8))):
        for rank in range(draw(st.integers(1, 4))):
            ago = draw(st.integers(0, 40))
            past = memory(ago, draw(st.floats(0.5, 90)))
            state: State = draw(
                st.one_of(
                    st.just(New()),
                    st.integers(-30, 30).map(lambda n, past=past: Learning(past, NOW + timedelta(minutes=n))),
                    st.integers(-40, 40).map(lambda n, past=past: Reviewing(past, DAY + timedelta(days=n))),
                )
            )
            found.append(
                candidate(f"c{position}" + (f"/followup/{rank}" if rank else ""), state, position, rank)
            )
    return found


rule_sets = st.builds(
    Rules,
    new=st.integers(0, 6),
    reviews=st.integers(0, 6),
    learn_ahead=st.sampled_from([timedelta(0), timedelta(minutes=20)]),
    interview=st.none() | st.integers(-2, 9).map(lambda n: DAY + timedelta(days=n)),
    seed=st.integers(0, 2**48),
)


@given(collections(), rule_sets, st.randoms())
def test_the_same_values_give_the_same_queue_in_whatever_order_they_come(
    candidates: list[Candidate], rules: Rules, order: object
) -> None:
    shuffled = list(candidates)
    order.shuffle(shuffled)  # type: ignore[attr-defined]
    assert queue(shuffled, rules=rules) == queue(candidates, rules=rules)


@given(collections(), rule_sets)
def test_nothing_is_asked_twice_or_before_its_time(candidates: list[Candidate], rules: Rules) -> None:
    found = queue(candidates, rules=rules)
    assert all(count == 1 for count in Counter(asked(found)).values())
    states = {one.item.id: one.state for one in candidates}
    for entry in found.entries:
        match entry.reason, states[entry.item.id]:
            case "learning", (Learning() | Relearning()) as step:
                assert step.due <= NOW
            case "ahead", (Learning() | Relearning()) as step:
                assert NOW < step.due <= NOW + rules.learn_ahead
            case "due", Reviewing(due=on):
                assert on <= DAY
            case "interview", Reviewing(due=on):
                assert on > DAY
            case pair:
                assert pair == ("new", New())


@given(collections(), st.integers(0, 2**48))
def test_nothing_that_is_due_is_lost(candidates: list[Candidate], seed: int) -> None:
    """Day by day, with what was asked taken away, everything due or new gets its turn."""
    rules = replace(RULES, seed=seed)
    left = {one.item.id: one for one in candidates}
    expected = {
        name
        for name, one in left.items()
        if isinstance(one.state, New) or (isinstance(one.state, Reviewing) and one.state.due <= DAY)
    }
    for ahead in range(len(candidates) + 1):
        for entry in queue(left.values(), rules=rules, day=DAY + timedelta(days=ahead)).entries:
            if entry.reason in ("due", "new"):
                expected.discard(left.pop(entry.item.id).item.id)
    assert not expected
