"""Copies of a collection's file, taken before something is done to it that cannot be undone."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Engine


def backups_of(file: Path) -> tuple[Path, ...]:
    """The backups of the collection in `file`, the newest last."""
    return tuple(sorted((file.parent / "backups").glob(f"{file.stem}-*{file.suffix}"), key=_age))


def copy_aside(engine: Engine, file: Path, label: str) -> Path:
    """Copy a collection, as it is now, to a new file in `backups` beside it and return that file."""
    folder = file.parent / "backups"
    folder.mkdir(parents=True, exist_ok=True)
    copy, number = folder / f"{file.stem}-{label}{file.suffix}", 1
    while copy.exists():
        number += 1
        copy = folder / f"{file.stem}-{label}-{number}{file.suffix}"
    outside_transactions(engine, "VACUUM INTO ?", str(copy))
    return copy


def outside_transactions(engine: Engine, statement: str, *values: str) -> None:
    """Run one of the statements that SQLite takes only outside a transaction."""
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute(statement, values)
        cursor.close()
    finally:
        connection.close()


def _age(file: Path) -> tuple[float, str]:
    return file.stat().st_mtime, file.name
