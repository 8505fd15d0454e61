"""Running the migrations. Apart, because importing alembic costs a quarter of a second."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

MIGRATIONS = Path(__file__).parent / "migrations"


def migrate(engine: Engine, *more: Path) -> str:
    """Bring a collection to the newest schema, in one transaction, and return its revision.

    `more` are further folders of revisions.
    """
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.set_main_option("version_locations", ":".join(map(str, (MIGRATIONS / "versions", *more))))
    with engine.execution_options(writes=True).begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    return str(ScriptDirectory.from_config(config).get_current_head())
