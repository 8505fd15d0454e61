"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "actions",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_actions"),
        sa.UniqueConstraint("id", name="uq_actions_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_actions_day", "actions", ["day"], unique=False)
    op.create_index("ix_actions_item", "actions", ["item"], unique=False)
    op.create_table(
        "answers",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("card", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=True),
        sa.Column("mode", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=True),
        sa.Column("hints", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_answers"),
        sa.UniqueConstraint("id", name="uq_answers_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_answers_day", "answers", ["day"], unique=False)
    op.create_index("ix_answers_item", "answers", ["item"], unique=False)
    op.create_table(
        "drafts",
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("item", name="pk_drafts"),
    )
    op.create_table(
        "flags",
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("suspended", sa.Boolean(), nullable=False),
        sa.Column("buried", sa.String(10), nullable=True),
        sa.PrimaryKeyConstraint("item", name="pk_flags"),
    )
    op.create_table(
        "memories",
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("stability", sa.Float(), nullable=False),
        sa.Column("difficulty", sa.Float(), nullable=False),
        sa.Column("last_review", sa.String(27), nullable=False),
        sa.Column("last_day", sa.String(10), nullable=False),
        sa.Column("repetitions", sa.Integer(), nullable=False),
        sa.Column("lapses", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.String(27), nullable=True),
        sa.Column("due_day", sa.String(10), nullable=True),
        sa.PrimaryKeyConstraint("item", name="pk_memories"),
    )
    op.create_index("ix_memories_due_at", "memories", ["due_at"], unique=False)
    op.create_index("ix_memories_due_day", "memories", ["due_day"], unique=False)
    op.create_table(
        "meta",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_meta"),
    )
    op.create_table(
        "parameters",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_parameters"),
    )
    op.create_table(
        "retractions",
        sa.Column("action", sa.Uuid(), nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.ForeignKeyConstraint(["action"], ["actions.id"], name="fk_retractions_action"),
        sa.PrimaryKeyConstraint("action", name="pk_retractions"),
    )
    op.create_table(
        "reviews",
        sa.Column("action", sa.Uuid(), nullable=False),
        sa.Column("rating", sa.Text(), nullable=False),
        sa.Column("proposed", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("answer", sa.Uuid(), nullable=True),
        sa.Column("parameters", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["action"], ["actions.id"], name="fk_reviews_action"),
        sa.ForeignKeyConstraint(["answer"], ["answers.id"], name="fk_reviews_answer"),
        sa.ForeignKeyConstraint(["parameters"], ["parameters.digest"], name="fk_reviews_parameters"),
        sa.PrimaryKeyConstraint("action", name="pk_reviews"),
    )
    op.create_index("ix_reviews_answer", "reviews", ["answer"], unique=False)
    op.create_table(
        "verdicts",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("answer", sa.Uuid(), nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["answer"], ["answers.id"], name="fk_verdicts_answer"),
        sa.PrimaryKeyConstraint("number", name="pk_verdicts"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_verdicts_answer", "verdicts", ["answer"], unique=False)
