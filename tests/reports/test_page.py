"""HTML: one file that asks for nothing, runs nothing and shows what was said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from html.parser import HTMLParser

import pytest

from drill.i18n import choose_language
from drill.reports import charts
from drill.reports.answers import Answer, Point, Quote
from drill.reports.page import as_html, heat, marked
from drill.reports.progress import Progress
from tests.reports.conftest import DAY, answer, progress_with
from tests.reports.nasty import NASTY, without_controls

VOID = {"meta", "br", "link", "img", "input", "hr", "use", "path"}


class Reader(HTMLParser):
    """What a browser would find in a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str | None]] = []
        self.open: list[str] = []
        self.words = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.words += data


@pytest.fixture
def without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_progress: Progress) -> dict[str, str]:
        raise ImportError

    monkeypatch.setattr(charts, "charts", missing)


@pytest.mark.parametrize("text", NASTY)
def test_whatever_was_said_is_text_on_the_page(text: str, without_matplotlib: None) -> None:
    plain, nasty = (Reader(as_html(progress_with([answer(each)], each))) for each in ("word", text))
    for tags in (plain.tags, nasty.tags):  # the marks that cards may use in a line
        for mark in ("code", "em", "strong"):
            del tags[mark]
    assert nasty.tags == plain.tags
    assert nasty.open == []
    assert "script" not in nasty.tags
    assert not [name for name, _ in nasty.attributes if name.startswith("on") or name in ("src", "href")]
    assert without_controls(text).split()[0] in nasty.words.split()
    assert not any(
        ord(character) < 32 and character != "\n" for character in as_html(progress_with([answer(text)]))
    )


def test_the_page_asks_for_nothing_from_elsewhere(lived: Callable[[], Progress]) -> None:
    page = as_html(lived())
    found = Reader(page)
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/1999/xlink", "")
    assert not {"script", "link", "img", "iframe", "object"} & set(found.tags)
    assert ("content", "default-src 'none'; style-src 'unsafe-inline'") in found.attributes


def test_no_id_stands_twice_and_each_reference_leads_somewhere(lived: Callable[[], Progress]) -> None:
    pytest.importorskip("matplotlib", reason="charts are the extra `plot`")
    attributes = Reader(as_html(lived())).attributes
    ids = [value for name, value in attributes if name == "id"]
    assert len(ids) == len(set(ids))
    assert {value.removeprefix("#") for name, value in attributes if name.endswith("href") and value} <= set(
        ids
    )


def test_charts_take_their_colours_from_the_page(lived: Callable[[], Progress]) -> None:
    pytest.importorskip("matplotlib", reason="charts are the extra `plot`")
    drawn = charts.charts(lived())
    assert list(drawn) == ["scores", "retention", "reviews", "forecast"]
    for svg in drawn.values():
        assert svg.startswith("<svg")
        assert "#0000" not in svg
        assert "var(--" in svg


def test_without_matplotlib_the_weeks_are_a_table(
    lived: Callable[[], Progress], without_matplotlib: None
) -> None:
    found = Reader(as_html(lived()))
    assert "svg" not in found.tags
    assert ("open", None) in found.attributes
    assert str(lived().weeks[0].monday) in found.words


@pytest.mark.parametrize(
    "progress", [progress_with([]), progress_with([], cards=(), reviews_by_day={}, weeks=())]
)
def test_a_page_without_answers_is_whole(progress: Progress) -> None:
    found = Reader(as_html(progress))
    assert found.open == []
    assert "Learning days" in found.words
    assert "Strongest answers" not in found.words


def test_the_page_speaks_chinese() -> None:
    choose_language("zh")
    page = as_html(progress_with([answer("回答")]))
    assert '<html lang="zh-Hans">' in page
    assert "下一步" in page
    assert "Summary" not in page


def said(text: str, *quotes: tuple[int, int]) -> Answer:
    points = tuple(
        Point(f"p{number}", "", None, False, "hit", (Quote(start, end, text[start:end]),))
        for number, (start, end) in enumerate(quotes)
    )
    return replace(answer(text), points=points)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (said("no points"), "no points"),
        (said("K and V"), "K and V"),
        (said("K and V", (0, 1)), "<mark>K</mark><sup>1</sup> and V"),
        (said("K < V", (2, 5)), "K <mark>&lt; V</mark><sup>1</sup>"),
        (said("abcd", (0, 4), (0, 4)), "<mark>abcd</mark><sup>1,2</sup>"),
        (said("abcd", (0, 3), (1, 2)), "<mark>a</mark><mark>b</mark><sup>2</sup><mark>c</mark><sup>1</sup>d"),
        (said("缓存", (0, 99)), "<mark>缓存</mark><sup>1</sup>"),
        (said("", (3, 5)), ""),
    ],
)
def test_the_words_that_made_a_point_are_marked_with_its_number(given: Answer, shown: str) -> None:
    assert str(marked(given)).replace("\u2060", "") == shown


def test_the_heat_map_has_a_column_a_week_and_ends_today() -> None:
    weeks = heat(progress_with([], reviews_by_day={DAY: 8, DAY - timedelta(days=1): 1}))
    assert DAY.weekday() == 0
    assert [len(week) for week in weeks] == [*[7] * 17, 1]
    assert (weeks[-1][0].on, weeks[-1][0].shade) == (DAY, 4)
    assert (weeks[-2][6].reviews, weeks[-2][6].shade) == (1, 1)
    assert weeks[0][0].shade == 0


@pytest.mark.parametrize("first", [date(2020, 1, 1), date.min])
def test_the_heat_map_of_a_long_history_is_a_year(first: date) -> None:
    assert len(heat(progress_with([], reviews_by_day={first: 1, DAY: 1}))) == 53
