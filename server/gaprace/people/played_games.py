"""The games that a player has finished, page by page."""

from typing import NamedTuple, get_args

from gaprace.errors import Refusal, quoted
from gaprace.play.live.settings import choice_of
from gaprace.play.people.head_to_head import Meeting
from gaprace.play.seals import may_find_race
from gaprace.play.standings import ranks_of
from gaprace.ports import Clock, EndedGame, GameFilter, Store
from gaprace.rules.results import fields_of
from gaprace.rules.variants import VARIANTS
from gaprace.wire import http
from gaprace.wire.paging import Number, PageQuery, Word, next_cursor

MAX_NAMED_RIVALS = 3
"""Rivals of a game who are named."""
KINDS: tuple[str, ...] = get_args(http.GameKind)
_OUTCOMES = {"true": True, "false": False}


class _Position(NamedTuple):
    """The key of a cursor: the games before this one."""

    ended_at: Number
    game: Word


class PlayedGames:
    """Reads the games of players."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def page(self, player: str, asked: GameFilter, query: PageQuery, me: str | None) -> http.PlayedGames | None:
        """Return a page of a player's games, as player `me` may see it; None if there is no such player.

        To others, a game is as if it did not exist until its seal is lifted for everybody.
        """
        found = await self._store.player(player)
        if found is None or found.deleted_at is not None:
            return None
        which = asked._replace(
            after=query.key(_Position),
            open_by=None if me == player else self._clock.now(),
            listed=bool(asked.rival) and not may_find_race({player, asked.rival}, me, is_listed=False),
        )
        games = await self._store.ended_games(player, which, query.limit + 1)
        shown = [_shown(each, player, asked.rival, me) for each in games[: query.limit]]
        return http.PlayedGames(shown, next_cursor(games, query.limit, lambda last: (last.ended_at, last.id)))


def read_filter(variant: str | None, kind: str | None, won: str | None, rival: str | None) -> GameFilter:
    """Return what a query asks for; None asks for all. Raises `bad_filter`."""
    for name, value, values in (("variant", variant, VARIANTS), ("kind", kind, KINDS), ("won", won, _OUTCOMES)):
        if value is not None and value not in values:
            raise Refusal("bad_filter", f"{name} = {quoted(value)} is not valid: it is one of {', '.join(values)}.")
    return GameFilter(variant or "", kind or "", None if won is None else _OUTCOMES[won], rival or "")


def _shown(played: EndedGame, player: str, rival: str, me: str | None) -> http.PlayedGame:
    may_find = bool(played.rivals) and may_find_race({player, rival}, me, is_listed=played.is_listed)
    others = (played.rivals or ()) if may_find else ()
    theirs = next((each.result for each in played.rivals or () if each.player == rival), None)
    return http.PlayedGame(
        game=played.id,
        variant=choice_of(played.variant),
        ended_at=played.ended_at,
        **fields_of(played.result),
        ranked=played.ranked,
        kind=played.kind,
        players=played.players,
        rivals=[http.Opponent(each.player, each.name) for each in others[:MAX_NAMED_RIVALS]],
        rank=_rank(played),
        race=played.race if may_find else None,
        lead=Meeting(played.variant, played.result, theirs).lead if theirs else None,
        daily=played.daily.date if played.daily else None,
        void=played.void,
    )


_ME = ""


def _rank(played: EndedGame) -> int | None:
    """Return the rank in a finished race of two or more; None for any other."""
    if not played.rivals:
        return None
    return ranks_of({_ME: played.result, **{each.player: each.result for each in played.rivals}}, "race")[_ME]
