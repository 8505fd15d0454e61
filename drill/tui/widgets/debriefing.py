"""A debrief put into rows: the whole in one, a turn in another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from textual.content import Content

from drill.cards.card import Card, CardId, Dimension, ItemId
from drill.cards.plaintext import as_line
from drill.grading.verdict import Mark, Verdict
from drill.i18n import _, percent
from drill.interview.clock import spoken
from drill.interview.debrief import Debrief, Fix
from drill.interview.expected import point_texts
from drill.interview.record import TurnRecord
from drill.interview.wording import DIMENSIONS, ENDINGS, SIGNALS, TURNS, reason, rule
from drill.tui.text import MUTED, one_line, plain
from drill.tui.widgets.bars import bar, tone
from drill.tui.widgets.rows import Row

_MARKS: dict[Mark, tuple[str, str]] = {
    "hit": ("✓", "$success"),
    "partial": ("~", "$warning"),
    "miss": ("✗", "$error"),
}
_BLANK = Row(Content(""), Content(""))
_SCORE_CELLS, _GAP = 6, 2
Cards = Mapping[CardId, Card]


def overview(debrief: Debrief, cards: Cards, scheduled: Mapping[ItemId, str]) -> list[Row]:
    """Signal, fixes, matrix, best and worst; `scheduled` says when an item comes back."""
    return [*_signal(debrief), *_fixes(debrief, cards, scheduled), *_matrix(debrief), *_extremes(debrief)]


def turn_line(turn: TurnRecord, longest: float) -> Content:
    """A turn on the timeline: when, what, how well, and how long, against the `longest` of them."""
    score = Content.styled(f"{'–':>5}", MUTED)
    if turn.score is not None:
        score = Content.styled(f"{percent(turn.score):>5}", f"bold {tone(turn.score)}")
    kind = Content(_(TURNS[turn.kind]))
    widest = max(Content(_(each)).cell_length for each in TURNS.values())
    length = bar(turn.seconds / longest if longest else 0.0, 10)
    return Content.assemble(
        (f"{spoken(turn.began):>6}  ", MUTED),
        (f"{turn.number}.{turn.depth}  ", "bold"),
        kind.pad_right(widest - kind.cell_length + 2),
        score,
        (f"  {length} {spoken(turn.seconds)}", MUTED),
        *((("  " + ", ".join(marks), MUTED),) if (marks := _marks(turn)) else ()),
    )


def turn_rows(turn: TurnRecord, card: Card | None, language: str) -> list[Row]:
    """A turn in full: what was asked and answered, and each point with the words that made it."""
    rows = [Row(Content(""), Content.styled(_words(turn.question), "bold"))]
    for exchange in turn.exchanges:
        said = one_line(exchange.said).lstrip("?？ ")
        said = f"{said} " if said else ""
        rows.append(
            Row(Content.styled(" ?", MUTED), Content.styled(f"{said}→ {_words(exchange.reply)}", MUTED))
        )
    if turn.mode == "aloud":
        rows.append(Row(Content(""), Content.styled(_("(answered aloud)"), MUTED)))
    elif turn.answer.strip():
        rows.append(Row(Content(" >"), Content(plain(turn.answer))))
    if turn.verdict is not None:
        texts = point_texts(card, turn.item, language) if card else {}
        rows += [_BLANK, *_verdict(turn.verdict, texts)]
    return rows


def _signal(debrief: Debrief) -> Iterator[Row]:
    record = debrief.record
    if record.ending:
        time = f"{spoken(record.spent)} / {spoken(record.setup.minutes * 60)}"
        yield _line(
            Content.styled(_("{ending}; {time}").format(ending=_(ENDINGS[record.ending]), time=time), MUTED)
        )
    if debrief.signal is None:
        yield _line(Content.styled(_("Nothing was answered, so there is nothing to judge"), "bold $warning"))
        return
    mean = debrief.signal.mean
    told = _("Would one hire? {step}").format(step=_(SIGNALS[debrief.signal.step]))
    yield _line(
        Content.assemble(
            (told, f"bold {tone(mean)}"), "   ", (bar(mean, 14), tone(mean)), f" {percent(mean)}"
        )
    )
    yield _line(Content.styled(rule(debrief.signal), MUTED))


def _fixes(debrief: Debrief, cards: Cards, scheduled: Mapping[ItemId, str]) -> Iterator[Row]:
    if not debrief.fixes:
        return
    yield _BLANK
    yield _line(Content.styled(_("To fix first (s puts them into the schedule)"), "bold $accent"))
    for number, fix in enumerate(debrief.fixes, start=1):
        body = Content.assemble((fix.item, "bold"), f"  {reason(fix)}")
        if fix.item in scheduled:
            back = _("in the schedule: {when}").format(when=scheduled[fix.item])
            body += Content.styled(f"  ✓ {back}", "$success")
        if missed := _missed(fix, cards, debrief.record.setup.language):
            body += Content.styled(f"\n{_words(missed)}", MUTED)
        yield Row(Content(f"{number}."), body)


def _missed(fix: Fix, cards: Cards, language: str) -> str:
    card = cards.get(fix.card)
    texts = point_texts(card, fix.item, language) if card else {}
    return texts.get(fix.misconception or next(iter(fix.missed), ""), "")


def _matrix(debrief: Debrief) -> Iterator[Row]:
    if not debrief.topics:
        return
    heads = [_("score"), *(_(DIMENSIONS[each]) for each in Dimension)]
    widths = [max(_SCORE_CELLS, Content(head).cell_length) + _GAP for head in heads]
    names = (_("Topics"), *debrief.topics)
    topic_cells = min(24, max(Content(name).cell_length for name in names)) + _GAP
    yield _BLANK
    title = Content.styled(_("Topics"), "bold $accent")
    yield _line(
        Content.assemble(
            _fit(title, topic_cells),
            *(_right(Content.styled(h, MUTED), w) for h, w in zip(heads, widths, strict=True)),
        )
    )
    for topic, score in debrief.topics.items():
        weakest = topic == debrief.weakest_topic
        name = Content.styled(one_line(topic), "bold" if weakest else "")
        cells = [score, *(debrief.matrix[topic].get(each) for each in Dimension)]
        mark = Content.styled("  ← " + _("weakest"), "$warning") if weakest else Content("")
        yield _line(
            Content.assemble(
                _fit(name, topic_cells),
                *(_right(_score(c), w) for c, w in zip(cells, widths, strict=True)),
                mark,
            )
        )


def _extremes(debrief: Debrief) -> Iterator[Row]:
    if debrief.strongest is debrief.weakest:  # one answer is neither
        return
    found = ((_("Strongest"), debrief.strongest), (_("Weakest"), debrief.weakest))
    told = [(name, turn) for name, turn in found if turn is not None and turn.score is not None]
    if told:
        yield _BLANK
    for name, turn in told:
        where = f"{turn.number}.{turn.depth} {_(TURNS[turn.kind])}"
        yield _line(
            Content.assemble(
                (f"{name}: ", "bold $accent"),
                f"{where}  ",
                _score(turn.score),
                f"  {_words(turn.question)}",
            )
        )


def _verdict(verdict: Verdict, texts: Mapping[str, str]) -> Iterator[Row]:
    for each in verdict.misconceptions:
        said = _("“{quote}”; rather: {correction}").format(
            quote=one_line(each.quote), correction=_words(each.correction)
        )
        yield Row(Content.styled(" !", "bold $error"), Content.styled(said, "$error"))
    for point in verdict.points:
        mark, style = _MARKS[point.verdict]
        body = (
            Content.styled(_("(must)") + " ", "bold $warning")
            if point.must and point.verdict == "miss"
            else Content("")
        )
        body += Content(_words(texts.get(point.id, point.id)))
        if point.evidence and point.verdict != "miss":
            quotes = " … ".join(one_line(each.quote) for each in point.evidence)
            body += Content.styled(f"\n“{quotes}”", f"italic {style}")
        yield Row(Content.styled(f" {mark}", f"bold {style}"), body)
    for note in verdict.notes:
        yield Row(Content.styled(" i", "bold $warning"), Content(one_line(note)))


def _marks(turn: TurnRecord) -> Sequence[str]:
    return [
        *([_("skipped")] if turn.skipped else []),
        *([_("time up")] if turn.time_up else []),
        *([_("hints: {n}").format(n=turn.hints)] if turn.hints else []),
    ]


def _score(score: float | None) -> Content:
    if score is None:
        return Content.styled("·", MUTED)
    return Content.styled(percent(score), tone(score))


def _words(markdown: str) -> str:
    return as_line(plain(markdown))


def _line(body: Content) -> Row:
    return Row(Content(""), body)


def _fit(content: Content, cells: int) -> Content:
    short = content.truncate(cells - 1, ellipsis=True)
    return short.pad_right(cells - short.cell_length)


def _right(content: Content, cells: int) -> Content:
    return content.pad_left(max(0, cells - content.cell_length))
