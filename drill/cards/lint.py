"""What a deck's standard asks of its cards, beyond being readable.

A user's own deck is held to nothing. A deck whose `deck.toml` says `standard = "explain"` promises what
`content/README.md` lists: complete cards, equal in every language, with every number accounted for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from drill.cards.card import Card, CardText, Cited, Computed, Dimension, Language, Point
from drill.cards.fault import Fault
from drill.cards.frontmatter import read_front_matter
from drill.cards.headings import HEADINGS
from drill.cards.markdown import Document, parse
from drill.cards.numbers import loose_numbers
from drill.cards.quantity import Quantity, read_quantity, same_quantity
from drill.cards.reader import CardFiles
from drill.cards.source import Source

LANGUAGES = ("zh", "en")
WORDS = {"zh": (400, 900), "en": (150, 350)}
"""Length of the four dimensions' prose in all: characters of Chinese, words of English."""


@dataclass(frozen=True, slots=True)
class _Sheet:
    """One language of a card beside the file it stands in."""

    text: CardText
    source: Source
    document: Document

    def fault(self, sought: str, message: str) -> Fault:
        """A fault at the first line that holds `sought`, or at the title where none does."""
        lines = self.source.text.split("\n")
        at = next((number for number, line in enumerate(lines, 1) if sought and sought in line), 0)
        title = next((each.line + 1 for each in self.document.headings if each.level == 1), 1)
        return Fault(self.source.path, at or title, message)


def lint_card(card: Card, files: CardFiles) -> tuple[Fault, ...]:
    """Hold a card that could be read against the standard `explain`."""
    sheets = [
        _sheet(card.texts[language], source)
        for language, source in [(card.base, files.base), *files.translations.items()]
        if language in card.texts
    ]
    found = [
        Fault(files.base.path, 1, f"no {each} text; add {_translation(card, each)}")
        for each in LANGUAGES
        if each not in card.texts
    ]
    for sheet in sheets:
        found += [*_complete(card, sheet), *_figures(card, sheet), *_drills(card, sheet)]
        for line, said in loose_numbers(sheet.document, card.figures):
            message = f"{said!r} is bound to nothing; bind it as `{said}[^id]`, or write it in words or code"
            found.append(Fault(sheet.source.path, line, message))
    for sheet in sheets[1:]:
        found += [
            *_same_ids(sheets[0], sheet),
            *_same_values(sheets[0], sheet),
            *_same_footnotes(sheets[0], sheet),
        ]
    found += _says(card, files)
    return tuple(sorted(set(found)))


def _translation(card: Card, language: Language) -> str:
    return f"{card.id}.{language}.md"


def _sheet(text: CardText, source: Source) -> _Sheet:
    return _Sheet(text, source, parse(source.text, skip=read_front_matter(source.text).length))


def _complete(card: Card, sheet: _Sheet) -> Iterator[Fault]:
    text = sheet.text
    if len(text.phrasings) < 2:
        yield sheet.fault(
            "", f"{len(text.phrasings)} further phrasings; list two or more right under the title"
        )
    if text.body:
        yield sheet.fault(text.body.split("\n")[0], "prose before the first section; move it under a heading")
    for heading in sheet.document.headings:
        if heading.level == 2 and heading.text.casefold() not in HEADINGS:
            yield Fault(
                sheet.source.path,
                heading.line + 1,
                f"unknown heading {heading.text!r}; see content/README.md",
            )
    for dimension in Dimension:
        if dimension not in text.sections:
            yield sheet.fault("", f"no section {dimension.value!r}; see content/README.md for its heading")
            continue
        points = text.sections[dimension].points
        at = f"**{points[0].id}" if points else ""
        if not 3 <= len(points) <= 5:
            yield sheet.fault(at, f"{len(points)} points on {dimension.value!r}; give it three to five")
        if sum(point.must for point in points) > 1:
            yield sheet.fault(
                at, f"more than one must (`!`) on {dimension.value!r}; keep the one that matters most"
            )
        if not text.sections[dimension].prose:
            yield sheet.fault(at, f"no prose on {dimension.value!r}; write what a good candidate would say")
    if text.language in WORDS:
        least, most = WORDS[text.language]
        length = _length(text)
        if not least <= length <= most:
            yield sheet.fault(
                "", f"the four dimensions' prose is {length} words long; keep it within {least} to {most}"
            )
    if len(text.misconceptions) < 3:
        yield sheet.fault("", f"{len(text.misconceptions)} misconceptions; give three or more")
    if len(text.followups) < 2:
        yield sheet.fault("", f"{len(text.followups)} follow-ups; give two or more")
    for followup in text.followups:
        if not followup.points:
            yield sheet.fault(
                f"{{#{followup.id}}}",
                f"follow-up {followup.id!r} expects no points; list them as `- **id** text`",
            )
    if len(text.drills) < 2:
        yield sheet.fault("", f"{len(text.drills)} drills; give two or more")
    if not text.sources:
        yield sheet.fault("", "no sources; list them in the last section")
    yield from _unique_ids(sheet)


