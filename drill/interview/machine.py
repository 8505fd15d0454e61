"""The state machine: `step(state, event)` gives the next state and what is to be done about it.

It is pure: no clock, no files, no randomness. What is to be done follows from the state alone (`effects`), so
an interview that was killed goes on from its stored events as though nothing had happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from drill.grading.verdict import Verdict
from drill.interview.plan import SHORTEST, budget, next_level, next_question, time_left
from drill.interview.probe import next_probe
from drill.interview.state import (
    Answered,
    Ask,
    Asked,
    Asking,
    Began,
    Conclude,
    Drafted,
    Dropped,
    Effect,
    Ended,
    Ending,
    Event,
    Exchange,
    Grade,
    Judged,
    Judging,
    Listen,
    Listening,
    Move,
    Over,
    Put,
    Rejudged,
    Replied,
    Reply,
    Replying,
    Requested,
    Say,
    State,
    Turn,
)


class UnexpectedEventError(ValueError):
    """An event came that the interview was not waiting for."""


def step(state: State | None, event: Event) -> tuple[State, tuple[Effect, ...]]:
    """What an event leads to; `state` is None before the interview has begun.

    Raises `UnexpectedEventError` for an event that the stage does not wait for.
    """
    after = _begun(event) if state is None else _after(state, event)
    return after, effects(after)


def replay(events: Iterable[Event]) -> State:
    """The state that stored events lead to. There must be at least one."""
    state: State | None = None
    for event in events:
        state, _ = step(state, event)
    if state is None:
        raise UnexpectedEventError("an interview begins with an event")
    return state


def effects(state: State) -> tuple[Effect, ...]:
    """What is to be done in a state."""
    match state.stage:
        case Asking(move):
            return (Ask(move),)
        case Listening(asked):
            return (Listen(asked),)
        case Replying(asked, request):
            return (Say(request, asked),)
        case Judging(asked, reply):
            return (Grade(asked, reply),)
        case Over(ending):
            return (Conclude(ending),)


def _begun(event: Event) -> State:
    if not isinstance(event, Began):
        raise UnexpectedEventError(f"{type(event).__name__} before the interview has begun")
    state = State(event.setup, event.syllabus, Over("finished"), level=event.setup.level)
    return _ask_next(state)


def _after(state: State, event: Event) -> State:
    match state.stage, event:
        case Asking(pending), Put(move=move) as put:
            return replace(state, stage=Listening(_asked(put, move or pending)))
        case Over(), Put(move=Move() as move) as put:  # stored under rules that went on from here
            return replace(state, stage=Listening(_asked(put, move)))
        case Asking(move), Dropped():
            return _next(_close(state, Turn(Asked(move, "", "", None), None, None)))
        case Listening(asked), Drafted(text, seconds):
            return replace(state, stage=Listening(asked, text, seconds))
        case Listening(asked), Requested(request, said, seconds, draft):
            asked, state = _spend(asked, state, seconds)
            if request.kind == "skip":
                return _next(_close(state, Turn(asked, None, None, skipped=True)))
            if request.kind == "end":
                return _end(state, asked, "ended", draft)
            return replace(state, stage=Replying(asked, request, said, draft))
        case Replying(asked, request, said, draft), Replied(words, hints, notice):
            exchange = Exchange(request, said, words, notice)
            asked = replace(asked, hints=asked.hints + hints, exchanges=(*asked.exchanges, exchange))
            return replace(state, stage=Listening(asked, draft))
        case Listening(asked), Answered(reply, seconds):
            asked, state = _spend(asked, state, seconds)
            late = state.spent_on_question >= state.budget or time_left(state) <= 0
            return replace(state, stage=Judging(asked, replace(reply, time_up=reply.time_up or late)))
        case Judging(asked, reply), Judged(verdict):
            return _next(_close(state, Turn(asked, reply, verdict)))
        case Over(), Rejudged(number, depth, verdict):
            return replace(state, turns=tuple(_rejudged(state.turns, (number, depth), verdict)))
        case Over(), _:
            pass
        case Listening(asked), Ended(ending, text, seconds):
            asked, state = _spend(asked, state, seconds)
            return _end(state, asked, ending, text)
        case Replying(asked), Ended(ending):
            return _end(state, asked, ending, "")
        case Judging(asked, reply), Ended(ending):
            return replace(_close(state, Turn(asked, reply, None)), stage=Over(ending))
        case Asking(), Ended(ending):
            return replace(state, stage=Over(ending))
        case _:
            pass
    raise UnexpectedEventError(f"{type(event).__name__} while {type(state.stage).__name__.lower()}")


def _asked(put: Put, move: Move) -> Asked:
    return Asked(move, put.lead, put.question, put.seed, notice=put.notice)


def _rejudged(turns: Iterable[Turn], place: tuple[int, int], verdict: Verdict) -> Iterator[Turn]:
    for turn in turns:
        move = turn.asked.move
        yield replace(turn, verdict=verdict) if (move.number, move.depth) == place else turn


def _spend(asked: Asked, state: State, seconds: float) -> tuple[Asked, State]:
    """Count the candidate's time."""
    spent = replace(state, spent=state.spent + seconds, spent_on_question=state.spent_on_question + seconds)
    return replace(asked, seconds=asked.seconds + seconds), spent


def _end(state: State, asked: Asked, ending: Ending, text: str) -> State:
    """Close with what was typed as the last answer, or with the question unanswered."""
    if text.strip():
        return replace(state, stage=Judging(asked, Reply(text)), closing=ending)
    return replace(_close(state, Turn(asked, None, None)), stage=Over(ending))


def _close(state: State, turn: Turn) -> State:
    return replace(state, turns=(*state.turns, turn))


def _next(state: State) -> State:
    """Probe, ask the next question, or come to the end."""
    if state.closing is not None:
        return replace(state, stage=Over(state.closing))
    if probe := next_probe(state):
        return replace(state, stage=Asking(probe))
    return _ask_next(replace(state, level=next_level(state)))


def _ask_next(state: State) -> State:
    if question := next_question(state):
        return replace(state, stage=Asking(question), spent_on_question=0.0, budget=budget(state))
    return replace(state, stage=Over("time" if state.turns and time_left(state) < SHORTEST else "finished"))
