"""`drill grade`: one answer or a batch of them; what people and programs read, and what stops neither."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from drill.cli import main

ANSWER = (
    "The KV cache keeps the keys and values of all earlier tokens of every layer in GPU memory, "
    "so a decode step computes only the new token. Without it every step would run the whole prefix again."
)
Run = Callable[..., SimpleNamespace]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs the program in this process: exit code, standard output and error."""
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")

    def once(*arguments: str, stdin: str | bytes = "") -> SimpleNamespace:
        data = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr(sys, "argv", ["drill", "grade", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        with pytest.raises(SystemExit) as left:
            main()
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        return SimpleNamespace(code=left.value.code or 0, out=out, err=err)

    return once


def line(**fields: object) -> str:
    return json.dumps(fields, ensure_ascii=False) + "\n"


def test_an_answer_is_graded_and_nothing_is_recorded(run: Run, drill_home: Path) -> None:
    told = run("kv-cache", "--json", stdin=ANSWER)
    verdict = json.loads(told.out)
    assert told.code == 0
    assert (verdict["item"], verdict["lang"], verdict["grader"]) == ("kv-cache", "en", "offline")
    assert verdict["score"] > 0
    assert not list(drill_home.glob("*.db")) + list(drill_home.glob("*.sqlite*"))


def test_people_read_scores_quotes_and_what_was_missed(run: Run) -> None:
    told = run("kv-cache", "--lang", "en", stdin=ANSWER)
    assert told.code == 0
    assert "How to verify" in told.out
    assert "✓" in told.out
    assert "keeps the keys and values" in " ".join(told.out.split())


def test_a_long_chinese_point_is_shown_to_its_end(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    told = run("speculative-decoding-and-quantization/followup/curve", "--lang", "zh", stdin="越靠后越难")
    assert told.err == ""
    assert "用同一个接受率会高估长草稿。" in "".join(line.strip() for line in told.out.splitlines())


def test_an_answer_comes_from_a_file_too(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "answer.txt"
    path.write_text("\ufeff" + ANSWER, encoding="utf-8")
    verdict = json.loads(run("kv-cache", str(path), "--json").out)
    evidence = next(point["evidence"] for point in verdict["points"] if point["evidence"])[0]
    assert ANSWER[evidence["start"] : evidence["end"]] == evidence["quote"]


@pytest.mark.parametrize("stdin", ["", "  \n\n", "..."])
def test_an_empty_answer_is_a_wrong_call_in_the_language_of_the_interface(
    run: Run, monkeypatch, stdin: str
) -> None:
    told = run("kv-cache", "--json", stdin=stdin)
    assert (told.code, told.out) == (2, "")
    assert told.err.startswith("drill: the answer is empty")
    assert len(told.err.splitlines()) == 1
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert "回答是空的" in run("kv-cache", stdin=stdin).err


def test_a_megabyte_is_read_in_part(run: Run) -> None:
    told = run("kv-cache", "--json", stdin="缓存。" * 120_000)
    assert told.code == 0
    assert any("12000" in note for note in json.loads(told.out)["notes"])


def test_an_unknown_item_names_near_ones(run: Run) -> None:
    told = run("kv-cash", stdin="x")
    assert told.code == 2
    assert "kv-cache" in told.err
    assert told.out == ""


def test_a_file_that_is_not_there_or_not_utf8_is_said_in_a_line(run: Run, tmp_path: Path) -> None:
    absent = run("kv-cache", str(tmp_path / "absent"))
    garbled = run("kv-cache", stdin="缓存".encode("gb18030"))
    assert absent.code == 2
    assert "absent" in absent.err
    assert garbled.code == 2
    assert "UTF-8" in garbled.err
    assert len(garbled.err.strip().splitlines()) == 1


def test_without_an_item_the_call_is_wrong(run: Run) -> None:
    assert run(stdin="x").code == 2


def test_terminal_sequences_in_an_answer_are_not_printed(run: Run) -> None:
    told = run(
        "kv-cache", "--lang", "en", stdin=ANSWER.replace("GPU memory", "GPU \x1b[31mmemory\x1b]0;x\x07")
    )
    assert "\x1b]0;" not in told.out
    assert "\x07" not in told.out


def test_a_followup_and_a_drill_are_items_too(run: Run) -> None:
    followup = json.loads(
        run("kv-cache/followup/query", "--json", stdin="Old queries are never used again.").out
    )
    assert followup["dimensions"] == {}
    drill = run("kv-cache/drill/size", "--seed", "3", "--json", stdin="1 GiB")
    verdict = json.loads(drill.out)
    assert verdict["grader"] == "numeric"
    assert "GiB" in "".join(verdict["notes"])
    assert "How much KV" in drill.err


def test_the_same_seed_asks_the_same_drill(run: Run) -> None:
    asked = [run("kv-cache/drill/size", "--seed", seed, stdin="1 GiB").err for seed in ("3", "3", "4")]
    assert asked[0] == asked[1]
    assert asked[0] != asked[2]


def test_a_batch_gives_a_verdict_a_line_in_order(run: Run) -> None:
    told = run(
        "--batch",
        "-",
        stdin=line(card="mla", lang="zh", answer="")
        + line(card="kv-cache", lang="mixed", answer=ANSWER)
        + line(item="kv-cache/drill/size", lang="en", answer="40 GiB"),
    )
    verdicts = [json.loads(each) for each in told.out.splitlines()]
    assert told.code == 0
    assert [each["item"] for each in verdicts] == ["mla", "kv-cache", "kv-cache/drill/size"]
    assert verdicts[1]["lang"] == "mixed"


@pytest.mark.parametrize(
    "bad",
    [
        b"not json\n",
        b"[1, 2]\n",
        b"\xff\xfe\n",
        line(card="no-such-card", answer="x").encode(),
        line(card="kv-cache").encode(),
        line(answer="x").encode(),
        line(card="kv-cache", answer=7).encode(),
        line(card="kv-cache", answer="x", lang="fr").encode(),
        line(card="kv-cache", answer="x", seed="one").encode(),
        b'{"card": "kv-cache", "answer": "' + b"[" * 100_000 + b"\n",
        b"[" * 100_000 + b"\n",
    ],
    ids=range(11),
)
def test_a_bad_line_yields_an_error_in_its_place(run: Run, bad: bytes) -> None:
    good = line(card="kv-cache", answer=ANSWER).encode()
    told = run("--batch", "-", stdin=good + bad + good)
    verdicts = [json.loads(each) for each in told.out.splitlines()]
    assert told.code == 1
    assert [list(each) == ["error"] for each in verdicts] == [False, True, False]
    assert "line 2" in verdicts[1]["error"]
    assert verdicts[0] == verdicts[2]


def test_a_batch_may_come_from_a_file_and_hold_lone_surrogates(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text('{"card": "kv-cache", "answer": "\\ud800 ' + ANSWER + '"}\n', encoding="utf-8")
    told = run("--batch", str(path))
    assert told.code == 0
    assert json.loads(told.out)["score"] > 0
