"""Game records: a finished game as data that anyone can verify.

A record has the fields `variant` (with the changes of a custom room), `code`, `secret`, `commitment` and `transcript`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

from gaprace.errors import BadText, RulesError, quoted
from gaprace.rules.deal import Deal, parse_commitment
from gaprace.rules.game import Game
from gaprace.rules.ranking import score
from gaprace.rules.variants import parse_variant, variant_data


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The five fields that prove a game."""

    variant: object
    """The variant's name, or an object with its name and the room's changes (see `parse_variant`)."""
    code: str
    secret: str
    """32 bytes as 64 lower-case hexadecimal digits."""
    commitment: str
    """SHA-256 of the secret, published before the start."""
    transcript: str

    @classmethod
    def of(cls, game: Game) -> Self:
        """Return the record of a game."""
        return cls.of_transcript(game.deal, game.transcript)

    @classmethod
    def of_transcript(cls, deal: Deal, transcript: str) -> Self:
        """Return the record of a game by its deal and its transcript."""
        return cls(variant_data(deal.variant), deal.code, deal.secret.hex(), deal.commitment, transcript)

    @classmethod
    def from_data(cls, data: object) -> Self:
        """Return a record from decoded JSON.

        Raises:
            BadText: `bad_record` for a field that is missing, unknown or not a string.

        """
        names = [field.name for field in fields(cls)]
        if not isinstance(data, Mapping) or set(data) != set(names):
            given = sorted(map(str, data)) if isinstance(data, Mapping) else data
            raise BadText(
                "bad_record", f"A game record has exactly the fields {', '.join(names)}; this one has {quoted(given)}."
            )
        for name in names[1:]:
            if not isinstance(data[name], str):
                raise BadText("bad_record", f"The record's {name} is {quoted(data[name])}: it must be a string.")
        return cls(**data)

    def replay(self) -> Game:
        """Check the deal against its commitment, and return the game with every action played again.

        Raises:
            RulesError: for the first fault; `at` is the number of the bad action, or 0 for a fault before the first.

        """
        deal = Deal.from_texts(parse_variant(self.variant), self.code, self.secret)
        if deal.commitment != parse_commitment(self.commitment):
            raise BadText(
                "commitment_mismatch",
                f"The secret does not match the commitment {self.commitment}: its SHA-256 is {deal.commitment}.",
            )
        return Game.replay(deal, self.transcript)


def verify(data: object) -> dict[str, Any]:
    """Verify a game record.

    Returns `{"ok": True, "won", "locked", "score", "moves", "shuffles", "time_ms", "board"}`, or
    `{"ok": False, "error": {"code", "message", "at"}}`, where `at` is the number of the first bad action, or 0 for a
    fault before the first.
    """
    try:
        game = GameRecord.from_data(data).replay()
    except RulesError as error:
        return {"ok": False, "error": {"code": error.code, "message": error.message, "at": error.at}}
    return {
        "ok": True,
        "won": game.is_won,
        "locked": game.board.locked,
        "score": score(game),
        "moves": game.moves,
        "shuffles": game.shuffles,
        "time_ms": game.time_ms,
        "board": game.board.text,
    }
