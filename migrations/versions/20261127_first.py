"""The tables of 1.0."""

import sqlalchemy as sa
from alembic import op

revision = "20261127"
down_revision = None

COMPATIBLE_FROM = "20261127"


def upgrade() -> None:
    op.add_column("alembic_version", sa.Column("compatible_from", sa.String(32)))
    op.create_table(
        "banned_networks",
        sa.Column("decision", sa.String(length=32), nullable=False),
        sa.Column("network", sa.String(length=32), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("decision", "network", name="pk_banned_networks"),
    )
    op.create_index("ix_banned_networks_network", "banned_networks", ["network"])
    op.create_table(
        "blocks",
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("blocked", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player", "blocked", name="pk_blocks"),
    )
    op.create_index("ix_blocks_blocked", "blocks", ["blocked"])
    op.create_table(
        "certified_deals",
        sa.Column("variant", sa.String(length=16), nullable=False),
        sa.Column("code", sa.String(length=16), nullable=False),
        sa.Column("par", sa.Integer(), nullable=False),
        sa.Column("harder_permille", sa.Integer(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("found_at", sa.BigInteger(), nullable=False),
        sa.Column("taken_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("variant", "code", name="pk_certified_deals"),
    )
    op.create_index(
        "ix_certified_deals_ready",
        "certified_deals",
        ["variant", "found_at"],
        sqlite_where=sa.text("taken_at IS NULL"),
        postgresql_where=sa.text("taken_at IS NULL"),
    )
    op.create_table(
        "closings",
        sa.Column("date", sa.String(length=10), nullable=False),
        sa.Column("variant", sa.String(length=16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("cursor", sa.String(length=32), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.Column("owned_until", sa.BigInteger()),
        sa.Column("games", sa.Integer()),
        sa.Column("difficulty", sa.Double()),
        sa.Column("error", sa.Double()),
        sa.PrimaryKeyConstraint("date", "variant", name="pk_closings"),
    )
    op.create_index(
        "ix_closings_open",
        "closings",
        ["variant", "date"],
        sqlite_where=sa.text("done = 0"),
        postgresql_where=sa.text("NOT done"),
    )
    op.create_table(
        "daily_secrets",
        sa.Column("date", sa.String(length=10), nullable=False),
        sa.Column("variant", sa.String(length=16), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("band", sa.String(length=16)),
        sa.PrimaryKeyConstraint("date", "variant", name="pk_daily_secrets"),
    )
    op.create_table(
        "deals",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("code", sa.String(length=16), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("origin", sa.String(length=16), nullable=False),
        sa.Column("seeds", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_deals"),
    )
    op.create_index("ix_deals_code", "deals", ["code"])
    op.create_table(
        "decisions",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("moderator", sa.Text(), nullable=False),
        sa.Column("action", sa.String(length=16), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("player", sa.String(length=32)),
        sa.Column("game", sa.String(length=32)),
        sa.Column("room", sa.String(length=16)),
        sa.Column("group", sa.String(length=16)),
        sa.Column("until", sa.BigInteger()),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("lifted_at", sa.BigInteger()),
        sa.Column("read_at", sa.BigInteger()),
        sa.Column("answer", sa.Text()),
        sa.Column("answered_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_decisions"),
    )
    op.create_index("ix_decisions_at_id", "decisions", ["at", "id"])
    op.create_index("ix_decisions_player_at", "decisions", ["player", "at"])
    op.create_table(
        "device_codes",
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player", name="pk_device_codes"),
        sa.UniqueConstraint("hash", name="uq_device_codes_hash"),
    )
    op.create_table(
        "follows",
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("followed", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("room", sa.String(length=16)),
        sa.Column("invited_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("player", "followed", name="pk_follows"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_follows_followed_at", "follows", ["followed", "at"])
    op.create_table(
        "groups",
        sa.Column("code", sa.String(length=16), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("colour", sa.String(length=16), nullable=False),
        sa.Column("invitation", sa.String(length=16), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("approval", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("room", sa.String(length=16)),
        sa.Column("name_fixed_until", sa.BigInteger()),
        sa.Column("daily_variant", sa.String(length=16)),
        sa.Column("daily_zone", sa.String(length=64), server_default="UTC", nullable=False),
        sa.Column("daily_hour", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("daily_due_at", sa.BigInteger()),
        sa.Column("division_size", sa.SmallInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_groups"),
        sa.UniqueConstraint("invitation", name="uq_groups_invitation"),
    )
    op.create_index("ix_groups_daily_due_at", "groups", ["daily_due_at"])
    op.create_table(
        "letters",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("channel", sa.String(length=32), nullable=False),
        sa.Column("type", sa.String(length=32), nullable=False),
        sa.Column("subject", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger()),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("failure", sa.String(length=32), nullable=False),
        sa.Column("is_dead", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_letters"),
    )
    op.create_index("ix_letters_channel_at", "letters", ["channel", "at"])
    op.create_index(
        "ix_letters_due",
        "letters",
        ["due_at", "channel"],
        sqlite_where=sa.text("is_dead = 0"),
        postgresql_where=sa.text("NOT is_dead"),
    )
    op.create_table(
        "muted_spectators",
        sa.Column("room", sa.String(length=16), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("room", "player", name="pk_muted_spectators"),
    )
    op.create_index("ix_muted_spectators_player", "muted_spectators", ["player"])
    op.create_table(
        "notices",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("type", sa.String(length=32), nullable=False),
        sa.Column("subject", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("group", sa.String(length=16)),
        sa.Column("is_public", sa.Boolean(), nullable=False),
        sa.Column("players", sa.Text()),
        sa.Column("expires_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_notices"),
    )
    op.create_index("ix_notices_at", "notices", ["at"])
    op.create_table(
        "place_counts",
        sa.Column("leaderboard", sa.String(length=48), nullable=False),
        sa.Column("level", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("bucket", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("n", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("leaderboard", "level", "bucket", name="pk_place_counts"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "players",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("recovery_hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("deleted_at", sa.BigInteger()),
        sa.Column("next_recovery_hash", sa.String(length=64)),
        sa.Column("next_recovery_at", sa.BigInteger()),
        sa.Column("program", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("suspended_until", sa.BigInteger()),
        sa.Column("muted_until", sa.BigInteger()),
        sa.Column("name_fixed_until", sa.BigInteger()),
        sa.Column("zone", sa.String(length=40)),
        sa.Column("recorded_as", sa.String(length=16), server_default="name", nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("recovery_hash", name="uq_players_recovery_hash"),
    )
    op.create_index("ix_players_created_at", "players", ["created_at"])
    op.create_index(
        "ix_players_next_recovery_hash",
        "players",
        ["next_recovery_hash"],
        unique=True,
        sqlite_where=sa.text("next_recovery_hash IS NOT NULL"),
        postgresql_where=sa.text("next_recovery_hash IS NOT NULL"),
    )
    op.create_table(
        "presences",
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("doing", sa.String(length=16), nullable=False),
        sa.Column("room", sa.String(length=16)),
        sa.PrimaryKeyConstraint("player", name="pk_presences"),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("session", sa.String(length=32), nullable=False),
        sa.Column("endpoint", sa.String(length=1000), nullable=False),
        sa.Column("p256dh", sa.LargeBinary(), nullable=False),
        sa.Column("auth", sa.LargeBinary(), nullable=False),
        sa.Column("kinds", sa.Text(), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("vapid", sa.String(length=100), nullable=False),
        sa.Column("device", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("sent", sa.Integer(), nullable=False),
        sa.Column("next_at", sa.BigInteger()),
        sa.Column("paused", sa.String(length=16), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("failing_since", sa.BigInteger()),
        sa.Column("failure", sa.String(length=32), nullable=False),
        sa.Column("delivered_at", sa.BigInteger()),
        sa.Column("rests_until", sa.BigInteger(), nullable=False),
        sa.Column("owned_until", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_push_subscriptions"),
        sa.UniqueConstraint("endpoint", name="uq_push_subscriptions_endpoint"),
        sa.UniqueConstraint("session", name="uq_push_subscriptions_session"),
    )
    op.create_index("ix_push_subscriptions_next_at", "push_subscriptions", ["next_at"])
    op.create_index("ix_push_subscriptions_player", "push_subscriptions", ["player"])
    op.create_table(
        "puzzles",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("columns", sa.SmallInteger(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("proof", sa.LargeBinary(), nullable=False),
        sa.Column("boards", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_puzzles"),
        sa.UniqueConstraint("board", name="uq_puzzles_board"),
    )
    op.create_index("ix_puzzles_made_at_id", "puzzles", ["made_at", "id"])
    op.create_index(
        "ix_puzzles_untried",
        "puzzles",
        ["made_at"],
        sqlite_where=sa.text("tries = 0"),
        postgresql_where=sa.text("tries = 0"),
    )
    op.create_table(
        "recomputations",
        sa.Column("variant", sa.String(length=16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("race", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("variant", name="pk_recomputations"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("reporter", sa.String(length=32), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("reason", sa.String(length=16), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game", sa.String(length=32)),
        sa.Column("room", sa.String(length=16)),
        sa.Column("line", sa.Text()),
        sa.Column("group", sa.String(length=16)),
        sa.Column("seen", sa.Boolean(), nullable=False),
        sa.Column("decision", sa.String(length=32)),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
        sa.UniqueConstraint("reporter", "player", "subject", name="uq_reports_reporter_player_subject"),
    )
    op.create_index(
        "ix_reports_open",
        "reports",
        ["at"],
        sqlite_where=sa.text("decision IS NULL"),
        postgresql_where=sa.text("decision IS NULL"),
    )
    op.create_index("ix_reports_player_at", "reports", ["player", "at"])
    op.create_table(
        "rooms",
        sa.Column("code", sa.String(length=16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("touched_at", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_rooms"),
    )
    op.create_index(
        "ix_rooms_ever_listed",
        "rooms",
        ["touched_at"],
        sqlite_where=sa.text("listed"),
        postgresql_where=sa.text("listed"),
    )
    op.create_index(
        "ix_rooms_listed",
        "rooms",
        ["touched_at"],
        sqlite_where=sa.text("listed = 1 AND closed = 0"),
        postgresql_where=sa.text("listed AND NOT closed"),
    )
    op.create_index(
        "ix_rooms_open",
        "rooms",
        ["touched_at"],
        sqlite_where=sa.text("closed = 0"),
        postgresql_where=sa.text("NOT closed"),
    )
    op.create_table(
        "seen_deals",
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("code", sa.String(length=16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player", "code", name="pk_seen_deals"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_server_keys"),
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_settings"),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("began_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("device", sa.String(length=64), nullable=False),
        sa.Column("network", sa.String(length=32), nullable=False),
        sa.Column("ended_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
    )
    op.create_index("ix_sessions_player", "sessions", ["player"])
    op.create_index("ix_sessions_seen_at", "sessions", ["seen_at"])
    op.create_table(
        "subjects",
        sa.Column("issuer", sa.String(length=255), nullable=False),
        sa.Column("subject", sa.String(length=255), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("generation", sa.Integer()),
        sa.Column("connected_at", sa.BigInteger(), nullable=False),
        sa.Column("proven_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("issuer", "subject", name="pk_subjects"),
    )
    op.create_index("ix_subjects_player_issuer", "subjects", ["player", "issuer"], unique=True)
    op.create_table(
        "voidings",
        sa.Column("decision", sa.String(length=32), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("restores", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("decision", name="pk_voidings"),
    )
    op.create_table(
        "arenas",
        sa.Column("code", sa.String(length=16), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("form", sa.String(length=8), nullable=False),
        sa.Column("variant", sa.String(length=16), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("starts_at", sa.BigInteger(), nullable=False),
        sa.Column("round_ms", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.SmallInteger(), nullable=False),
        sa.Column("group", sa.String(length=16)),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("teams", sa.SmallInteger(), nullable=False),
        sa.Column("team_scores", sa.SmallInteger(), nullable=False),
        sa.Column("repeat_days", sa.SmallInteger(), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("round", sa.SmallInteger(), nullable=False),
        sa.Column("settled", sa.SmallInteger(), nullable=False),
        sa.Column("due_at", sa.BigInteger()),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("next", sa.String(length=16)),
        sa.Column("last_round", sa.SmallInteger()),
        sa.Column("fill_to", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("bot_level", sa.SmallInteger(), server_default="3", nullable=False),
        sa.ForeignKeyConstraint(["group"], ["groups.code"], name="fk_arenas_group_groups"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_arenas_player_players"),
        sa.PrimaryKeyConstraint("code", name="pk_arenas"),
    )
    op.create_index(
        "ix_arenas_due",
        "arenas",
        ["due_at"],
        sqlite_where=sa.text("due_at IS NOT NULL"),
        postgresql_where=sa.text("due_at IS NOT NULL"),
    )
    op.create_index("ix_arenas_group_starts_at", "arenas", ["group", "starts_at"])
    op.create_index(
        "ix_arenas_open",
        "arenas",
        ["listed", "starts_at"],
        sqlite_where=sa.text("ended_at IS NULL"),
        postgresql_where=sa.text("ended_at IS NULL"),
    )
    op.create_index("ix_arenas_player", "arenas", ["player"])
    op.create_table(
        "events",
        sa.Column("code", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("deal", sa.String(length=64)),
        sa.Column("puzzle", sa.String(length=32)),
        sa.Column("player", sa.String(length=32)),
        sa.Column("opens_at", sa.BigInteger(), nullable=False),
        sa.Column("closes_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("ranked", sa.Boolean(), nullable=False),
        sa.Column("lifted", sa.String(length=16), nullable=False),
        sa.Column("shows", sa.String(length=8), nullable=False),
        sa.Column("order", sa.String(length=16), nullable=False),
        sa.Column("places", sa.SmallInteger()),
        sa.Column("limit", sa.SmallInteger()),
        sa.Column("ends_early", sa.Boolean(), nullable=False),
        sa.Column("group", sa.String(length=16)),
        sa.Column("parent", sa.String(length=16)),
        sa.Column("label", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["deal"], ["deals.id"], name="fk_events_deal_deals"),
        sa.ForeignKeyConstraint(["group"], ["groups.code"], name="fk_events_group_groups"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_events_player_players"),
        sa.ForeignKeyConstraint(["puzzle"], ["puzzles.id"], name="fk_events_puzzle_puzzles"),
        sa.PrimaryKeyConstraint("code", name="pk_events"),
        sa.UniqueConstraint("puzzle", name="uq_events_puzzle"),
    )
    op.create_index("ix_events_deal", "events", ["deal"])
    op.create_index("ix_events_ended_at_closes_at", "events", ["ended_at", "closes_at"])
    op.create_index("ix_events_group_opens_at", "events", ["group", "opens_at"])
    op.create_index(
        "ix_events_of_group",
        "events",
        ["group", "label"],
        unique=True,
        sqlite_where=sa.text("kind = 'group_daily'"),
        postgresql_where=sa.text("kind = 'group_daily'"),
    )
    op.create_index(
        "ix_events_of_parent",
        "events",
        ["parent", "label"],
        unique=True,
        sqlite_where=sa.text("parent IS NOT NULL"),
        postgresql_where=sa.text("parent IS NOT NULL"),
    )
    op.create_index("ix_events_player", "events", ["player"])
    op.create_table(
        "group_members",
        sa.Column("group", sa.String(length=16), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.Column("shows_presence", sa.Boolean(), nullable=False),
        sa.Column("seen_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["group"], ["groups.code"], name="fk_group_members_group_groups"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_group_members_player_players"),
        sa.PrimaryKeyConstraint("group", "player", name="pk_group_members"),
    )
    op.create_index("ix_group_members_player", "group_members", ["player"])
    op.create_table(
        "group_divisions",
        sa.Column("group", sa.String(length=16), nullable=False),
        sa.Column("daily", sa.String(length=16), nullable=False),
        sa.Column("month", sa.String(length=7), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("division", sa.SmallInteger(), nullable=False),
        sa.ForeignKeyConstraint(["group"], ["groups.code"], name="fk_group_divisions_group_groups"),
        sa.PrimaryKeyConstraint("group", "daily", "month", "player", name="pk_group_divisions"),
    )
    op.create_index("ix_group_divisions_player", "group_divisions", ["player"])
    op.create_table(
        "group_scores",
        sa.Column("group", sa.String(length=16), nullable=False),
        sa.Column("daily", sa.String(length=16), nullable=False),
        sa.Column("date", sa.String(length=10), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("scored", sa.Integer(), nullable=False),
        sa.Column("scores", sa.LargeBinary()),
        sa.ForeignKeyConstraint(["group"], ["groups.code"], name="fk_group_scores_group_groups"),
        sa.PrimaryKeyConstraint("group", "daily", "date", name="pk_group_scores"),
    )
    op.create_index(
        "ix_group_scores_unscored",
        "group_scores",
        ["date"],
        sqlite_where=sa.text("scored != version"),
        postgresql_where=sa.text("scored != version"),
    )
    op.create_table(
        "mistake_searches",
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("owned_until", sa.BigInteger()),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_mistake_searches_player_players"),
        sa.PrimaryKeyConstraint("player", name="pk_mistake_searches"),
    )
    op.create_table(
        "player_figures",
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("score", sa.BigInteger(), nullable=False),
        sa.Column("time_ms", sa.BigInteger(), nullable=False),
        sa.Column("figures", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_player_figures_player_players"),
        sa.PrimaryKeyConstraint("player", name="pk_player_figures"),
    )
    op.create_table(
        "puzzle_tries",
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("puzzle", sa.String(length=32), nullable=False),
        sa.Column("begun_at", sa.BigInteger(), nullable=False),
        sa.Column("found", sa.Text(), nullable=False),
        sa.Column("wrong", sa.String(length=16), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("ended_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_puzzle_tries_player_players"),
        sa.ForeignKeyConstraint(["puzzle"], ["puzzles.id"], name="fk_puzzle_tries_puzzle_puzzles"),
        sa.PrimaryKeyConstraint("player", "puzzle", name="pk_puzzle_tries"),
    )
    op.create_table(
        "races",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("room", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("deal", sa.String(length=64), nullable=False),
        sa.Column("starts_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger()),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("event", sa.String(length=32)),
        sa.Column("team_scores", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("group", sa.String(length=16)),
        sa.ForeignKeyConstraint(["deal"], ["deals.id"], name="fk_races_deal_deals"),
        sa.ForeignKeyConstraint(["room"], ["rooms.code"], name="fk_races_room_rooms"),
        sa.PrimaryKeyConstraint("id", name="pk_races"),
        sa.UniqueConstraint("room", "number", name="uq_races_room_number"),
    )
    op.create_index("ix_races_deal", "races", ["deal"])
    op.create_index(
        "ix_races_of_group",
        "races",
        ["group", "ended_at"],
        sqlite_where=sa.text('"group" IS NOT NULL'),
        postgresql_where=sa.text('"group" IS NOT NULL'),
    )
    op.create_index(
        "ix_races_open",
        "races",
        ["room"],
        sqlite_where=sa.text("ended_at IS NULL"),
        postgresql_where=sa.text("ended_at IS NULL"),
    )
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("variant", sa.String(length=16), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("races", sa.Integer(), nullable=False),
        sa.Column("opponents", sa.Integer(), server_default="0", nullable=False),
        sa.Column("strangers", sa.Integer(), server_default="0", nullable=False),
        sa.Column("days", sa.Integer(), server_default="0", nullable=False),
        sa.Column("last_day", sa.Integer(), server_default="-1", nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_ratings_player_players"),
        sa.PrimaryKeyConstraint("player", "variant", name="pk_ratings"),
    )
    op.create_table(
        "series",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("room", sa.String(length=16), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("best_of", sa.SmallInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.Column("group", sa.String(length=16)),
        sa.ForeignKeyConstraint(["room"], ["rooms.code"], name="fk_series_room_rooms"),
        sa.PrimaryKeyConstraint("id", name="pk_series"),
        sa.UniqueConstraint("room", "last", name="uq_series_room_last"),
    )
    op.create_index("ix_series_group_ended_at", "series", ["group", "ended_at"])
    op.create_table(
        "webhooks",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("group", sa.String(length=16)),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("old_secret", sa.LargeBinary(), nullable=False),
        sa.Column("old_secret_until", sa.BigInteger(), nullable=False),
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("next_at", sa.BigInteger()),
        sa.Column("paused", sa.String(length=16), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("failing_since", sa.BigInteger()),
        sa.Column("failure", sa.String(length=32), nullable=False),
        sa.Column("delivered_at", sa.BigInteger()),
        sa.Column("rests_until", sa.BigInteger(), nullable=False),
        sa.Column("owned_until", sa.BigInteger()),
        sa.ForeignKeyConstraint(["group"], ["groups.code"], name="fk_webhooks_group_groups"),
        sa.PrimaryKeyConstraint("id", name="pk_webhooks"),
    )
    op.create_index("ix_webhooks_group", "webhooks", ["group"])
    op.create_index("ix_webhooks_next_at", "webhooks", ["next_at"])
    op.create_table(
        "arena_roles",
        sa.Column("arena", sa.String(length=16), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("role", sa.String(length=8), nullable=False),
        sa.ForeignKeyConstraint(["arena"], ["arenas.code"], name="fk_arena_roles_arena_arenas"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_arena_roles_player_players"),
        sa.PrimaryKeyConstraint("arena", "player", name="pk_arena_roles"),
    )
    op.create_index("ix_arena_roles_player", "arena_roles", ["player"])
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("race", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("ranked", sa.Boolean(), nullable=False),
        sa.Column("hinted", sa.Boolean(), nullable=False),
        sa.Column("variant", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("won", sa.Boolean()),
        sa.Column("locked", sa.SmallInteger()),
        sa.Column("score", sa.SmallInteger()),
        sa.Column("moves", sa.Integer()),
        sa.Column("shuffles", sa.SmallInteger()),
        sa.Column("time_ms", sa.BigInteger()),
        sa.Column("reached_ms", sa.BigInteger()),
        sa.Column("given_up", sa.Boolean()),
        sa.Column("delay_ms", sa.Integer()),
        sa.Column("transcript", sa.Text()),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("among_programs", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("last_board", sa.Text()),
        sa.Column("shuffled_boards", sa.Text()),
        sa.Column("voided_by", sa.String(length=32)),
        sa.Column("team", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("kin", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("recorded", sa.String(length=32)),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_games_player_players"),
        sa.ForeignKeyConstraint(["race"], ["races.id"], name="fk_games_race_races"),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("race", "player", name="uq_games_race_player"),
        sa.UniqueConstraint("race", "seat", name="uq_games_race_seat"),
    )
    op.create_index(
        "ix_games_of_player",
        "games",
        [
            "player",
            "ended_at",
            "id",
            "race",
            "ranked",
            "won",
            "locked",
            "score",
            "time_ms",
            "moves",
            "reached_ms",
            "shuffles",
            "given_up",
            "voided_by",
            "variant",
            "kind",
        ],
    )
    may_be_rival = (
        "recorded IS NULL AND voided_by IS NULL AND kind IN ('race', 'solo') AND {not_hinted} AND {not_given_up}"
        " AND moves > 0"
    )
    op.create_index(
        "ix_games_rivals",
        "games",
        ["variant", "ended_at", "race"],
        sqlite_where=sa.text(may_be_rival.format(not_hinted="hinted = 0", not_given_up="given_up = 0")),
        postgresql_where=sa.text(may_be_rival.format(not_hinted="NOT hinted", not_given_up="NOT given_up")),
    )
    op.create_index(
        "ix_games_recorded",
        "games",
        ["race"],
        sqlite_where=sa.text("recorded IS NOT NULL"),
        postgresql_where=sa.text("recorded IS NOT NULL"),
    )
    op.create_index(
        "ix_games_void",
        "games",
        ["voided_by"],
        sqlite_where=sa.text("voided_by IS NOT NULL"),
        postgresql_where=sa.text("voided_by IS NOT NULL"),
    )
    op.create_table(
        "rating_changes",
        sa.Column("race", sa.String(length=32), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("variant", sa.String(length=16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("races", sa.Integer(), nullable=False),
        sa.Column("opponents", sa.Integer(), server_default="0", nullable=False),
        sa.Column("strangers", sa.Integer(), server_default="0", nullable=False),
        sa.Column("days", sa.Integer(), server_default="0", nullable=False),
        sa.Column("last_day", sa.Integer(), server_default="-1", nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_rating_changes_player_players"),
        sa.ForeignKeyConstraint(["race"], ["races.id"], name="fk_rating_changes_race_races"),
        sa.PrimaryKeyConstraint("race", "player", name="pk_rating_changes"),
    )
    op.create_index("ix_rating_changes_player_variant_at_race", "rating_changes", ["player", "variant", "at", "race"])
    op.create_index("ix_rating_changes_variant_at_race", "rating_changes", ["variant", "at", "race"])
    op.create_table(
        "actions",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("action", sa.String(length=16), nullable=False),
        sa.Column("ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game", "n", name="pk_actions"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "analyses",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn_at", sa.BigInteger(), nullable=False),
        sa.Column("share", sa.String(length=16)),
        sa.Column("searched_ms", sa.Integer(), server_default="0", nullable=False),
        sa.Column("owner", sa.String(length=32)),
        sa.Column("owned_until", sa.BigInteger()),
        sa.Column("findings", sa.LargeBinary(), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.Column("accuracy", sa.SmallInteger()),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_analyses_game_games"),
        sa.PrimaryKeyConstraint("game", name="pk_analyses"),
    )
    op.create_index(
        "ix_analyses_open",
        "analyses",
        ["turn_at"],
        sqlite_where=sa.text("done = 0"),
        postgresql_where=sa.text("NOT done"),
    )
    op.create_table(
        "daily_scores",
        sa.Column("date", sa.String(length=10), nullable=False),
        sa.Column("variant", sa.String(length=16), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("performance", sa.Double(), nullable=False),
        sa.Column("strength", sa.Double(), nullable=False),
        sa.Column("error", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_daily_scores_game_games"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_daily_scores_player_players"),
        sa.PrimaryKeyConstraint("date", "variant", "player", name="pk_daily_scores"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_daily_scores_game", "daily_scores", ["game"])
    op.create_index("ix_daily_scores_player_variant_date", "daily_scores", ["player", "variant", "date"])
    op.create_table(
        "entries",
        sa.Column("event", sa.String(length=32), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=32)),
        sa.Column("team", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("out_after", sa.SmallInteger()),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_entries_game_games"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_entries_player_players"),
        sa.PrimaryKeyConstraint("event", "player", name="pk_entries"),
    )
    op.create_index("ix_entries_game", "entries", ["game"])
    op.create_index("ix_entries_player_event_game", "entries", ["player", "event", "game"])
    op.create_table(
        "examinations",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("leaderboard", sa.String(length=48), nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("owned_until", sa.BigInteger()),
        sa.Column("flags", sa.LargeBinary(), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.Column("noted", sa.Boolean(), nullable=False),
        sa.Column("flagged", sa.Boolean(), nullable=False),
        sa.Column("cleared_by", sa.Text()),
        sa.Column("cleared_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_examinations_game_games"),
        sa.PrimaryKeyConstraint("game", name="pk_examinations"),
    )
    op.create_index(
        "ix_examinations_flagged",
        "examinations",
        ["leaderboard", "asked_at"],
        sqlite_where=sa.text("flagged"),
        postgresql_where=sa.text("flagged"),
    )
    op.create_index(
        "ix_examinations_noted",
        "examinations",
        ["asked_at", "game"],
        sqlite_where=sa.text("noted"),
        postgresql_where=sa.text("noted"),
    )
    op.create_index(
        "ix_examinations_open",
        "examinations",
        ["asked_at", "game"],
        sqlite_where=sa.text("done = 0"),
        postgresql_where=sa.text("NOT done"),
    )
    op.create_table(
        "places",
        sa.Column("leaderboard", sa.String(length=48), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("key", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_places_game_games"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_places_player_players"),
        sa.PrimaryKeyConstraint("leaderboard", "player", name="pk_places"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_places_game", "places", ["game"])
    op.create_index("ix_places_leaderboard_key_player", "places", ["leaderboard", "key", "player"])
    op.create_index("ix_places_player", "places", ["player"])
    op.create_table(
        "puzzle_games",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_puzzle_games_game_games"),
        sa.PrimaryKeyConstraint("game", name="pk_puzzle_games"),
    )
    op.create_table(
        "puzzle_mistakes",
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("puzzle", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("played", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_puzzle_mistakes_game_games"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_puzzle_mistakes_player_players"),
        sa.ForeignKeyConstraint(["puzzle"], ["puzzles.id"], name="fk_puzzle_mistakes_puzzle_puzzles"),
        sa.PrimaryKeyConstraint("player", "puzzle", name="pk_puzzle_mistakes"),
    )


def downgrade() -> None:
    op.drop_table("puzzle_mistakes")
    op.drop_table("puzzle_games")
    op.drop_table("places")
    op.drop_table("examinations")
    op.drop_table("entries")
    op.drop_table("daily_scores")
    op.drop_table("analyses")
    op.drop_table("actions")
    op.drop_table("rating_changes")
    op.drop_table("games")
    op.drop_table("arena_roles")
    op.drop_table("webhooks")
    op.drop_table("series")
    op.drop_table("ratings")
    op.drop_table("races")
    op.drop_table("puzzle_tries")
    op.drop_table("player_figures")
    op.drop_table("mistake_searches")
    op.drop_table("group_scores")
    op.drop_table("group_divisions")
    op.drop_table("group_members")
    op.drop_table("events")
    op.drop_table("arenas")
    op.drop_table("voidings")
    op.drop_table("subjects")
    op.drop_table("settings")
    op.drop_table("sessions")
    op.drop_table("server_keys")
    op.drop_table("seen_deals")
    op.drop_table("rooms")
    op.drop_table("reports")
    op.drop_table("recomputations")
    op.drop_table("puzzles")
    op.drop_table("push_subscriptions")
    op.drop_table("presences")
    op.drop_table("players")
    op.drop_table("place_counts")
    op.drop_table("notices")
    op.drop_table("muted_spectators")
    op.drop_table("letters")
    op.drop_table("groups")
    op.drop_table("follows")
    op.drop_table("device_codes")
    op.drop_table("decisions")
    op.drop_table("deals")
    op.drop_table("daily_secrets")
    op.drop_table("closings")
    op.drop_table("certified_deals")
    op.drop_table("blocks")
    op.drop_table("banned_networks")
    op.drop_column("alembic_version", "compatible_from")
