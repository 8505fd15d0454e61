"""How times, ratings and reasons are put into words. Written as msgids; put into the language when shown.

Dimensions and kinds go by their values here, so that Home need not import what they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import TYPE_CHECKING, Final

from drill.i18n import N_, _, interface_language, ngettext

if TYPE_CHECKING:
    from drill.grading.verdict import RatingName
    from drill.practice.interviewing import Unfinished
    from drill.practice.views import Undone

DIMENSIONS: Final[Mapping[str, str]] = {
    "what": N_("What"),
    "why": N_("Why"),
    "counterfactual": N_("Without it"),
    "verification": N_("How to verify"),
}
RATINGS: Final[Mapping[RatingName, str]] = {
    "again": N_("Again"),
    "hard": N_("Hard"),
    "good": N_("Good"),
    "easy": N_("Easy"),
}
KINDS: Final[Mapping[str, str]] = {
    "explain": N_("Explain"),
    "followup": N_("Follow-up"),
    "drill": N_("Numbers"),
    "plain": N_("Question"),
    "cloze": N_("Fill the gap"),
}
REASONS: Final[Mapping[str, str]] = {
    "learning": N_("learning"),
    "due": N_("due"),
    "new": N_("new"),
    "ahead": N_("ahead of time"),
    "interview": N_("for your interview"),
    "practice": N_("practice, not scheduled"),
}
MODES: Final[Mapping[str, str]] = {"typed": N_("typed"), "aloud": N_("aloud")}

_MINUTE, _HOUR, _MONTH, _YEAR = 1 / 1440, 1 / 24, 30.44, 365.25


def interval(days: float) -> str:
    """A span short enough for a key: `10 min`, `3 h`, `4 d`, `2.5 mo`, `1.2 y`."""
    if days < _HOUR:
        return _("{n} min").format(n=max(1, round(days / _MINUTE)))
    if days < 1:
        return _("{n} h").format(n=round(days / _HOUR))
    if days < 2 * _MONTH:
        return _("{n} d").format(n=round(days))
    if days < _YEAR:
        return _("{n} mo").format(n=f"{days / _MONTH:.1f}")
    return _("{n} y").format(n=f"{days / _YEAR:.1f}")


def comes_back(due: datetime, now: datetime) -> str:
    """When something is asked again, as a sentence would say it. Both instants are aware."""
    days = (due - now).total_seconds() / 86400
    if days <= 0:
        return _("now")
    if days < 0.5:
        return _("in {span}").format(span=interval(days))
    whole = max(1, round(days))
    if whole == 1:  # what is due on a day is due from its first hour
        return _("tomorrow")
    if whole < 2 * _MONTH:
        return ngettext("in {n} day", "in {n} days", whole).format(n=whole)
    return _("in {span}").format(span=interval(days))


def taken_back(undone: Undone) -> str:
    """What an undo did, naming the item."""
    if undone.rating is not None:
        rating = _(RATINGS[undone.rating])
        return _("Taken back: {rating} for {item}").format(rating=rating, item=undone.item.id)
    return _("Taken back for {item}").format(item=undone.item.id)


def stands(left: Unfinished) -> str:
    """Where an unfinished interview stands."""
    return _("Question {n} of {of}, {time} left").format(n=left.number, of=left.of, time=clock(left.left))


def day(value: date) -> str:
    """A date as the interface's language writes it."""
    if interface_language() == "zh":
        return f"{value.year} 年 {value.month} 月 {value.day} 日"
    return f"{value.day} {value:%b %Y}"


def clock(seconds: float) -> str:
    """Elapsed time as `3:07`."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def quantity(value: float, unit: str) -> str:
    """A number with its unit, thousands set apart; the unit of a mere ratio, `1`, goes without saying."""
    from drill.cards.counting import with_unit
    from drill.figures.display import plain

    return with_unit(plain(value), unit, interface_language())
