"""Every number that a figure of the deck is asked with may be swept, and a grid says what its points say."""

import numpy as np
import pytest

from drill.cards.card import Computed
from drill.cards.decks import builtin, load_decks
from drill.figures.arguments import experiment_named, read_arguments
from engine.sweep import sweep


def asked_with_numbers() -> list[tuple[str, dict[str, object], str]]:
    """An experiment, arguments that it answers, and one of its numbers: each pair once."""
    found = {}
    for card in load_decks([builtin()]).cards.values():
        for figure in card.figures.values():
            if isinstance(figure, Computed):
                experiment = experiment_named(figure.experiment)
                arguments = read_arguments(experiment, figure.arguments)
                for name, parameter in experiment.parameters.items():
                    value = arguments.get(name, parameter.default)
                    if parameter.kind in {"whole", "number"} and isinstance(value, int | float):
                        found.setdefault((experiment.name, name), (arguments, value))
    return [
        (experiment, {**arguments, name: value}, name)
        for (experiment, name), (arguments, value) in found.items()
    ]


@pytest.mark.parametrize(
    ("name", "arguments", "axis"),
    [pytest.param(*each, id=f"{each[0]}-{each[2]}") for each in asked_with_numbers()],
)
def test_a_grid_says_what_its_points_say(name, arguments, axis):
    experiment = experiment_named(name)
    fixed = {key: value for key, value in arguments.items() if key != axis}
    given = arguments[axis]
    near = (
        [given, given + 1, given + 2] if experiment.parameters[axis].kind == "whole" else [given, given * 0.9]
    )
    found = sweep(experiment, {axis: near}, **fixed)
    if found.at_once:
        points = [experiment.run(**fixed, **{axis: value}).value for value in near]
        np.testing.assert_allclose(found.values, points, rtol=1e-9)
