"""Moderation: reports of players, decisions of moderators, and the answers of the players concerned."""

from typing import Annotated, Literal

from msgspec import Meta, field

from gaprace.rules.results import Result
from gaprace.wire import GameId, PlayerId, RoomCode, Wire
from gaprace.wire.http.accounts import OpenSession
from gaprace.wire.http.games import ExaminedFlag
from gaprace.wire.paging import Page

MAX_TEXT_LENGTH = 500
"""Length of a reason, a note, an answer or an announcement."""
MAX_REPORTS = 100
"""Reports on a page, and those that one decision settles."""

Text = Annotated[str, Meta(max_length=MAX_TEXT_LENGTH)]
Reason = Annotated[str, Meta(min_length=1, max_length=MAX_TEXT_LENGTH)]
DecisionId = Annotated[str, Meta(max_length=32)]
GroupCode = Annotated[str, Meta(max_length=16)]

ReportReason = Literal["cheating", "insult", "name", "spam", "other"]
Action = Literal[
    "warn",
    "rename",
    "mute",
    "void",
    "suspend",
    "ban",
    "lift",
    "close_room",
    "rename_group",
    "announce",
    "dismiss",
    "sign_out",
    "ban_address",
    "erase",
]


class NewReport(Wire, frozen=True):
    """Report a player: for the name alone, for a game, or for a line of chat."""

    player: PlayerId
    """The player who is reported."""
    reason: ReportReason
    """`cheating`, `insult`, `name`, `spam` or `other`."""
    note: Text = ""
    """A note for the moderators."""
    game: GameId | None = None
    """The game that the report is about."""
    room: RoomCode | None = None
    """The room of the line of chat that it is about."""
    line: Annotated[str, Meta(max_length=300)] | None = None
    """The text of the line, as the reporter read it."""


class Reported(Wire, frozen=True):
    """A report that has been received, or had been before."""

    id: str
    """The id of the report."""
    at: int
    """When it was received."""


class Decision(Wire, frozen=True):
    """A decision of a moderator. Decisions are never deleted: together they are the audit log."""

    id: DecisionId
    """The id of the decision."""
    at: int
    """When it was made."""
    moderator: str
    """The name of the moderator's token; missing for the player concerned."""
    action: Action
    """`warn`, `rename`, `mute`, `void` (a result), `suspend`, `ban` (with all results void), `lift` (an earlier
    decision), `close_room`, `rename_group`, `announce`, `dismiss` (reports, flags), `sign_out` (a session),
    `ban_address` or `erase` (a player, on request)."""
    reason: str
    """The reason, as the player concerned reads it."""
    player: PlayerId | None = None
    """The player concerned."""
    name: str = ""
    """That player's current name."""
    game: GameId | None = None
    """The game whose result is void."""
    room: RoomCode | None = None
    """The room that was closed."""
    group: GroupCode | None = None
    """The group that was renamed."""
    until: int | None = None
    """When it ends by itself; missing if it does not."""
    detail: str = ""
    """The new name, the text of an announcement, or the id of the decision that is lifted."""
    lifted_at: int | None = None
    """When it was lifted."""
    read_at: int | None = None
    """When the player concerned read it."""
    answer: str | None = None
    """The answer of the player concerned."""
    answered_at: int | None = None
    """When the answer was given."""


class DecisionList(Page[Decision], frozen=True):
    """Decisions, the latest first."""


class Answer(Wire, frozen=True):
    """Answer a decision, once."""

    text: Reason
    """The answer, for the moderators."""


class NewDecision(Wire, frozen=True):
    """Decide. Which fields are needed follows from the action."""

    action: Action
    """See `Decision`."""
    reason: Reason
    """The reason, as the player concerned reads it."""
    player: PlayerId | None = None
    """For `warn`, `rename`, `mute`, `suspend`, `ban`, `sign_out`, `ban_address` and `erase`: the player."""
    game: GameId | None = None
    """For `void`: the game. For `dismiss`: a flagged game, which counts again."""
    room: RoomCode | None = None
    """For `close_room`: the room."""
    group: GroupCode | None = None
    """For `rename_group`: the group."""
    hours: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    """How long a `mute`, `suspend`, `announce`, `ban` or `ban_address` lasts. A `ban` without it has no end."""
    name: str = ""
    """For `rename` and `rename_group`: the new name; one is made up if empty."""
    text: Text = ""
    """For `announce`: the text that everyone reads."""
    decision: DecisionId | None = None
    """For `lift`: the earlier decision."""
    session: Annotated[str, Meta(max_length=32)] = ""
    """For `sign_out`: one of the player's sessions."""
    reports: Annotated[list[Annotated[str, Meta(max_length=32)]], Meta(max_length=MAX_REPORTS)] = field(
        default_factory=list
    )
    """The reports that it settles."""


