"""The user's settings, each with its meaning and its reader beside it, and every path the program writes to.

Settings are a TOML file in the home folder (`DRILL_HOME`, else the system's place for such files). An
absent file means defaults; a wrong value is reported with its name and never replaced by a guess.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import date, time
from pathlib import Path
from typing import Any, TypeVar

from drill.errors import UsageError, meant
from drill.i18n import _

T = TypeVar("T")

PROFILES = ("openai", "deepseek", "dashscope", "ollama", "vllm", "llama.cpp", "custom")
"""Endpoints whose ways `drill.llm.profiles` knows."""


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


def amount(value: object) -> float:
    """A number that is not negative, such as a price."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
        raise ValueError("a number from 0")
    return float(value)


def address(value: object) -> str:
    """An http(s) URL without anything secret in it; empty for none."""
    url = text(value).strip()
    if url and not re.fullmatch(r"https?://[^\s/@?#]+(/[^\s?#@]*)?", url):
        raise ValueError("an http:// or https:// URL without name, password or query")
    return url


def key_source(value: object) -> str:
    """Where a key comes from; never the key."""
    source = text(value)
    if source not in {"", "none", "keyring"} and not re.fullmatch(r"env:[A-Z][A-Z0-9_]*", source):
        raise ValueError(
            '"env:NAME", "keyring" or "none", and never a key: put it in a variable and name that'
        )
    return source


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


def setting(
    default: T | Callable[[], T], reader: Callable[[object], T], meaning: str, *, echoed: bool = True
) -> T:
    """A field of `Settings` or of a table in it: its default (or what makes it), its reader, its meaning.

    A wrong value of a field that is not `echoed` is not repeated in the error: it may be a secret.
    """
    metadata = {"reader": reader, "meaning": meaning, "echoed": echoed}
    made: T = (
        field(default_factory=default, metadata=metadata)
        if callable(default)
        else field(default=default, metadata=metadata)
    )
    return made


@dataclass(frozen=True, slots=True)
class EndpointSettings:
    """The table `[endpoint]`: the OpenAI-compatible endpoint that grades when it is asked to."""

    profile: str = setting("off", one_of("off", *PROFILES), "whose endpoint; off: none, and no connection")
    model: str = setting("", text, "the model's name, as the endpoint knows it")
    base_url: str = setting(
        "", address, "where the endpoint is; empty: the profile's own place", echoed=False
    )
    key: str = setting(
        "", key_source, "env:NAME, keyring or none; empty: the profile's variable", echoed=False
    )
    daily_tokens: int = setting(1_000_000, whole(0, 10**12), "tokens a day at most; 0: no limit")
    daily_cost: float = setting(0.0, amount, "cost a day at most, by the prices below; 0: no limit")
    input_price: float = setting(0.0, amount, "price of a million tokens sent, in your currency")
    output_price: float = setting(0.0, amount, "price of a million tokens received")


def endpoint(value: object) -> EndpointSettings:
    """The table `[endpoint]`."""
    if not isinstance(value, Mapping):
        raise ValueError("a table with profile and model")
    return EndpointSettings(**_read(EndpointSettings, value, within="endpoint."))


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
    endpoint: EndpointSettings = setting(EndpointSettings, endpoint, "the model that grades; a table")
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
    except UnicodeDecodeError as error:
        raise UsageError(f"{source}: not UTF-8 at byte {error.start}; save it as UTF-8") from error
    except OSError as error:
        raise UsageError(f"{source}: cannot be read ({error.strerror}); mend or remove the file") from error
    return settings_from(given, str(source))


def settings_from(given: Mapping[str, object], where: str) -> Settings:
    """Check a mapping of settings and return them; `where` names the source in errors."""
    try:
        settings = Settings(**_read(Settings, given))
    except UsageError as error:
        raise UsageError(f"{where}: {error}") from None
    if not settings.again_below <= settings.hard_below <= settings.good_below:
        raise UsageError(f"{where}: again_below, hard_below and good_below must not fall in this order")
    return settings


def _read(table: type[Any], given: Mapping[str, object], within: str = "") -> dict[str, Any]:
    """Values for the fields of a settings table. Raises `UsageError` naming the setting and what it takes."""
    known = {each.name: each.metadata for each in fields(table)}
    values = {}
    for name, value in given.items():
        if name not in known:
            near = meant(name, known, _("`drill doctor` names the file, the README its settings"))
            raise UsageError(_("unknown setting {name!r}; {meant}").format(name=within + name, meant=near))
        try:
            values[name] = known[name]["reader"](value)
        except ValueError as expected:
            found = f", not {value!r}" if known[name]["echoed"] else ""
            raise UsageError(f"{within}{name} takes {expected}{found}") from None
    return values


def write_setting(name: str, value: object, path: Path | None = None) -> None:
    """Set one setting in the file and leave the rest, comments included, as it is. None removes it.

    A setting of a table is named with a dot: `endpoint.model`.
    """
    import tomlkit

    target = path or settings_path()
    load_settings(target)  # a file that is already wrong is reported, not written over
    document = tomlkit.parse(target.read_text(encoding="utf-8-sig") if target.exists() else "")
    *tables, last = name.split(".")
    table: Any = document
    for each in tables:
        table = table.setdefault(each, tomlkit.table())
    if value is None:
        table.pop(last, None)
    else:
        table[last] = value
    settings_from(document.unwrap(), str(target))
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_suffix(".toml.new")
    beside.write_text(tomlkit.dumps(document), encoding="utf-8")
    beside.replace(target)
