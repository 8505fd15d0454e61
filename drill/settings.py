"""The user's settings, each with its meaning beside it, and every path the program writes to.

Settings are a TOML file in the home folder (`DRILL_HOME`, else the system's place for such files). An
absent file means defaults; a wrong value is reported with its name and never replaced by a guess.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date, time
from pathlib import Path
from typing import Any, get_args, get_type_hints

from drill.errors import UsageError


def home() -> Path:
    """The folder that holds everything the program writes."""
    if chosen := os.environ.get("DRILL_HOME"):
        return Path(chosen).expanduser()
    import platformdirs  # 3 ms, and not needed where DRILL_HOME is set

    return Path(platformdirs.user_data_dir("drill", appauthor=False))


def settings_path() -> Path:
    """Where the settings file is, whether or not it exists."""
    return home() / "settings.toml"


def setting(default: Any, meaning: str, **limits: Any) -> Any:
    """A settings field: its default, what it means, and its limits (`least`, `most`, `choices`)."""
    if callable(default):
        return field(default_factory=default, metadata={"meaning": meaning, **limits})
    return field(default=default, metadata={"meaning": meaning, **limits})


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user can choose. Every field is also the name in `settings.toml`."""

    language: str = setting("auto", "language of the interface", choices=("auto", "zh", "en"))
    question_language: str = setting("auto", "language of the questions; auto: as the interface")
    decks: tuple[str, ...] = setting((), "folders of your own decks, beside the one that is built in")
    builtin_deck: bool = setting(True, "whether the deck that comes with the program is studied")
    database: str = setting("", "an SQLAlchemy URL; empty: SQLite in the home folder")
    mode: str = setting(
        "typed", "how you answer: typed, or aloud with a checklist", choices=("typed", "aloud")
    )
    interview_date: date | None = setting(None, "the day of your interview; every card is covered before it")
    new_per_day: int = setting(5, "new cards a day", least=0, most=9999)
    reviews_per_day: int = setting(100, "reviews a day", least=0, most=9999)
    learn_ahead: int = setting(
        20, "minutes that a step may be taken early when nothing else is left", least=0, most=1440
    )
    rollover: time = setting(time(4, 0), "local time at which a learning day ends")
    desired_retention: float = setting(
        0.9, "chance to remember at which a card comes back", least=0.70, most=0.99
    )
    maximum_interval: int = setting(365, "longest interval in days", least=1, most=36500)
    leech_lapses: int = setting(8, "lapses after which a card is marked as a leech", least=2, most=99)
    again_below: float = setting(0.60, "score below which the rating is Again", least=0.0, most=1.0)
    hard_below: float = setting(0.75, "score below which the rating is Hard", least=0.0, most=1.0)
    good_below: float = setting(0.92, "score below which the rating is Good", least=0.0, most=1.0)
    theme: str = setting("drill-dark", "colours of the interface")
    keys: Mapping[str, str] = setting(dict, 'key bindings by id, as in `submit = "f5"`')


def load_settings(path: Path | None = None) -> Settings:
    """Read the settings file.

    Raises `UsageError` naming the file, the setting and what it takes.
    """
    source = path or settings_path()
    try:
        text = source.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{source}: cannot be read ({error}); mend or remove the file") from error
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{source}: not valid TOML ({error})") from error
    return settings_from(given, str(source))


def settings_from(given: Mapping[str, Any], where: str) -> Settings:
    """Check a mapping of settings and return them; `where` names the source in errors."""
    known = {each.name: each for each in fields(Settings)}
    hints = get_type_hints(Settings)
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            raise UsageError(f"{where}: unknown setting {name!r}; known are {', '.join(known)}")
        values[name] = _checked(name, value, hints[name], known[name].metadata, where)
    return Settings(**values)


def write_setting(name: str, value: Any, path: Path | None = None) -> None:
    """Set one setting in the file and leave the rest, comments included, as it is. None removes it."""
    import tomlkit

    target = path or settings_path()
    document = (
        tomlkit.parse(target.read_text(encoding="utf-8-sig")) if target.exists() else tomlkit.document()
    )
    if value is None:
        document.pop(name, None)
    else:
        settings_from({name: value}, str(target))
        document[name] = value
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_suffix(".toml.new")
    beside.write_text(tomlkit.dumps(document), encoding="utf-8")
    beside.replace(target)


def _checked(name: str, value: Any, hint: Any, limits: Mapping[str, Any], where: str) -> Any:
    wanted = get_args(hint) or (hint,)
    if name == "decks":
        if isinstance(value, list | tuple) and all(isinstance(each, str) for each in value):
            return tuple(value)
        raise UsageError(f"{where}: decks takes a list of folders")
    if name == "keys":
        if isinstance(value, Mapping) and all(isinstance(each, str) for each in value.values()):
            return dict(value)
        raise UsageError(f"{where}: keys takes a table of key names by binding")
    if name == "desired_retention" and isinstance(value, str) and value.strip().endswith("%"):
        value = (
            float(value.strip().rstrip("%")) / 100
            if value.strip().rstrip("%").replace(".", "", 1).isdigit()
            else value
        )
    if date in wanted and isinstance(value, str):
        value = _parsed(date.fromisoformat, value)
    if time in wanted and isinstance(value, str):
        value = _parsed(time.fromisoformat, value)
    if float in wanted and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if not isinstance(value, wanted) or (isinstance(value, bool) and bool not in wanted):
        raise UsageError(f"{where}: {name} takes {_kind(wanted)}, not {value!r}")
    if "choices" in limits and value not in limits["choices"]:
        raise UsageError(f"{where}: {name} takes one of {', '.join(limits['choices'])}, not {value!r}")
    if "least" in limits and not limits["least"] <= value <= limits["most"]:
        raise UsageError(f"{where}: {name} takes {limits['least']} to {limits['most']}, not {value!r}")
    return value


def _parsed(parse: Any, text: str) -> Any:
    try:
        return parse(text)
    except ValueError:
        return text


def _kind(wanted: tuple[Any, ...]) -> str:
    names = {
        str: "a text",
        int: "a whole number",
        float: "a number",
        bool: "true or false",
        date: "a date such as 2026-12-24",
        time: 'a time such as "04:00"',
    }
    return " or ".join(names[each] for each in wanted if each in names)
