"""`drill grade`: judges an answer, or a batch of them, and writes nothing."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from drill.cli.model import grader_option, judged_by_model, with_model
from drill.cli.reading import LARGEST, read_answer
from drill.errors import DrillError, UsageError, meant
from drill.i18n import _, choose_language, interface_language
from drill.settings import Settings, home, load_settings

if TYPE_CHECKING:
    from drill.cards.card import Card, Item
    from drill.cards.decks import Decks
    from drill.cards.numeric import NumericQuestion
    from drill.grading.verdict import Verdict
    from drill.practice.practice import Practice

LANGUAGES = ("zh", "en", "mixed")


@click.command()
@click.argument("item", required=False)
@click.argument("file", required=False, metavar="[FILE|-]")
@click.option("--batch", metavar="FILE|-", help="Grade JSON lines: card or item, lang, answer (and seed).")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of the answer; found out if not given.")
@grader_option
@click.option("--seed", type=int, default=1, show_default=True, help="Draws the values of a drill.")
@click.option("--json", "as_json", is_flag=True, help="Print for programs.")
@click.pass_context
def command(
    context: click.Context,
    item: str | None,
    file: str | None,
    batch: str | None,
    lang: str | None,
    grader: str,
    seed: int,
    as_json: bool,
) -> int:
    """Grade an answer to ITEM from FILE or standard input; nothing is stored.

    With --batch, each line in gives a verdict a line out, in order; exit 1 if a line was bad.
    """
    settings = load_settings()
    choose_language(settings.language)
    if batch is not None:
        if item is not None:
            raise UsageError(_("give ITEM or --batch, not both"))
        with _opened(batch) as lines, with_model(context, grader) as practice:
            return _grade_batch(lines, _Grading(settings, practice), lang)
    if item is None:
        raise UsageError(_("name the item to answer, such as `drill grade kv-cache`, or give --batch FILE"))
    with with_model(context, grader) as practice:
        card, verdict = _grade_one(_Grading(settings, practice), item, file, lang, seed)
    if as_json:
        _print_json(_as_json(verdict))
    else:
        from drill.cli.verdict import show

        show(verdict, card)
    return 0


def _grade_one(
    grading: _Grading, item: str, file: str | None, lang: str | None, seed: int
) -> tuple[Card, Verdict]:
    card, found = grading.find(item)
    question = grading.question(card, found, lang, seed)
    if file in (None, "-") and sys.stdin.isatty():
        click.echo(question + "\n" + _("Type the answer, then Ctrl+D."), err=True)
    elif found.kind == "drill":
        click.echo(question, err=True)
    return card, grading.grade(card, found, read_answer(file or "-"), lang, seed)


class _Grading:
    """The decks, loaded once, and the graders behind one call."""

    def __init__(self, settings: Settings, practice: Practice | None) -> None:
        from drill.cards.decks import folders, load_decks
        from drill.grading.scoring import Thresholds

        self._practice = practice
        """Where a model is to be asked."""
        self._decks: Decks = load_decks(folders(settings), cache=home() / "cards.json")
        self._thresholds = Thresholds(settings.again_below, settings.hard_below, settings.good_below)

    def find(self, name: str) -> tuple[Card, Item]:
        """The card and item of an id, or of a former id. Raises `UsageError` naming near ones."""
        from drill.cards.card import CardId
        from drill.cards.items import items

        head, _slash, rest = name.partition("/")
        card = self._decks.cards.get(CardId(head)) or self._decks.cards.get(
            self._decks.aliases.get(CardId(head), CardId(""))
        )
        if card:
            wanted = card.id + ("/" + rest if rest else "")
            for each in items(card):
                if each.id == wanted:
                    return card, each
            if not rest:
                return card, items(card)[0]
        raise UsageError(self._unknown(name))

    def _unknown(self, name: str) -> str:
        from drill.cards.items import items

        known = [each.id for card in self._decks.cards.values() for each in items(card)]
        near = meant(name, known, _("`drill cards list` names the cards"))
        return _("no item {name!r}; {meant}").format(name=name, meant=near)

    def question(self, card: Card, item: Item, language: str | None, seed: int) -> str:
        """What is asked, a drill with its values drawn."""
        from drill.cards.card import Kind
        from drill.cards.items import question

        if item.kind is Kind.DRILL:
            return self._draw(card, item, language, seed).question
        return question(card, item, _spoken(language))

    def grade(self, card: Card, item: Item, answer: str, language: str | None, seed: int) -> Verdict:
        """The verdict of the grader that the item calls for."""
        from drill.cards.card import Kind

        if item.kind is Kind.DRILL:
            from drill.grading.numeric import grade_numeric

            return grade_numeric(self._draw(card, item, language, seed), answer, _spoken(language))
        from drill.grading.grade import grade
        from drill.grading.rubric import rubric_for
        from drill.grading.text import language_of

        rubric, tongue = rubric_for(card, item), language or language_of(answer, "mixed")
        offline = grade(rubric, answer, tongue, thresholds=self._thresholds)
        if self._practice is None:
            return offline
        from drill.practice.regrading import Case

        asked = self.question(card, item, language_of(answer, tongue), seed)
        return judged_by_model(self._practice, Case(rubric, asked, answer, offline, self._thresholds))

    def _draw(self, card: Card, item: Item, language: str | None, seed: int) -> NumericQuestion:
        from drill.figures.draw import draw

        return draw(card, card.drills[item.name], item, _spoken(language), seed)


def _spoken(language: str | None) -> str:
    """The language to ask a question in: a mixed answer has none of its own."""
    return language if language in {"zh", "en"} else interface_language()


def _opened(name: str) -> BinaryIO:
    if name == "-":
        return sys.stdin.buffer
    try:
        return Path(name).open("rb")
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}") from error


def _grade_batch(lines: Iterable[bytes], grading: _Grading, language: str | None) -> int:
    bad = 0
    for verdict in _verdicts(lines, grading, language):
        bad += "error" in verdict
        _print_json(verdict)
    return 1 if bad else 0


def _verdicts(lines: Iterable[bytes], grading: _Grading, language: str | None) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield _as_json(_grade_line(line, grading, language))
        except (DrillError, ValueError) as error:
            yield {"error": _("line {number}: {error}").format(number=number, error=error)}


def _grade_line(line: bytes, grading: _Grading, language: str | None) -> Verdict:
    if len(line) > LARGEST:
        raise ValueError(_("longer than {count:,} bytes").format(count=LARGEST))
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(_("not JSON ({error})").format(error=error)) from error
    if not isinstance(asked, dict):
        raise ValueError(_("not an object with card, lang and answer"))
    name = asked.get("item") or asked.get("card")
    answer, tongue, seed = asked.get("answer"), asked.get("lang") or language, asked.get("seed", 1)
    if not isinstance(name, str):
        raise ValueError(_("no card or item is named"))
    if not isinstance(answer, str):
        raise ValueError(_("no answer, or it is no text"))
    if tongue is not None and tongue not in LANGUAGES:
        raise ValueError(_("lang takes {known}").format(known=", ".join(LANGUAGES)))
    if not isinstance(seed, int):
        raise ValueError(_("seed takes a whole number"))
    card, item = grading.find(name)
    return grading.grade(card, item, answer, tongue, seed)


def _as_json(verdict: Verdict) -> dict[str, Any]:
    from drill.grading.contract import as_json

    return as_json(verdict)


def _print_json(value: dict[str, Any]) -> None:
    # A lone surrogate of the answer is no UTF-8; as \udXXX it is still JSON.
    sys.stdout.buffer.write(json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.buffer.flush()