def _unique_ids(sheet: _Sheet) -> Iterator[Fault]:
    seen: set[str] = set()
    for name in (
        *(point.id for point in sheet.text.points),
        *(each.id for each in sheet.text.misconceptions),
    ):
        if name in seen:
            yield sheet.fault(f"**{name}", f"id {name!r} stands twice on the card; give one of them another")
        seen.add(name)


def _length(text: CardText) -> int:
    """Words as a word processor counts them: each Chinese character or sign is one, and each Latin word."""
    prose = "\n".join(section.prose for section in text.sections.values())
    return len(re.findall(r"[\u3000-\u9fff\uff01-\uffef]|[A-Za-z0-9][\w.,'’/+%-]*", prose))


def _figures(card: Card, sheet: _Sheet) -> Iterator[Fault]:
    path = sheet.source.path
    for mention in sheet.text.mentions:
        figure = card.figures.get(mention.figure)
        if figure is None:
            yield Fault(
                path, mention.line, f"footnote {mention.figure!r} is not defined; define it in the base file"
            )
        elif isinstance(figure, Computed) and read_quantity(mention.said) is None:
            yield Fault(
                path,
                mention.line,
                f"no number right before [^{mention.figure}]; write it as `40 GiB[^{mention.figure}]`",
            )
    for first, *others in _by_figure(sheet.text).values():
        for other in others:
            if not _agree(first[1], other[1]):
                yield Fault(
                    path,
                    other[0],
                    f"says another value than line {first[0]} for the same footnote; bind one of them to a footnote of its own",
                )
    mentioned = {mention.figure for mention in sheet.text.mentions}
    for label, figure in card.figures.items():
        if label not in mentioned:
            yield sheet.fault(
                f"[^{label}]:",
                f"footnote {label!r} is referred to nowhere in this file; bind a number to it or remove it",
            )
        if (
            isinstance(figure, Cited)
            and sheet.text.language == card.base
            and not re.search(rf"^\[\^{re.escape(label)}\]:\s*cite\s*[:：]", sheet.source.text, re.M)
        ):
            yield sheet.fault(
                f"[^{label}]:",
                f"footnote {label!r} is of no known kind; write an experiment, `cite: …` or `heard, wrong: …`",
            )


def _drills(card: Card, sheet: _Sheet) -> Iterator[Fault]:
    for drill in sheet.text.drills:
        spec = card.drills.get(drill.id)
        if spec is None:
            continue  # reported while reading, or by the comparison of the languages
        names = set(re.findall(r"\{(\w+)\}", drill.question))
        at = f"{{#{drill.id}}}"
        for name in sorted(names - set(spec.arguments)):
            yield sheet.fault(
                at,
                f"{{{name}}} is no argument of the drill {drill.id!r}; use one of {', '.join(spec.arguments)}",
            )
        drawn = {name for name, values in spec.arguments.items() if "|" in values or ".." in values}
        for name in sorted(drawn - names):
            yield sheet.fault(
                at, f"the drill {drill.id!r} draws {name}, but its wording does not tell it; write {{{name}}}"
            )


def _same_ids(base: _Sheet, other: _Sheet) -> Iterator[Fault]:
    pairs = {
        "point": ("**", [_ids(sheet.text.points) for sheet in (base, other)]),
        "misconception": (
            "**",
            [{each.id: "" for each in sheet.text.misconceptions} for sheet in (base, other)],
        ),
        "follow-up": ("{#", [{each.id: "" for each in sheet.text.followups} for sheet in (base, other)]),
        "follow-up point": ("**", [_followup_ids(sheet.text) for sheet in (base, other)]),
        "drill": ("{#", [{each.id: "" for each in sheet.text.drills} for sheet in (base, other)]),
        "figure": ("[^", [{each.figure: "" for each in sheet.text.mentions} for sheet in (base, other)]),
    }
    for kind, (mark, (ours, theirs)) in pairs.items():
        for name in sorted(ours.keys() | theirs.keys()):
            if name not in theirs:
                yield other.fault("", f"{kind} {name!r} is missing here; {base.source.path} has it")
            elif name not in ours:
                yield other.fault(
                    f"{mark}{name.rpartition('.')[2]}",
                    f"{kind} {name!r} is not in {base.source.path}; add it there or remove it",
                )
            elif ours[name] != theirs[name]:
                yield other.fault(
                    f"**{name.rpartition('.')[2]}",
                    f"{kind} {name!r} is {theirs[name]} here and {ours[name]} in {base.source.path}",
                )


