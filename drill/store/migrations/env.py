"""How alembic runs the migrations: on the connection, and within the transaction, that it is handed."""

from alembic import context

from drill.store.tables import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
context.run_migrations()
