"""The erasure of a player in SQL, with the rows, the places in events and groups, and the name in texts."""

from collections.abc import Sequence

from sqlalchemy import Column, ColumnElement, Update, delete, select, update

from gaprace.play.people.names import without_name
from gaprace.store.arenas import forget_arenas_of
from gaprace.store.base import Executor, SqlSteps
from gaprace.store.events import forget_entries
from gaprace.store.groups import leave_all_groups
from gaprace.store.outbox import forget_subscriptions
from gaprace.store.tables import decisions, group_members, groups, metadata, players, push_subscriptions, reports

_RENAMES = ("rename", "rename_group")
"""The decisions whose detail is a name."""

PERSONAL_COLUMNS = [column for table in metadata.tables.values() for column in table.c if column.info.get("personal")]
"""Columns of players; a row is deleted with the player in such a column."""


async def erase(executor: SqlSteps, player: str, change: Update) -> bool:
    """Erase a player with all that is theirs, and make this change of the player's row; return whether it was made."""
    await forget_rows(executor, [player])
    name = await executor.scalar(select(players.c.name).where(players.c.id == player))
    if not await executor.change(change):
        return False
    await _forget_texts(executor, player, name or "")
    await forget_entries(executor, player)
    await forget_arenas_of(executor, player)
    await leave_all_groups(executor, player)
    return True


async def forget_rows(executor: Executor, gone: Sequence[str]) -> None:
    """Delete the rows of players who are deleted, and their subscriptions."""
    for column in PERSONAL_COLUMNS:
        await executor.execute(delete(column.table).where(column.in_(gone)))
    await forget_subscriptions(executor, push_subscriptions.c.player.in_(gone))


async def _forget_texts(executor: Executor, player: str, name: str) -> None:
    """Remove what a player has written and was called from reports and decisions; the log keeps ids and reasons.

    The name also goes from reasons, and from the names of the player's groups, as far as it stands there as a word.
    """
    about = reports.c.player == player
    nothing = {"subject": reports.c.id, "name": "", "note": "", "line": None}
    await executor.execute(update(reports).where(about).values(nothing))
    await executor.execute(update(reports).where(reports.c.reporter == player).values(note=""))
    its = decisions.c.player == player
    await executor.execute(update(decisions).where(its).values(answer=None))
    await executor.execute(update(decisions).where(its, decisions.c.action.in_(_RENAMES)).values(detail=""))
    for column in (decisions.c.reason, decisions.c.detail):
        await _take_out(executor, column, its, name)
    own = select(group_members.c.group).where(group_members.c.player == player)
    await _take_out(executor, groups.c.name, groups.c.code.in_(own), name)


async def _take_out(executor: Executor, column: Column[str], which: ColumnElement[bool], name: str) -> None:
    """Take a name out of a text of some rows."""
    table = column.table
    (key,) = table.primary_key
    for row in await executor.tuples(select(key, column).where(which)):
        text = without_name(row[1], name)
        if text != row[1]:
            await executor.execute(update(table).where(key == row[0]).values({column: text}))