class GameEvidence(Result, Wire, frozen=True, kw_only=True):
    """The facts of a reported game."""

    id: GameId
    """The game, whose replay is at `/g/{id}` once it may be seen."""
    ended_at: int
    """When it ended."""
    ms_per_action: int
    """The mean time of an action."""
    fastest_ten_ms: int | None = None
    """The shortest time in which ten actions followed each other; missing with fewer."""
    ranked: bool = False
    """Whether it counts."""
    void: bool = False
    """Whether its result is void."""
    daily: str | None = None
    """The date of the daily whose deal it is."""
    flags: list[ExaminedFlag] = field(default_factory=list)
    """The flags that its examination has found."""
    cleared_by: str | None = None
    """The moderator who has let it count in spite of its flags."""


class Report(Wire, frozen=True):
    """A report, with the evidence beside it."""

    id: str
    """The id of the report."""
    at: int
    """When it was received."""
    reason: ReportReason
    """The reason for the report."""
    note: str
    """The reporter's note."""
    reporter_name: str
    """The reporter's current name."""
    player: PlayerId
    """The player who is reported."""
    name: str
    """That player's name when the report was made."""
    game: GameEvidence | None = None
    """The reported game."""
    line: str | None = None
    """The reported line of chat, or the name of the reported group."""
    room: RoomCode | None = None
    """The room of that line, which a moderator may close."""
    group: GroupCode | None = None
    """The reported group, whose owner is named as the player."""
    seen: bool = False
    """Whether the server itself remembered that line; otherwise it is as the reporter wrote it."""


class FlaggedResult(Wire, frozen=True):
    """A result whose examination has flags, until a moderator voids it or dismisses them."""

    player: PlayerId
    """The player whose result it is."""
    name: str
    """That player's current name."""
    game: GameEvidence
    """The game, with its flags."""
    left_out: bool
    """Whether the flags keep it out of the ranks; otherwise they are a note, which counts with others."""


class ReportList(Wire, frozen=True):
    """The open reports, and the flagged results, the oldest first."""

    reports: list[Report]
    """At most a hundred."""
    open: int
    """How many are open in all."""
    flagged: list[FlaggedResult] = field(default_factory=list)
    """At most a hundred results that wait for a decision, whether or not somebody has reported them."""


class PlayerFile(Wire, frozen=True):
    """The data of a player that moderators see."""

    id: PlayerId
    """The player's id."""
    name: str
    """The player's name."""
    tag: str
    """The tag that tells players of one name apart."""
    decisions: list[Decision]
    """The decisions that concern the player, the latest first."""
    sessions: list[OpenSession]
    """The player's open sessions, the last seen first."""


class Invitation(Wire, frozen=True):
    """An invitation, which lets people into a private server."""

    link: str
    """The link that lets a browser in by one tap."""
    code: str
    """The code to enter at the door, or for programs to send in the header `Gaprace-Invitation`."""
    until: int | None = None
    """When it ends, in milliseconds since 1970; absent if it holds until it is removed from the settings."""


class PlayerFileList(Wire, frozen=True):
    """Players found by name, tag or id."""

    players: list[PlayerFile]
    """At most twenty."""


# Blocks of players whom the caller does not want to read or to meet


class NewBlock(Wire, frozen=True):
    """Block a player."""

    player: PlayerId
    """The player to block."""


class BlockedPlayer(Wire, frozen=True):
    """A player whom the caller blocks."""

    id: PlayerId
    """The player's id."""
    name: str
    """The player's current name."""
    at: int
    """Since when the caller blocks the player."""


class BlockList(Wire, frozen=True):
    """All players whom the caller blocks, the latest first."""

    players: list[BlockedPlayer]
    """The players."""
