"""The tables. `migrations/` creates them; a test checks that both agree.

Times ending in `_at` are milliseconds since 1970, those ending in `_ms` count from the start of the race.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    and_,
    false,
    not_,
)

# A constraint can only be changed by a migration if it has a name.
metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

ID = String(32)
CODE = String(16)
DATE = String(10)
VARIANT = String(16)
LEADERBOARD = String(48)


def _partial_index(
    name: str, *columns: ColumnElement[object], where: ColumnElement[bool], unique: bool = False
) -> Index:
    """Return an index of only the few rows that a query needs: those that are still open."""
    return Index(name, *columns, sqlite_where=where, postgresql_where=where, unique=unique)


players = Table(
    "players",
    metadata,
    Column("id", ID, primary_key=True),
    Column("name", Text, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("recovery_hash", String(64), nullable=False, unique=True),
    Column("created_at", BigInteger, nullable=False),
    # The row of a deleted player stays, without name and recovery code, because games refer to it.
    Column("deleted_at", BigInteger),
    Column("next_recovery_hash", String(64)),
    Column("next_recovery_at", BigInteger),
    # Bots of this server, and programs that said that they are.
    Column("program", Boolean, nullable=False, server_default=false()),
    # Until when moderators keep the player from playing, from chatting, and from changing the name.
    Column("suspended_until", BigInteger),
    Column("muted_until", BigInteger),
    Column("name_fixed_until", BigInteger),
    Index(None, "created_at"),
)
_partial_index(
    "ix_players_next_recovery_hash",
    players.c.next_recovery_hash,
    where=players.c.next_recovery_hash.is_not(None),
    unique=True,
)

server_keys = Table(
    "server_keys",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("key", LargeBinary, nullable=False),
)

# How far work has come that goes through everything, again and again.
cursors = Table(
    "cursors",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("position", BigInteger, nullable=False),
    # When this pass began.
    Column("began_at", BigInteger, nullable=False),
)

rooms = Table(
    "rooms",
    metadata,
    Column("code", CODE, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("touched_at", BigInteger, nullable=False),
    # The row of a closed room stays: its races refer to it, and its code is never used again.
    Column("closed", Boolean, nullable=False, default=False),
)
_partial_index("ix_rooms_open", rooms.c.touched_at, where=not_(rooms.c.closed))
_partial_index("ix_rooms_ever_listed", rooms.c.touched_at, where=rooms.c.listed)
_partial_index("ix_rooms_listed", rooms.c.touched_at, where=and_(rooms.c.listed, not_(rooms.c.closed)))

# A deal is stored once, however many races are played on it.
deals = Table(
    "deals",
    metadata,
    # A digest of the other columns, so that it need not be looked up.
    Column("id", String(64), primary_key=True),
    # JSON of `variant_data`.
    Column("variant", Text, nullable=False),
    Column("code", CODE, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    # `draw.Origin.text` and the seeds of all seats, one after the other; null for a deal of version 1.
    Column("origin", String(16)),
    Column("seeds", LargeBinary),
)

races = Table(
    "races",
    metadata,
    Column("id", ID, primary_key=True),
    Column("room", ForeignKey(rooms.c.code), nullable=False),
    Column("number", Integer, nullable=False),
    Column("deal", ForeignKey(deals.c.id), nullable=False),
    Column("starts_at", BigInteger, nullable=False),
    Column("ends_at", BigInteger),
    Column("ended_at", BigInteger),
    # The code of the challenge that it is part of.
    Column("challenge", CODE),
    # The number of best scores that a team's result is the sum of; 0 in a race without teams.
    Column("team_scores", SmallInteger, nullable=False, server_default="0"),
    UniqueConstraint("room", "number"),
    Index(None, "deal"),
)
_partial_index("ix_races_open", races.c.room, where=races.c.ended_at.is_(None))

games = Table(
    "games",
    metadata,
    Column("id", ID, primary_key=True),
    Column("race", ForeignKey(races.c.id), nullable=False),
    # The index in `StoredRace.games`.
    Column("seat", SmallInteger, nullable=False),
    Column("player", ForeignKey(players.c.id), nullable=False),
    Column("ranked", Boolean, nullable=False),
    Column("hinted", Boolean, nullable=False),
    # The result: all columns, or none while the game runs.
    Column("won", Boolean),
    Column("locked", SmallInteger),
    Column("score", SmallInteger),
    Column("moves", Integer),
    Column("shuffles", SmallInteger),
    Column("time_ms", BigInteger),
    Column("reached_ms", BigInteger),
    Column("transcript", Text),
    Column("ended_at", BigInteger),
    # Whether it counts among programs: one played it, on a deal on which people are ranked.
    Column("among_programs", Boolean, nullable=False, server_default=false()),
    # The last board, and those after each shuffle, joined by spaces. Games that ended before version 0007 have none.
    Column("last_board", Text),
    Column("shuffled_boards", Text),
    # The decision that made the result void. Such a game is not ranked.
    Column("voided_by", ID),
    Column("team", SmallInteger, nullable=False, server_default="0"),
    # In the archive: the transcript and the boards, whose columns are NULL then (`rules.packing`).
    Column("packed", LargeBinary),
    # How much later than the race the player starts, as a handicap.
    Column("waits_ms", Integer, nullable=False, server_default="0"),
    UniqueConstraint("race", "seat"),
    UniqueConstraint("race", "player"),
    # With all that a profile and a head-to-head read of every game of a player, whose rows lie far apart.
    Index(
        "ix_games_of_player",
        *("player", "ended_at", "id", "race", "ranked", "won", "locked", "score", "time_ms", "moves", "reached_ms"),
        "voided_by",
    ),
)
_partial_index("ix_games_unpacked", games.c.ended_at, where=games.c.transcript.is_not(None))
_partial_index("ix_games_void", games.c.voided_by, where=games.c.voided_by.is_not(None))

# The actions of running games. SQLite stores the rows in the index of the primary key.
actions = Table(
    "actions",
    metadata,
    Column("game", ForeignKey(games.c.id), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("action", String(16), nullable=False),
    Column("ms", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# The deal of a UTC date and a variant. Races on a daily are those on its deal.
dailies = Table(
    "dailies",
    metadata,
    Column("date", DATE, primary_key=True),
    Column("variant", VARIANT, primary_key=True),
    Column("deal", ForeignKey(deals.c.id), nullable=False, unique=True),
    # The certificate: all columns or none.
    Column("par", Integer),
    Column("harder_permille", Integer),
    Column("line", Text),
    Column("version", Integer),
)

# The secrets of dailies to come, whose commitments are public. Those of made dailies stay in their deals, too.
daily_secrets = Table(
    "daily_secrets",
    metadata,
    Column("date", DATE, primary_key=True),
    Column("variant", VARIANT, primary_key=True),
    Column("secret", LargeBinary, nullable=False),
    # `play.ramp.Band.text`; null for dates without one.
    Column("band", String(16)),
)

# A player's one ranked game of a daily.
attempts = Table(
    "attempts",
    metadata,
    Column("date", DATE, primary_key=True),
    Column("variant", VARIANT, primary_key=True),
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("game", ForeignKey(games.c.id), nullable=False, unique=True),
    ForeignKeyConstraint(["date", "variant"], [dailies.c.date, dailies.c.variant]),
    Index(None, "player", "variant", "date", "game"),
)

# The ranked games of a player summed up, as far as that has been done (see `store.figures`).
player_figures = Table(
    "player_figures",
    metadata,
    Column("player", ForeignKey(players.c.id), primary_key=True),
    # The last game of them.
    Column("ended_at", BigInteger, nullable=False),
    Column("game", ID, nullable=False),
    # What these games have to sum up to, or else some of them have become void or valid since.
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("score", BigInteger, nullable=False),
    Column("time_ms", BigInteger, nullable=False),
    # A `Figures` in MessagePack.
    Column("figures", LargeBinary, nullable=False),
)

# The scores of closed dailies (see `play.daily_scores`).
daily_scores = Table(
    "daily_scores",
    metadata,
    Column("date", DATE, primary_key=True),
    Column("variant", VARIANT, primary_key=True),
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("game", ForeignKey(games.c.id), nullable=False),
    # In thousandths of an IMP.
    Column("score", Integer, nullable=False),
    Column("performance", Double, nullable=False),
    # The player's strength after it, and its standard deviation.
    Column("strength", Double, nullable=False),
    Column("error", Double, nullable=False),
    ForeignKeyConstraint(["date", "variant"], [dailies.c.date, dailies.c.variant]),
    Index(None, "player", "variant", "date"),
    Index(None, "game"),
    sqlite_with_rowid=False,
)

# Dailies whose scores are being stored, or are all there.
closings = Table(
    "closings",
    metadata,
    Column("date", DATE, primary_key=True),
    Column("variant", VARIANT, primary_key=True),
    # Counts how often it was begun anew.
    Column("version", Integer, nullable=False),
    # The last player whose score is stored.
    Column("cursor", String(32), nullable=False),
    Column("done", Boolean, nullable=False),
    # When the claim of the process that stores them lapses.
    Column("owned_until", BigInteger),
    # What its games say of it; null until it has been closed once.
    Column("games", Integer),
    Column("difficulty", Double),
    Column("error", Double),
    ForeignKeyConstraint(["date", "variant"], [dailies.c.date, dailies.c.variant]),
)
_partial_index("ix_closings_open", closings.c.variant, closings.c.date, where=not_(closings.c.done))

# The rows of all leaderboards. `leaderboard` is `play.leaderboards.Leaderboard.text`, `key` orders the rows.
places = Table(
    "places",
    metadata,
    Column("leaderboard", LEADERBOARD, primary_key=True),
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("key", BigInteger, nullable=False),
    Column("game", ForeignKey(games.c.id), nullable=False),
    Index(None, "leaderboard", "key", "player"),
    Index(None, "player"),
    Index(None, "game"),
    sqlite_with_rowid=False,
)

# How many rows of a leaderboard have their key in a bucket.
place_counts = Table(
    "place_counts",
    metadata,
    Column("leaderboard", LEADERBOARD, primary_key=True),
    Column("level", SmallInteger, primary_key=True, autoincrement=False),
    Column("bucket", BigInteger, primary_key=True, autoincrement=False),
    Column("n", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

ratings = Table(
    "ratings",
    metadata,
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("variant", VARIANT, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    # The number of races it comes from, and what `play.rating` knows of them besides.
    Column("races", Integer, nullable=False),
    Column("opponents", Integer, nullable=False, server_default="0"),
    Column("strangers", Integer, nullable=False, server_default="0"),
    Column("days", Integer, nullable=False, server_default="0"),
    Column("last_day", Integer, nullable=False, server_default="-1"),
)

# The ratings after each race.
rating_changes = Table(
    "rating_changes",
    metadata,
    Column("race", ForeignKey(races.c.id), primary_key=True),
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("variant", VARIANT, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("races", Integer, nullable=False),
    Column("opponents", Integer, nullable=False, server_default="0"),
    Column("strangers", Integer, nullable=False, server_default="0"),
    Column("days", Integer, nullable=False, server_default="0"),
    Column("last_day", Integer, nullable=False, server_default="-1"),
    Index(None, "player", "variant", "at", "race"),
    Index(None, "variant", "at", "race"),
)

# Ratings that are being computed anew, in the order of the races' ends: from this race on.
recomputations = Table(
    "recomputations",
    metadata,
    Column("variant", VARIANT, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("race", ID, nullable=False),
)

# Deals that are proven to be winnable without a shuffle. `variant` stands for all variants with the same openings.
certified_deals = Table(
    "certified_deals",
    metadata,
    Column("variant", VARIANT, primary_key=True),
    Column("code", CODE, primary_key=True),
    Column("par", Integer, nullable=False),
    Column("harder_permille", Integer, nullable=False),
    Column("line", Text, nullable=False),
    Column("version", Integer, nullable=False, server_default="1"),
    Column("found_at", BigInteger, nullable=False),
    Column("taken_at", BigInteger),
)
_partial_index(
    "ix_certified_deals_ready",
    certified_deals.c.variant,
    certified_deals.c.found_at,
    where=certified_deals.c.taken_at.is_(None),
)

# The requested analyses of finished games.
analyses = Table(
    "analyses",
    metadata,
    Column("game", ForeignKey(games.c.id), primary_key=True),
    # When it is its turn, and the share of which it takes its time (see `services.analysis`).
    Column("turn_at", BigInteger, nullable=False),
    Column("share", String(16)),
    Column("searched_ms", Integer, nullable=False, server_default="0"),
    # The process that makes it, and when its claim lapses.
    Column("owner", String(32)),
    Column("owned_until", BigInteger),
    # JSON of `play.analysis`; empty before anything is found.
    Column("findings", LargeBinary, nullable=False),
    Column("done", Boolean, nullable=False),
    # The share of the chance that the player kept, 0 to 100; missing until it is found, and where there was no chance.
    Column("accuracy", SmallInteger),
)
_partial_index("ix_analyses_open", analyses.c.turn_at, where=not_(analyses.c.done))

# What the records of finished games show of their players (see `rules.examination`).
examinations = Table(
    "examinations",
    metadata,
    Column("game", ForeignKey(games.c.id), primary_key=True),
    # Where the game counts.
    Column("leaderboard", LEADERBOARD, nullable=False),
    Column("asked_at", BigInteger, nullable=False),
    # When the claim of the process that makes it lapses.
    Column("owned_until", BigInteger),
    # JSON of the flags.
    Column("flags", LargeBinary, nullable=False),
    Column("done", Boolean, nullable=False),
    # Whether the game is left out of the ranks: it has flags, and nobody has cleared it.
    Column("flagged", Boolean, nullable=False),
    Column("cleared_by", Text),
    Column("cleared_at", BigInteger),
)
_partial_index("ix_examinations_open", examinations.c.asked_at, examinations.c.game, where=not_(examinations.c.done))
_partial_index(
    "ix_examinations_flagged", examinations.c.leaderboard, examinations.c.asked_at, where=examinations.c.flagged
)

# Groups and who is in them, see `play.group`.
groups = Table(
    "groups",
    metadata,
    Column("code", CODE, primary_key=True),
    Column("name", Text, nullable=False),
    Column("colour", String(16), nullable=False),
    Column("invitation", CODE, nullable=False, unique=True),
    Column("private", Boolean, nullable=False),
    Column("approval", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    # The code of its room, which may have closed.
    Column("room", CODE),
    # Until when moderators keep the name from being changed.
    Column("name_fixed_until", BigInteger),
    # The variant, time zone and first hour of its own daily, and when the next one may be due; null for the world's.
    Column("daily_variant", VARIANT),
    Column("daily_zone", String(64), nullable=False, server_default="UTC"),
    Column("daily_hour", SmallInteger, nullable=False, server_default="0"),
    Column("daily_due_at", BigInteger),
    Index(None, "daily_due_at"),
)
group_members = Table(
    "group_members",
    metadata,
    Column("group", ForeignKey(groups.c.code), primary_key=True),
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("role", String(16), nullable=False),
    Column("joined_at", BigInteger, nullable=False),
    # Whether the other members see that this one is about, and when it last was.
    Column("shows_presence", Boolean, nullable=False),
    Column("seen_at", BigInteger),
    Index(None, "player"),
)

# Which races of a room a decided series is made of, see `play.series`.
series = Table(
    "series",
    metadata,
    Column("id", ID, primary_key=True),
    Column("room", ForeignKey(rooms.c.code), nullable=False),
    # The numbers of its first and its last race.
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("best_of", SmallInteger, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    # The group whose room it is. It may be deleted while a race runs in its room.
    Column("group", CODE),
    UniqueConstraint("room", "last"),
    Index(None, "group", "ended_at"),
)

# Deals that the invited play when it suits them, see `play.challenge`.
challenges = Table(
    "challenges",
    metadata,
    Column("code", CODE, primary_key=True),
    Column("deal", ForeignKey(deals.c.id), nullable=False),
    Column("player", ForeignKey(players.c.id), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("ends_at", BigInteger, nullable=False),
    Column("places", SmallInteger),
    Column("ranked", Boolean, nullable=False),
    Column("group", ForeignKey(groups.c.code)),
    Column("ended_at", BigInteger),
    # Of a group's own daily: its date there, and when games may no longer begin.
    Column("date", String(10)),
    Column("closes_at", BigInteger),
    # Of a round of an arena.
    Column("arena", CODE),
    Column("round", SmallInteger),
    Index(None, "deal"),
    Index(None, "player"),
    Index(None, "group", "made_at"),
    Index(None, "group", "date", unique=True),
    Index(None, "arena", "round", unique=True),
)
_partial_index("ix_challenges_open", challenges.c.ends_at, where=challenges.c.ended_at.is_(None))
_partial_index("ix_challenges_closing", challenges.c.closes_at, where=challenges.c.ended_at.is_(None))
challenge_players = Table(
    "challenge_players",
    metadata,
    Column("challenge", ForeignKey(challenges.c.code), primary_key=True),
    Column("player", ForeignKey(players.c.id), primary_key=True),
    # When the place was taken.
    Column("at", BigInteger, nullable=False),
    # The one game; null before it begins.
    Column("game", ForeignKey(games.c.id)),
    Index(None, "player"),
    Index(None, "game"),
)

# Events of rounds, each of which is a challenge, see `play.arena`.
arenas = Table(
    "arenas",
    metadata,
    Column("code", CODE, primary_key=True),
    Column("name", Text, nullable=False),
    Column("player", ForeignKey(players.c.id), nullable=False),
    Column("form", String(8), nullable=False),
    Column("variant", VARIANT, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("starts_at", BigInteger, nullable=False),
    Column("round_ms", Integer, nullable=False),
    Column("rounds", SmallInteger, nullable=False),
    Column("group", ForeignKey(groups.c.code)),
    Column("listed", Boolean, nullable=False),
    Column("teams", SmallInteger, nullable=False),
    Column("team_scores", SmallInteger, nullable=False),
    Column("repeat_days", SmallInteger, nullable=False),
    Column("zone", String(64), nullable=False),
    # How far it is: the round that was begun last, and after which it is stored who goes on.
    Column("round", SmallInteger, nullable=False),
    Column("settled", SmallInteger, nullable=False),
    Column("due_at", BigInteger),
    Column("ended_at", BigInteger),
    Column("next", CODE),
    Index(None, "player"),
    Index(None, "group", "starts_at"),
)
_partial_index("ix_arenas_due", arenas.c.due_at, where=arenas.c.due_at.is_not(None))
_partial_index("ix_arenas_open", arenas.c.listed, arenas.c.starts_at, where=arenas.c.ended_at.is_(None))
arena_players = Table(
    "arena_players",
    metadata,
    Column("arena", ForeignKey(arenas.c.code), primary_key=True),
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("team", SmallInteger, nullable=False),
    Column("out_after", SmallInteger),
    Index(None, "player"),
)

# The scores within groups, see `play.group_scores`: those of a daily in one row, since a season reads them all.
group_scores = Table(
    "group_scores",
    metadata,
    Column("group", ForeignKey(groups.c.code), primary_key=True),
    # The variant of the world's daily, or `OWN_DAILY`.
    Column("daily", VARIANT, primary_key=True),
    Column("date", DATE, primary_key=True),
    # Counts how often its games or its members have changed, and to which count the scores belong.
    Column("version", Integer, nullable=False),
    Column("scored", Integer, nullable=False),
    # A `DayScores` in MessagePack.
    Column("scores", LargeBinary),
)
_partial_index("ix_group_scores_unscored", group_scores.c.date, where=group_scores.c.scored != group_scores.c.version)

# Webhooks of groups and of the installation, see `play.webhooks`.
webhooks = Table(
    "webhooks",
    metadata,
    Column("id", ID, primary_key=True),
    Column("group", ForeignKey(groups.c.code)),
    Column("url", Text, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("language", String(8), nullable=False),
    # The types of events, each with a space before and after it.
    Column("events", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("old_secret", LargeBinary, nullable=False),
    Column("old_secret_until", BigInteger, nullable=False),
    Column("site", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    # When the calendar brings something to tell.
    Column("next_at", BigInteger, nullable=False),
    Column("paused", String(16), nullable=False),
    Column("failures", Integer, nullable=False),
    Column("failing_since", BigInteger),
    Column("failure", String(32), nullable=False),
    Column("delivered_at", BigInteger),
    Column("rests_until", BigInteger, nullable=False),
    # When the claim of the process that sends its messages lapses.
    Column("owned_until", BigInteger),
    Index(None, "group"),
    Index(None, "next_at"),
)
# What webhooks have to tell, until it has arrived.
letters = Table(
    "letters",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("webhook", ForeignKey(webhooks.c.id), nullable=False),
    Column("type", String(32), nullable=False),
    Column("subject", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("failure", String(32), nullable=False),
    Column("is_dead", Boolean, nullable=False),
    Index(None, "webhook", "at"),
)
_partial_index("ix_letters_due", letters.c.due_at, letters.c.webhook, where=not_(letters.c.is_dead))

# Web push, see `play.push`: browsers that are subscribed, each by the session in it.
push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("id", ID, primary_key=True),
    Column("player", ID, nullable=False),
    Column("session", ID, nullable=False),
    Column("endpoint", String(1000), nullable=False),
    Column("p256dh", LargeBinary, nullable=False),
    Column("auth", LargeBinary, nullable=False),
    # What it shows, each with a space before and after it.
    Column("kinds", Text, nullable=False),
    Column("language", String(8), nullable=False),
    Column("zone", String(64), nullable=False),
    Column("site", Text, nullable=False),
    Column("vapid", String(100), nullable=False),
    Column("device", String(64), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("streak_at", BigInteger),
    Column("failing_since", BigInteger),
    Column("day", Integer, nullable=False),
    Column("sent", Integer, nullable=False),
    UniqueConstraint("session"),
    UniqueConstraint("endpoint"),
    Index(None, "player"),
    Index(None, "streak_at"),
)
# What is pushed once it is due.
push_events = Table(
    "push_events",
    metadata,
    Column("id", ID, primary_key=True),
    Column("type", String(32), nullable=False),
    Column("subject", String(32), nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    # Whom it is for, separated by spaces; empty, if that is looked up.
    Column("players", Text, nullable=False),
    Index(None, "due_at"),
)
# What devices get of it, until it has arrived or is too late. A message may outlive its subscription for a moment.
push_messages = Table(
    "push_messages",
    metadata,
    Column("id", ID, primary_key=True),
    Column("subscription", ID, nullable=False),
    Column("type", String(32), nullable=False),
    Column("subject", String(32), nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False),
    # When the claim of the process that sends it lapses.
    Column("owned_until", BigInteger),
    Index(None, "due_at"),
    Index(None, "subscription"),
)

# Moderation. Players are not referred to by foreign keys: a guest who never played is deleted, what was decided stays.

# What players report about others.
reports = Table(
    "reports",
    metadata,
    Column("id", ID, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("reporter", ID, nullable=False),
    Column("player", ID, nullable=False),
    # The name, game or line of chat that it is about: a second report of the same changes nothing.
    Column("subject", Text, nullable=False),
    Column("reason", String(16), nullable=False),
    Column("note", Text, nullable=False),
    # The evidence as it was then.
    Column("name", Text, nullable=False),
    Column("game", ID),
    Column("room", CODE),
    Column("line", Text),
    Column("group", CODE),
    Column("seen", Boolean, nullable=False),
    # The decision that settled it.
    Column("decision", ID),
    UniqueConstraint("reporter", "player", "subject"),
    Index(None, "player", "at"),
)
_partial_index("ix_reports_open", reports.c.at, where=reports.c.decision.is_(None))

# All that moderators have done.
decisions = Table(
    "decisions",
    metadata,
    Column("id", ID, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("moderator", Text, nullable=False),
    Column("action", String(16), nullable=False),
    Column("reason", Text, nullable=False),
    Column("player", ID),
    Column("game", ID),
    Column("room", CODE),
    Column("group", CODE),
    Column("storm", ID),
    Column("until", BigInteger),
    Column("detail", Text, nullable=False),
    Column("lifted_at", BigInteger),
    # What the player concerned did with it.
    Column("read_at", BigInteger),
    Column("answer", Text),
    Column("answered_at", BigInteger),
    Index(None, "at", "id"),
    Index(None, "player", "at"),
)

# Where players are signed in. A network is a keyed hash of an address, see `services.networks`.
sessions = Table(
    "sessions",
    metadata,
    Column("id", ID, primary_key=True),
    Column("player", ID, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("began_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("device", String(64), nullable=False),
    Column("network", String(32), nullable=False),
    # The row of a session that was ended stays as long as its tokens would be valid.
    Column("ended_at", BigInteger),
    Index(None, "player"),
    Index(None, "seen_at"),
)

# With what else they sign in: a passkey ends with the generation of tokens in which it was made.
passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(1400), primary_key=True),
    Column("player", ID, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("device", String(64), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger, nullable=False),
    Index(None, "player"),
)

# Who players are at a provider of OpenID Connect. An entry with a generation ends with it, as passkeys do.
subjects = Table(
    "subjects",
    metadata,
    Column("issuer", String(255), primary_key=True),
    Column("subject", String(255), primary_key=True),
    Column("player", ID, nullable=False),
    Column("generation", Integer),
    Column("connected_at", BigInteger, nullable=False),
    Column("proven_at", BigInteger, nullable=False),
    Index(None, "player", "issuer", unique=True),
)

# Networks from which nobody may play, by the decision that banned them.
banned_networks = Table(
    "banned_networks",
    metadata,
    Column("decision", ID, primary_key=True),
    Column("network", String(32), primary_key=True),
    Column("until", BigInteger, nullable=False),
    Index(None, "network"),
)

# Whom players do not want to read or to meet.
blocks = Table(
    "blocks",
    metadata,
    Column("player", ID, primary_key=True),
    Column("blocked", ID, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index(None, "blocked"),
)

# What the audience of a room predicts of its races, and the spectators whom the host has muted there.
predictions = Table(
    "predictions",
    metadata,
    Column("room", CODE, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("player", ID, primary_key=True),
    Column("pick", ID, nullable=False),
    Column("worth", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    # Null before the race has ended.
    Column("points", Integer),
    Index(None, "player"),
)
muted_spectators = Table(
    "muted_spectators",
    metadata,
    Column("room", CODE, primary_key=True),
    Column("player", ID, primary_key=True),
    Index(None, "player"),
)

# Results of a player that are being made void by a decision or, once it is lifted, valid again.
voidings = Table(
    "voidings",
    metadata,
    Column("decision", ID, primary_key=True),
    Column("player", ID, nullable=False),
    Column("restores", Boolean, nullable=False),
)

# Positions in which one move alone wins, see `play.puzzles`. No two have the same board.
puzzles = Table(
    "puzzles",
    metadata,
    Column("id", ID, primary_key=True),
    Column("columns", SmallInteger, nullable=False),
    Column("board", Text, nullable=False, unique=True),
    # The moves to find, joined by spaces, and JSON of `play.puzzles.Proof`.
    Column("line", Text, nullable=False),
    Column("proof", LargeBinary, nullable=False),
    Column("boards", Integer, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    # How often its rating has changed.
    Column("lessons", Integer, nullable=False),
    Index(None, "rating", "id"),
)
_partial_index("ix_puzzles_untried", puzzles.c.columns, puzzles.c.rating, where=puzzles.c.tries == 0)

# The puzzle of a UTC date.
puzzle_days = Table(
    "puzzle_days",
    metadata,
    Column("date", DATE, primary_key=True),
    Column("puzzle", ForeignKey(puzzles.c.id), nullable=False, unique=True),
)

puzzle_players = Table(
    "puzzle_players",
    metadata,
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    # The rated ones.
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    # Since when the games are to be searched for mistakes, and until when a process has claimed that.
    Column("asked_at", BigInteger),
    Column("owned_until", BigInteger),
)
_partial_index("ix_puzzle_players_asked_at", puzzle_players.c.asked_at, where=puzzle_players.c.asked_at.is_not(None))

# The first try of each puzzle by each player.
puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("puzzle", ForeignKey(puzzles.c.id), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("begun_at", BigInteger, nullable=False),
    # The moves that were found, and the one that lost.
    Column("found", Text, nullable=False),
    Column("wrong", String(16), nullable=False),
    Column("state", String(16), nullable=False),
    Column("ended_at", BigInteger),
    Column("rating_after", Double),
    Column("change", Double),
)
_partial_index(
    "ix_puzzle_tries_open",
    puzzle_tries.c.player,
    where=and_(puzzle_tries.c.state == "open", puzzle_tries.c.kind == "next"),
)

# The finished games that were searched for lost wins, and what was found.
puzzle_games = Table(
    "puzzle_games",
    metadata,
    Column("game", ForeignKey(games.c.id), primary_key=True),
)

puzzle_mistakes = Table(
    "puzzle_mistakes",
    metadata,
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("puzzle", ForeignKey(puzzles.c.id), primary_key=True),
    Column("game", ForeignKey(games.c.id), nullable=False),
    Column("at", BigInteger, nullable=False),
    # The move that lost.
    Column("played", String(16), nullable=False),
)

# Puzzles against the clock, see `play.storm`.
storms = Table(
    "storms",
    metadata,
    Column("id", ID, primary_key=True),
    Column("player", ForeignKey(players.c.id), nullable=False),
    Column("begun_at", BigInteger, nullable=False),
    Column("ends_at", BigInteger, nullable=False),
    # The puzzle on the board, and the moves found of it; empty if there was none left.
    Column("puzzle", ID, nullable=False),
    Column("found", Text, nullable=False),
    # The moves so far.
    Column("n", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("failed", Integer, nullable=False),
    # The id of the first storm on the same puzzles, all moves as text, and, once it is over, the rules that flag it.
    Column("sequence", ID, nullable=False, server_default=""),
    Column("log", Text, nullable=False, server_default=""),
    Column("flags", Text),
    # The moderator who lets it count in spite of its flags, and the decision that made it void.
    Column("cleared_by", Text),
    Column("voided_by", ID),
    Index(None, "player", "begun_at"),
    Index(None, "sequence", "player", unique=True),
)
_partial_index("ix_storms_due", storms.c.ends_at, where=storms.c.flags.is_(None))
_partial_index("ix_storms_flagged", storms.c.begun_at, where=storms.c.flags != "")
_partial_index("ix_storms_void", storms.c.voided_by, where=storms.c.voided_by.is_not(None))

# The puzzles of a sequence that storms meet, in order from 0.
storm_puzzles = Table(
    "storm_puzzles",
    metadata,
    Column("sequence", ID, primary_key=True),
    Column("position", SmallInteger, primary_key=True),
    Column("puzzle", ForeignKey(puzzles.c.id), nullable=False),
)

# The best storm of each player, of all time and of each week.
storm_bests = Table(
    "storm_bests",
    metadata,
    Column("period", String(10), primary_key=True),
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("score", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "period", "score", "at", "player"),
    Index(None, "player"),
)
