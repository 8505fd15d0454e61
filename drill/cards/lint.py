"""What a deck's standard asks of its cards, beyond being readable.

A user's own deck is held to no more than that its footnotes are defined. A deck whose `deck.toml` says
`standard = "explain"` promises what `content/README.md` lists: complete cards, equal in every language, with
every number accounted for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from drill.cards.card import Card, CardText, Cited, Computed, Dimension
from drill.cards.fault import Fault
from drill.cards.headings import HEADINGS
from drill.cards.numbers import loose_numbers
from drill.cards.parity import agree, by_figure, compare
from drill.cards.quantity import read_quantity
from drill.cards.reader import CardFiles
from drill.cards.sheet import Sheet, sheets

LANGUAGES = ("zh", "en")
LENGTH = {"zh": (400, 900, "characters"), "en": (150, 350, "words")}
"""How long the prose of the four dimensions is in all."""


def lint_card(card: Card, files: CardFiles) -> tuple[Fault, ...]:
    """Hold a card that could be read against the standard `explain`."""
    found = list(_files(card, files))
    base, *others = sheets(card, files)
    for sheet in (base, *others):
        found += [*_complete(sheet), *_figures(card, sheet), *_drills(card, sheet)]
        for line, said in loose_numbers(sheet.document, card.figures):
            message = f"{said!r} is bound to nothing; bind it as `{said}[^id]`, or write it in words or code"
            found.append(Fault(sheet.path, line, message))
    for other in others:
        found += compare(base, other)
    found += _says(card, files)
    return tuple(sorted(set(found)))


def lint_footnotes(card: Card, files: CardFiles) -> tuple[Fault, ...]:
    """The footnotes that the card refers to and does not define: a reader would never see them missing."""
    return tuple(fault for sheet in sheets(card, files) for fault in _undefined(card, sheet))


def _files(card: Card, files: CardFiles) -> Iterator[Fault]:
    path = files.base.path
    if Path(path).stem != card.id:
        yield Fault(path, 1, f"the card's id is {card.id!r}; name the file {card.id}.md, or mend the id")
    for language in LANGUAGES:
        if language not in card.texts:
            yield Fault(path, 1, f"no text in {language}; write it as {card.id}.{language}.md")
    if files.says is None:
        yield Fault(path, 1, f"no says-lines; write in {card.id}.says.md how candidates put each must")


def _complete(sheet: Sheet) -> Iterator[Fault]:
    text = sheet.text
    if text.body:
        yield sheet.fault("prose before the first section; move it into one", at=text.body.split("\n")[0])
    for heading in sheet.document.headings:
        if heading.level == 2 and heading.text.casefold() not in HEADINGS:
            message = f"unknown heading {heading.text!r}; content/README.md lists those that are known"
            yield Fault(sheet.path, heading.line + 1, message)
    for dimension in Dimension:
        yield from _dimension(sheet, dimension)
    if text.language in LENGTH:
        least, most, unit = LENGTH[text.language]
        if not least <= _length(text) <= most:
            yield sheet.fault(f"the prose is {_length(text)} {unit} long in all; make it {least} to {most}")
    for count, least, what in (
        (len(text.phrasings), 2, "further phrasings under the title"),
        (len(text.misconceptions), 3, "misconceptions"),
        (len(text.followups), 2, "follow-ups"),
        (len(text.drills), 2, "drills"),
        (len(text.sources), 1, "sources"),
    ):
        if count < least:
            yield sheet.fault(f"{count} {what}; write {least} or more")
    for followup in text.followups:
        if not followup.points:
            message = f"follow-up {followup.id!r} expects no points; list them as `- **id** text`"
            yield sheet.fault(message, at=f"{{#{followup.id}}}")
    seen: set[str] = set()
    for name in (*(point.id for point in text.points), *(each.id for each in text.misconceptions)):
        if name in seen:
            yield sheet.fault(f"id {name!r} stands twice on the card; rename one", at=f"**{name}")
        seen.add(name)


def _dimension(sheet: Sheet, dimension: Dimension) -> Iterator[Fault]:
    section = sheet.text.sections.get(dimension)
    if section is None:
        yield sheet.fault(f"no section {dimension.value!r}; content/README.md has its heading")
        return
    at = f"**{section.points[0].id}" if section.points else ""
    if not 3 <= len(section.points) <= 5:
        yield sheet.fault(f"{len(section.points)} points on {dimension.value!r}; make it 3 to 5", at)
    if sum(point.must for point in section.points) > 1:
        yield sheet.fault(f"more than one must (`!`) on {dimension.value!r}; keep one", at)
    if not section.prose.strip():
        yield sheet.fault(f"no prose on {dimension.value!r}; write what a good candidate would say", at)


def _length(text: CardText) -> int:
    """As a word processor counts: each Chinese character or sign is one, and each Latin word."""
    prose = "\n".join(section.prose for section in text.sections.values())
    return len(re.findall(r"[\u3000-\u9fff\uff01-\uffef]|[A-Za-z0-9][\w.,'’/+%-]*", prose))


def _undefined(card: Card, sheet: Sheet) -> Iterator[Fault]:
    for mention in sheet.text.mentions:
        if mention.figure not in card.figures:
            message = f"footnote [^{mention.figure}] is not defined; define it in the base file"
            yield Fault(sheet.path, mention.line, message)


def _figures(card: Card, sheet: Sheet) -> Iterator[Fault]:
    yield from _undefined(card, sheet)
    for mention in sheet.text.mentions:
        mark = f"[^{mention.figure}]"
        computed = isinstance(card.figures.get(mention.figure), Computed)
        if computed and read_quantity(mention.said) is None:
            yield Fault(sheet.path, mention.line, f"no number right before {mark}; write `40 GiB{mark}`")
    for label, (first, *others) in by_figure(sheet.text).items():
        for other in others:
            if not agree(first.quantity, other.quantity):
                message = f"line {first.line} says another value for [^{label}]; give one its own footnote"
                yield Fault(sheet.path, other.line, message)
    mentioned = {mention.figure for mention in sheet.text.mentions}
    definitions = {each.label: each for each in sheet.document.definitions}
    for label, figure in card.figures.items():
        if label not in mentioned:
            message = f"footnote [^{label}] is referred to nowhere here; bind a number to it or remove it"
            yield sheet.fault(message, at=f"[^{label}]:")
        known = not isinstance(figure, Cited) or definitions.get(label) is None
        if not known and not definitions[label].text.startswith("cite"):
            message = f"footnote [^{label}] is of no known kind; content/README.md lists the three"
            yield sheet.fault(message, at=f"[^{label}]:")


def _drills(card: Card, sheet: Sheet) -> Iterator[Fault]:
    for drill in sheet.text.drills:
        if spec := card.drills.get(drill.id):
            told = set(re.findall(r"\{(\w+)\}", drill.question))
            drawn = {name for name, values in spec.arguments.items() if "|" in values or ".." in values}
            for name in sorted(told - set(spec.arguments)):
                message = f"{{{name}}} is no argument of drill {drill.id!r}: {', '.join(spec.arguments)}"
                yield sheet.fault(message, at=f"{{#{drill.id}}}")
            for name in sorted(drawn - told):
                message = f"drill {drill.id!r} draws {name}, but its wording hides it; write {{{name}}}"
                yield sheet.fault(message, at=f"{{#{drill.id}}}")


def _says(card: Card, files: CardFiles) -> Iterator[Fault]:
    if files.says is None:
        return
    text = card.texts[card.base]
    points = {point.id: point for point in text.points} | {
        f"{followup.id}.{point.id}": point for followup in text.followups for point in followup.points
    }
    misconceptions = {each.id for each in text.misconceptions}
    lines = [line.strip() for line in files.says.text.split("\n")]
    for name in card.says.keys() - points.keys() - misconceptions:
        line = next((number for number, line in enumerate(lines, 1) if line.strip("#`* ") == name), 1)
        yield Fault(files.says.path, line, f"{name!r} is neither a point nor a misconception of the card")
    for name in (*(name for name, point in points.items() if point.must), *sorted(misconceptions)):
        put = {"zh" if re.search(r"[\u4e00-\u9fff]", said) else "en" for said in card.says.get(name, ())}
        line = next((number for number, line in enumerate(lines, 1) if line == f"## {name}"), 1)
        for language in LANGUAGES:
            if language not in put:
                message = f"no line in {language} for {name!r}; write one under `## {name}`"
                yield Fault(files.says.path, line, message)
