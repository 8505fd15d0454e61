"""What works, what does not, and how to mend it; each part by itself, so that one fault hides no other."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Literal

from drill.errors import DrillError
from drill.i18n import _, choose_language, ngettext
from drill.practice.clock import SystemClock
from drill.practice.overview import CLOCK_SLACK
from drill.practice.roster import Roster
from drill.recall.days import Moment
from drill.settings import EndpointSettings, Settings, load_settings, place_of, settings_path

if TYPE_CHECKING:
    from drill.cards.decks import Decks
    from drill.store.collection import Collection

Level = Literal["ok", "warning", "fault"]

_PACKAGES = ("llm-drill", "textual", "sqlalchemy", "fsrs", "numpy", "openai")
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: what is so, and for a fault how to mend it."""

    part: Literal["settings", "clock", "decks", "collection", "endpoint", "gpu", "terminal", "versions"]
    level: Level
    said: str


def examine(database: str | None = None) -> tuple[Finding, ...]:
    """Look at everything that the program depends on."""
    from drill.figures.own import this_machine
    from drill.practice.practice import open_practice

    found: list[Finding] = []
    try:
        settings = load_settings()
        path = settings_path()
        choose_language(settings.language)
        said = str(path) if path.exists() else _("{path} (not there: defaults)").format(path=path)
        found.append(Finding("settings", "ok", said))
    except DrillError as error:
        settings = Settings()
        line = _("{error}; what follows is with the defaults")
        found.append(Finding("settings", "fault", line.format(error=error)))
    clock = SystemClock()
    moment = Moment(clock.now(), clock.zone, settings.rollover)
    now = f"{moment.local:%Y-%m-%d %H:%M %Z}"
    found.append(Finding("clock", "ok", _("{now}, learning day {day}").format(now=now, day=moment.day)))
    try:
        with open_practice(settings, database=database, clock=clock) as practice:
            found += practice.doctor()
            found += findings_on_language(practice.decks, settings.question_language)
    except DrillError as error:
        found.append(Finding("collection", "fault", str(error)))
    found += findings_on_endpoint(settings.endpoint)
    return (*found, Finding("gpu", "ok", this_machine()), *_terminal(), *_versions())


def findings_on_decks(decks: Decks) -> Iterator[Finding]:
    """What is in the decks, and every fault in their files."""
    cards = ngettext("{n} card", "{n} cards", len(decks.cards)).format(n=len(decks.cards))
    named = ", ".join(decks.titles) or _("no deck")
    yield Finding("decks", "ok", _("{cards} in {decks}").format(cards=cards, decks=named))
    for fault in decks.faults:
        yield Finding("decks", "fault", str(fault))


def findings_on_language(decks: Decks, wanted: str) -> Iterator[Finding]:
    """Whether any card can be asked in the language that the settings want."""
    there = {language for card in decks.cards.values() for language in card.texts}
    if wanted != "auto" and there and wanted not in there:
        line = _(
            "{place}: question_language {wanted!r}: no card has it, so each is asked in its own ({known})"
        )
        yield Finding(
            "settings",
            "warning",
            line.format(place=place_of("question_language"), wanted=wanted, known=", ".join(sorted(there))),
        )


def findings_on_collection(collection: Collection, roster: Roster, moment: Moment) -> Iterator[Finding]:
    """Whether the file is whole, the log is sound, and the memories are what it says."""
    yield Finding("collection", "ok", collection.place)
    for notice in collection.notices:
        yield Finding("collection", "ok", notice)
    for fault in collection.faults():
        yield Finding("collection", "fault", _("{fault}; restore a backup").format(fault=fault))
    with collection.reading() as books:
        if numbers := books.log.invalid():
            yield Finding(
                "collection",
                "warning",
                _("rows of the log that are invalid and count for nothing: {rows}").format(
                    rows=_some(numbers)
                ),
            )
        if later := books.log.later_than(moment.now + CLOCK_SLACK):
            yield Finding(
                "collection",
                "fault",
                _(
                    "reviews dated in the future: {items}; "
                    "if the clock is right now, `drill doctor --undo-future` takes them back"
                ).format(items=_some([entry.item for entry in later])),
            )
        astray = {*books.memories.damaged(), *books.memories.astray()}
        if astray:
            yield Finding(
                "collection",
                "fault",
                _(
                    "memories that are not what the log says: {items}; `drill doctor --rebuild` mends them"
                ).format(items=_some(sorted(astray))),
            )
        orphans = [item for item in sorted(books.log.items()) if item not in roster]
        if orphans:
            yield Finding(
                "collection",
                "ok",
                _("items in no deck now, whose history is kept: {items}").format(items=_some(orphans)),
            )


def findings_on_endpoint(settings: EndpointSettings) -> Iterator[Finding]:
    """Whether the model that the settings name can be asked; nothing is connected where they name none."""
    if settings.profile == "off":
        yield Finding("endpoint", "ok", _("none (answers are graded offline)"))
        return
    import asyncio

    from drill.llm.client import offered
    from drill.llm.endpoints import endpoint_of

    try:
        endpoint = endpoint_of(settings)
        names = asyncio.run(offered(endpoint)) if endpoint else ()
    except DrillError as error:
        yield Finding("endpoint", "fault", str(error))
        return
    if names and settings.model not in names:
        line = _("no model {model!r} there; set endpoint.model to one of {names}")
        yield Finding("endpoint", "fault", line.format(model=settings.model, names=_some(names)))
    else:
        line = "{profile}, {model}" if names else _("{profile}, {model} (does not say which models it has)")
        yield Finding("endpoint", "ok", line.format(profile=settings.profile, model=settings.model))


def _terminal() -> Iterator[Finding]:
    term = os.environ.get("TERM", "")
    encoding = (sys.stdout.encoding or "").lower()
    if not sys.stdout.isatty():
        yield Finding("terminal", "ok", _("none here (a pipe)"))
    elif term in ("", "dumb"):
        yield Finding(
            "terminal",
            "fault",
            _("TERM is {term!r}, which cannot show the app; set TERM=xterm-256color").format(term=term),
        )
    else:
        width, height = os.get_terminal_size()
        level: Level = "ok" if width >= 80 and height >= 24 else "warning"
        said = f"{term}, {width}×{height}"
        yield Finding(
            "terminal", level, said if level == "ok" else _("{size}; 80×24 is better").format(size=said)
        )
    if encoding not in ("utf-8", "utf8"):
        line = _("prints {encoding}, not UTF-8; set LANG=C.UTF-8")
        yield Finding("terminal", "warning", line.format(encoding=encoding or "?"))


def _versions() -> Iterator[Finding]:
    import sqlite3

    found = [f"python {sys.version.split()[0]}", f"sqlite {sqlite3.sqlite_version}"]
    for package in _PACKAGES:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            line = _("{package} is not installed; `pip install -U llm-drill`")
            yield Finding("versions", "fault", line.format(package=package))
    yield Finding("versions", "ok", ", ".join(found))


def _some(names: Sequence[object]) -> str:
    shown = ", ".join(str(name) for name in names[:_SHOWN])
    return shown if len(names) <= _SHOWN else _("{names} … ({n} in all)").format(names=shown, n=len(names))
