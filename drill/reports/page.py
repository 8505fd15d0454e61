"""A report as one HTML file that needs nothing else: no script, no font, no picture from elsewhere.

Jinja2 escapes whatever the template puts out; what is let through as markup is made here: charts, and the few
marks (code, emphasis) that cards use in a line. A content security policy forbids all else, should that fail.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from drill.cards.card import Dimension
from drill.i18n import _, interface_language, ngettext, percent
from drill.interview.wording import SIGNALS, rule
from drill.recall.memory import RATINGS
from drill.reports import wording
from drill.reports.answers import Answer
from drill.reports.escape import clean
from drill.reports.highlights import strongest, weakest
from drill.reports.progress import Progress
from drill.reports.steps import next_steps
from drill.reports.weeks import monday_of

if TYPE_CHECKING:
    from jinja2 import Environment
    from markdown_it import MarkdownIt
    from markupsafe import Markup

_WEEKS = 53
_FEWEST_WEEKS = 18
"""Weeks in the heat map: as a year has, and enough that a beginner's is no stub."""
_SHADES = 4
_NO_BREAK = "\u2060"
"""Keeps the number of a point on the line of its words."""
_LANGUAGES = {"zh": "zh-Hans"}
_MARKERS = dict(zip(Dimension, "●■▲◆", strict=True))
"""As `drill.reports.charts` draws them."""


@dataclass(frozen=True, slots=True)
class Day:
    """A square of the heat map."""

    on: date
    reviews: int
    shade: int
    """0 for none, up to 4 for the most."""


def as_html(progress: Progress) -> str:
    """The page, in the interface's language. Without matplotlib it has tables in place of charts."""
    page = _environment().get_template("report.html")
    return page.render(
        progress=progress,
        language=_LANGUAGES.get(interface_language(), interface_language()),
        charts=_charts(progress),
        heat=heat(progress),
        steps=[wording.advice(step) for step in next_steps(progress)],
        strongest=strongest(progress.answers),
        weakest=weakest(progress.answers),
    )


def heat(progress: Progress) -> tuple[tuple[Day, ...], ...]:
    """The learning days, a column a week from Monday on, up to a year; days to come are left out."""
    most = max(progress.reviews_by_day.values(), default=0)
    last = monday_of(progress.day)
    days = [day for day in progress.reviews_by_day if day <= progress.day]
    weeks = (last - monday_of(min(days, default=last))).days // 7 + 1
    first = last - timedelta(weeks=min(max(weeks, _FEWEST_WEEKS), _WEEKS) - 1)
    columns = []
    for monday in (first + timedelta(weeks=week) for week in range((last - first).days // 7 + 1)):
        week = [monday + timedelta(days=weekday) for weekday in range(7)]
        columns.append(tuple(_day(progress, day, most) for day in week if day <= progress.day))
    return tuple(columns)


def _day(progress: Progress, day: date, most: int) -> Day:
    reviews = progress.reviews_by_day.get(day, 0)
    return Day(day, reviews, -(-reviews * _SHADES // most) if reviews else 0)


def marked(answer: Answer) -> Markup:
    """The text of an answer; the words that made a point are marked and followed by the point's number."""
    from markupsafe import Markup, escape

    text = answer.text or ""
    makes: list[frozenset[int]] = [frozenset()] * len(text)
    for number, point in enumerate(answer.made, start=1):
        for quote in point.quotes:
            for place in range(quote.start, min(quote.end, len(text))):
                makes[place] |= {number}
    pieces = []
    start = 0
    for points, run in groupby(makes):
        end = start + len(list(run))
        words = clean(text[start:end])
        done = sorted(points - makes[end] if end < len(text) else points)
        pieces.append(Markup("<mark>{}</mark>").format(words) if points else escape(words))
        if done:
            pieces.append(Markup("{}<sup>{}</sup>").format(_NO_BREAK, ",".join(map(str, done))))
        start = end
    return Markup("").join(pieces)


def line(text: str) -> Markup:
    """A line of a card: code and emphasis as such, all else as text."""
    from markupsafe import Markup

    return Markup(_inline().renderInline(clean(text)))  # noqa: S704 - the renderer escapes all but these marks


def _charts(progress: Progress) -> Mapping[str, Markup]:
    from markupsafe import Markup

    from drill.reports.charts import charts

    try:
        drawn = charts(progress) if progress.weeks else {}
    except ImportError:
        return {}
    return {name: Markup(svg) for name, svg in drawn.items()}  # noqa: S704 - made of numbers and days


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("drill.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: clean(value) if type(value) is str else value,
    )
    environment.globals.update(
        _=_,
        ngettext=ngettext,
        marked=marked,
        line=line,
        percent=percent,
        headline=wording.headline,
        summary=wording.summary,
        interview_facts=wording.interview_facts,
        turn_facts=wording.turn_facts,
        fix=wording.fix,
        rule=rule,
        signals=SIGNALS,
        dimensions={dimension: (text, _MARKERS[dimension]) for dimension, text in wording.DIMENSIONS.items()},
        ratings={rating: wording.RATINGS[rating] for rating in RATINGS},
    )
    return environment


@cache
def _inline() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("zero").enable(["backticks", "emphasis", "escape", "entity"])
