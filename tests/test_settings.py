"""The settings file: what it takes, what it refuses, and how one setting is written."""

from dataclasses import fields
from datetime import date, time
from pathlib import Path

import pytest

from drill.errors import UsageError
from drill.settings import EndpointSettings, Settings, load_settings, settings_path, write_setting


def written(text: str) -> Path:
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    settings_path().write_text(text, encoding="utf-8")
    return settings_path()


def test_no_file_means_defaults():
    assert load_settings() == Settings()


def test_values_are_read_in_the_forms_people_write():
    written(
        'interview_date = "2026-12-24"\nrollover = "03:30"\ndesired_retention = "85%"\n'
        'decks = ["~/cards"]\n[keys]\nsubmit = "f5"\n'
    )
    settings = load_settings()
    assert settings.interview_date == date(2026, 12, 24)
    assert settings.rollover == time(3, 30)
    assert settings.desired_retention == 0.85
    assert settings.decks == ("~/cards",)
    assert settings.keys == {"submit": "f5"}


def test_toml_dates_and_times_are_read_too():
    written("interview_date = 2026-12-24\nrollover = 05:00:00\n")
    assert load_settings().interview_date == date(2026, 12, 24)
    assert load_settings().rollover == time(5)


def test_a_file_that_is_no_text_is_refused_in_words():
    written("").write_bytes(b"mode = \xff")
    with pytest.raises(UsageError, match=r"not UTF-8 at byte 7; save it as UTF-8"):
        load_settings()


def test_a_folder_in_place_of_the_file_is_refused_in_words():
    settings_path().mkdir(parents=True)
    with pytest.raises(UsageError, match=r"cannot be read \(Is a directory\); mend or remove"):
        load_settings()


@pytest.mark.parametrize("retention", ["0", "0.69", "1", "90", '"9e1%x"', "true", '"five"', "nan"])
def test_retention_outside_its_bounds_is_refused(retention: str):
    written(f"desired_retention = {retention}\n")
    with pytest.raises(UsageError, match=r"desired_retention takes a number from 0\.7 to 0\.99"):
        load_settings()


@pytest.mark.parametrize(
    "line",
    [
        "new_per_day = -1",
        "new_per_day = 2.5",
        "new_per_day = true",
        'mode = "sung"',
        'interview_date = "soon"',
        "interview_date = 2026-12-24T10:00:00",
        'rollover = "25:00"',
        'decks = "one"',
        "keys = 3",
        "builtin_deck = 1",
        "again_below = 0.9",
    ],
)
def test_a_wrong_value_is_named_with_its_file(line: str):
    path = written(line + "\n")
    with pytest.raises(UsageError) as caught:
        load_settings()
    assert str(path) in str(caught.value)
    assert line.split(" = ")[0] in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_setting_is_told_the_nearest():
    written("new_per_dya = 3\n")
    with pytest.raises(UsageError, match="unknown setting 'new_per_dya'; did you mean new_per_day"):
        load_settings()


def test_an_unknown_setting_is_named():
    written("colour = 1\n")
    with pytest.raises(UsageError, match="unknown setting 'colour'"):
        load_settings()


@pytest.mark.parametrize("content", [b"\xff\xfe", b"a = ", b"= 3"])
def test_a_broken_file_is_reported_and_not_written_over(content: bytes):
    settings_path().parent.mkdir(parents=True)
    settings_path().write_bytes(content)
    with pytest.raises(UsageError):
        write_setting("mode", "aloud")
    assert settings_path().read_bytes() == content


def test_writing_one_setting_keeps_the_rest_and_its_comments():
    path = written("# mine\nnew_per_day = 3  # few\n")
    write_setting("mode", "aloud")
    write_setting("interview_date", date(2027, 1, 2))
    assert "# mine\nnew_per_day = 3  # few\n" in path.read_text(encoding="utf-8")
    assert load_settings().mode == "aloud"
    write_setting("interview_date", None)
    assert load_settings().interview_date is None
    assert load_settings().new_per_day == 3


def test_a_wrong_value_is_not_written():
    with pytest.raises(UsageError):
        write_setting("mode", "sung")
    assert not settings_path().exists()


@pytest.mark.parametrize("table", [Settings, EndpointSettings])
def test_every_setting_says_what_it_means(table: type):
    assert all(each.metadata["meaning"] for each in fields(table))


def test_an_endpoint_is_a_table_of_its_own():
    written('[endpoint]\nprofile = "ollama"\nmodel = "qwen3:8b"\nkey = "env:MY_KEY"\ninput_price = 1\n')
    assert load_settings().endpoint == EndpointSettings(
        profile="ollama", model="qwen3:8b", key="env:MY_KEY", input_price=1.0
    )


def test_no_endpoint_is_set_up_by_itself():
    assert load_settings().endpoint.profile == "off"


@pytest.mark.parametrize(
    "line",
    [
        'profile = "mine"',
        'base_url = "localhost:8000"',
        'base_url = "ftp://host/v1"',
        "daily_tokens = -1",
        "input_price = nan",
        'modle = "x"',
    ],
)
def test_a_wrong_setting_of_the_endpoint_is_named_with_its_table(line: str):
    written(f"[endpoint]\n{line}\n")
    with pytest.raises(UsageError, match=r"settings\.toml:2: .*endpoint\." + line.split(" ")[0]):
        load_settings()


@pytest.mark.parametrize(
    "line",
    [
        'key = "sk-very-secret"',
        'api_key = "sk-very-secret"',
        'base_url = "https://me:sk-very-secret@host/v1"',
        'base_url = "https://host/v1?key=sk-very-secret"',
    ],
)
def test_a_key_in_the_file_is_refused_and_not_repeated(line: str):
    written(f"[endpoint]\n{line}\n")
    with pytest.raises(UsageError) as caught:
        load_settings()
    assert "sk-very-secret" not in str(caught.value)


def test_a_setting_of_a_table_is_written_by_its_name_with_a_dot():
    path = written('[endpoint]  # mine\nprofile = "vllm"\n')
    write_setting("endpoint.model", "llama")
    assert load_settings().endpoint == EndpointSettings(profile="vllm", model="llama")
    assert "# mine" in path.read_text(encoding="utf-8")
    path.unlink()
    write_setting("endpoint.profile", "ollama")
    assert load_settings().endpoint.profile == "ollama"
