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
from typing import Any, TypeVar

from drill.errors import UsageError, meant
from drill.i18n import _
from drill.placing import line_of
from drill.readers import (
    address,
    amount,
    bindings,
    clock_time,
    day,
    flag,
    folders,
    key_source,
    one_of,
    share,
    text,
    whole,
)

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

    @property
    def called(self) -> str:
        """The model that can be asked, by its name; empty where no endpoint is set up."""
        return "" if self.profile == "off" else self.model or self.profile


def endpoint(value: object) -> EndpointSettings:
    """The table `[endpoint]`."""
    if not isinstance(value, Mapping):
        raise ValueError(_("a table with profile and model"))
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
    symbols: str = setting(
        "auto",
        one_of("auto", "unicode", "ascii"),
        "bars, borders, marks and arrows; auto: as the terminal can",
    )
    endpoint: EndpointSettings = setting(EndpointSettings, endpoint, "the model that grades; a table")
    keys: Mapping[str, str] = setting(dict, bindings, 'keys by binding, as in `submit = "f5"`')


def place_of(name: str) -> str:
    """Where a setting is written, as `path:line`."""
    path = settings_path()
    try:
        at = line_of(path.read_text(encoding="utf-8-sig"), name)
    except (OSError, UnicodeDecodeError):
        at = None
    return f"{path}:{at}" if at else str(path)


class _RefusedError(UsageError):
    """A setting that was refused, by its name."""

    def __init__(self, name: str, said: str) -> None:
        super().__init__(said)
        self.name = name


def load_settings(path: Path | None = None) -> Settings:
    """Read the settings file.

    Raises `UsageError` naming the file, the line, the setting and what it takes.
    """
    source = path or settings_path()
    try:
        written = source.read_text(encoding="utf-8-sig")
        given = tomllib.loads(written)
    except FileNotFoundError:
        return Settings()
    except tomllib.TOMLDecodeError as error:
        line = _("{path}: not valid TOML ({error})")
        raise UsageError(line.format(path=source, error=error)) from error
    except UnicodeDecodeError as error:
        line = _("{path}: not UTF-8 at byte {at}; save it as UTF-8")
        raise UsageError(line.format(path=source, at=error.start)) from error
    except OSError as error:
        line = _("{path}: cannot be read ({error}); mend or remove the file")
        raise UsageError(line.format(path=source, error=error.strerror)) from error
    return settings_from(given, str(source), written)


def settings_from(given: Mapping[str, object], where: str, written: str = "") -> Settings:
    """Check a mapping of settings and return them; errors name `where`, and the line in `written`."""
    try:
        settings = Settings(**_read(Settings, given))
        if not settings.again_below <= settings.hard_below <= settings.good_below:
            line = _("again_below, hard_below and good_below must not fall in this order")
            raise _RefusedError("good_below", line)
    except _RefusedError as refused:
        at = line_of(written, refused.name)
        raise UsageError(f"{where}:{at}: {refused}" if at else f"{where}: {refused}") from None
    return settings


def _read(table: type[Any], given: Mapping[str, object], within: str = "") -> dict[str, Any]:
    """Values for the fields of a settings table. Raises `_RefusedError` saying what the setting takes."""
    known = {each.name: each.metadata for each in fields(table)}
    values = {}
    for key, value in given.items():
        name = within + key
        if key not in known:
            near = meant(key, known, _("`drill doctor` names the file, the README its settings"))
            raise _RefusedError(name, _("unknown setting {name!r}; {meant}").format(name=name, meant=near))
        try:
            values[key] = known[key]["reader"](value)
        except ValueError as expected:
            line = _("{name} takes {expected}, not {found!r}")
            if not known[key]["echoed"]:
                line = _("{name} takes {expected}")
            raise _RefusedError(name, line.format(name=name, expected=expected, found=value)) from None
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
