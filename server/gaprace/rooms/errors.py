"""Why a connection has to end."""


class Disconnected(Exception):
    """A connection that has to end; `code` is a key of `messages.CLOSE_REASONS`."""

    def __init__(self, code: str) -> None:
        """End a connection with a stable code."""
        super().__init__(code)
        self.code = code
