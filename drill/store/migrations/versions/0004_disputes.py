"""Verdicts on points that the user disputes."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "disputes",
        sa.Column("answer", sa.Uuid(), nullable=False),
        sa.Column("point", sa.Text(), nullable=False),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.ForeignKeyConstraint(["answer"], ["answers.id"], name="fk_disputes_answer"),
        sa.PrimaryKeyConstraint("answer", "point", name="pk_disputes"),
    )
