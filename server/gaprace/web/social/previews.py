"""What other sites show of a link: a title, a line, and a board. Pure: said of what the services know.

The words are in English, whoever looks: nobody knows for whom the other site asks. The page itself speaks the
visitor's language.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from gaprace.play.settings import is_solo, variant_of
from gaprace.rules.board import ROWS, Board
from gaprace.rules.variants import VARIANTS, Variant
from gaprace.services.summaries import GameSummary
from gaprace.wire import RoomView, Standing

SITE = "Gaprace"
NOBODY = "A player"
"""Who has no name, or none that can be drawn."""
ABOUT = "Race your friends at Addiction Solitaire: the same deal, at the same instant."
DAILY = "One deal for everyone, and one ranked game each."
WIDEST = max(variant.columns for variant in VARIANTS.values())
_MONTHS = (
    "January February March April May June July August September October November December".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class Preview:
    """What a link shows before it is opened."""

    says: str
    """What the link leads to; after `who`, if that is given, for whom it may say nothing."""
    line: str = ABOUT
    """More about it."""
    who: str = ""
    """The name of the person whom it is about, as it was chosen."""
    board: Board | None = None
    """The board to show; without one, cards show their backs."""
    columns: int = WIDEST
    """Of the board, or of the cards in its place."""

    @property
    def title(self) -> str:
        """The whole title."""
        return f"{self.who} {self.says}".strip()


HOME = Preview(SITE)
TODAY = Preview("The daily", DAILY)
LEADERBOARDS = Preview("Leaderboards", "Dailies, wins, streaks and ratings. Every row can be replayed and checked.")


def game_preview(glimpse: GameSummary) -> Preview:
    """Show a finished game: whose it was, what came of it, and its last board, unless that is sealed."""
    result, variant = glimpse.result, glimpse.variant
    of = (variant.columns - 1) * ROWS
    says = f"won in {duration(result.time_ms)}" if result.won else f"put {result.locked} of {of} cards in place"
    parts = [*_kind(variant), count(result.score, "point"), count(result.moves, "move")]
    parts.append(count(result.shuffles, "shuffle") if result.shuffles else "no shuffle")
    if glimpse.daily:
        parts.append(f"the daily of {date_in_words(glimpse.daily)}")
    return Preview(says, joined(parts), glimpse.name or NOBODY, glimpse.board, variant.columns)


def deal_preview(variant: Variant, code: str, board: Board | None) -> Preview:
    """Show the opening that a deal code stands for; face down without it."""
    line = joined([*_kind(variant), "everyone who opens this link gets the same cards"])
    return Preview(f"Deal {code}", line, board=board, columns=variant.columns)


def daily_preview(date: str, board: Board | None = None) -> Preview:
    """Show a daily; its opening only once it is revealed."""
    return Preview(f"The daily of {date_in_words(date)}", DAILY, board=board)


def room_preview(room: RoomView, best: GameSummary | None = None) -> Preview:
    """Show a room: its last race, if that is over and `best` the game that came first, else who invites to play."""
    standings = room.race.standings if room.race else None
    if standings and best:
        return _race_preview(standings, best)
    settings = room.settings
    variant = variant_of(settings.variant)
    host = next((member.name for member in room.members if member.id == room.host), NOBODY)
    says = "plays a game" if is_solo(settings) else "invites you to a race"
    parts = [*_kind(variant), *([] if is_solo(settings) else [f"{len(room.members)} of {settings.seats} seats taken"])]
    if room.race and not standings:
        parts.append("a race is on")
    return Preview(says, joined(parts), host, columns=variant.columns)


def _race_preview(standings: Sequence[Standing], best: GameSummary) -> Preview:
    game = game_preview(best)
    if len(standings) == 1:
        return game
    says = f"came first of {len(standings)}: {game.says}"
    return Preview(says, game.line, game.who, game.board, game.columns)


def player_preview(name: str, games: int, wins: int) -> Preview:
    """Show a player."""
    return Preview("", joined([count(games, "game"), count(wins, "win")]), name or NOBODY)


# Words


def _kind(variant: Variant) -> list[str]:
    return [variant.name.capitalize(), *(["custom rules"] if variant.is_custom else [])]


def joined(parts: Sequence[str]) -> str:
    """Put parts in one line."""
    return " \u00b7 ".join(parts)


def count(number: int, what: str) -> str:
    """Say how many of something with a regular plural."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def duration(ms: int) -> str:
    """Write a time as the client does: m:ss, or h:mm:ss."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def date_in_words(date: str) -> str:
    """Write a date such as `2026-11-21` in words."""
    year, month, day = map(int, date.split("-"))
    return f"{day} {_MONTHS[month - 1]} {year}"
