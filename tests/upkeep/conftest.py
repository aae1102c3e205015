from tests.rooms.conftest import the_journal_does_not_linger

__all__ = ["the_journal_does_not_linger"]
