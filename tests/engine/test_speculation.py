"""Speculative decoding: what keeps the distribution, what it gains under load, what a draft costs."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import EngineError
from engine.acceptance import Acceptance, error_beyond, fitted
from engine.verification import Pair, compared, decode, random_pair, speculate

H100x8 = {"model": "llama-3-70b", "gpu": "h100-sxm", "gpus": 8}

# Golden acceptance lengths of InferenceX (commit 843c6254), MTP with thinking: Qwen3.5-397B, DeepSeek-V4-Pro.
QWEN = (1.93, 2.73, 3.39, 3.97, 4.41, 4.80, 5.04, 5.21)
DEEPSEEK = (1.79, 2.27, 2.49, 2.54, 2.55, 2.55, 2.54, 2.58)

ANSWERS = [
    # what it rests on, experiment, arguments, expected
    ("q05-c3, review", "speculation.lasting_context", {**H100x8, "drafts": 4}, 12_600),
    (
        "q05-c11",
        "speculation.loaded_breakeven",
        {**H100x8, "batch": 1, "context": 2048, "drafts": 4, "cost": 0.1},
        0.287,
    ),
    (
        "q05-c2",
        "speculation.loaded_drafts",
        {**H100x8, "batch": 1, "context": 1, "acceptance": 0.8, "cost": 0.1},
        6,
    ),
    ("by hand", "lossless.same_seed", {"temperature": 0}, 1),
    ("EAGLE, section 4", "drafting.size", {"head": "eagle", "model": "llama-2-70b"}, 2 * 0.99e9),
    # 80th part of what is no embedding, two states to one, and the output head
    (
        "by hand",
        "drafting.cost",
        {"head": "eagle", "model": "llama-3-70b"},
        (0.8557 + 0.1342 + 1.0507) / 70.6,
    ),
    (
        "by hand",
        "drafting.speedup",
        {"head": "ngram", "model": "llama-3-70b", "acceptance": 0.5, "drafts": 3},
        1.875,
    ),
    ("engine notes 3.8", "drafting.rate", {"curve": (1.93,)}, 0.93),
    (
        "engine notes 3.8",
        "drafting.length",
        {"curve": QWEN, "drafts": 8, "known": 1, "law": "one_rate"},
        6.85,
    ),
    ("by hand", "drafting.error", {"curve": (1.5, 1.75, 2.0), "known": 2, "law": "one_rate"}, 0.0625),
    # 2.27/1.10 = 2.06, 2.49/1.15 = 2.17, 2.54/1.20 = 2.12
    ("by hand", "drafting.best_drafts", {"curve": DEEPSEEK, "cost": 0.05}, 3),
]


@pytest.mark.parametrize(("source", "name", "arguments", "expected"), ANSWERS)
def test_the_engine_answers_as_worked_out_elsewhere(source, name, arguments, expected):
    assert engine.run(name, **arguments).value == pytest.approx(expected, rel=5e-3)


# By hand on p = (0.5, 0.3, 0.2), q = (0.2, 0.5, 0.3): the residual is
# all on the first token.
P, Q = np.array([0.5, 0.3, 0.2]), np.array([0.2, 0.5, 0.3])
FIRST_TOKEN = {
    "ratio": P,
    # accepted 0.2, 0.3, 0.2; of the rejected 0.3, p again: 0.2 + 0.15, 0.3 + 0.09, 0.2 + 0.06
    "naive": [0.35, 0.39, 0.26],
    # the most likely token is drafted in 0.2; else p: 0.2 + 0.8·0.5, 0.8·0.3, 0.8·0.2
    "argmax": [0.6, 0.24, 0.16],
    "match": P,
}
ACCEPTED = {"ratio": 0.7, "naive": 0.7, "argmax": 0.2, "match": 0.31}


def emitted(pair, rule, drafts, length, runs, seed=0):
    generator = np.random.default_rng(seed)
    return speculate(pair, rule, drafts, length, generator.random((runs, length * (drafts + 1))), generator)


@pytest.mark.parametrize("rule", FIRST_TOKEN)
def test_each_rule_emits_and_accepts_what_is_worked_out_by_hand(rule):
    pair = Pair(np.tile(P, (3, 1)), np.tile(Q, (3, 1)))
    run = emitted(pair, rule, 1, 1, 200_000)
    shares = np.bincount(run.texts[:, 0], minlength=3) / 200_000
    assert shares == pytest.approx(FIRST_TOKEN[rule], abs=0.005)
    assert run.acceptance == pytest.approx(ACCEPTED[rule], abs=0.005)


@pytest.mark.parametrize(("rule", "accepted"), [("ratio", 0.7), ("match", 0.31), ("argmax", 0.2)])
def test_the_acceptance_of_a_rule_is_a_sum_over_the_vocabulary(rule, accepted):
    """q05-c8 as reviewed: matching the target's own draw is lossless but accepts Σ p·q, not Σ min(p, q)."""
    value = engine.run("speculation.acceptance", target=tuple(P), draft=tuple(Q), rule=rule).value
    assert value == pytest.approx(accepted)


