"""What can go wrong for a bot: a stable code and a sentence."""


class BotError(Exception):
    """The bot cannot go on."""

    def __init__(self, code: str, message: str) -> None:
        """Object with a stable code and a sentence for a person."""
        super().__init__(message)
        self.code = code
        self.message = message


class Busy(BotError):
    """The server asks to come back later."""

    def __init__(self, code: str, message: str, wait_s: float) -> None:
        """Say also how many seconds to wait."""
        super().__init__(code, message)
        self.wait_s = wait_s
