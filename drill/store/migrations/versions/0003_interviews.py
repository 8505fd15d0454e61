"""Interviews and their events."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "interviews",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("began", sa.String(27), nullable=False),
        sa.Column("ended", sa.String(27), nullable=True),
        sa.Column("draft", sa.Text(), nullable=True),
        sa.Column("draft_seconds", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_interviews"),
    )
    op.create_table(
        "interview_events",
        sa.Column("interview", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["interview"], ["interviews.id"], name="fk_interview_events_interview"),
        sa.PrimaryKeyConstraint("interview", "position", name="pk_interview_events"),
    )