def test_a_draft_that_is_certain_is_accepted_as_often_by_either_lossless_rule():
    """q05-c8 as reviewed: the two are equal for one-hot drafts such as n-grams."""
    certain = {"target": (0.5, 0.3, 0.2), "draft": (0.0, 1.0, 0.0)}
    ratio = engine.run("speculation.acceptance", **certain)
    match = engine.run("speculation.acceptance", **certain, rule="match")
    assert ratio.value == match.value == 0.3


def test_a_single_token_keeps_its_distribution_only_with_the_residual():
    """q05-c6: 24.3 is the 0.1 % critical value of χ² with 7 degrees of freedom; the control is far above."""
    assert engine.run("lossless.distribution").value < 24.3
    assert engine.run("lossless.distribution", rule="naive").value > 1000


@pytest.mark.parametrize("drafts", [1, 3, 5])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whole_texts_keep_their_distribution_with_the_lossless_rules_and_with_no_other(drafts, seed):
    """Rounds of several drafts, later ones dropped after a rejection, and the token of bonus.

    103.4 is the 0.1 % critical value of χ² with 63 degrees of freedom, the most that four tokens' texts of
    three have.
    """
    question = {"drafts": drafts, "length": 3, "vocabulary": 4, "samples": 20_000, "seed": seed}
    for rule in ("ratio", "match"):
        assert engine.run("lossless.distribution", rule=rule, **question).value < 103.4
    for rule in ("naive", "argmax"):
        assert engine.run("lossless.distribution", rule=rule, **question).value > 500


def test_accepting_the_most_likely_token_is_right_at_temperature_zero_only():
    """q05-c8: the variant is the special case of a one-hot target."""
    cold = {"rule": "argmax", "temperature": 0, "measure": "total_variation"}
    assert engine.run("lossless.distribution", **cold).value == 0
    distances = [
        engine.run("lossless.distribution", **{**cold, "temperature": each}).value for each in (0.5, 1)
    ]
    assert min(distances) > 0.02


def test_the_critical_value_is_that_of_the_tables():
    """0.1 % points of χ²: 24.32 at 7, 103.4 at 63 degrees of freedom."""
    pair = random_pair(8, 1, np.random.default_rng(0))
    run = compared(pair, decode(pair, 1, np.random.default_rng(1).random((50_000, 1))))
    assert (run.freedom, run.critical) == (7, pytest.approx(24.32, rel=0.01))


@given(
    st.integers(2, 5), st.integers(1, 4), st.integers(0, 99), st.sampled_from(["ratio", "argmax", "match"])
)
@settings(max_examples=30, deadline=None)
def test_a_first_round_yields_as_many_tokens_as_the_chances_to_get_on_add_up_to(
    vocabulary, drafts, seed, rule
):
    pair = random_pair(vocabulary, 1, np.random.default_rng(seed))
    measured = emitted(pair, rule, drafts, 1, 4000, seed).first_round.mean()
    spread = drafts / 2 / 4000**0.5
    assert measured == pytest.approx(pair.tokens_per_round(rule, drafts), abs=6 * spread)


