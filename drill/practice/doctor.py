"""What works, what does not, and how to mend it; each part by itself, so that one fault hides no other."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Literal

from drill.errors import DrillError
from drill.practice.clock import SystemClock
from drill.practice.overview import CLOCK_SLACK
from drill.practice.roster import Roster
from drill.recall.days import Moment
from drill.settings import EndpointSettings, Settings, load_settings, settings_path

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
        found.append(
            Finding("settings", "ok", f"{path}" + ("" if path.exists() else " (not there: defaults)"))
        )
    except DrillError as error:
        settings = Settings()
        found.append(Finding("settings", "fault", f"{error}; what follows is with the defaults"))
    clock = SystemClock()
    moment = Moment(clock.now(), clock.zone, settings.rollover)
    found.append(Finding("clock", "ok", f"{moment.local:%Y-%m-%d %H:%M %Z}, learning day {moment.day}"))
    try:
        with open_practice(settings, database=database, clock=clock) as practice:
            found += practice.doctor()
    except DrillError as error:
        found.append(Finding("collection", "fault", str(error)))
    found += findings_on_endpoint(settings.endpoint)
    return (*found, Finding("gpu", "ok", this_machine()), *_terminal(), *_versions())


def findings_on_decks(decks: Decks) -> Iterator[Finding]:
    """What is in the decks, and every fault in their files."""
    yield Finding("decks", "ok", f"{len(decks.cards)} cards in {', '.join(decks.titles) or 'no deck'}")
    for fault in decks.faults:
        yield Finding("decks", "fault", str(fault))


def findings_on_collection(collection: Collection, roster: Roster, moment: Moment) -> Iterator[Finding]:
    """Whether the file is whole, the log is sound, and the memories are what it says."""
    yield Finding("collection", "ok", collection.place)
    for notice in collection.notices:
        yield Finding("collection", "ok", notice)
    for fault in collection.faults():
        yield Finding("collection", "fault", f"{fault}; restore a backup")
    with collection.reading() as books:
        if numbers := books.log.invalid():
            yield Finding(
                "collection",
                "warning",
                f"rows of the log that are invalid and count for nothing: {_some(numbers)}",
            )
        if later := books.log.later_than(moment.now + CLOCK_SLACK):
            yield Finding(
                "collection",
                "fault",
                f"reviews dated in the future: {_some([entry.item for entry in later])}; "
                "if the clock is right now, `drill doctor --undo-future` takes them back",
            )
        astray = {*books.memories.damaged(), *books.memories.astray()}
        if astray:
            yield Finding(
                "collection",
                "fault",
                f"memories that are not what the log says: {_some(sorted(astray))}; "
                "`drill doctor --rebuild` mends them",
            )
        orphans = [item for item in sorted(books.log.items()) if item not in roster]
        if orphans:
            yield Finding(
                "collection",
                "ok",
                f"items in no deck now, whose history is kept: {_some(orphans)}",
            )


def findings_on_endpoint(settings: EndpointSettings) -> Iterator[Finding]:
    """Whether the model that the settings name can be asked; nothing is connected where they name none."""
    if settings.profile == "off":
        yield Finding("endpoint", "ok", "none (answers are graded offline)")
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
        said = f"no model {settings.model!r} there; set endpoint.model to one of {_some(names)}"
        yield Finding("endpoint", "fault", said)
    else:
        told = "" if names else " (does not say which models it has)"
        yield Finding("endpoint", "ok", f"{settings.profile}, {settings.model}{told}")


def _terminal() -> Iterator[Finding]:
    term = os.environ.get("TERM", "")
    encoding = (sys.stdout.encoding or "").lower()
    if not sys.stdout.isatty():
        yield Finding("terminal", "ok", "none here (a pipe)")
    elif term in ("", "dumb"):
        yield Finding(
            "terminal", "fault", f"TERM is {term!r}, which cannot show the app; set TERM=xterm-256color"
        )
    else:
        width, height = os.get_terminal_size()
        level: Level = "ok" if width >= 80 and height >= 24 else "warning"
        yield Finding(
            "terminal", level, f"{term}, {width}×{height}" + ("" if level == "ok" else "; 80×24 is better")
        )
    if encoding not in ("utf-8", "utf8"):
        yield Finding("terminal", "warning", f"prints {encoding or 'unknown'}, not UTF-8; set LANG=C.UTF-8")


def _versions() -> Iterator[Finding]:
    import sqlite3

    found = [f"python {sys.version.split()[0]}", f"sqlite {sqlite3.sqlite_version}"]
    for package in _PACKAGES:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            yield Finding("versions", "fault", f"{package} is not installed; `pip install -U llm-drill`")
    yield Finding("versions", "ok", ", ".join(found))


def _some(names: Sequence[object]) -> str:
    shown = ", ".join(str(name) for name in names[:_SHOWN])
    return shown if len(names) <= _SHOWN else f"{shown} … ({len(names)} in all)"
