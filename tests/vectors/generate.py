"""Write `shared.json`, the vectors on which the rules in Python and in JavaScript agree."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from msgspec import to_builtins

from gaprace.errors import IllegalAction
from gaprace.play.live.visibility import acted, progress
from gaprace.play.standings import Played, race_standings
from gaprace.rules.actions import ControlAction, action_text
from gaprace.rules.board import Board, parse_board
from gaprace.rules.deal import SECRET_BYTES, opening
from gaprace.rules.draw import NO_SEED, SEED_BYTES, candidate_code, commitment_to, drawn_code, key_of, rules_text
from gaprace.rules.game import Game
from gaprace.rules.record import GameRecord, verify
from gaprace.rules.shuffle import redealt
from gaprace.rules.variants import VARIANTS, Variant, variant_data
from gaprace.wire import Seat
from tests.positions import (
    SHUFFLING,
    board_with_runs,
    random_action,
    random_code,
    random_deal,
    random_drawn_deal,
    random_game,
    random_variant,
    won_board,
)

SHARED = Path(__file__).with_name("shared.json")
Vector = dict[str, Any]


def openings(random: Random) -> Iterator[Vector]:
    for variant in VARIANTS.values():
        for _ in range(20):
            code = random_code(random)
            yield {"variant": variant.name, "code": code, "board": opening(variant, code).text}


def redeals(random: Random) -> Iterator[Vector]:
    for variant in SHUFFLING:
        for k in (*range(1, 10), 10, *[random.randint(1, 9) for _ in range(15)]):
            board = board_with_runs(random, variant.columns)
            secret = random.randbytes(32)
            redealt_text = redealt(variant, board, secret, k).text
            yield {
                "variant": variant.name,
                "board": board.text,
                "secret": secret.hex(),
                "k": k,
                "redealt": redealt_text,
            }


def position(variant: Variant, board: Board) -> Vector:
    fill = variant.right_fill
    return {
        "variant": variant_data(variant),
        "board": board.text,
        "moves": [action_text(move) for move in board.legal_moves(right_fill=fill)],
        "locked": board.locked,
        "dead": board.dead_gaps(right_fill=fill),
        "stuck": board.is_stuck(right_fill=fill),
        "won": board.is_won,
    }


def positions(random: Random) -> Iterator[Vector]:
    for columns in (7, 13):
        variant = VARIANTS["mini" if columns == 7 else "addiction"]
        yield position(variant, won_board(columns))
        yield position(variant.customised(right_fill=True), won_board(columns))
    for _ in range(150):
        variant = random_variant(random)
        yield position(variant, board_with_runs(random, variant.columns))
        yield position(variant, random_game(random, random_deal(random, variant), random.randrange(200)).board)


def tampered(random: Random, record: Vector) -> Iterator[Vector]:
    """Yield records that must fail, or at least come out otherwise."""
    tokens = record["transcript"].split(" ")
    place = random.randrange(len(tokens))
    for bad in (
        "KS@0:1",
        "2C@99:1",
        "undo:0",
        "redo:9999999",
        "shuffle:7",
        "fly:3",
        "6D@07:1",
        "",
        "resign:99999999",
    ):
        yield {**record, "transcript": " ".join([*tokens[:place], bad, *tokens[place + 1 :]])}
    yield {**record, "secret": random.randbytes(32).hex()}
    yield {**record, "secret": record["secret"].upper() + "g"}
    yield {**record, "commitment": random.randbytes(32).hex()}
    yield {**record, "commitment": record["commitment"][:-1]}
    yield {**record, "code": random_code(random)}
    yield {**record, "code": "U123456789"}
    yield {**record, "code": record["code"].lower().replace("0", "o")}
    yield {**record, "variant": "nosuch"}
    yield {**record, "variant": {"name": "strict", "shuffles": 1}}
    yield {**record, "variant": {"name": "gaps", "shuffles": True}}
    yield {**record, "variant": {"name": "gaps", "colour": 1}}
    yield {**record, "extra": 1}
    yield {key: value for key, value in record.items() if key != "code"}


def records(random: Random) -> Iterator[Vector]:
    for number in range(40):
        game: Game = random_game(random, random_deal(random), random.randrange(1, 120))
        record = GameRecord.of(game).data
        candidates = [record, *(tampered(random, record) if number < 6 else ())]
        for candidate in candidates:
            yield {"record": candidate, "result": verify(candidate)}


def draws(random: Random) -> Iterator[Vector]:
    """Yield commitments, keys and deal codes."""
    for _ in range(60):
        variant, secret, code = random_variant(random), random.randbytes(SECRET_BYTES), random_code(random)
        seeds = [random.choice([random.randbytes(SEED_BYTES), NO_SEED]) for _ in range(random.randint(0, 6))]
        candidate = random.choice([*range(5), 100, 12345])
        key = key_of(secret, seeds)
        yield {
            "variant": variant_data(variant),
            "rules": rules_text(variant),
            "code": code,
            "secret": secret.hex(),
            "seeds": [seed.hex() for seed in seeds],
            "commitment": commitment_to(variant, "", secret),
            "commitment_with_code": commitment_to(variant, code, secret),
            "key": key.hex(),
            "drawn": drawn_code(key),
            "candidate": candidate,
            "candidate_code": candidate_code(secret, candidate),
        }


def drawn_records(random: Random) -> Iterator[Vector]:
    """Yield records of deals of any origin, some of them tampered with."""
    for number in range(60):
        game: Game = random_game(random, random_drawn_deal(random), random.randrange(1, 100))
        record = GameRecord.of(game).data
        candidates = [record, *(badly_drawn(random, record) if number < 20 else ())]
        for candidate in candidates:
            yield {"record": candidate, "result": verify(candidate)}


def badly_drawn(random: Random, record: Vector) -> Iterator[Vector]:
    """Yield records that must fail."""
    yield {**record, "code": random_code(random)}
    yield {**record, "secret": random.randbytes(SECRET_BYTES).hex()}
    yield {**record, "commitment": random.randbytes(32).hex()}
    yield {**record, "seeds": [*record["seeds"], random.randbytes(SEED_BYTES).hex()]}
    yield {**record, "seeds": [random.randbytes(SEED_BYTES).hex(), *record["seeds"][1:]]}
    yield {**record, "seeds": record["seeds"][1:] if record["seeds"] else ["00"]}
    yield {**record, "seeds": "00" * SEED_BYTES}
    yield {**record, "variant": "gaps" if record["variant"] != "gaps" else "montana"}
    for origin in ("drawn", "chosen", "daily/0", "daily/07", "daily", "chosen/1", "drawn\n", ""):
        yield {**record, "origin": origin}
    boards = record["shuffled_boards"]
    yield {**record, "shuffled_boards": [*boards, won_board(13).text]}
    yield {**record, "shuffled_boards": [won_board(13).text, *boards[1:]]}
    yield {**record, "shuffled_boards": boards[:-1] if boards else [1]}
    yield {**record, "version": 1}
    yield {**record, "version": "2"}
    yield {**record, "version": True}
    yield {key: value for key, value in record.items() if key != "version"}
    yield {key: value for key, value in record.items() if key != "seeds"}


ALMOST_WON = "2C3C4C5C6C7C--/2D3D4D5D6D7D--/2H3H4H5H6H--7H/2S3S4S5S6S--7S"


def races(random: Random) -> Iterator[Vector]:
    """Yield races as one player's connection hears them, with the ranks of the standings after each event."""
    for number in range(16):
        deal = random_deal(random, VARIANTS["mini" if number % 2 else "addiction"])
        opening = parse_board(ALMOST_WON, 7) if number % 4 == 1 else deal.opening()
        games = {f"g{seat}": Game(deal, opening, opening.locked) for seat in range(random.randint(2, 5))}
        boards_open = number % 3 == 0
        steps = [*race_steps(random, games, boards_open=boards_open)]
        yield {"variant": deal.variant.name, "board": opening.text, "games": [*games], "steps": steps}


