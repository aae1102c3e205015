"""Game records: a finished game as data that anyone can verify.

A record has the fields `version` (2), `variant` (with the changes of a custom room), `origin`, `code`, `secret`,
`seeds`, `commitment`, `transcript` and `shuffled_boards`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, Self

from msgspec import Struct

from gaprace.errors import BadText, IllegalAction, RulesError, quoted
from gaprace.rules.codes import parse_code
from gaprace.rules.deal import Deal, parse_commitment, parse_secret
from gaprace.rules.draw import Draw, Origin, parse_seed
from gaprace.rules.game import Game
from gaprace.rules.results import score
from gaprace.rules.variants import parse_variant, variant_data

VERSION: Final = 2
"""The version of the scheme (`docs/fairness.md`)."""
_TEXTS, _LISTS = ("origin", "code", "secret", "commitment", "transcript"), ("seeds", "shuffled_boards")


class GameRecord(Struct, frozen=True):
    """The fields that prove a game."""

    version: Literal[2]
    """The version of the scheme (docs/fairness.md)."""
    variant: str | dict[str, str | int | bool]
    """The name of the variant, or an object with `name` and the changes of a custom room."""
    origin: str
    """Where the deal code comes from: `drawn` from the secret and the seeds, `chosen` beforehand, or `daily/` and the
    number of the candidate."""
    code: str
    """The deal code, which fixes the layout."""
    secret: str
    """The secret that fixes every shuffle: 32 bytes as 64 hexadecimal digits."""
    seeds: list[str]
    """The seed of each seat, 16 bytes as 32 hexadecimal digits; zeros for a seat without one."""
    commitment: str
    """The commitment, which was published before the start."""
    transcript: str
    """All actions with their times, `6D@27:1532 shuffle:2044 ...`."""
    shuffled_boards: list[str]
    """The board after each shuffle."""

    @classmethod
    def of(cls, game: Game) -> Self:
        """Return the record of a game."""
        return cls.of_transcript(game.deal, game.transcript, [board.text for board in game.shuffled])

    @classmethod
    def of_transcript(cls, deal: Deal, transcript: str, shuffled_boards: Sequence[str]) -> Self:
        """Return the record of a game by its deal, its transcript and the board after each of its shuffles."""
        return cls(
            VERSION,
            variant_data(deal.variant),
            deal.draw.origin.text,
            deal.code,
            deal.secret.hex(),
            [seed.hex() for seed in deal.draw.seeds],
            deal.commitment,
            transcript,
            [*shuffled_boards],
        )

    @classmethod
    def from_data(cls, data: object) -> Self:
        """Return a record from decoded JSON.

        Raises BadText `bad_record` for a field that is missing, unknown or of another type.
        """
        names = cls.__struct_fields__
        if not isinstance(data, Mapping) or set(data) != set(names):
            given = sorted(map(str, data)) if isinstance(data, Mapping) else data
            raise BadText(
                "bad_record", f"A game record has exactly the fields {', '.join(names)}; this one has {quoted(given)}."
            )
        for name in names:
            if wanted := _wanted(name, data[name]):
                raise BadText("bad_record", f"The record's {name} is {quoted(data[name])}: it must be {wanted}.")
        return cls(**data)

    @property
    def data(self) -> dict[str, Any]:
        """The record as JSON data."""
        return {name: getattr(self, name) for name in self.__struct_fields__}

    def replay(self) -> Game:
        """Check the deal against its commitment, and return the game with every action played again.

        Raises RulesError for the first fault; `at` is the number of the bad action, or 0 for a fault before the first.
        """
        deal = self._deal()
        if deal.commitment != parse_commitment(self.commitment):
            raise BadText(
                "commitment_mismatch",
                f"The record does not match its commitment {self.commitment}: the true one is {deal.commitment}.",
            )
        if deal.code != deal.determined_code:
            raise BadText(
                "code_mismatch",
                f"The deal code {deal.code} was not drawn from this secret and these seeds: that is"
                f" {deal.determined_code}.",
            )
        return self._replay_with_boards(deal)

    def _deal(self) -> Deal:
        """Return the deal, read in the order of the fields."""
        variant, origin = parse_variant(self.variant), Origin.parse(self.origin)
        code, secret = parse_code(self.code), parse_secret(self.secret)
        seeds = tuple(parse_seed(seed) for seed in self.seeds)
        if seeds and origin.kind != "drawn":
            raise BadText("bad_seed", f"A deal with the origin {origin.text} has no seeds; this one has some.")
        return Deal(variant, code, secret, Draw(origin, seeds))

    def _replay_with_boards(self, deal: Deal) -> Game:
        game, boards = Game.start(deal), iter(self.shuffled_boards)
        for after in Game.replaying(deal, self.transcript):
            if after.shuffles > game.shuffles:
                _compare(after, boards)
            game = after
        if next(boards, None) is not None:
            raise IllegalAction(
                "shuffle_mismatch", f"The record has more boards than the game has shuffles, {game.shuffles}."
            )
        return game


def _compare(game: Game, boards: Iterator[str]) -> None:
    """Compare the board after a shuffle with that of the record."""
    board = next(boards, None)
    if board != game.board.text:
        message = f"Shuffle {game.shuffles} leads to {game.board.text}; the record has {quoted(board)}."
        raise IllegalAction("shuffle_mismatch", message).at_action(game.number)


def _wanted(name: str, value: object) -> str:
    """Return what a field must be, if it is something else."""
    if name == "version":
        return "" if type(value) is int and value == VERSION else str(VERSION)
    if name in _TEXTS:
        return "" if isinstance(value, str) else "a string"
    if name in _LISTS:
        return "" if isinstance(value, list) and all(isinstance(each, str) for each in value) else "a list of strings"
    return ""


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
