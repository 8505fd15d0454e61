"""The line about a model beside a verdict: that it is asked, what that took, or why it did not judge."""

from __future__ import annotations

from textual.content import Content

from drill.grading.verdict import Cost
from drill.i18n import _, ngettext
from drill.practice.views import Graded
from drill.tui.text import MUTED, one_line


def told_of_model(graded: Graded) -> Content:
    """What there is to say of a model on this verdict; empty where none was asked."""
    if graded.fault:
        reason = _("The offline verdict stands: {reason}")
        return Content.styled(reason.format(reason=one_line(graded.fault)), "$warning")
    cost = graded.verdict.cost
    return Content.styled(_spent(cost), MUTED) if cost else Content("")


def told_of_asking(model: str, judged: int, of: int, stop: str) -> Content:
    """How far a model has come; `stop` is the key that ends it."""
    progress = _("{model}: {judged} of {of} judged").format(model=one_line(model), judged=judged, of=of)
    if not of:
        progress = _("{model}: asked, waiting").format(model=one_line(model))
    return Content.assemble((f"{progress}   ", "$accent"), (_("{key} stops it").format(key=stop), MUTED))


def _spent(cost: Cost) -> str:
    model = one_line(cost.model)
    if not cost.requests:
        return _("Judged by {model}: remembered, nothing was sent").format(model=model)
    told = ngettext(
        "Judged by {model}: {n} request, {sent:,} tokens sent, {received:,} received",
        "Judged by {model}: {n} requests, {sent:,} tokens sent, {received:,} received",
        cost.requests,
    ).format(model=model, n=cost.requests, sent=cost.sent, received=cost.received)
    return told + (_(", cost {price:.4f}").format(price=cost.price) if cost.price else "")
