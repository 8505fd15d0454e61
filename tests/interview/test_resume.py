"""An interview that is killed goes on as though nothing had happened."""

import json
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from drill.interview.codec import event_from, to_plain
from drill.interview.machine import effects, replay, step
from drill.interview.state import Drafted, Event, Listening
from drill.interview.syllabus import Setup
from tests.interview.candidates import Candidate, follow, hold, syllabus


def restored(events: list[Event]) -> list[Event]:
    """The events as they come back from a store."""
    return [event_from(json.loads(json.dumps(to_plain(event)))) for event in events]


@settings(deadline=None)
@given(seed=st.integers(0, 10**6), kills=st.lists(st.integers(0, 200), max_size=4), chatty=st.booleans())
def test_resuming_at_any_point_equals_the_uninterrupted_run_event_for_event(seed, kills, chatty):
    def candidate() -> Candidate:
        return Candidate(lambda _: 0.6, Random(seed), seconds=90, chatty=0.4 * chatty)

    setup = Setup(questions=3, minutes=20, seed=seed)
    state, whole = hold(setup, syllabus(2), candidate())
    at = sorted({kill % len(whole) + 1 for kill in kills})
    lived, events = candidate(), []
    now = None
    event: Event | None = whole[0]
    while event is not None:
        events.append(event)
        now, _ = step(now, event)
        if len(events) in at:  # killed after it was stored; only what is stored is known
            events = restored(events)
            now = replay(events)
        event = follow(now, lived)
    assert events == whole
    assert now == state


@settings(deadline=None)
@given(seed=st.integers(0, 10**6))
def test_an_event_comes_back_from_json_as_it_was(seed):
    _, events = hold(Setup(seed=seed), syllabus(), Candidate(lambda _: 0.5, Random(seed), chatty=0.3))
    assert restored(events) == events


@settings(deadline=None)
@given(seed=st.integers(0, 10**6), texts=st.lists(st.text(max_size=20), min_size=1))
def test_drafts_change_nothing_but_the_draft(seed, texts):
    _, events = hold(Setup(seed=seed, questions=2), syllabus(), Candidate(lambda _: 0.5, Random(seed)))
    waiting = next(
        n for n in range(2, len(events)) if isinstance(replay(events[:n]).stage, Listening)
    )  # the first question stands open
    drafts: list[Event] = [Drafted(text, float(n)) for n, text in enumerate(texts)]
    state = replay([*events[:waiting], *drafts])
    assert isinstance(state.stage, Listening)
    assert state.stage.draft == texts[-1]
    assert replay([*events[:waiting], *drafts, *events[waiting:]]) == replay(events)
    assert len(effects(state)) == 1
