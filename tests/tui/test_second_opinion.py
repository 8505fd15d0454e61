"""Grading again with a model, from the verdict on screen, through the real practice and a server."""

import asyncio
import json
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from drill.i18n import choose_language
from drill.practice.practice import open_practice
from drill.settings import EndpointSettings, Settings
from drill.tui.app import DrillApp
from drill.tui.desk import Desk
from drill.tui.widgets.feedback import Feedback
from tests.llm.server import chunk, hangs, judged_in, judges, refuses, serving
from tests.practice.studying import HandClock, write_deck
from tests.practice.test_regrading import HONEST, PARTLY, sees
from tests.tui.driving import make_app, paste, press, settle, text_of
from tests.tui.fake_practice import FakePractice

SIZE = (108, 50)


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.001)


@pytest.fixture
def drill(tmp_path: Path):
    """The app over a real collection and a small deck, whose model is behind `url`."""
    choose_language("en")
    write_deck(tmp_path / "deck")
    desks = []

    def make(url: str, *, screen: str = "review", **more: float) -> DrillApp:
        endpoint = EndpointSettings(profile="custom", model="judge-7b", base_url=url, **more)
        settings = Settings(
            language="en", builtin_deck=False, decks=(str(tmp_path / "deck"),), endpoint=endpoint
        )
        database, clock = f"sqlite:///{tmp_path / 'c.db'}", HandClock()
        desk = Desk(lambda: open_practice(settings, database=database, clock=clock, seed=7))
        desks.append(desk)
        return DrillApp(desk, settings, screen=screen, now=clock.now)

    yield make
    for desk in desks:
        desk.leave()


async def answered(pilot, text: str = PARTLY) -> None:
    await settle(pilot)
    await paste(pilot, text)
    await press(pilot, "ctrl+j")


async def until(pilot, condition) -> None:
    """Wait for something to show while a call is under way."""
    for _time in range(500):
        if condition():
            return
        await pilot.pause(0.01)
    raise AssertionError(text_of(pilot.app))


def latest(app: DrillApp) -> dict[str, object]:
    def read(practice):
        with practice._collection.reading() as books:
            return next(iter(books.answers.last_verdicts().values()))

    return asyncio.run(app._desk.ask(read))


async def test_the_model_judges_and_its_advice_and_question_and_cost_are_shown(drill):
    with serving(HONEST) as server:
        app = drill(server.url, input_price=10_000.0)
        async with app.run_test(size=SIZE) as pilot:
            await answered(pilot)
            assert server.asked == []
            assert "g Ask the model" in text_of(app)
            await press(pilot, "g")
            shown = text_of(app)
            assert "Judged by judge-7b: 1 request, 100 tokens sent, 20 received, cost 1.0000" in shown
            assert "→  Say what it saves." in shown
            assert "The model would ask next: And what does it cost?" in shown
            assert "Ask the model" not in shown  # it has spoken
            await press(pilot, "enter")
            assert "Follow-up" in text_of(app)
        assert (await asyncio.to_thread(latest, app))["grader"] == "llm"


async def test_while_it_is_asked_the_keys_work_and_escape_ends_it_at_once(drill):
    with serving(hangs, HONEST) as server:
        app = drill(server.url)
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            await answered(pilot)
            await pilot.press("g")
            await until(pilot, lambda: "judge-7b: asked, waiting" in text_of(app))
            await until(pilot, lambda: bool(server.asked))
            assert "Esc stops it" in text_of(app)
            await pilot.press("m")
            await until(pilot, lambda: "It saves work." in text_of(app))
            await pilot.press("escape")
            await pilot.pause()
            assert "Stopped; the verdict stands as it was" in text_of(app)
            assert "judge-7b" not in text_of(app)
            await settle(pilot)
            assert server.broken_off.wait(5)
            assert app.screen.query_exactly_one(Feedback)
            await press(pilot, "g")  # and may be asked again
            assert "Judged by judge-7b" in text_of(app)


async def test_what_has_come_of_the_reply_is_counted(drill):
    gate = threading.Event()

    def halfway(handler, asked):
        statements, _answer = judged_in(asked)
        verdicts = {each["id"]: {"evidence": "", "verdict": "unmet"} for each in statements[:3]}
        handler.begin_stream()
        handler.event(chunk(content=json.dumps({"verdicts": verdicts})[:-1]))
        gate.wait(5)

    with serving(halfway) as server:
        app = drill(server.url)
        async with app.run_test(size=SIZE) as pilot:
            await answered(pilot)
            await pilot.press("g")
            await until(pilot, lambda: "judge-7b: 3 of " in text_of(app))
            await pilot.press("escape")
            gate.set()
            await settle(pilot)


async def test_a_failure_leaves_the_offline_verdict_with_its_reason_and_the_key(drill):
    with serving(refuses(401), HONEST) as server:
        app = drill(server.url)
        async with app.run_test(size=SIZE) as pilot:
            await answered(pilot)
            before = next(line for line in text_of(app).splitlines() if "%" in line)
            await press(pilot, "g")
            shown = text_of(app)
            assert "The offline verdict stands:" in shown
            assert "wants a key" in shown
            assert before in shown
            assert "g Ask the model" in shown
            await press(pilot, "g")
            assert "Judged by judge-7b" in text_of(app)
            assert "stands" not in text_of(app)


