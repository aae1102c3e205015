"""Players, and how they sign in."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, String, Table, Text, false

from gaprace.store.tables.base import CODE, ID, PERSONAL, metadata, partial_index

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
    # The time zone in which the player's last daily was begun.
    Column("zone", String(40)),
    # How the games may be recorded rivals: `wire.RecordedAs`.
    Column("recorded_as", String(16), nullable=False, server_default="name"),
    Index(None, "created_at"),
)
partial_index(
    "ix_players_next_recovery_hash",
    players.c.next_recovery_hash,
    where=players.c.next_recovery_hash.is_not(None),
    unique=True,
)

# Sessions of players. A network is a keyed hash of an address, see `people.networks`.
sessions = Table(
    "sessions",
    metadata,
    Column("id", ID, primary_key=True),
    Column("player", ID, nullable=False, info=PERSONAL),
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

# Codes that sign another device in, each once and within five minutes.
device_codes = Table(
    "device_codes",
    metadata,
    Column("player", ID, primary_key=True, info=PERSONAL),
    Column("generation", Integer, nullable=False),
    Column("hash", String(64), nullable=False, unique=True),
    Column("ends_at", BigInteger, nullable=False),
)

# Identities of players at providers of OpenID Connect. One with a generation ends with it.
subjects = Table(
    "subjects",
    metadata,
    Column("issuer", String(255), primary_key=True),
    Column("subject", String(255), primary_key=True),
    Column("player", ID, nullable=False, info=PERSONAL),
    Column("generation", Integer),
    Column("connected_at", BigInteger, nullable=False),
    Column("proven_at", BigInteger, nullable=False),
    Index(None, "player", "issuer", unique=True),
)

# Whom players do not want to read or to meet.
blocks = Table(
    "blocks",
    metadata,
    Column("player", ID, primary_key=True, info=PERSONAL),
    Column("blocked", ID, primary_key=True, info=PERSONAL),
    Column("at", BigInteger, nullable=False),
    Index(None, "blocked"),
)

# Follows; two players who follow each other are friends. With the room to which the other one was last invited.
follows = Table(
    "follows",
    metadata,
    Column("player", ID, primary_key=True, info=PERSONAL),
    Column("followed", ID, primary_key=True, info=PERSONAL),
    Column("at", BigInteger, nullable=False),
    Column("room", CODE),
    Column("invited_at", BigInteger),
    Index(None, "followed", "at"),
    sqlite_with_rowid=False,
)

# The deals of which players have seen cards that they have not played, by code.
seen_deals = Table(
    "seen_deals",
    metadata,
    Column("player", ID, primary_key=True, info=PERSONAL),
    Column("code", CODE, primary_key=True),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# The last activities of players who show them to their friends.
presences = Table(
    "presences",
    metadata,
    Column("player", ID, primary_key=True, info=PERSONAL),
    Column("seen_at", BigInteger, nullable=False),
    Column("doing", String(16), nullable=False),
    Column("room", CODE),
)
