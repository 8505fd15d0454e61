"""What the interviewer says: in both languages, in three styles, without repeating itself."""

import string
from dataclasses import replace
from typing import get_args

import pytest

from drill.cards.card import ItemId
from drill.cards.decks import builtin, load_decks
from drill.interview.machine import effects, step
from drill.interview.state import (
    Ask,
    Asked,
    Began,
    Confront,
    Missing,
    Move,
    Pursue,
    Request,
    Requested,
    Say,
    State,
)
from drill.interview.syllabus import Setup, Style, Syllabus, subject_of
from drill.interview.voice import Matter, ScriptVoice, _script, lines

VOICE = ScriptVoice()


@pytest.fixture(scope="module")
def cards():
    return load_decks([builtin()]).cards


def opened(cards, name: str = "kv-cache", **setup: object) -> State:
    """An interview about one card, with its question open."""
    card = cards[name]
    chosen = Setup(**{"questions": 1} | setup)  # type: ignore[arg-type]
    state, _ = step(None, Began(chosen, Syllabus((subject_of(card),))))
    (effect,) = effects(state)
    assert isinstance(effect, Ask)
    ways = (card.text(state.setup.language).title, *card.text(state.setup.language).phrasings)
    return step(state, VOICE.ask(Matter(state, card, wordings=ways), effect.move))[0]


def ask_back(cards, state: State, kind: str, about: str = "") -> tuple[State, str, int]:
    """The state, the reply and what it cost after something was asked back."""
    state, _ = step(state, Requested(Request(kind, about), "?", 1.0))  # type: ignore[arg-type]
    (effect,) = effects(state)
    assert isinstance(effect, Say)
    card = cards[effect.asked.move.card]
    others = [each for each in cards.values() if each is not card]
    text = card.text(state.setup.language)
    matter = Matter(state, card, others, (text.title, *text.phrasings))
    replied = VOICE.reply(matter, effect.request, effect.asked)
    return step(state, replied)[0], replied.words, replied.hints


@pytest.mark.parametrize("style", get_args(Style))
def test_both_languages_can_say_the_same_things_with_the_same_values(style):
    assert _script()["en"].keys() == _script()["zh"].keys()
    for occasion in _script()["en"]:
        told = [lines(language, occasion, style) for language in ("en", "zh")]
        fields = [
            {name for line in both for _, name, _, _ in string.Formatter().parse(line) if name}
            for both in told
        ]
        assert fields[0] == fields[1], occasion


@pytest.mark.parametrize(
    ("questions", "minutes", "said"),
    [
        (1, 30, "30 minutes for 1 question."),
        (5, 1, "1 minute for 5 questions."),
        (2, 7.5, "7.5 minutes for 2 "),
    ],
)
def test_the_greeting_counts_as_one_does(cards, questions, minutes, said):
    state = opened(cards, questions=questions, minutes=minutes)
    assert said in state.stage.asked.lead


def test_styles_differ_in_manners():
    greetings = {style: lines("zh", "greeting", style) for style in get_args(Style)}
    assert len(set(greetings.values())) == 3


@pytest.mark.parametrize("language", ["en", "zh"])
def test_hints_give_away_more_and_more_and_then_no_more(cards, language):
    state = opened(cards, language=language)
    replies = []
    for _ in range(4):
        state, words, cost = ask_back(cards, state, "hint")
        replies.append((words, cost))
    assert [cost for _, cost in replies] == [1, 1, 1, 0]
    must = next(point for point in cards["kv-cache"].text(language).points if point.must)
    assert must.text not in replies[0][0] + replies[1][0]
    assert replies[2][0].endswith(must.text)


def test_hints_for_a_number_tell_the_unit_then_the_way_and_never_the_result(cards):
    state = opened(cards)
    card = cards["kv-cache"]
    drill = Move(1, 1, card.id, ItemId("kv-cache/drill/size"), Pursue("size", True, 2, None))
    working = ("per token = 2·32·8·128·2 = 131,072 B", "total = 131,072 · 1,000 = 0.1221 GiB")
    asked = Asked(drill, "", "How much KV is that?", 7)
    replies = []
    for hints in range(4):
        now = replace(asked, hints=hints)
        matter = Matter(state, card, unit="GiB", working=working)
        replies.append(VOICE.reply(matter, Request("hint"), now))
    assert [each.hints for each in replies] == [1, 1, 1, 0]
    assert "GiB" in replies[0].words
    assert working[0] in replies[1].words
    assert replies[2].words.endswith("total = 131,072 · 1,000")
    assert not any("0.1221" in each.words for each in replies)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_repeating_says_it_again_and_rephrasing_says_it_otherwise(cards, language):
    state = opened(cards, language=language)
    question = state.stage.asked.question
    state, repeated, cost = ask_back(cards, state, "repeat")
    assert question in repeated
    assert cost == 0
    seen = {question}
    for _ in range(2):
        state, words, _ = ask_back(cards, state, "rephrase")
        assert not any(each in words for each in seen)
        seen |= {each for each in cards["kv-cache"].text(language).phrasings if each in words}
    assert len(seen) == 3


def test_a_term_is_explained_by_another_card_for_nothing_and_by_this_one_for_a_hint(cards):
    state = opened(cards, "max-model-len")
    state, words, cost = ask_back(cards, state, "clarify", "TPOT")
    assert "TPOT" in words
    assert cost == 0
    assert "max-model-len" not in words
    state, words, cost = ask_back(cards, state, "clarify", "zebra")
    assert "zebra" in words
    assert cost == 0


@pytest.mark.parametrize("style", get_args(Style))
@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_line_comes_twice_before_the_others_were_said(cards, language, style):
    state = opened(cards, language=language, style=style)
    said = []
    for _ in range(len(lines(language, "think", style))):
        state, words, _ = ask_back(cards, state, "think")
        said.append(words)
    assert sorted(said) == sorted(lines(language, "think", style))


def test_a_question_of_earlier_interviews_waits_for_the_others(cards):
    card = cards["kv-cache"]
    state = opened(cards)
    aim = Missing(next(iter(card.text("en").sections)), ("stored",))
    move = Move(1, 1, card.id, state.stage.asked.move.item, aim)
    ways = lines("en", "what", "neutral")
    earlier = {way: n for n, way in enumerate(ways[1:])}
    assert VOICE.ask(Matter(state, card, said=earlier), move).question == ways[0]


def test_a_misconception_is_asked_back_in_the_candidates_own_words(cards):
    card = cards["kv-cache"]
    state = opened(cards)
    move = Move(1, 1, card.id, state.stage.asked.move.item, Confront("stores-q", "the cache {also} holds Q"))
    assert "“the cache {also} holds Q”" in VOICE.ask(Matter(state, card), move).question
