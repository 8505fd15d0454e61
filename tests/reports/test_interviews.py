"""Interviews in a report: what was said, in order, and nothing of it in a private one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from html import escape

import pytest

from drill.interview.state import Exchange
from drill.interview.state import Request as Asked
from drill.reports.forms import FORMS, render
from drill.reports.interviews import Interview, Turn
from drill.reports.page import as_html
from drill.reports.progress import Progress
from tests.reports.conftest import answer, progress_with
from tests.reports.nasty import NASTY
from tests.reports.test_markdown import structure
from tests.reports.test_page import Reader

SECRET = "zebra-crossing"


def saying(interview: Interview, words: str) -> Interview:
    """The interview with these words wherever the candidate's may stand."""

    def turn(given: Turn) -> Turn:
        return replace(
            given,
            lead=words,
            question=words if given.depth else given.question,
            exchanges=(Exchange(Asked("clarify", words), words, words),),
            answer=answer("a point", question=words if given.depth else "asked", text=words),
        )

    return replace(interview, turns=tuple(turn(each) for each in interview.turns))


def test_interviews_are_told_in_full_the_latest_first(lived: Callable[[], Progress]) -> None:
    progress = lived()
    first, second = progress.interviews
    assert first.day > second.day
    page = as_html(progress)
    for interview in (first, second):
        assert interview.signal is not None
        assert [turn.number for turn in interview.turns if turn.depth == 0] == [1, 2, 3]
        for turn in interview.turns:
            assert escape(turn.question) in page
    assert Reader(page).tags["blockquote"] >= sum(
        bool(turn.answer and turn.answer.text) for each in progress.interviews for turn in each.turns
    )


def test_a_report_begins_with_interviews_of_its_time(lived: Callable[..., Progress]) -> None:
    latest, _earlier = lived().interviews
    assert lived(latest.day).interviews == (latest,)


@pytest.mark.parametrize("form", FORMS)
def test_a_private_report_has_no_word_of_an_interview(lived: Callable[[], Progress], form: str) -> None:
    progress = progress_with([], interviews=tuple(saying(each, SECRET) for each in lived().interviews))
    assert (SECRET in render(progress, form)) == (form != "csv")
    assert SECRET not in render(progress, form, private=True)


@pytest.mark.parametrize("text", NASTY)
def test_whatever_is_said_in_an_interview_is_text(lived: Callable[[], Progress], text: str) -> None:
    def told(words: str) -> Progress:
        return progress_with([], interviews=(saying(lived().interviews[0], words),), weeks=())

    plain, nasty = Reader(as_html(told("word"))), Reader(as_html(told(text)))
    for mark in ("code", "em", "strong"):
        del plain.tags[mark], nasty.tags[mark]
    assert nasty.tags == plain.tags
    written = render(told(text), "md")
    assert not {"html_block", "html_inline", "link_open", "image", "fence", "code_block", "hr"} & set(
        structure(written)
    )
    assert structure(written).count("heading_open") == structure(render(told("word"), "md")).count(
        "heading_open"
    )
