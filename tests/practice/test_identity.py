"""Cards change, move and vanish; who they are, and what was learnt of them, stays."""

from __future__ import annotations

from pathlib import Path

from tests.practice.studying import HandClock, Opener, study, study_all


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_an_edited_card_keeps_its_progress(opener: Opener, deck: Path) -> None:
    study(opener())
    for old, new in (("It is kept.", "It is kept, and kept whole."), ("# What is alpha?", "# What is it?")):
        edit(deck / "alpha.md", old, new)
        practice = opener()
        assert practice.prompt("alpha", in_turn=True).reason == "ahead"
        assert practice.today().covered == 1
    assert opener().prompt("alpha", in_turn=True).question in (
        "What is it?",
        "And what is alpha, in other words?",
    )


def test_a_renamed_card_keeps_its_progress_scores_and_wordings(
    opener: Opener, deck: Path, clock: HandClock
) -> None:
    first = study(opener())
    before = opener().stats()
    renamed = deck / "delta.md"
    (deck / "alpha.md").rename(renamed)
    edit(renamed, "id: alpha", "id: delta\naliases: [alpha]")
    edit(deck / "deck.toml", '"alpha"', '"delta"')
    practice = opener()
    assert [each for each in practice.doctor() if each.level != "ok" and each.part == "collection"] == []
    assert practice.prompt("delta", in_turn=True).reason == "ahead"
    assert practice.prompt("alpha").item.id == "delta"
    after = practice.stats()
    assert after.cards[0].score == before.cards[0].score
    assert after.answers[0].item == "delta"
    assert practice.today().new == 3
    clock.pass_by(days=first.days)
    again = practice.prompt("delta", in_turn=True)
    assert again.reason == "due"
    assert again.question == "And what is alpha, in other words?"
    undone = practice.undo()
    assert undone is not None
    assert undone.item.id == "delta"


def test_a_card_that_vanishes_keeps_its_history_and_comes_back_with_it(opener: Opener, deck: Path) -> None:
    study_all(opener())
    body = (deck / "beta.md").read_bytes()
    (deck / "beta.md").unlink()
    practice = opener()
    assert practice.today().cards == 3
    assert any("in no deck now, whose history is kept: beta" in each.said for each in practice.doctor())
    assert "beta" not in {prompt.item.id for prompt in practice.queue(99)}
    (deck / "beta.md").write_bytes(body)
    assert opener().prompt("beta", in_turn=True).reason == "ahead"


def test_the_review_of_a_vanished_card_can_be_undone(opener: Opener, deck: Path) -> None:
    study(opener())
    (deck / "alpha.md").unlink()
    undone = opener().undo()
    assert undone is not None
    assert (undone.item.id, undone.item.card) == ("alpha", "alpha")


def test_a_drill_that_cannot_be_drawn_is_passed_over_and_told(opener: Opener, deck: Path) -> None:
    edit(deck / "alpha.md", "kv.size model=llama-3-70b", "kv.size model=no-such-model")
    practice = opener(new_per_day=99)
    for item in ("alpha", "alpha/followup/cost", "alpha/followup/else"):
        practice.suspend(item)
    asked = {prompt.item.id for prompt in practice.queue(99)}
    assert asked == {"beta", "gamma", "ttft"}
    assert any("no-such-model" in notice for notice in practice.today().notices)


def test_one_bad_card_is_told_and_the_others_are_asked(opener: Opener, deck: Path) -> None:
    (deck / "beta.md").write_bytes(b"---\nid: [\n---\n# ?\n")
    practice = opener()
    assert practice.today().cards == 3
    assert any("beta.md" in notice for notice in practice.today().notices)
    assert study_all(practice) == ["alpha", "gamma", "ttft"]
