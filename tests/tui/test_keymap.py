"""Keys from the settings: names, keys and clashes that cannot hold are told, and the rest is bound."""

from __future__ import annotations

import pytest

from drill.settings import Settings
from drill.tui.keymap import misbound, usable
from drill.tui.preferences import complaints


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"submitt": "f5"}, "keys.submitt: nothing has this name; did you mean submit"),
        ({"submit": "F5"}, "keys.submit: no key is called 'F5'; did you mean f5?"),
        ({"submit": "ctrl+retrun"}, "no key is called 'ctrl+retrun'; did you mean return"),
        ({"submit": ""}, "no key is called ''"),
        ({"submit": "f4"}, "keys.submit: F4 is the key of undo as well"),
        ({"accept": "m"}, "keys.accept: m is the key of model as well"),
        ({"skip": "f11", "undo": "f11"}, "keys.skip: F11 is the key of undo as well"),
        ({"palette": "f5"}, "keys.palette: F5 is the key of submit as well"),
    ],
)
def test_a_key_that_cannot_hold_is_told(keys: dict[str, str], said: str) -> None:
    (first, *_rest) = misbound(keys)
    assert said in first.said


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {"submit": "f5"},
        {"submit": "ctrl+enter, f6"},
        {"skip": "]"},
        {"undo": "alt+u"},
        {"start": "space"},  # a tick in another place
        {"skip": "f4", "undo": "ctrl+n"},  # changed about
    ],
)
def test_a_key_that_can_hold_is_not(keys: dict[str, str]) -> None:
    assert [each.said for each in misbound(keys) if "hint" not in each.said] == []
    assert usable(keys) == keys


def test_what_is_no_key_leaves_the_action_its_own() -> None:
    assert usable({"submit": "F5", "undo": "f6", "nothing": "f7"}) == {"undo": "f6"}


def test_a_theme_that_is_none_is_told_with_the_nearest() -> None:
    ((name, said),) = complaints(Settings(theme="drill-drak"))
    assert name == "theme"
    assert "did you mean drill-dark" in said
    assert complaints(Settings(theme="nord")) == []
