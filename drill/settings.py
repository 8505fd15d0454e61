"""The user's settings, each with its meaning and its reader beside it, and every path the program writes to.

Settings are a TOML file in the home folder (`DRILL_HOME`, else the system's place for such files). An
absent file means defaults; a wrong value is reported with its name and never replaced by a guess.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import date, time
from pathlib import Path
from typing import TypeVar

from drill.errors import UsageError

T = TypeVar("T")


def home() -> Path:
    """The folder that holds everything the program writes."""
    if chosen := os.environ.get("DRILL_HOME"):
        return Path(chosen).expanduser()
    import platformdirs  # 3 ms, and not needed where DRILL_HOME is set

    return Path(platformdirs.user_data_dir("drill", appauthor=False))


def settings_path() -> Path:
    """Where the settings file is, whether or not it exists."""
    return home() / "settings.toml"


# Readers: what TOML gave -> the value, or ValueError saying what the setting takes.


def text(value: object) -> str:
    """A text."""
    if not isinstance(value, str):
        raise ValueError("a text")
    return value


def flag(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def one_of(*choices: str) -> Callable[[object], str]:
    """One of a few words."""

    def read(value: object) -> str:
        if not isinstance(value, str) or value not in choices:
            raise ValueError(f"one of {', '.join(choices)}")
        return value

    return read


def whole(least: int, most: int) -> Callable[[object], int]:
    """A whole number within bounds."""

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(f"a whole number from {least} to {most}")
        return value

    return read


def share(least: float, most: float) -> Callable[[object], float]:
    """A number within bounds; `"90%"` is 0.9."""

    def read(value: object) -> float:
        expected = ValueError(f'a number from {least:g} to {most:g}, or a percentage such as "90%"')
        try:
            number = float(value[:-1]) / 100 if isinstance(value, str) and value.endswith("%") else value
        except ValueError:
            raise expected from None
        if isinstance(number, bool) or not isinstance(number, int | float) or not least <= number <= most:
            raise expected
        return float(number)

    return read


def day(value: object) -> date | None:
    """A calendar day; an empty text is none."""
    try:
        return date.fromisoformat(value) if isinstance(value, str) and value else _is(date, value or None)
    except ValueError:
        raise ValueError("a date such as 2026-12-24") from None


def clock_time(value: object) -> time:
    """A time of day."""
    try:
        return time.fromisoformat(value) if isinstance(value, str) else _is(time, value) or time()
    except ValueError:
        raise ValueError('a time such as "04:00"') from None


def folders(value: object) -> tuple[str, ...]:
    """A list of folders."""
    if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
        raise ValueError("a list of folders")
    return tuple(value)


def bindings(value: object) -> Mapping[str, str]:
    """A table of keys by binding."""
    if not isinstance(value, Mapping) or not all(isinstance(each, str) for each in value.values()):
        raise ValueError("a table of key names by binding")
    return dict(value)


def _is(kind: type[T], value: object) -> T | None:
    if value is not None and type(value) is not kind:
        raise ValueError
    return value if isinstance(value, kind) else None


def setting(default: T | Callable[[], T], reader: Callable[[object], T], meaning: str) -> T:
    """A field of `Settings`: its default (or what makes it), its reader, its meaning."""
    metadata = {"reader": reader, "meaning": meaning}
    made: T = (
        field(default_factory=default, metadata=metadata)
        if callable(default)
        else field(default=default, metadata=metadata)
    )
    return made


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user can choose. Every field is also the name in `settings.toml`."""

    language: str = setting("auto", one_of("auto", "zh", "en"), "language of the interface")
    question_language: str = setting("auto", text, "language of the questions; auto: as the interface")
    decks: tuple[str, ...] = setting((), folders, "folders of your own decks, beside the one built in")
    builtin_deck: bool = setting(True, flag, "whether the deck that comes with the program is studied")
    database: str = setting("", text, "an SQLAlchemy URL; empty: SQLite in the home folder")
    mode: str = setting("typed", one_of("typed", "aloud"), "how you answer: typed, or aloud with a checklist")
    interview_date: date | None = setting(
        None, day, "the day of your interview; every card is covered before"
    )
    new_per_day: int = setting(5, whole(0, 9999), "new cards a day")
    reviews_per_day: int = setting(100, whole(0, 9999), "reviews a day")
    learn_ahead: int = setting(
        20, whole(0, 1440), "minutes a step may be taken early when nothing else is left"
    )
    rollover: time = setting(lambda: time(4, 0), clock_time, "local time at which a learning day ends")
    desired_retention: float = setting(
        0.9, share(0.70, 0.99), "chance to remember at which a card comes back"
    )
    maximum_interval: int = setting(365, whole(1, 36500), "longest interval in days")
    leech_lapses: int = setting(8, whole(2, 99), "lapses after which a card is marked as a leech")
    again_below: float = setting(0.60, share(0, 1), "score below which the rating is Again")
    hard_below: float = setting(0.75, share(0, 1), "score below which the rating is Hard")
    good_below: float = setting(0.92, share(0, 1), "score below which the rating is Good")
    theme: str = setting("drill-dark", text, "colours of the interface")
    keys: Mapping[str, str] = setting(dict, bindings, 'keys by binding, as in `submit = "f5"`')


def load_settings(path: Path | None = None) -> Settings:
    """Read the settings file.

    Raises `UsageError` naming the file, the setting and what it takes.
    """
    source = path or settings_path()
    try:
        given = tomllib.loads(source.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return Settings()
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{source}: not valid TOML ({error})") from error
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{source}: cannot be read ({error}); mend or remove the file") from error
    return settings_from(given, str(source))


def settings_from(given: Mapping[str, object], where: str) -> Settings:
    """Check a mapping of settings and return them; `where` names the source in errors."""
    readers = {each.name: each.metadata["reader"] for each in fields(Settings)}
    values = {}
    for name, value in given.items():
        if name not in readers:
            raise UsageError(f"{where}: unknown setting {name!r}; known are {', '.join(readers)}")
        try:
            values[name] = readers[name](value)
        except ValueError as expected:
            raise UsageError(f"{where}: {name} takes {expected}, not {value!r}") from None
    settings = Settings(**values)
    if not settings.again_below <= settings.hard_below <= settings.good_below:
        raise UsageError(f"{where}: again_below, hard_below and good_below must not fall in this order")
    return settings


def write_setting(name: str, value: object, path: Path | None = None) -> None:
    """Set one setting in the file and leave the rest, comments included, as it is. None removes it."""
    import tomlkit

    target = path or settings_path()
    load_settings(target)  # a file that is already wrong is reported, not written over
    document = tomlkit.parse(target.read_text(encoding="utf-8-sig") if target.exists() else "")
    if value is None:
        document.pop(name, None)
    else:
        document[name] = value
    settings_from(document.unwrap(), str(target))
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_suffix(".toml.new")
    beside.write_text(tomlkit.dumps(document), encoding="utf-8")
    beside.replace(target)