def _ids(points: Sequence[Point]) -> dict[str, str]:
    return {point.id: f"{'a must ' if point.must else ''}on {point.dimension}" for point in points}


def _followup_ids(text: CardText) -> dict[str, str]:
    return {
        f"{followup.id}.{point.id}": "a must" if point.must else "optional"
        for followup in text.followups
        for point in followup.points
    }


def _same_values(base: _Sheet, other: _Sheet) -> Iterator[Fault]:
    ours = _by_figure(base.text)
    for label, said in _by_figure(other.text).items():
        for line, quantity in said:
            if label in ours and not _agree(ours[label][0][1], quantity):
                yield Fault(
                    other.source.path,
                    line,
                    f"says another value for [^{label}] than {base.source.path}:{ours[label][0][0]}",
                )


def _by_figure(text: CardText) -> dict[str, list[tuple[int, Quantity | None]]]:
    """The lines on which each figure is said, with what they say."""
    said: dict[str, list[tuple[int, Quantity | None]]] = {}
    for mention in text.mentions:
        said.setdefault(mention.figure, []).append((mention.line, read_quantity(mention.said)))
    return said


def _agree(one: Quantity | None, other: Quantity | None) -> bool:
    """Whether two mentions may stand for one figure; a cited or heard one need not repeat its number."""
    return one is None or other is None or same_quantity(one, other)


def _same_footnotes(base: _Sheet, other: _Sheet) -> Iterator[Fault]:
    ours, theirs = ({each.label: each.text for each in sheet.document.definitions} for sheet in (base, other))
    for label, text in theirs.items():
        at = f"[^{label}]:"
        if label not in ours:
            yield other.fault(at, f"footnote {label!r} is not defined in {base.source.path}; define it there")
        elif _kind(text) != _kind(ours[label]):
            yield other.fault(
                at,
                f"footnote {label!r} is `{_kind(text)}` here and `{_kind(ours[label])}` in {base.source.path}",
            )
        elif _kind(text) == "computed":
            yield other.fault(
                at, f"footnote {label!r} is computed, so it stands in {base.source.path} only; remove it here"
            )
    for label, text in ours.items():
        if _kind(text).startswith("heard") and label not in theirs:
            yield other.fault(
                f"[^{label}]",
                f"footnote {label!r} lacks its correction in this language; add `[^{label}]: {_kind(text)}: …`",
            )


def _kind(text: str) -> str:
    found = re.match(r"(cite|heard\s*,\s*\w+)\s*[:：]", text)
    return re.sub(r"\s*,\s*", ", ", found[1]) if found else "computed"


def _says(card: Card, files: CardFiles) -> Iterator[Fault]:
    text = card.texts[card.base]
    followup_points = {
        f"{followup.id}.{point.id}": point for followup in text.followups for point in followup.points
    }
    points = {point.id: point for point in text.points} | followup_points
    misconceptions = [each.id for each in text.misconceptions]
    wanted = [*(name for name, point in points.items() if point.must), *misconceptions]
    path = files.says.path if files.says else files.base.path
    if files.says is None:
        yield Fault(
            path, 1, f"no {card.id}.says.md; write there how candidates put each must and misconception"
        )
        return
    lines = files.says.text.split("\n")
    for name in card.says:
        if name not in points and name not in misconceptions:
            line = next((at for at, each in enumerate(lines, 1) if each.startswith("##") and name in each), 1)
            yield Fault(path, line, f"{name!r} is neither a point nor a misconception of the card")
    for name in wanted:
        languages = {
            "zh" if re.search(r"[\u4e00-\u9fff]", line) else "en" for line in card.says.get(name, ())
        }
        line = next((at for at, each in enumerate(lines, 1) if each.strip() == f"## {name}"), 1)
        for language in LANGUAGES:
            if language not in languages:
                yield Fault(
                    path,
                    line,
                    f"no {language} line for {name!r}; write one other way of putting it under `## {name}`",
                )
