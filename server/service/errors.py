"""Why a connection has to end."""


class Farewell(Exception):
    """A connection that has to end; `code` is a key of `messages.BYES`."""

    def __init__(self, code: str) -> None:
        """End a connection with a stable code."""
        super().__init__(code)
        self.code = code