def race_steps(random: Random, games: dict[str, Game], *, boards_open: bool) -> Iterator[Vector]:
    """Yield events and the ranks after them, for the player of the first game."""
    own, *_ = games
    ms = 0
    for _ in range(60):
        ms += random.choice([0, 0, 1, 700])
        name, game = random.choice([*games.items()])
        action = ControlAction.RESIGN if random.random() < 0.03 else random_action(random, game)
        try:
            after = game.after(action, ms)
        except IllegalAction:
            continue
        games[name] = after
        event = acted(name, after) if boards_open or name == own else progress(name, after)
        ended = [Played(Seat(each, each), "", far) for each, far in games.items()]
        yield {"event": to_builtins(event), "ranks": {each.game: each.rank for each in race_standings(ended)}}


def generate() -> str:
    """Return the whole file, the same at every call: a vector a line."""
    random = Random("shared vectors")
    kinds = {
        "openings": openings,
        "redeals": redeals,
        "positions": positions,
        "records": records,
        "races": races,
        "draws": draws,
        "drawn_records": drawn_records,
    }
    parts = [
        f'"{kind}": [\n' + ",\n".join(json.dumps(vector, separators=(",", ":")) for vector in make(random)) + "\n]"
        for kind, make in kinds.items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    SHARED.write_text(generate(), encoding="utf-8")