def test_alike_distributions_yield_as_many_tokens_as_the_formula_of_one_rate():
    pair = Pair(np.tile(P, (3, 1)), np.tile(Q, (3, 1)))
    assert pair.tokens_per_round("ratio", 4) == pytest.approx(
        engine.run("speculation.tokens", acceptance=0.7, drafts=4).value
    )


def test_the_probabilities_of_texts_are_those_of_the_chain():
    pair = random_pair(3, 1, np.random.default_rng(5))
    by_hand = [
        pair.target[0, a] * pair.target[a, b] * pair.target[b, c]
        for a, b, c in itertools.product(range(3), repeat=3)
    ]
    assert pair.texts(3) == pytest.approx(by_hand)


def test_the_same_seed_gives_the_same_text_only_where_the_numbers_are_used_in_order():
    """q05-c10 as reviewed: by chance with min(1, p/q), all with sample-and-match, all at temperature zero."""
    other = engine.run("lossless.same_seed")
    chance = float(other.working[0].rpartition(" ")[2])
    assert other.value == pytest.approx(chance, abs=0.03)
    assert engine.run("lossless.same_seed", rule="match").value == 1
    assert engine.run("lossless.same_seed", temperature=0).value == 1


def test_texts_that_are_too_many_are_refused_with_their_number():
    with pytest.raises(EngineError, match="32,768 texts, 28,672 more"):
        engine.run("lossless.distribution", length=5)


def test_the_gain_fades_with_batch_at_short_context_and_lasts_at_long():
    """q05-c3 as reviewed: above about 12.6K tokens of context the gain persists at every batch."""
    drafted = {**H100x8, "acceptance": 0.7, "drafts": 4, "cost": 0.05}
    short = [
        engine.run("speculation.loaded", **drafted, batch=batch, context=2048).value
        for batch in (32, 128, 512)
    ]
    assert short == pytest.approx([2.31, 1.29, 0.72], abs=0.006)
    for batch in (1, 64, 4096):
        long = engine.run("speculation.loaded", **drafted, batch=batch, context=13_000).value
        assert long == pytest.approx(2.311, abs=1e-3)


def test_the_gain_lasts_nowhere_where_attention_is_the_bottleneck():
    """q09-c13: absorbed MLA does 242 FLOP per byte read, 1,210 for five tokens; the ridge is 206 here."""
    with pytest.raises(EngineError, match="no context is long enough"):
        engine.run("speculation.lasting_context", model="deepseek-v3", gpu="h200", gpus=8, drafts=4)


def test_the_acceptance_that_breaks_even_rises_with_the_load():
    drafted = {**H100x8, "context": 2048, "drafts": 4, "cost": 0.1}
    alone = engine.run("speculation.loaded_breakeven", **drafted, batch=1).value
    assert alone == pytest.approx(0.287, abs=1e-3)  # q05-c11
    busy = engine.run("speculation.loaded_breakeven", **drafted, batch=128).value
    gained = engine.run("speculation.loaded", **drafted, batch=128, acceptance=busy).value
    assert busy > 0.5
    assert gained == pytest.approx(1)


def test_no_acceptance_pays_for_a_round_that_lasts_longer_than_its_tokens():
    with pytest.raises(EngineError, match="more than the 5 tokens"):
        engine.run("speculation.loaded_breakeven", **H100x8, batch=512, context=2048, drafts=4, cost=0.5)


@pytest.mark.parametrize(("batch", "best"), [(16, 6), (128, 2), (1024, 0)])
def test_the_best_draft_gets_shorter_with_the_load(batch, best):
    drafted = {**H100x8, "context": 2048, "acceptance": 0.7, "cost": 0.05, "batch": batch}
    assert engine.run("speculation.loaded_drafts", **drafted).value == best


