"""The forms of a report, and how one gets into a file: whole or not at all, never over another unasked."""

from __future__ import annotations

from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from uuid import uuid4

from drill.errors import DrillError, UsageError
from drill.i18n import _
from drill.reports.private import without_words
from drill.reports.progress import Progress

FORMS = ("html", "md", "json", "csv")


def render(progress: Progress, form: str, *, private: bool = False) -> str:
    """Progress in one of the `FORMS`; `private` leaves out what the user wrote."""
    shown = without_words(progress) if private else progress
    match form:
        case "html":
            from drill.reports.page import as_html

            return as_html(shown)
        case "md":
            from drill.reports.markdown import as_markdown

            return as_markdown(shown)
        case "json":
            import json

            from drill.reports.data import as_data

            return json.dumps(as_data(shown), ensure_ascii=False, indent=2) + "\n"
        case "csv":
            from drill.reports.tidy import as_csv

            return as_csv(shown)
        case _:
            raise ValueError(form)


def interview_text(progress: Progress, began: datetime, *, private: bool = False) -> str:
    """The interview that began then, with its transcript, as markdown.

    Raises `UsageError` where there is none that is over.
    """
    from drill.reports.markdown import interview_as_markdown

    shown = without_words(progress) if private else progress
    for interview in shown.interviews:
        if interview.began == began:
            return interview_as_markdown(interview)
    raise UsageError(_("no interview that is over began then"))


def lacking(form: str) -> str:
    """What would make a form richer on this machine, as a line for the user; empty if nothing."""
    if form == "html" and find_spec("matplotlib") is None:
        return _("tables in place of charts; for charts: pip install 'llm-drill[plot]'")
    return ""


def save(path: Path, text: str, form: str, *, replace: bool = False) -> None:
    """Put a report into a file. Raises `UsageError` where one is already, unless it is to be replaced."""
    if path.exists() and not path.is_file():
        raise UsageError(_("{path} is no file").format(path=path))
    # Spreadsheets take CSV for UTF-8 only where it begins with this mark.
    encoding = "utf-8-sig" if form == "csv" else "utf-8"
    beside = path.with_name(f".{path.name}.{uuid4().hex[:8]}")
    taken = False
    try:
        beside.write_bytes(text.encode(encoding, "replace"))
        if not replace:
            path.touch(exist_ok=False)  # nobody else can take the name now
            taken = True
        beside.replace(path)
    except FileExistsError:
        raise UsageError(_("{path} is there already; --force replaces it").format(path=path)) from None
    except OSError as error:
        if taken:
            path.unlink(missing_ok=True)
        line = _("{path}: {error}; nothing was written")
        raise DrillError(line.format(path=path, error=error.strerror)) from error
    finally:
        beside.unlink(missing_ok=True)
