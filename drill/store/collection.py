"""Opening a collection, and its transactions.

A collection is never created over something that is there: a new file is made complete beside its place and
linked into it, a file that is not a collection or belongs to a newer program is refused, and an older one is
copied before it is migrated. Alembic is imported (a quarter of a second) only when it has something to do.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from sqlalchemy import Connection, Engine, StaticPool, create_engine, event, inspect, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry

from drill.errors import DrillError, UsageError
from drill.store.answers import Answers
from drill.store.backups import backups_of, copy_aside, outside_transactions
from drill.store.disputes import Disputes
from drill.store.endpoints import Endpoints
from drill.store.failures import translated, way_out
from drill.store.interviews import Interviews
from drill.store.log import Log
from drill.store.memories import Memories
from drill.store.names import Names
from drill.store.progress import Progress
from drill.store.tables import Base, Meta

SCHEMA = "0004"
"""The revision of `drill/store/migrations` that `drill.store.tables` is at; revisions count up."""

_BUSY_SECONDS = 5


class Transaction:
    """One transaction on a collection, by what it concerns."""

    def __init__(self, session: Session, names: Names) -> None:
        self.log = Log(session, names)
        self.memories = Memories(session, names, self.log)
        self.answers = Answers(session, names)
        self.progress = Progress(session, names)
        self.disputes = Disputes(session, names)
        self.endpoints = Endpoints(session)
        self.interviews = Interviews(session, names)
        self._session = session

    def fact(self, key: str) -> str | None:
        """What is noted about the collection under `key`."""
        row = self._session.get(Meta, key)
        return None if row is None else row.value

    def note(self, key: str, value: str) -> None:
        """Note something about the collection."""
        self._session.merge(Meta(key=key, value=value))


class Collection:
    """An open collection."""

    def __init__(self, engine: Engine, names: Names, notices: tuple[str, ...] = ()) -> None:
        self._engine = engine
        self._names = names
        self._writer = engine.execution_options(writes=True)
        self.notices = notices
        """What opening it did that the user should know, such as a migration."""

    @property
    def place(self) -> str:
        """Where it is, for messages: a path, or a URL without its password."""
        return _place(self._engine.url)

    @property
    def file(self) -> Path | None:
        """The file it is in, where it is in one."""
        return _file(self._engine.url)

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """A transaction that sees one state of the collection throughout."""
        with translated(self.place), Session(self._engine) as session:
            yield Transaction(session, self._names)

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """A transaction whose changes are committed together when it ends, or not at all."""
        with translated(self.place), Session(self._writer) as session, session.begin():
            yield Transaction(session, self._names)

    def fact(self, key: str, otherwise: Callable[[], str]) -> str:
        """What is noted about the collection under `key`; where nothing is, note `otherwise`."""
        with self.reading() as transaction:
            value = transaction.fact(key)
        if value is None:  # looked up once more, because another program may have been quicker
            with self.writing() as transaction:
                value = transaction.fact(key)
                if value is None:
                    value = otherwise()
                    transaction.note(key, value)
        return value

    def faults(self) -> tuple[str, ...]:
        """What SQLite finds wrong with the file and with references between rows."""
        if self._engine.dialect.name != "sqlite":
            return ()
        with translated(self.place), self._engine.begin() as connection:
            pages = connection.exec_driver_sql("PRAGMA quick_check").scalars().all()
            references = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        return (
            *(str(line) for line in pages if line != "ok"),
            *(
                f"{table} row {row} refers to a missing row of {parent}"
                for table, row, parent, _ in references
            ),
        )

    def hand_on_names(self) -> None:
        """Hand what stands under old names of items on to the current ones."""
        with self.reading() as transaction:
            renamed = transaction.memories.renamed()
        if renamed:
            with self.writing() as transaction:
                transaction.memories.adopt(renamed)

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()


def open_collection(where: str | Path, names: Names | None = None) -> Collection:
    """Open the collection at an SQLAlchemy URL or in a file; a missing one is made, an old one migrated.

    `names` are the names of items today; what stands under old ones is handed on to them.

    Raises `UsageError` for a URL that cannot be used and `DrillError` for a collection that cannot be opened.
    """
    engine = _engine(where)
    try:
        with translated(_place(engine.url)):
            collection = Collection(engine, names or Names(), _prepared(engine))
            if names:
                collection.hand_on_names()
            return collection
    except DrillError:
        engine.dispose()
        raise


def _prepared(engine: Engine) -> tuple[str, ...]:
    file = _file(engine.url)
    if file:
        _make_file(file)
    with engine.begin() as connection:
        version = _version(connection)
        if version is None and not file and not inspect(connection).get_table_names():
            _fill(connection)
            return ()
    place = _place(engine.url)
    if version is None:
        raise DrillError(f"{place}: a database, but not a collection of drill; name another with --db")
    if version > SCHEMA:
        raise DrillError(
            f"{place}: made by a newer drill (schema {version}, this one knows {SCHEMA}); "
            "update with `pip install -U llm-drill`"
        )
    notices = () if version == SCHEMA else (upgrade(engine, version),)
    if file:
        # Kept in the file, hence only set where the file is known to be ours; a backup put back has lost it.
        outside_transactions(engine, "PRAGMA journal_mode = WAL")
    return notices


def upgrade(engine: Engine, version: str) -> str:
    """Bring a collection from `version` to the newest schema, after a copy of its file; say what was done."""
    from drill.store.migrate import migrate

    file = _file(engine.url)
    copy = copy_aside(engine, file, version) if file else None
    reached = migrate(engine)
    kept = f"; the file as it was is kept as {copy}" if copy else ""
    return f"the collection was brought from schema {version} to {reached}{kept}"


def _make_file(file: Path) -> None:
    """Make a collection where there is none, whole or not at all; of two programs that do, one succeeds."""
    if file.exists():
        if file.stat().st_size == 0:
            raise DrillError(f"{file}: the file is empty; {way_out('malformed', str(file))}")
        return
    if copies := backups_of(file):
        raise DrillError(
            f"{file}: the collection is gone, but its backups are there; "
            f"copy {copies[-1]} to its place, or move the backups away to start anew"
        )
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f"{file.name}.{uuid4().hex[:8]}.new")
    try:
        engine = _engine(new)
        with engine.begin() as connection:
            _fill(connection)
        engine.dispose()
        try:
            os.link(new, file)
        except FileExistsError:
            return
        except OSError:  # a file system without links
            new.rename(file)
    finally:
        new.unlink(missing_ok=True)


def _fill(connection: Connection) -> None:
    Base.metadata.create_all(connection)
    connection.execute(
        text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, PRIMARY KEY (version_num))")
    )
    connection.execute(text("INSERT INTO alembic_version VALUES (:schema)"), {"schema": SCHEMA})


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _engine(where: str | Path) -> Engine:
    try:
        # A file's name may hold what has a meaning in a URL.
        parsed = URL.create("sqlite", database=str(where)) if isinstance(where, Path) else make_url(where)
        if parsed.get_backend_name() != "sqlite":
            return create_engine(parsed)
        if _file(parsed):
            engine = create_engine(parsed, connect_args={"timeout": _BUSY_SECONDS})
        else:
            engine = create_engine(parsed, poolclass=StaticPool, connect_args={"check_same_thread": False})
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        shown = re.sub(r":[^:/@]*@", ":***@", str(where))
        way = "a URL looks like sqlite:////home/me/drill.db or postgresql://me@host/drill"
        if isinstance(error, ImportError):
            way = "for PostgreSQL: pip install 'llm-drill[postgres]'"
        raise UsageError(f"database {shown}: {error}; {way}") from error
    event.listen(engine, "connect", _configure)
    event.listen(engine, "begin", _begin)
    return engine


def _configure(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    # The driver would begin transactions by itself, but late and never for DDL; `_begin` does it instead.
    connection.isolation_level = None
    cursor = connection.cursor()
    # With WAL, NORMAL never damages the file and commits 100 times faster than FULL. Power loss may take the
    # last answers back; a crash of the program cannot.
    cursor.execute("PRAGMA synchronous = NORMAL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin(connection: Connection) -> None:
    # A writer takes its lock at once: it waits for its turn, rather than fail halfway for having read first.
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _file(url: URL) -> Path | None:
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    if "uri" in url.query:  # SQLite's own kind of URI, whose path is SQLite's business
        return None
    return Path(url.database)


def _place(url: URL) -> str:
    return str(_file(url) or url.render_as_string(hide_password=True))
