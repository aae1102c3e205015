"""How the tables of a database compare with those that this version of the program knows."""

from enum import Enum, auto


class TablesState(Enum):
    """What this version can do with the tables of a database."""

    OLDER = auto()
    """They are missing, or older: they have to be migrated first."""
    CURRENT = auto()
    """They are its own."""
    EXPANDED = auto()
    """A newer version has only added to them: this version runs on them."""
    TOO_NEW = auto()
    """A newer version has removed from them what this version needs."""

    @property
    def is_usable(self) -> bool:
        """Whether a server of this version may run on them."""
        return self in {TablesState.CURRENT, TablesState.EXPANDED}
