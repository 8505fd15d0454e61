"""next, answer, undo, stats, report and doctor: exit codes, what programs read, what people read."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from drill.cli import main
from drill.practice.practice import open_practice
from drill.settings import load_settings, settings_path

ANSWER = "Without a cache each new token reruns the whole prefix, so the keys and values are kept in memory."
CONTRACT = [
    "item", "card", "lang", "grader", "status", "score", "rating", "confidence",
    "points", "dimensions", "misconceptions", "attempts", "notes",
]  # fmt: skip

Run = Callable[..., SimpleNamespace]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs the program in this process: exit code, standard output and error."""
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)

    def once(*arguments: str, stdin: str | bytes = "") -> SimpleNamespace:
        data = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr(sys, "argv", ["drill", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        with pytest.raises(SystemExit) as left:
            main()
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        return SimpleNamespace(code=left.value.code or 0, out=out, err=err)

    return once


def test_what_would_be_asked_and_why(run: Run) -> None:
    told = run("next")
    assert told.code == 0
    assert told.out.startswith("kv-cache  (new)\n\nWhy does LLM inference need a KV cache")
    data = json.loads(run("next", "--json").out)
    assert (data["item"], data["card"], data["kind"], data["lang"], data["reason"]) == (
        "kv-cache", "kv-cache", "explain", "en", "new",
    )  # fmt: skip


def test_statistics_keep_the_names_and_the_days_on_a_narrow_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("answer", "kv-cache", stdin=ANSWER)
    monkeypatch.setenv("COLUMNS", "40")
    lines = run("stats").out.splitlines()
    assert max(map(len, lines)) <= 40
    (card,) = [line for line in lines if line.startswith("kv-cache ")]
    assert re.search(r"\d+%\s+1/\d+\s+\d\d-\d\d$", card.rstrip())


def test_the_numbers_of_a_drill_stay_until_it_is_answered(run: Run) -> None:
    asked = json.loads(run("next", "kv-cache/drill/size", "--json").out)
    assert (asked["item"], asked["reason"], asked["unit"]) == ("kv-cache/drill/size", "new", "GiB")
    assert asked["question"] in run("next", "kv-cache/drill/size").out
    run("answer", "kv-cache/drill/size", stdin="1 GiB")
    assert json.loads(run("next", "kv-cache/drill/size", "--json").out)["question"] != asked["question"]


def test_an_answer_is_graded_recorded_and_scheduled(run: Run) -> None:
    told = run("answer", "kv-cache", stdin=ANSWER)
    assert told.code == 0
    assert "comes back" in told.out
    assert json.loads(run("next", "--json").out)["item"] != "kv-cache"
    assert json.loads(run("stats", "--json").out)["reviews"] == 1


def test_an_empty_answer_is_refused_and_records_nothing(run: Run) -> None:
    told = run("answer", "kv-cache", stdin=" \n")
    assert (told.code, told.out) == (2, "")
    assert told.err.startswith("drill: the answer is empty")
    assert json.loads(run("stats", "--json").out)["reviews"] == 0
    assert json.loads(run("next", "--json").out)["item"] == "kv-cache"


def test_the_json_of_an_answer_is_that_of_the_contract(run: Run) -> None:
    verdict = json.loads(run("answer", "kv-cache", "--json", "--lang", "en", stdin=ANSWER).out)
    assert list(verdict) == CONTRACT
    assert (verdict["item"], verdict["lang"], verdict["grader"], verdict["status"]) == (
        "kv-cache", "en", "offline", "graded",
    )  # fmt: skip
    for point in verdict["points"]:
        for evidence in point["evidence"]:
            assert ANSWER[evidence["start"] : evidence["end"]] == evidence["quote"]


def test_a_rating_of_ones_own_is_what_is_recorded(run: Run) -> None:
    verdict = json.loads(run("answer", "kv-cache", "--json", "--rating", "easy", stdin="nothing").out)
    assert verdict["rating"] == "easy"
    assert json.loads(run("stats", "--json").out)["ratings"]["easy"] == 1


def test_a_drill_is_answered_with_the_numbers_that_next_shows(run: Run) -> None:
    with open_practice(load_settings()) as practice:
        for prompt in practice.queue(999):
            practice.suspend(prompt.item.id)
        while (prompt := practice.next()) is not None and prompt.numeric is None:
            practice.suspend(prompt.item.id)
        assert prompt is not None
        assert prompt.numeric is not None
    asked = json.loads(run("next", "--json").out)
    assert (asked["item"], asked["question"]) == (prompt.item.id, prompt.question)
    said = f"{prompt.numeric.expected!r} {asked['unit']}"
    assert json.loads(run("answer", asked["item"], "--json", stdin=said).out)["score"] == 1


def test_an_answer_from_a_file_in_chinese(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "answer.txt"
    file.write_text("\ufeff把 K 和 V 留在显存里，后面的 token 直接读取。", encoding="utf-8")
    verdict = json.loads(run("answer", "kv-cache", str(file), "--lang", "zh", "--json").out)
    assert verdict["lang"] == "zh"
    assert any(point["verdict"] != "miss" for point in verdict["points"])


def test_undo_takes_back_and_says_what(run: Run) -> None:
    run("answer", "kv-cache", "--rating", "hard", stdin=ANSWER)
    told = run("undo")
    assert told.code == 0
    assert "kv-cache" in told.out
    assert "Hard" in told.out
    nothing = run("undo")
    assert (nothing.code, nothing.out) == (1, "")
    assert json.loads(run("next", "--json").out)["draft"] == ANSWER


def test_a_suspended_item_is_named_and_brought_back_even_later(run: Run) -> None:
    with open_practice(load_settings()) as practice:
        practice.suspend("kv-cache")
    run("answer", "mla", stdin=ANSWER)
    assert "suspended: kv-cache;" in run("stats").out
    assert json.loads(run("next", "--json").out)["item"] != "kv-cache"
    assert run("undo", "kv-cache").out == "kv-cache is no longer suspended\n"
    assert json.loads(run("next", "--json").out)["item"] == "kv-cache"
    assert run("undo", "kv-cache").code == 1
    assert run("undo", "nope").code == 2


def test_statistics_for_people_and_for_programs(run: Run) -> None:
    run("answer", "kv-cache", stdin=ANSWER)
    told = run("stats")
    assert told.code == 0
    assert "1 review\n1 day in a row\n" in told.out
    weekdays = [line[2:].split(" ") for line in told.out.splitlines() if line[:2].strip() in set("MTWFS")]
    assert [len(weeks) for weeks in weekdays] == [12] * 7
    assert sum(weeks.count("█") for weeks in weekdays) == 1
    assert "kv-cache" in told.out
    data = json.loads(run("stats", "--json").out)
    assert data["covered"] == 1
    assert len(data["cards"]) == 17
    assert "answers" not in data


def test_a_report_is_never_written_over_a_file_unasked(run: Run, tmp_path: Path) -> None:
    run("answer", "kv-cache", stdin="a <script> | `x`")
    target = tmp_path / "report.md"
    assert run("report", "-o", str(target)).code == 0
    assert "\\<script\\>" in target.read_text(encoding="utf-8")
    target.write_text("mine", encoding="utf-8")
    refused = run("report", "-o", str(target))
    assert refused.code == 2
    assert "--force" in refused.err
    assert target.read_text(encoding="utf-8") == "mine"
    assert run("report", "-o", str(target), "--force").code == 0
    assert [each.name for each in tmp_path.iterdir() if "report" in each.name] == ["report.md"]


def test_a_report_as_json_since_a_day(run: Run) -> None:
    run("answer", "kv-cache", stdin=ANSWER)
    data = json.loads(run("report", "--format", "json").out)
    assert data["answers"][0]["answer"] == ANSWER
    assert json.loads(run("report", "--format", "json", "--since", "2999-01-01").out)["answers"] == []
    assert run("report", "--since", "tomorrow").code == 2


def test_the_doctor_finds_a_fresh_start_in_order(run: Run) -> None:
    told = run("doctor")
    assert told.code == 0, told.out
    assert "17 cards" in told.out
    parts = {each["part"] for each in json.loads(run("doctor", "--json").out)}
    assert parts >= {"settings", "clock", "decks", "collection", "terminal", "versions"}
    assert run("doctor", "--rebuild").code == 0


def test_the_doctor_says_what_is_broken_and_exits_1(run: Run, drill_home: Path) -> None:
    run("next")
    (drill_home / "collection.db").write_bytes(b"no database at all, " * 400)
    told = run("doctor")
    assert told.code == 1
    assert "FAULT" in told.out
    assert "collection.db" in told.out


@pytest.mark.parametrize(
    ("arguments", "stdin", "code", "said"),
    [
        (["answer", "nonsense"], "x", 2, "drill cards list"),
        (["answer", "kv-cache", "no-such-file"], "", 2, "no-such-file"),
        (["answer", "kv-cache"], b"\xff\xfe", 2, "UTF-8"),
        (["answer"], "", 2, "ITEM"),
        (["next", "--nonsense"], "", 2, "--nonsense"),
        (["next", "nope"], "", 2, "nope"),
        (["report", "-o", "/no-such-folder/x.md"], "", 1, "/no-such-folder/x.md"),
        (["--db", "nonsense", "next"], "", 2, "database nonsense"),
        (["--db", "sqlite:////proc/nothing/c.db", "next"], "", 1, "/proc/nothing/c.db"),
    ],
)
def test_a_wrong_call_is_one_line_and_an_exit_code(
    run: Run, arguments: list[str], stdin: str | bytes, code: int, said: str
) -> None:
    told = run(*arguments, stdin=stdin)
    assert told.code == code
    assert said in told.err
    assert told.out == ""


def test_another_collection_by_its_url(run: Run, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'other.db'}"
    run("--db", url, "answer", "kv-cache", stdin=ANSWER)
    assert json.loads(run("--db", url, "stats", "--json").out)["reviews"] == 1
    assert json.loads(run("stats", "--json").out)["reviews"] == 0


def test_the_interface_speaks_the_language_of_the_settings(run: Run) -> None:
    settings_path().parent.mkdir(parents=True)
    settings_path().write_text('language = "zh"\n', encoding="utf-8")
    assert json.loads(run("next", "--json").out)["lang"] == "zh"


PROGRAM = [sys.executable, "-c", "from drill.cli import main; main()"]


def test_where_chinese_cannot_be_encoded_it_is_escaped_and_stays_json() -> None:
    poor = os.environ | {"PYTHONIOENCODING": "latin-1"}
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    settings_path().write_text('question_language = "zh"\n', encoding="utf-8")
    told = subprocess.run([*PROGRAM, "next", "--json"], env=poor, capture_output=True, check=True)
    assert told.stdout.isascii()
    assert json.loads(told.stdout)["question"].startswith("LLM 推理为什么需要 KV Cache")
    subprocess.run([*PROGRAM, "cards", "show", "kv-cache"], env=poor, capture_output=True, check=True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_finds_no_room_ends_in_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        told = subprocess.run([*PROGRAM, "cards", "list", "--json"], stdout=full, stderr=subprocess.PIPE)
    assert told.returncode == 1
    assert told.stderr.decode().splitlines() == ["drill: [Errno 28] No space left on device"]
