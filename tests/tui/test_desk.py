"""The collection is used on one thread, in order, and the screen never waits for it."""

import asyncio
import threading

import pytest

from drill.errors import DrillError
from drill.tui.desk import Desk
from tests.tui.fake_practice import FakePractice


async def test_everything_is_asked_on_one_thread_that_is_not_the_screens():
    desk = Desk(lambda: FakePractice("en"))
    threads = {await desk.ask(lambda _practice: threading.get_ident()) for _time in range(3)}
    assert len(threads) == 1
    assert threading.get_ident() not in threads
    desk.leave()


async def test_what_is_asked_is_done_in_order_while_the_loop_runs_on():
    desk, order = Desk(lambda: FakePractice("en")), []
    gate = threading.Event()
    first = asyncio.ensure_future(desk.ask(lambda _practice: (gate.wait(5), order.append("first"))))
    second = asyncio.ensure_future(desk.ask(lambda _practice: order.append("second")))
    await asyncio.sleep(0.01)  # the loop is free although the desk is busy
    assert order == []
    gate.set()
    await asyncio.gather(first, second)
    assert order == ["first", "second"]
    desk.leave()


async def test_what_was_asked_is_done_though_nobody_waits_for_it_any_more():
    gate, stored = threading.Event(), []

    def slowly_opened() -> FakePractice:
        gate.wait(5)
        return FakePractice("en")

    desk = Desk(slowly_opened)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*(
            desk.ask(lambda _practice, draft=draft: stored.append(draft)) for draft in ("one", "two")
        )), 0.05)  # fmt: skip
    gate.set()
    desk.leave()
    assert stored == ["one", "two"]


async def test_opening_happens_at_first_use_and_again_after_putting_away():
    made = []

    def opened() -> FakePractice:
        made.append(FakePractice("en"))
        return made[-1]

    desk = Desk(opened)
    assert not desk.opened
    await desk.ask(lambda practice: practice.today())
    await desk.put_away()
    assert made[0].closed == 1
    await desk.ask(lambda practice: practice.today())
    assert len(made) == 2
    desk.leave()
    assert made[1].closed == 1


async def test_a_failed_opening_is_told_and_tried_again():
    answers = [DrillError("locked"), FakePractice("en")]

    def opened() -> FakePractice:
        answer = answers.pop(0)
        if isinstance(answer, DrillError):
            raise answer
        return answer

    desk = Desk(opened)
    with pytest.raises(DrillError, match="locked"):
        await desk.ask(lambda practice: practice.today())
    assert (await desk.ask(lambda practice: practice.today())).cards == 1
    desk.leave()


async def test_leaving_finishes_what_was_asked():
    practice = FakePractice("en")
    desk = Desk(lambda: practice)
    pending = asyncio.ensure_future(desk.ask(lambda used: used.save_draft("decode", "last words")))
    await asyncio.sleep(0)
    await asyncio.to_thread(desk.leave)
    await pending
    assert practice.drafts == {"decode": "last words"}
    assert practice.closed == 1