@pytest.mark.parametrize(
    ("model", "billions"), [("llama-2-7b", 0.24), ("llama-2-13b", 0.37), ("llama-2-70b", 0.99)]
)
def test_an_eagle_head_has_the_parameters_that_its_authors_trained(model, billions):
    """Li et al. 2024, section 4: 0.24B, 0.37B and 0.99B for the 7B, 13B and 70B models."""
    assert engine.run("drafting.size", head="eagle", model=model).value == pytest.approx(
        2e9 * billions, rel=0.02
    )


def test_the_mtp_module_of_deepseek_v3_is_a_layer_with_all_its_experts():
    """The model card: 11.5B parameters of its own, beside the shared embedding and output head."""
    module = engine.run("drafting.size", head="mtp", model="deepseek-v3", dtype="fp8").value
    assert module == pytest.approx(11.5e9, rel=0.02)


def test_heads_cost_less_than_a_model_and_a_look_up_nothing():
    costs = [
        engine.run("drafting.cost", head=head, model="llama-3-70b", draft="llama-3-8b").value
        for head in ("separate", "eagle", "medusa", "ngram")
    ]
    assert costs == pytest.approx([8.03 / 70.6, 2.0405 / 70.6, 1.1178 / 70.6, 0], rel=1e-3)
    assert engine.run(
        "drafting.speedup", head="ngram", model="llama-3-70b", acceptance=0.5, drafts=3
    ).value == pytest.approx(1.875)


def test_a_separate_draft_must_be_named():
    with pytest.raises(EngineError, match="needs a draft model"):
        engine.run("drafting.cost", head="separate", model="llama-3-70b")


def test_one_rate_cannot_level_off():
    """DeepSeek's curve levels off at 2.6 tokens."""
    levelled = engine.run("drafting.length", curve=DEEPSEEK, drafts=8, law="one_rate").value
    assert levelled > 1.25 * DEEPSEEK[-1]
    assert engine.run("drafting.length", curve=DEEPSEEK, drafts=8).value == pytest.approx(2.58, abs=0.1)


@given(st.floats(0.1, 0.99), st.floats(0, 1), st.integers(3, 8))
@settings(max_examples=25, deadline=None)
def test_a_law_is_found_again_from_the_curve_it_makes(rate, decay, drafts):
    made = Acceptance(rate, decay)
    found = fitted([made.tokens_per_round(each) for each in range(1, drafts + 1)], "by_place")
    for each in range(1, 9):
        assert found.tokens_per_round(each) == pytest.approx(made.tokens_per_round(each), rel=1e-3)


@pytest.mark.parametrize(
    ("curve", "known", "complaint"),
    [((1.9, 2.7), 2, "1 to 1 can be known"), ((2.5, 2.7), 1, "1 to 2 tokens"), ((1.9, 2.7), 1, "at least 2")],
)
def test_a_curve_that_cannot_be_is_refused(curve, known, complaint):
    with pytest.raises(EngineError, match=complaint):
        engine.run("drafting.error", curve=curve, known=known)


def test_measured_curves_need_a_rate_that_falls_with_the_place(shared):
    """Fourteen curves of seven models: known to k = 3, one rate is 11 % off beyond on average, ours 3 %."""
    import yaml

    curves = [
        [lengths[drafts] for drafts in range(1, 9)]
        for path in sorted((shared / "data/inferencex/golden_al").glob("*.yaml"))
        for modes in yaml.safe_load(path.read_text()).values()
        for lengths in modes.values()
    ]
    errors = {law: [error_beyond(curve, 3, law) for curve in curves] for law in ("one_rate", "by_place")}
    assert len(curves) == 14
    assert all(ours < one for one, ours in zip(errors["one_rate"], errors["by_place"], strict=True))
    assert np.mean(errors["one_rate"]) > 0.10
    assert np.mean(errors["by_place"]) < 0.035
    assert max(errors["by_place"]) < 0.075


@pytest.mark.parametrize("name", ["lossless.distribution", "lossless.same_seed"])
def test_a_run_beyond_any_memory_is_refused_in_one_line(name):
    with pytest.raises(EngineError, match="take fewer samples"):
        engine.run(name, drafts=10_000, samples=100_000)
