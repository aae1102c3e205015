"""The metadata of all tables, and types of columns that several have."""

from sqlalchemy import ColumnElement, Index, MetaData, String

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

PERSONAL = {"personal": True}
"""The information of a column with a player whose deletion deletes the row."""


def partial_index(
    name: str, *columns: ColumnElement[object], where: ColumnElement[bool], unique: bool = False
) -> Index:
    """Return an index of only the few rows that a query needs: those that are still open.

    `store.postgres` takes the condition over: named here, it would load SQLAlchemy's Postgres at every start.
    """
    return Index(name, *columns, sqlite_where=where, unique=unique)
