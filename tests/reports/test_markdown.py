"""Markdown: nothing that a card, an answer or a grader says does anything in it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from drill.reports.escape import inline, quoted
from drill.reports.markdown import as_markdown
from tests.reports.conftest import answer, progress_with
from tests.reports.nasty import NASTY, without_controls


def structure(markdown: str) -> list[str]:
    """The kinds of all tokens of a document, inline ones included."""
    found = []
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown):
        found.append(token.type)
        found += [child.type for child in token.children or []]
    return found


@pytest.mark.parametrize("text", NASTY)
def test_text_is_only_text(text: str) -> None:
    assert set(structure(inline(text))) <= {
        "paragraph_open",
        "paragraph_close",
        "inline",
        "text",
        "text_special",
    }
    assert set(structure(quoted(text))) <= {
        "blockquote_open",
        "blockquote_close",
        "paragraph_open",
        "paragraph_close",
        "inline",
        "text",
        "text_special",
        "hardbreak",
        "softbreak",
    }


@given(st.text(max_size=80))
def test_any_text_says_what_it_said(text: str) -> None:
    rendered = "".join(
        child.content
        for token in MarkdownIt("commonmark").parse(inline(text))
        for child in token.children or []
    )
    assert rendered.split() == without_controls(text).split()


@pytest.mark.parametrize("text", NASTY)
def test_a_report_keeps_its_shape_whatever_was_said(text: str) -> None:
    plain, nasty = (structure(as_markdown(progress_with([answer(each)], each))) for each in ("word", text))
    for kind in ("heading_open", "table_open", "tr_open", "td_open", "th_open", "list_item_open"):
        assert plain.count(kind) == nasty.count(kind), kind
    assert not {"html_block", "html_inline", "link_open", "image", "fence", "code_block", "hr"} & set(nasty)
    markdown = as_markdown(progress_with([answer(text)], text))
    assert not any(0x80 <= ord(c) < 0xA0 or (ord(c) < 32 and c != "\n") for c in markdown)


def test_a_report_without_answers_is_whole() -> None:
    markdown = as_markdown(progress_with([]))
    assert structure(markdown).count("table_open") == 4
    assert "none yet" not in markdown


def test_what_was_never_graded_is_shown_as_such() -> None:
    ungraded = replace(answer("half"), score=None, rating=None, points=(), beliefs=(), dimensions={})
    aloud = replace(answer(""), mode="aloud", rating="good")
    markdown = as_markdown(progress_with([ungraded, aloud]))
    assert "> half" in markdown
    assert "(answered aloud)" in markdown
