"""`drill lab`: an experiment of the engine, its value, the way to it and what it assumes, or a grid of it."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from drill.errors import UsageError
from drill.i18n import _, interface_language
from drill.settings import home

if TYPE_CHECKING:
    from engine import Experiment


@click.command()
@click.argument("experiment", required=False)
@click.argument("arguments", nargs=-1, metavar="[NAME=VALUE]...")
@click.option(
    "--list",
    "listing",
    is_flag=True,
    help="All experiments, those whose name has EXPERIMENT, or what EXPERIMENT takes.",
)
@click.option(
    "--grid",
    "grids",
    multiple=True,
    metavar="NAME=A..B[/N]",
    help="Ask for N values (100 by default), or for A|B|C. May be given twice.",
)
@click.option("--json", "as_json", is_flag=True, help="Print for programs.")
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.svg|png",
    help="Draw the grid into a file.",
)
def command(
    experiment: str | None,
    arguments: tuple[str, ...],
    listing: bool,
    grids: tuple[str, ...],
    as_json: bool,
    plot: Path | None,
) -> int:
    """Run one EXPERIMENT, such as kv.size model=llama-3-70b tokens=128Ki.

    Without arguments, says what the experiment computes and takes. A model may be a config.json; your own
    GPUs and models may stand in hardware.toml and models.toml in the home folder.
    """
    if plot is not None and not grids:
        raise UsageError(_("a plot needs a grid: --grid NAME=A..B"))
    if listing or experiment is None:
        _list(experiment or "", as_json)
    elif not (arguments or grids or as_json) and _needs_something(experiment):
        _describe(experiment)
    elif grids:
        _sweep(experiment, _pairs(arguments), grids, as_json, plot)
    else:
        _run(experiment, _pairs(arguments), as_json)
    return 0


def _pairs(arguments: tuple[str, ...]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for argument in arguments:
        name, equals, value = argument.partition("=")
        if not (name and equals and value):
            raise UsageError(_("{argument!r} is not name=value").format(argument=argument))
        if name in pairs:
            raise UsageError(_("{name} is given twice").format(name=name))
        pairs[name] = value
    return pairs


def _run(name: str, written: Mapping[str, str], as_json: bool) -> None:
    from drill.cli.sweeps import assumed
    from drill.figures.arguments import answer, experiment_named, read_arguments
    from drill.figures.display import readable
    from drill.figures.own import own_entries
    from drill.figures.telling import told

    experiment = experiment_named(name)
    written = _completed(experiment, written)
    outcome = answer(experiment, read_arguments(experiment, written, own_entries(home())))
    if as_json:
        record = {
            "experiment": name,
            "arguments": dict(written),
            "value": outcome.value,
            "unit": outcome.unit,
            "verdict": "exact" if outcome.exact else "assumes",
            "formula": outcome.formula,
            "working": outcome.working,
            "assumptions": outcome.assumptions,
        }
        click.echo(json.dumps(record, ensure_ascii=False, indent=2))
        return
    language = interface_language()
    click.secho(readable(outcome.value, outcome.unit, language), bold=True)
    click.echo(f"\n{outcome.formula}")
    for line in outcome.working:
        click.echo(f"  {told(line, language)}")
    click.echo("\n" + assumed(outcome.assumptions))


def _sweep(
    name: str, written: Mapping[str, str], grids: Sequence[str], as_json: bool, plot: Path | None
) -> None:
    from drill.cli.sweeps import as_record, print_sweep
    from drill.figures.arguments import experiment_named, read_arguments
    from drill.figures.grid import answer_grid, read_grid
    from drill.figures.own import own_entries

    experiment, own = experiment_named(name), own_entries(home())
    spans = [read_grid(experiment, text, own) for text in grids]
    written = _completed(experiment, written, {span.name for span in spans})
    sweep = answer_grid(experiment, spans, read_arguments(experiment, written, own))
    if plot is not None:
        from drill.figures.plot import plot as draw

        draw(sweep, spans, experiment, written, plot)
    if as_json:
        click.echo(json.dumps(as_record(name, written, spans, sweep), ensure_ascii=False, indent=2))
    else:
        print_sweep(spans, sweep)
    if plot is not None:
        click.echo(_("Plot written to {path}").format(path=plot), err=True)


def _completed(
    experiment: Experiment, written: Mapping[str, str], swept: Collection[str] = ()
) -> dict[str, str]:
    """The arguments, with this machine's GPU where one is needed and neither given nor swept; says so."""
    from drill.figures.own import of_this_machine

    of_machine = of_this_machine(experiment, {**written, **dict.fromkeys(swept)})
    if of_machine:
        found = " ".join(f"{key}={value}" for key, value in of_machine.items())
        click.echo(_("This machine: {found}").format(found=found), err=True)
    return {**written, **of_machine}


def _needs_something(name: str) -> bool:
    from drill.figures.arguments import experiment_named

    return any(each.required for each in experiment_named(name).parameters.values())


def _describe(name: str) -> None:
    from drill.figures.arguments import experiment_named
    from engine.experiments.parameters import Parameter

    def takes(parameter: Parameter) -> str:
        if parameter.choices:
            return ", ".join(parameter.choices)
        return "" if parameter.unit == "1" else parameter.unit

    experiment = experiment_named(name)
    click.secho(experiment.name, bold=True)
    click.echo(f"\n{experiment.doc}\n")
    formatter = click.HelpFormatter(width=_width())
    rows = [
        (f"{each.name}{'' if each.required else f'={each.written_default}'}", takes(each))
        for each in experiment.parameters.values()
    ]
    formatter.write_dl(rows, col_max=30)
    click.echo(formatter.getvalue(), nl=False)


def _list(part: str, as_json: bool) -> None:
    from engine import experiments

    chosen = {name: each for name, each in experiments().items() if part in name}
    if not chosen:
        raise UsageError(_("no experiment has {part!r} in its name").format(part=part))
    if as_json:
        records = [
            {
                "experiment": name,
                "doc": each.doc,
                "parameters": {
                    parameter.name: {
                        "unit": parameter.unit,
                        "choices": parameter.choices,
                        "default": None if parameter.required else parameter.written_default,
                        "required": parameter.required,
                    }
                    for parameter in each.parameters.values()
                },
            }
            for name, each in chosen.items()
        ]
        click.echo(json.dumps(records, ensure_ascii=False, indent=2))
        return
    if part in chosen:
        _describe(part)
        return
    formatter = click.HelpFormatter(width=_width())
    formatter.write_dl([(name, each.doc.partition("\n")[0]) for name, each in chosen.items()], col_max=30)
    click.echo(formatter.getvalue(), nl=False)


def _width() -> int:
    import shutil

    return min(shutil.get_terminal_size().columns, 110)
