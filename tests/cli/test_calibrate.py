"""`drill cards calibrate`: labelled answers in, what to mend out; a bad file is one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_learning import Run, run  # noqa: F401 - a fixture

ANSWER = "Each layer keeps the keys and values of past tokens in GPU memory, for later tokens to read."
LINE = {
    "id": "one",
    "card": "kv-cache",
    "lang": "en",
    "kind": "plain",
    "answer": ANSWER,
    "scores": {"what": 0.5, "why": 0},
    "points": {"stored": "miss", "append": 0},
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "answers.jsonl"
    path.write_text(json.dumps(LINE) + "\n\n", encoding="utf-8")
    return path


def test_programs_read_errors_and_clashes(run: Run, file: Path):  # noqa: F811
    told = run("cards", "calibrate", str(file), "--json")
    assert told.code == 0
    found = json.loads(told.out)
    assert found["answers"] == 1
    assert found["dimensions"]["why"] == {"n": 1, "rated": 0.0, "graded": 0.0, "error": 0.0}
    assert set(found["kinds"]) == {"plain"}
    (point,) = [each for each in found["points"] if each["clashes"]]
    assert (point["item"], point["point"], point["dimension"]) == ("kv-cache", "stored", "what")
    (clash,) = point["clashes"]
    assert (clash["answer"], clash["fault"], clash["rated"]) == ("one", "credited", "miss")
    assert clash["quote"] in ANSWER
    assert point["confusion"] == [["miss", clash["graded"], 1]]


def test_people_read_tables_and_the_words_behind_each_clash(run: Run, file: Path):  # noqa: F811
    told = run("cards", "calibrate", str(file)).out
    for words in ("answers", "What", "plain", "kv-cache stored", "credited 1 (of 1 answers)", "“Each layer"):
        assert words in told
    assert "and 1 more" in run("cards", "calibrate", str(file), "--points", "0").out


def test_a_follow_up_is_labelled_by_its_points(run: Run, tmp_path: Path):  # noqa: F811
    path = tmp_path / "answers.jsonl"
    line = {"item": "kv-cache/followup/gqa", "answer": "No idea.", "points": {"quality": "hit"}}
    path.write_text(json.dumps(line), encoding="utf-8")
    found = json.loads(run("cards", "calibrate", str(path), "--json").out)
    assert [(each["point"], len(each["clashes"])) for each in found["points"] if each["clashes"]] == [
        ("quality", 1)
    ]


BAD = {
    "no JSON": ("{", "not JSON"),
    "a list": ("[]", "not an object with card, lang, answer"),
    "no answer": ('{"card": "kv-cache"}', "not an object with card, lang, answer"),
    "no labels": (json.dumps({"card": "kv-cache", "answer": ANSWER}), "no labels"),
    "no such card": (json.dumps(LINE | {"card": "nope"}), "no card 'nope'"),
    "no such item": (json.dumps(LINE | {"card": "kv-cache/nope"}), "no item 'kv-cache/nope'"),
    "a drill": (json.dumps(LINE | {"card": "kv-cache/drill/size"}), "no points"),
    "another language": (json.dumps(LINE | {"lang": "fr"}), "lang takes zh, en, mixed"),
    "no such point": (json.dumps(LINE | {"points": {"nope": "hit"}}), "kv-cache has no point 'nope'"),
    "no mark": (json.dumps(LINE | {"points": {"stored": "good"}}), "points.stored takes hit"),
    "a list of points": (json.dumps(LINE | {"points": ["stored"]}), "points is no object"),
    "no such dimension": (json.dumps(LINE | {"scores": {"style": 1}}), "no dimension 'style'"),
    "too high": (json.dumps(LINE | {"scores": {"what": 4}}), "scores.what takes a number from 0 to 1"),
    "no number": (json.dumps(LINE | {"scores": {"what": True}}), "scores.what takes a number"),
}


@pytest.mark.parametrize(("line", "said"), BAD.values(), ids=BAD.keys())
def test_a_line_that_is_none_is_named_and_ends_it(run: Run, file: Path, line: str, said: str):  # noqa: F811
    with file.open("a", encoding="utf-8") as written:
        written.write(line + "\n")
    told = run("cards", "calibrate", str(file))
    assert (told.code, told.out) == (2, "")
    assert f"{file}:3: " in told.err
    assert said in told.err
    assert told.err.count("\n") == 1


def test_a_file_that_cannot_be_read_is_one_line(run: Run, tmp_path: Path):  # noqa: F811
    empty, latin = tmp_path / "empty.jsonl", tmp_path / "latin.jsonl"
    empty.write_text("\n", encoding="utf-8")
    latin.write_bytes(b"\xff\xfe")
    for path, said in (
        (tmp_path / "none.jsonl", "No such file"),
        (tmp_path, "Is a directory"),
        (empty, "holds no answers"),
        (latin, "not UTF-8"),
    ):
        told = run("cards", "calibrate", str(path))
        assert told.code == 2
        assert said in told.err
        assert told.err.count("\n") == 1
