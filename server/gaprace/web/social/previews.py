"""Link previews for other sites: a title, a line of text, and a board; and the cache of their pictures.

The texts are in English, since other sites do not send a language. The page itself is in the visitor's language.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from cachetools import LRUCache

from gaprace.events import summaries
from gaprace.play.events.arena import Arena
from gaprace.play.events.calendar import duration_text, instant_text
from gaprace.play.events.event import Event
from gaprace.play.live.hosts import players_of
from gaprace.play.live.settings import is_solo, variant_of
from gaprace.play.standings import Place
from gaprace.rules.board import ROWS, Board
from gaprace.rules.results import is_played
from gaprace.rules.variants import VARIANTS, Variant
from gaprace.wire import RoomView

WIDTH, HEIGHT = 1200, 630
"""The size of a picture, in pixels."""
MEDIA_TYPE = "image/png"
PREVIEW_LOCALE = "en_US"
"""The language and territory of the words, in the form of Open Graph."""
ANONYMOUS = "A player"
MAX_LANES = 6
"""Players in the picture of a race."""
MAX_COLUMNS = max(variant.columns for variant in VARIANTS.values())
_ABOUT = "Race your friends at Addiction Solitaire: the same deal, at the same instant."
_ABOUT_DAILY = "The same deal for everyone, one ranked game each."
_SEPARATOR = " \u00b7 "
_MONTHS = (
    "January February March April May June July August September October November December".split()  # noqa: SIM905
)


class Lane(NamedTuple):
    """A player of a race in its picture."""

    name: str
    result: str
    """Empty while the race runs."""
    share: float
    """The share of the cards in place at the end, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of a link."""

    statement: str
    """The target of the link or, after `name`, a predicate of the player; it may be empty then."""
    line: str = _ABOUT
    """More about it."""
    name: str = ""
    """The name of the player whom it is about."""
    board: Board | None = None
    """The board to draw; without one, the cards are drawn face down."""
    columns: int = MAX_COLUMNS
    """The columns of the board, or of the face-down cards."""
    lanes: tuple[Lane, ...] = ()
    """The players of a race, best first, to draw instead of a board."""

    @property
    def title(self) -> str:
        """The whole title."""
        return f"{self.name} {self.statement}".strip()


HOME = Preview("")
"""Its title is the name of the site."""
TODAY = Preview("The daily", _ABOUT_DAILY)
GROUP = Preview("A group", "One tap to join, no account needed. " + _ABOUT_DAILY)
LEADERBOARDS = Preview(
    "Leaderboards", "Dailies, scores, streaks and ratings. Every result can be replayed and verified."
)


def game_preview(game: summaries.GameSummary) -> Preview:
    """Return the preview of a finished game: its player, its result, and its last board unless that is sealed."""
    result, variant = game.result, game.variant
    cards = (variant.columns - 1) * ROWS
    statement = (
        f"won in {duration_text(result.time_ms)}" if result.won else f"got {result.locked} of {cards} cards in place"
    )
    place = [f"{_ordinal(game.rank)} of {game.players}"] if game.rank else []
    parts = [*place, *_variant_parts(variant), _count(result.score, "point"), _count(result.moves, "move")]
    parts.append(_count(result.shuffles, "shuffle") if result.shuffles else "no shuffle")
    if game.daily:
        parts.append(f"the daily of {_date_in_words(game.daily)}")
    return Preview(statement, _SEPARATOR.join(parts), game.name or ANONYMOUS, game.board, variant.columns)


def race_preview(summed: summaries.RaceSummary) -> Preview:
    """Return the preview of a race: its winner, and the results of the first players; of one that runs, its players."""
    race, names, places = summed
    parts = [*_variant_parts(race.deal.variant), _count(len(places or race.games), "player")]
    if race.daily:
        parts.append(f"the daily of {_date_in_words(race.daily.date)}")
    line = _SEPARATOR.join(parts)
    if not places:
        lanes = tuple(Lane(names.get(game.player) or ANONYMOUS, "", 0) for game in race.games[:MAX_LANES])
        return Preview("A race in progress" if len(race.games) > 1 else "A game in progress", line, lanes=lanes)
    cards = (race.deal.variant.columns - 1) * ROWS
    lanes = tuple(_lane(place, names.get(place.player, ""), cards) for place in places[:MAX_LANES])
    first = places[0].result
    if not is_played(first):
        return Preview("Nobody made a move", line, lanes=lanes)
    statement = (
        f"won the race in {duration_text(first.time_ms)}"
        if first.won
        else f"came first with {_count(first.locked, 'card')}"
    )
    return Preview(statement, line, names.get(places[0].player) or ANONYMOUS, lanes=lanes)


def _lane(place: Place, name: str, cards: int) -> Lane:
    result = duration_text(place.result.time_ms) if place.result.won else f"{place.result.locked}/{cards}"
    return Lane(f"{place.rank}. {name or ANONYMOUS}", result, place.result.locked / cards)


def challenge_preview(challenge: Event, name: str) -> Preview:
    """Return the preview of a challenge: the challenger, the variant, and the end."""
    variant, until = challenge.deal.variant, instant_text(challenge.ends_at)
    when = f"play it by {until}" if challenge.ended_at is None else "it has ended"
    parts = [*_variant_parts(variant), _count(len(challenge.entries), "player"), when]
    return Preview("challenges you", _SEPARATOR.join(parts), name or ANONYMOUS, columns=variant.columns)


def arena_preview(arena: Arena) -> Preview:
    """Return the preview of an arena: its name, its start, and the number of players."""
    statement, variant = arena.name or ("A cup" if arena.is_cup else "An arena"), VARIANTS[arena.variant]
    when = f"starts {instant_text(arena.starts_at)}" if arena.ended_at is None else "it has ended"
    parts = [*_variant_parts(variant), when, _count(len(arena.entries), "player")]
    return Preview(statement, _SEPARATOR.join(parts), columns=variant.columns)


def deal_preview(variant: Variant, code: str, opening: Board | None) -> Preview:
    """Return the preview of a deal: its opening, or face-down cards while that is sealed."""
    line = _SEPARATOR.join([*_variant_parts(variant), "the same cards for everyone with this link"])
    return Preview(f"Deal {code}", line, board=opening, columns=variant.columns)


def daily_preview(date: str, opening: Board | None = None) -> Preview:
    """Return the preview of a daily: its opening, or face-down cards until it is revealed."""
    return Preview(f"The daily of {_date_in_words(date)}", _ABOUT_DAILY, board=opening)


def room_preview(room: RoomView, game: summaries.GameSummary | None = None) -> Preview:
    """Return the preview of a room: the invitation of its host, also when races were run in it.

    `game` is the finished game of a room with one seat: nobody can be invited there, so its result is shown.
    """
    if game:
        return game_preview(game)
    settings = room.settings
    variant = variant_of(settings.variant)
    host = next((member.name for member in room.members if member.id == room.host), ANONYMOUS)
    if is_solo(settings):
        return Preview("is playing", _SEPARATOR.join(_variant_parts(variant)), host, columns=variant.columns)
    parts = ["Tap to join", *_variant_parts(variant), f"{len(players_of(room))} of {settings.seats} players"]
    if room.race and not room.race.standings:
        parts.append("race in progress")
    return Preview("wants to race you", _SEPARATOR.join(parts), host, columns=variant.columns)


def player_preview(name: str, games: int, wins: int) -> Preview:
    """Return the preview of a player."""
    return Preview("", _SEPARATOR.join([_count(games, "game"), _count(wins, "win")]), name or ANONYMOUS)


def head_to_head_preview(name: str, other: str) -> Preview:
    """Return the preview of two players against each other, without results, which depend on the reader."""
    return Preview(f"against {other or ANONYMOUS}", "Races and dailies of both, in every variant.", name or ANONYMOUS)


def _variant_parts(variant: Variant) -> list[str]:
    return [variant.name.capitalize(), *(["custom rules"] if variant.is_custom else [])]


def _count(number: int, noun: str) -> str:
    """Return a number with its noun, whose plural is regular."""
    text = str(number).replace("-", "\u2212")
    return f"{text} {noun}" if number == 1 else f"{text} {noun}s"


def _ordinal(number: int) -> str:
    """Return a place as it is read: 1st, 2nd, 11th."""
    is_teen = number % 100 in {11, 12, 13}
    return f"{number}{'th' if is_teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _date_in_words(date: str) -> str:
    """Return a date such as `2026-11-21` in words."""
    year, month, day = map(int, date.split("-"))
    return f"{day} {_MONTHS[month - 1]} {year}"


MAX_PICTURES = 200
"""Pictures of about 40 kB that are kept; further ones replace those that were requested least recently."""
MAX_PENDING = 8
"""Pictures being drawn or waiting for it. Each takes about 50 ms of one core."""


class PictureCache:
    """Returns pictures by preview. Requests for a picture that is being drawn share it."""

    def __init__(self, max_pictures: int = MAX_PICTURES) -> None:
        self._pictures: LRUCache[Preview, bytes] = LRUCache(max_pictures)
        self._pending: dict[Preview, asyncio.Task[bytes]] = {}
        self._lock = asyncio.Lock()

    def __len__(self) -> int:
        """Return the number of pictures kept."""
        return len(self._pictures)

    @property
    def is_full(self) -> bool:
        """Whether no further picture should be requested now."""
        return len(self._pending) >= MAX_PENDING

    def has(self, preview: Preview) -> bool:
        """Whether a picture is kept or being drawn."""
        return preview in self._pictures or preview in self._pending

    async def picture(self, preview: Preview, draw: Callable[[], bytes]) -> bytes:
        """Return the picture of a preview. If there is none yet, `draw` is called in a thread."""
        if preview in self._pictures:
            return self._pictures[preview]
        if preview not in self._pending:
            self._pending[preview] = asyncio.create_task(self._draw(preview, draw))
        return await asyncio.shield(self._pending[preview])

    async def _draw(self, preview: Preview, draw: Callable[[], bytes]) -> bytes:
        try:
            async with self._lock:
                picture = await asyncio.to_thread(draw)
        finally:
            del self._pending[preview]
        self._pictures[preview] = picture
        return picture
