"""Very many people who know each other: the first players of `many_results` have friends and groups, and are about.

Put straight into a database's tables, by statements that make the rows there: a million players have a hundred million
follows.
"""

from sqlalchemy import text

from gaprace.store.database import migrating
from gaprace.store.tables import follows

FRIENDS, MEMBERS = 100, 50
"""Of each player, and of each group."""
APART = 7919
"""Friends are so far apart, so that their rows are on different pages."""
FAMILIES = (1, 7, 13)
"""In each of these, every player is in one group: whoever is near after multiplication by the number."""
DIGITS = 7
AT_ONCE = 100_000
"""Players whose follows are one statement, which has a time limit."""
GROUP = f"G{FAMILIES[0]}-{0:0{DIGITS}}"
"""It has the first players, in divisions, and has played the latest dailies."""

_NUMBER = "CAST(substr(id, 2) AS bigint)"
_STEPS = ", ".join(f"({side * APART * step})" for step in range(1, FRIENDS // 2 + 1) for side in (-1, 1))


async def fill_people(url: str, count: int, now: int) -> None:
    """Add the friends and groups of the first `count` players to a database; they are about at `now`."""
    (by_time,) = follows.indexes
    people = _people(0, count)
    some = (_people(first, min(first + AT_ONCE, count)) for first in range(0, count, AT_ONCE))
    async with migrating(url) as connection:  # whose statements may take long
        await connection.run_sync(by_time.drop)  # made at the end, it takes a fraction of the time
        for statement in (*(_follows(each, count) for each in some), _presences(people, now), *_groups(people, count)):
            await connection.execute(text(statement))
        await connection.run_sync(by_time.create)


def _people(first: int, end: int) -> str:
    return f"FROM players WHERE id >= {_id('p', str(first))} AND id < {_id('p', str(end))}"


def _id(prefix: str, number: str) -> str:
    return f"'{prefix}' || substr(CAST({10**DIGITS} + {number} AS text), 2)"


def _follows(people: str, count: int) -> str:
    followed = _id("p", f"({_NUMBER} + steps.column1 + {FRIENDS * APART * count}) % {count}")
    some = people.replace("players", f"players CROSS JOIN (VALUES {_STEPS}) AS steps")
    return f"INSERT INTO follows (player, followed, at) SELECT id, {followed}, 1 {some} ORDER BY id"


def _presences(people: str, now: int) -> str:
    return f"INSERT INTO presences (player, seen_at, doing) SELECT id, {now}, 'about' {people}"


def _groups(people: str, count: int) -> list[str]:
    codes = [_id(f"G{family}-", f"({_NUMBER} * {family} % {count}) / {MEMBERS}") for family in FAMILIES]
    groups = "INSERT INTO groups (code, name, colour, invitation, private, approval, created_at, division_size)"
    members = 'INSERT INTO group_members ("group", player, role, joined_at, shows_presence)'
    made = [f"{groups} SELECT DISTINCT {code}, {code}, '', {code}, true, false, 1, 10 {people}" for code in codes]
    return made + [f"{members} SELECT {code}, id, 'member', 1, false {people}" for code in codes]
