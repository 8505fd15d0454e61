"""Progress, or one interview, written to a file: which form, with or without one's own words, and where."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from drill.errors import DrillError
from drill.i18n import N_, _, ngettext
from drill.tui.desk import Desk
from drill.tui.screens.dialog import Dialog
from drill.tui.text import MUTED, plain
from drill.tui.widgets.choices import Choice, Choices
from drill.tui.widgets.keybar import KeyBar
from drill.tui.widgets.line import OneLine

if TYPE_CHECKING:
    from drill.practice.practice import Practice

_LABEL_CELLS = 22
_FORMS = ("html", "md", "json", "csv")
_DAYS = (0, 7, 30, 90)


@dataclass(frozen=True, slots=True)
class _Wanted:
    path: Path
    form: str
    private: bool
    since: date | None
    began: datetime | None
    replace: bool


class ReportDialog(Dialog[Path]):
    """Closes with the file that was written. With `began`, it offers that interview by itself."""

    DEFAULT_CSS = """
    ReportDialog #told { margin: 1 0 0 0; }
    """

    def __init__(self, desk: Desk, today: date, began: datetime | None = None) -> None:
        super().__init__()
        self._desk = desk
        self._today = today
        self._began = began
        self._path = ""
        self._asked = ""

    def compose(self) -> ComposeResult:
        """The choices, the path, and what Enter did."""
        one = self._began is not None
        choices = [
            *([Choice("what", N_("What"), ("interview", "all"), _what)] if one else []),
            Choice("form", N_("Format"), _FORMS, str),
            Choice(
                "private",
                N_("Your answers"),
                (False, True),
                lambda value: _("left out") if value else _("in it"),
            ),
            Choice("days", N_("Reviews and answers"), _DAYS, _since),
        ]
        values = {"what": "interview", "form": "md" if one else "html", "private": False, "days": 0}
        with Vertical(id="frame") as frame:
            frame.border_title = _("Write a report")
            yield _Choices(choices, values, _LABEL_CELLS)
            yield OneLine(select_on_focus=False)
            yield Static(id="told")
        yield KeyBar()

    def on_mount(self) -> None:
        """Propose a path."""
        self._propose()

    def on_choices_changed(self, event: Choices.Changed) -> None:
        """Another form, another ending, but one interview is markdown only; a path that was typed stays."""
        event.stop()
        choices = self.query_one(Choices)
        if self._only_interview and choices.values["form"] != "md":
            choices.choose("form", "md")
        self._propose()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Another path has to be asked about anew; its ending chooses the form."""
        self._asked = ""
        ending = Path(event.value).suffix.removeprefix(".")
        choices = self.query_one(Choices)
        if ending in _FORMS and ending != choices.values["form"] and not self._only_interview:
            choices.choose("form", ending)

    def on_choices_finished(self, event: Choices.Finished) -> None:
        """Write it."""
        event.stop()
        self._write()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Write it."""
        event.stop()
        self._write()

    @property
    def _form(self) -> str:
        values = self.query_one(Choices).values
        return "md" if self._only_interview else str(values["form"])

    @property
    def _only_interview(self) -> bool:
        return self._began is not None and self.query_one(Choices).values["what"] == "interview"

    def _propose(self) -> None:
        line = self.query_one(OneLine)
        if line.value == self._path:
            name = (
                f"drill-interview-{self._began:%Y-%m-%d-%H%M}"
                if self._began and self._only_interview
                else f"drill-report-{self._today}"
            )
            self._path = str(Path.cwd() / f"{name}.{self._form}")
            line.value = self._path
        self._say(
            Content.styled(_("Enter writes it; what is there already is never replaced unasked"), MUTED)
        )

    def _write(self) -> None:
        values = self.query_one(Choices).values
        path = Path(self.query_one(OneLine).value.strip()).expanduser()
        if self._only_interview and path.suffix.removeprefix(".") in set(_FORMS) - {"md"}:
            self._say(
                Content.styled(_("One interview is written as markdown: end the path in .md"), "bold $error")
            )
            return
        days = int(str(values["days"]))
        since = self._today - timedelta(days=days - 1) if days else None
        began = self._began if self._only_interview else None
        wanted = _Wanted(path, self._form, bool(values["private"]), since, began, self._asked == str(path))
        self.run_worker(self._written(wanted), exclusive=True)

    async def _written(self, wanted: _Wanted) -> None:
        if wanted.path.is_file() and not wanted.replace:
            self._asked = str(wanted.path)
            self._say(Content.styled(_("There already: Enter once more replaces it"), "bold $warning"))
            return
        self._say(Content.styled(_("writing…"), MUTED))
        try:
            lack = await self._desk.ask(lambda practice: _save(practice, wanted))
        except DrillError as error:
            self._say(Content.styled(plain(str(error)), "bold $error"))
            return
        told = _("written to {path}").format(path=wanted.path)
        self.app.notify("\n".join(filter(None, (told, lack))), timeout=8, markup=False)
        self.dismiss(wanted.path)

    def _say(self, told: Content) -> None:
        self.query_one("#told", Static).update(told)


class _Choices(Choices):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "finish", N_("Write it"), id="write")]


def _save(practice: Practice, wanted: _Wanted) -> str:
    """Write it, and return what the form lacks on this machine."""
    from drill.reports.forms import interview_text, lacking, render, save

    progress = practice.stats(wanted.since)
    if wanted.began is not None:
        text = interview_text(progress, wanted.began, private=wanted.private)
    else:
        text = render(progress, wanted.form, private=wanted.private)
    save(wanted.path, text, wanted.form, replace=wanted.replace)
    return lacking(wanted.form)


def _what(value: object) -> str:
    return _("this interview") if value == "interview" else _("all progress")


def _since(days: int) -> str:
    return ngettext("last {n} day", "last {n} days", days).format(n=days) if days else _("all")