async def test_an_answer_that_was_recorded_offline_can_be_judged_by_the_model_later(drill):
    with serving(HONEST) as server:
        app = drill(server.url)
        async with app.run_test(size=SIZE) as pilot:
            await answered(pilot)
            await press(pilot, "2", "escape")
            assert "1 answer reviewed" in text_of(app)
            await press(pilot, "o", "g")
            assert "Judged by judge-7b" in text_of(app)
            await press(pilot, "escape", "o")
            assert "Judged by judge-7b" in text_of(app)
            await press(pilot, "4")
            assert "Easy" in text_of(app)
            assert len(server.asked) == 1


async def test_an_answer_of_an_earlier_day_is_found_again_and_judged_by_the_model(drill):
    with serving(HONEST) as server:
        app = drill(server.url)
        async with app.run_test(size=SIZE) as pilot:
            await answered(pilot)
            await press(pilot, "2", "escape", "enter")
        again = drill(server.url, screen="home")
        async with again.run_test(size=SIZE, notifications=True) as pilot:
            await settle(pilot)
            await press(pilot, "f7")
            assert "1 answer so far" in text_of(again)
            assert "What is alpha?" in text_of(again)
            assert "Hard · 4 May 2026" in text_of(again)
            await press(pilot, "enter", "g")
            assert "Judged by judge-7b" in text_of(again)
            await press(pilot, "1")
            assert "changes no schedule" in text_of(again)
            assert "Hard · 4 May 2026" in text_of(again)
            await press(pilot, "escape")
            assert "Today" in text_of(again)


async def test_leaving_the_verdict_ends_the_call(drill):
    with serving(hangs) as server:
        app = drill(server.url)
        async with app.run_test(size=SIZE) as pilot:
            await answered(pilot)
            await pilot.press("g")
            await until(pilot, lambda: bool(server.asked))
            await pilot.press("3")
            await until(pilot, lambda: "Follow-up" in text_of(app))
            assert server.broken_off.wait(5)
            await settle(pilot)
            assert "judge-7b" not in text_of(app)


async def test_a_model_that_sees_everything_otherwise_leaves_points_unsure(drill):
    contrary = judges(
        lambda statement, answer: ("unmet", "") if "kept" in statement else sees(statement, answer)
    )
    with serving(contrary) as server:
        app = drill(server.url)
        async with app.run_test(size=SIZE) as pilot:
            await answered(pilot, f"{PARTLY} It grows by one row with each token.")
            await press(pilot, "g")
            shown = text_of(app)
            assert "the graders differ on 1 point" in shown
            assert "in memory  the graders differ" in shown


async def test_disputes_survive_the_models_verdict(drill):
    with serving(HONEST) as server:
        app = drill(server.url)
        async with app.run_test(size=SIZE) as pilot:
            await answered(pilot)
            await press(pilot, "d", "g")
            assert "1 disputed" in text_of(app)
            assert "Judged by judge-7b" in text_of(app)


async def test_without_an_endpoint_or_anything_typed_no_model_is_offered():
    for settings, text in (({}, "x"), ({"endpoint": EndpointSettings(profile="custom", model="m")}, " ")):
        app = make_app(FakePractice("en"), **settings)
        async with app.run_test(size=SIZE) as pilot:
            await answered(pilot, text)
            await press(pilot, "ctrl+j")
            assert app.screen.query_exactly_one(Feedback)
            assert "Ask the model" not in text_of(app)
            await press(pilot, "g")


async def test_nothing_to_ask_about_is_said(monkeypatch):
    async def nothing(_on, graded, _hear=None):
        return replace(graded, fault="")

    monkeypatch.setattr("drill.practice.regrading.regrade", nothing)
    app = make_app(FakePractice("en"), endpoint=EndpointSettings(profile="custom", model="m"))
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await answered(pilot, "x")
        await press(pilot, "g")
        assert "There is nothing in the answer" in text_of(app)


async def test_the_answers_of_an_interview_are_judged_again_in_its_debrief(drill):
    with serving(refuses(401), HONEST) as server:
        app = drill(server.url, screen="home")
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            await settle(pilot)
            await press(pilot, "i", *["down"] * 7, "right", "enter")  # the cards alone speak
            await paste(pilot, PARTLY)
            await press(pilot, "ctrl+j", "f10", "e")
            await press(pilot, "g")
            assert "judge-7b: 0 of 1 judged" in text_of(app)
            assert "401" in text_of(app) or "key" in text_of(app)
            await press(pilot, "g")
            assert "judge-7b: 1 of 1 judged" in text_of(app)
            (turn, *_others) = app.screen._debrief.record.turns
            assert turn.verdict.grader == "llm"
            assert turn.score == 0.125  # one of the two points that are enough for one dimension of four


async def test_escape_ends_the_judging_of_an_interview_and_stays_in_its_debrief(drill):
    with serving(hangs) as server:
        app = drill(server.url, screen="home")
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            await settle(pilot)
            await press(pilot, "i", *["down"] * 7, "right", "enter")
            await paste(pilot, PARTLY)
            await press(pilot, "ctrl+j", "f10", "e")
            await pilot.press("g")
            await until(pilot, lambda: bool(server.asked))
            assert "Esc stops it" in text_of(app)
            await pilot.press("escape")
            await until(pilot, lambda: "Stopped; what was judged by then is kept" in text_of(app))
            assert "judge-7b" not in text_of(app)
            assert server.broken_off.wait(5)
            assert type(app.screen).__name__ == "DebriefScreen"
