"""What a database driver or the system raises, as a line that names the place and a way out."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from drill.errors import DrillError
from drill.store.backups import backups_of


@contextmanager
def translated(place: str) -> Iterator[None]:
    """Turn what a database driver or the system raises into a line that names `place` and a way out."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        said = (str(cause).splitlines() or ["the database failed"])[0]
        raise DrillError(f"{place}: {said}; {way_out(said, place)}") from error
    except OSError as error:
        raise DrillError(f"{place}: {error.strerror}; nothing was written") from error


def way_out(said: str, place: str) -> str:
    """How to go on after what a driver said."""
    said = said.lower()
    if "locked" in said or "busy" in said:
        return "another program is writing to it; try again in a moment"
    if "readonly" in said or "unable to open" in said:
        return "nothing was written; see that the file and its folder may be written to, then try again"
    if "full" in said:
        return "nothing was written; make room on the disk, then try again"
    if "malformed" in said or "not a database" in said:
        copies = backups_of(Path(place))
        way = (
            f"put the newest backup in its place: {copies[-1]}"
            if copies
            else "there is no backup beside it; move it away to begin a new one"
        )
        return f"the file is damaged and was left as it is; {way}"
    return "nothing was written"
