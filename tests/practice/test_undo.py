"""Undo: step by step, over sittings, and exactly."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drill.practice.practice import Practice, open_practice
from drill.recall.memory import RATINGS
from drill.settings import Settings
from tests.practice.studying import GOOD, HandClock, Opener, study, study_all


def standing(practice: Practice) -> tuple[object, ...]:
    """All that the log leads to."""
    day = practice.today().day
    with practice._collection.reading() as books:
        return books.memories.states(), books.memories.suspended(), books.memories.kept_back(day)


def test_undo_of_the_last_card_brings_it_back_with_its_text(practice: Practice) -> None:
    study_all(practice)
    assert practice.next() is None
    undone = practice.undo()
    assert undone is not None
    assert (undone.item.id, undone.action, undone.rating, undone.text) == ("ttft", "review", "good", GOOD)
    prompt = practice.next()
    assert prompt is not None
    assert (prompt.item.id, prompt.draft) == ("ttft", GOOD)
    assert practice.today().done == 3
    assert practice.today().new == 1


def test_undo_gives_a_drill_back_with_its_numbers(practice: Practice) -> None:
    prompt = practice.prompt("alpha/drill/size", in_turn=True)
    practice.rate(practice.answer(prompt, "7 GiB"), "hard")
    practice.undo()
    again = practice.prompt("alpha/drill/size", in_turn=True)
    assert (again.question, again.draft) == (prompt.question, "7 GiB")


def test_undo_reaches_back_over_sittings(opener: Opener, clock: HandClock) -> None:
    study(opener())
    clock.pass_by(days=2)
    study(opener(), "again")
    practice = opener()
    names = [undone.item.id for undone in iter(practice.undo, None)]
    assert names == ["beta", "alpha"]
    assert practice.undo() is None


def test_one_action_is_one_step(practice: Practice) -> None:
    study(practice)
    practice.bury("beta")
    study(practice)
    assert [undone.action for undone in iter(practice.undo, None)] == ["review", "bury", "review"]


def test_undo_leaves_an_edited_card_edited(opener: Opener, deck: Path) -> None:
    study(opener())
    card = deck / "alpha.md"
    card.write_text(card.read_text(encoding="utf-8").replace("# What is alpha?", "# What was alpha?"))
    practice = opener()
    undone = practice.undo()
    assert undone is not None
    assert undone.text == GOOD
    assert "What was alpha?" in card.read_text(encoding="utf-8")


steps = st.one_of(
    st.tuples(st.just("study"), st.sampled_from(RATINGS)),
    st.tuples(st.just("wait"), st.integers(-2000, 20000)),
    st.tuples(st.sampled_from(["bury", "suspend", "unsuspend", "reset"]), st.sampled_from(["alpha", "ttft"])),
)


@given(st.lists(steps, max_size=12))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_undo_restores_exactly_what_was_and_a_rebuild_changes_nothing(
    deck: Path, history: list[tuple[str, object]]
) -> None:
    clock = HandClock()
    chosen = Settings(builtin_deck=False, decks=(str(deck),), question_language="en")
    with open_practice(chosen, database="sqlite://", clock=clock, seed=1) as practice:
        before = []
        for action, argument in history:
            if action == "wait":
                clock.at += timedelta(minutes=argument)  # type: ignore[arg-type]
                continue
            now = standing(practice)
            if action != "study":
                getattr(practice, action)(argument)
            elif practice.next() is None:
                continue
            else:
                study(practice, argument)  # type: ignore[arg-type]
            before.append(now)
        assert practice.rebuild() == 0
        for expected in reversed(before):
            assert practice.undo() is not None
            assert standing(practice)[:2] == expected[:2]
        assert practice.undo() is None
