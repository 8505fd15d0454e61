"""Reports: nothing that a card, an answer or a grader says does anything in them."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from drill.cards.card import CardId, Dimension, ItemId
from drill.reports.data import as_data
from drill.reports.escape import inline, quoted
from drill.reports.markdown import as_markdown
from drill.reports.progress import CardProgress, Progress
from drill.store.values import Judged

DAY = date(2026, 5, 4)
NASTY = [
    "a|b | c",
    "`code` ``` fence",
    "<script>alert(1)</script> <img src=x onerror=y>",
    "# heading\n## another",
    "[click](javascript:alert(1)) ![x](https://evil.example/x.png) <https://evil.example>",
    "https://evil.example www.evil.example me@evil.example",
    "- item\n+ item\n* item\n1. one\n2) two\n> quote",
    "title\n===\n\n    code\n\n---\n***",
    "&lt;b&gt; &#x41; \\* ~~gone~~ **bold** _it_ $x^2$",
    "[ref]: https://evil.example\n\n[^1]: note\n\n| a |\n|---|",
    "\x1b]0;title\x07\x1b[31mred \u202eback\u202c nul\x00",
    "KV 缓存 👨‍👩‍👧 ①",
]


def progress(texts: list[str]) -> Progress:
    verdict = {
        "score": 0.5,
        "rating": "hard",
        "points": [{"id": texts[0] if texts else "kept", "verdict": "miss"}],
        "misconceptions": [{"id": "m", "quote": each, "correction": each} for each in texts],
    }
    return Progress(
        day=DAY,
        since=None,
        cards=(
            CardProgress(CardId("kv"), texts[0] if texts else "What?", 0.5, {Dimension.WHAT: 0.5}, DAY, 1, 8),
            CardProgress(CardId("mla"), "And MLA?", None, {}, None, 0, 7),
        ),
        items=15,
        items_seen=1,
        suspended=0,
        leeches={ItemId("kv"): 9},
        streak=2,
        reviews_by_day={DAY - timedelta(days=1): 3, DAY: 4},
        ratings={"again": 1, "hard": 1, "good": 4, "easy": 1},
        retention=0.75,
        seconds=600.0,
        forecast={DAY: 1},
        answers=tuple(
            Judged(ItemId("kv"), DAY, each, each, "typed", 60.0, verdict, "hard") for each in texts
        ),
    )


def structure(markdown: str) -> list[str]:
    """The kinds of all tokens of a document, inline ones included."""
    found = []
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown):
        found.append(token.type)
        found += [child.type for child in token.children or []]
    return found


def without_controls(text: str) -> str:
    controls = {
        *range(32),
        *range(0x7F, 0xA0),
        0x200E,
        0x200F,
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
    }
    return "".join(" " if ord(character) in controls else character for character in text)


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
    plain, nasty = structure(as_markdown(progress(["word"]))), structure(as_markdown(progress([text])))
    for kind in ("heading_open", "table_open", "tr_open", "td_open", "th_open", "list_item_open"):
        assert plain.count(kind) == nasty.count(kind), kind
    assert not {"html_block", "html_inline", "link_open", "image", "fence", "code_block", "hr"} & set(nasty)
    assert not any(
        0x80 <= ord(c) < 0xA0 or (ord(c) < 32 and c != "\n") for c in as_markdown(progress([text]))
    )


def test_a_report_without_answers_is_whole() -> None:
    markdown = as_markdown(progress([]))
    assert structure(markdown).count("table_open") == 2
    assert "none yet" not in markdown


def test_what_was_never_graded_is_shown_as_such() -> None:
    told = progress([])
    killed = Judged(ItemId("kv"), DAY, "What?", "half", "typed", None, None, None)
    aloud = Judged(ItemId("kv"), DAY, "What?", "", "aloud", None, None, "good")
    markdown = as_markdown(
        Progress(**{name: getattr(told, name) for name in Progress.__slots__} | {"answers": (killed, aloud)})
    )
    assert "> half" in markdown
    assert "(answered aloud)" in markdown


def test_json_is_versioned_and_keeps_text_as_it_is() -> None:
    data = json.loads(json.dumps(as_data(progress(NASTY))))
    assert (data["schema"], data["version"]) == ("drill.report", 1)
    assert [answer["answer"] for answer in data["answers"]] == NASTY
    assert data["days"] == {"2026-05-03": 3, "2026-05-04": 4}
    assert data["reviews"] == 7
    assert data["dimensions"] == {"what": 0.5}
    assert data["cards"][0]["due"] == "2026-05-04"
    assert data["covered"] == 1
