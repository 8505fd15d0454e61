"""Opening a collection: made whole, never made over something, and every fault in one line."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from sqlalchemy import text

from drill.errors import DrillError, UsageError
from drill.store.collection import SCHEMA, Collection, open_collection

AT = datetime(2026, 5, 4, 10, tzinfo=UTC)
DAY = date(2026, 5, 4)


def at(file: Path) -> str:
    return f"sqlite:///{file}"


def fill(collection: Collection, items: int = 1) -> None:
    with collection.writing() as books:
        for n in range(items):
            books.log.append_mark("suspend", item=f"item-{n}", at=AT, day=DAY)
            books.memories.derive(f"item-{n}")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "home" / "c.db"


@pytest.fixture
def collection(file: Path) -> Collection:
    made = open_collection(at(file))
    fill(made)
    made.close()
    return made


def test_a_missing_collection_is_made_and_nothing_else_is_left(file: Path) -> None:
    open_collection(at(file)).close()
    assert [each.name for each in file.parent.iterdir()] == ["c.db"]


def test_what_is_written_is_there_when_it_is_opened_again(file: Path, collection: Collection) -> None:
    with open_collection(at(file)).reading() as books:
        assert books.memories.suspended() == {"item-0"}


def test_opening_what_is_up_to_date_imports_no_migrations(file: Path, collection: Collection) -> None:
    program = (
        "import sys; from drill.store.collection import open_collection;"
        f"open_collection({at(file)!r}); print('alembic' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_the_driver_is_set_up_for_a_program_that_may_die(file: Path, collection: Collection) -> None:
    with open_collection(at(file)).reading() as books:
        pragmas = [
            books._session.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "foreign_keys", "synchronous", "busy_timeout")
        ]
    assert pragmas == ["wal", 1, 1, 5000]


def test_a_failing_transaction_leaves_nothing_behind(file: Path, collection: Collection) -> None:
    opened = open_collection(at(file))

    def half() -> None:
        with opened.writing() as books:
            books.log.append_mark("suspend", item="half", at=AT, day=DAY)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        half()
    with opened.reading() as books:
        assert "half" not in books.log.items()


@pytest.mark.parametrize("damage", ["empty", "halved", "overwritten", "other", "text"])
def test_a_damaged_file_is_named_and_left_as_it_is(file: Path, damage: str) -> None:
    made = open_collection(at(file))
    fill(made, 200)
    made.close()
    body = file.read_bytes()
    if damage == "other":
        file.unlink()
        with sqlite3.connect(file) as other:
            other.execute("CREATE TABLE notes (id)")
        other.close()
    else:
        file.write_bytes(
            {
                "empty": b"",
                "halved": body[: len(body) // 2],
                "overwritten": body[:4096] + b"\xa5" * (len(body) - 4096),
                "text": b"no database at all, " * 400,
            }[damage]
        )
    before = file.read_bytes()

    def use() -> None:
        with open_collection(at(file)).reading() as books:
            books.log.histories()

    with pytest.raises(DrillError, match=str(file)) as raised:
        use()
    assert "\n" not in str(raised.value)
    assert file.read_bytes() == before


def test_a_damaged_file_names_its_newest_backup(file: Path, collection: Collection) -> None:
    backup = file.parent / "backups" / "c-0001.db"
    backup.parent.mkdir()
    backup.write_bytes(file.read_bytes())
    file.write_bytes(b"no database at all, " * 400)
    with pytest.raises(DrillError, match=str(backup)):
        open_collection(at(file))


def test_a_collection_that_vanished_while_its_backups_stand_is_not_begun_anew(file: Path) -> None:
    backup = file.parent / "backups" / "c-0001.db"
    backup.parent.mkdir(parents=True)
    backup.write_bytes(b"")
    with pytest.raises(DrillError, match=r"gone.*c-0001\.db"):
        open_collection(at(file))
    assert not file.exists()


def test_a_newer_schema_is_refused_and_left_as_it_is(file: Path, collection: Collection) -> None:
    with sqlite3.connect(file) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    newer.close()
    with pytest.raises(DrillError, match=rf"newer drill \(schema 9999, this one knows {SCHEMA}\)"):
        open_collection(at(file))
    with sqlite3.connect(file) as left:
        assert left.execute("SELECT version_num FROM alembic_version").fetchone() == ("9999",)
    left.close()


def test_a_file_that_must_not_be_written_says_so_and_loses_nothing(
    file: Path, collection: Collection
) -> None:
    readonly = open_collection(f"sqlite:///file:{file}?mode=ro&uri=true")
    with pytest.raises(DrillError, match=r"readonly.*nothing was written"):
        fill(readonly)
    with open_collection(at(file)).reading() as books:
        assert books.log.items() == {"item-0"}


def test_a_full_disk_says_so_and_the_next_try_works(file: Path, collection: Collection) -> None:
    opened = open_collection(at(file))

    def too_much() -> None:
        with opened.writing() as books:
            pages = books._session.execute(text("PRAGMA page_count")).scalar()
            books._session.execute(text(f"PRAGMA max_page_count = {pages}"))
            for n in range(3000):
                books.log.append_mark("suspend", item=f"more-{n}", at=AT, day=DAY)

    with pytest.raises(DrillError, match=r"full.*make room"):
        too_much()
    with opened.writing() as books:
        assert books.log.items() == {"item-0"}
        books._session.execute(text("PRAGMA max_page_count = 1000000"))
    fill(opened, 3)
    with opened.reading() as books:
        assert len(books.log.items()) == 3


@pytest.mark.parametrize("url", ["nonsense", "nosuch://x", "sqlite+nosuch:///x.db"])
def test_a_url_that_cannot_be_used_is_a_usage_error(url: str) -> None:
    with pytest.raises(UsageError, match="sqlite:////"):
        open_collection(url)


def test_a_file_may_be_called_anything(tmp_path: Path) -> None:
    file = tmp_path / "a?b=c #1 100%25" / "面试 c.db"
    fill(open_collection(file))
    assert [each.name for each in file.parent.iterdir() if each.suffix == ".db"] == [file.name]
    with open_collection(file).reading() as books:
        assert books.log.items() == {"item-0"}


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DrillError, match=str(tmp_path)):
        open_collection(at(tmp_path / "file" / "c.db"))


def test_two_programs_that_start_at_once_make_one_collection(file: Path) -> None:
    failures: list[BaseException] = []

    def start(n: int) -> None:
        try:
            opened = open_collection(at(file))
            with opened.writing() as books:
                books.log.append_mark("suspend", item=f"by-{n}", at=AT, day=DAY)
            opened.close()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=start, args=(n,)) for n in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert failures == []
    with open_collection(at(file)).reading() as books:
        assert books.log.items() == {f"by-{n}" for n in range(8)}


WRITER = """
import sys
from datetime import UTC, date, datetime
from drill.store.collection import open_collection
collection = open_collection(sys.argv[1])
NOW, DAY = datetime.now(UTC), date(2026, 5, 4)
for n in range(100):
    with collection.writing() as books:
        books.log.append_mark("suspend", item=f"{sys.argv[2]}-{n}", at=NOW, day=DAY)
        books.memories.derive(f"{sys.argv[2]}-{n}")
"""


def test_two_processes_write_to_one_collection(file: Path, collection: Collection) -> None:
    running = [subprocess.Popen([sys.executable, "-c", WRITER, at(file), name]) for name in ("a", "b")]
    assert [each.wait(60) for each in running] == [0, 0]
    with open_collection(at(file)).reading() as books:
        assert len(books.log.items()) == 201
        assert len(books.memories.suspended()) == 201


def test_any_sqlalchemy_url_will_do() -> None:
    memory = open_collection("sqlite://")
    fill(memory)
    with memory.reading() as books:
        assert books.memories.suspended() == {"item-0"}
