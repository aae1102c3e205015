"""The tables, by subject. `migrations/` creates them; a test checks that both agree.

Times ending in `_at` are milliseconds since 1970, those ending in `_ms` count from the start of the race.
"""

from gaprace.store.tables.analyses import analyses, certified_deals, examinations
from gaprace.store.tables.base import metadata
from gaprace.store.tables.dailies import attempts, closings, dailies, daily_scores, daily_secrets
from gaprace.store.tables.events import arena_roles, arenas, entries, events
from gaprace.store.tables.groups import group_members, group_scores, groups
from gaprace.store.tables.installation import cursors, server_keys
from gaprace.store.tables.messages import letters, push_events, push_messages, push_subscriptions, webhooks
from gaprace.store.tables.moderation import banned_networks, decisions, reports, voidings
from gaprace.store.tables.people import blocks, device_codes, players, sessions, subjects
from gaprace.store.tables.puzzles import (
    mistake_searches,
    puzzle_days,
    puzzle_games,
    puzzle_mistakes,
    puzzle_tries,
    puzzles,
)
from gaprace.store.tables.races import actions, deals, games, muted_spectators, races, rooms, series
from gaprace.store.tables.standings import place_counts, places, player_figures, rating_changes, ratings, recomputations

__all__ = [
    "actions",
    "analyses",
    "arena_roles",
    "arenas",
    "attempts",
    "banned_networks",
    "blocks",
    "certified_deals",
    "closings",
    "cursors",
    "dailies",
    "daily_scores",
    "daily_secrets",
    "deals",
    "decisions",
    "device_codes",
    "entries",
    "events",
    "examinations",
    "games",
    "group_members",
    "group_scores",
    "groups",
    "letters",
    "metadata",
    "mistake_searches",
    "muted_spectators",
    "place_counts",
    "places",
    "player_figures",
    "players",
    "push_events",
    "push_messages",
    "push_subscriptions",
    "puzzle_days",
    "puzzle_games",
    "puzzle_mistakes",
    "puzzle_tries",
    "puzzles",
    "races",
    "rating_changes",
    "ratings",
    "recomputations",
    "reports",
    "rooms",
    "series",
    "server_keys",
    "sessions",
    "subjects",
    "voidings",
    "webhooks",
]
