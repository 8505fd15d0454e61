"""A card's figures against the engine: when a said value holds, and when it is off and why."""

import pytest

from drill.cards.card import Card, CardId, CardText, Cited, Computed, Figure, Heard, Mention, Tolerance
from drill.cards.quantity import read_quantity
from drill.figures.bind import Row, recompute, within

KV_128K = {"model": "llama-3-70b", "tokens": "128Ki"}


def card(figure: Figure, **said: str | tuple[str, ...]) -> Card:
    """A card that says a figure so in each language; `zh` is the base."""
    texts = {}
    for language, sayings in said.items():
        each = (sayings,) if isinstance(sayings, str) else sayings
        mentions = tuple(Mention(figure.id, text, 1) for text in each)
        texts[language] = CardText(language, "Title", mentions=mentions)
    return Card(
        id=CardId("kv-cache"),
        deck="deck",
        path="kv-cache.md",
        base="zh",
        texts=texts,
        figures={figure.id: figure},
    )


def computed(experiment: str = "kv.size", tolerance: Tolerance | None = None, **arguments: str) -> Computed:
    return Computed("figure", experiment, arguments or KV_128K, tolerance, line=9)


def row(figure: Figure, **said: str | tuple[str, ...]) -> Row:
    (only,) = recompute(card(figure, **said))
    return only


def test_a_figure_that_the_engine_confirms_is_exact_and_ok():
    found = row(computed(), zh="40 GiB", en="40 GiB")
    assert (found.ok, found.verdict, found.kind, found.said) == (True, "exact", "computed", "40 GiB")
    assert (found.computed, found.unit) == (pytest.approx(40), "GiB")
    assert found.experiment == "kv.size model=llama-3-70b tokens=128Ki"
    assert "H_kv" in found.formula


def test_gb_said_for_gib_is_off():
    found = row(computed(), zh="40 GB")
    assert not found.ok
    assert found.computed == pytest.approx(42.95, rel=1e-3)
    assert row(computed(), zh="42.9 GB").ok


def test_a_figure_with_assumptions_says_so():
    figure = computed(
        "prefill.time", model="llama-3-70b", gpu="h100-sxm", gpus="8", tokens="128Ki", mfu="0.5"
    )
    found = row(figure, zh="10.4 s")
    assert (found.ok, found.verdict) == (True, "assumes")
    assert "mfu 0.5" in found.assumptions


def test_the_languages_must_say_the_same_value():
    assert row(computed(), zh="40 GiB", en="40.0 GiB").ok
    found = row(computed(), zh="40 GiB", en="41 GiB")
    assert (found.ok, found.fault) == (False, "said as 40 GiB and as 41 GiB")


def test_all_places_of_one_language_must_agree_too():
    assert not row(computed(tolerance=Tolerance(0.05, relative=True)), zh=("40 GiB", "41 GiB")).ok


def test_spellings_of_one_value_agree():
    tokens = computed("kv.weight_tokens", Tolerance(0.01, relative=True), model="llama-3-70b")
    assert row(tokens, zh="43 万个 token", en="430,000 tokens").ok


@pytest.mark.parametrize(
    ("said", "tolerance", "value", "holds"),
    [
        ("9.8 ms", None, 9.84, True),  # rounds to it
        ("9.8 ms", None, 9.86, False),
        ("10 s", None, 10.4, True),
        ("430,000", None, 430_000.4, True),
        ("40 GiB", Tolerance(0, relative=False), 40.0, True),
        ("40 GiB", Tolerance(0, relative=False), 40.001, False),
        ("100 ms", Tolerance(0.03, relative=True), 103, True),
        ("100 ms", Tolerance(0.03, relative=True), 103.1, False),
        ("12 %", Tolerance(0.5, relative=False), 11.5, True),
        ("12 %", Tolerance(0.5, relative=False), 11.4, False),
        ("2–3 s", None, 2.6, True),
        ("2–3 s", None, 3.6, False),
        ("128K", None, 131_072, True),  # a K counts by 1000 or by 1024
    ],
)
def test_when_a_computed_value_agrees_with_what_is_said(said, tolerance, value, holds):
    quantity = read_quantity(said)
    assert quantity is not None
    assert within(value, quantity, tolerance) is holds


@pytest.mark.parametrize(
    ("figure", "said", "fault"),
    [
        (computed("kv.sizes"), "40 GiB", "unknown experiment"),
        (computed(model="llama-3-70b", tokens="lots"), "40 GiB", "tokens=lots"),
        (computed(model="llama-9", tokens="1Ki"), "40 GiB", "unknown model"),
        (computed(), "a lot", "not a number"),
        (computed(), "40 ms", "not a measure of the same thing"),
    ],
)
def test_a_figure_that_cannot_be_computed_is_off_and_says_why(figure, said, fault):
    found = row(figure, zh=said)
    assert not found.ok
    assert fault in found.fault


def test_a_figure_that_nothing_refers_to_is_off():
    found = row(computed(), zh=())
    assert (found.ok, found.fault) == (False, "nothing refers to it")


def test_cited_and_heard_figures_carry_their_kind_and_verdict():
    cited = row(Cited("reserved", "Kwon et al. 2023", 3), zh="20.4 %")
    assert (cited.kind, cited.verdict, cited.ok, cited.computed) == ("cite", "cite", True, None)
    heard = row(Heard("sixty", "wrong", "that was the waste", 4), zh="60 %", en="60%")
    assert (heard.kind, heard.verdict, heard.ok) == ("heard", "wrong", True)
    assert not row(Heard("sixty", "thumb", "that was the waste", 4), zh="60 %", en="70 %").ok
