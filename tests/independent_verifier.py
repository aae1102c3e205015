"""A second witness for records: a verifier written from `docs/fairness.md` alone.

Like `independent_rules`, it imports nothing of the project, so that it cannot share a mistake with it. It is slow and
literal on purpose. Run it with a record as a JSON file, or without anything to check the example of the page.
"""

import hashlib
import hmac
import json
import re
import sys
from datetime import date
from pathlib import Path

from tests import independent_rules as rules

# variant: (shuffles, whether they are allowed at any time)
SHUFFLES = {
    "addiction": (3, True),
    "gaps": (2, False),
    "montana": (2, False),
    "spaces": (2, False),
    "paganini": (3, False),
    "strict": (0, False),
    "mini": (1, False),
}
FIELDS = {
    "version",
    "variant",
    "origin",
    "code",
    "secret",
    "seeds",
    "commitment",
    "transcript",
    "shuffled_boards",
}


class Fault(Exception):
    """The record does not hold; the argument is the step that failed."""


def check(holds: object, step: str) -> None:
    if not holds:
        raise Fault(step)


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def from_hex(text: object, length: int) -> bytes:
    check(isinstance(text, str) and re.fullmatch(rf"[0-9a-f]{{{2 * length}}}", text), "hexadecimal")
    return bytes.fromhex(str(text))


# --- the draw ------------------------------------------------------------------------------------


def read_variant(data: object) -> tuple[str, int, bool]:
    """The name, the shuffles and the fill of a record's variant."""
    changes = {"name": data} if isinstance(data, str) else dict(data) if isinstance(data, dict) else {}
    name = changes.pop("name", None)
    check(name in SHUFFLES and set(changes) <= {"shuffles", "right_fill"}, "variant")
    shuffles, fill = changes.get("shuffles", SHUFFLES[name][0]), changes.get("right_fill", False)
    check(type(shuffles) is int and 0 <= shuffles <= 9 and type(fill) is bool, "variant")
    check(not shuffles or name != "strict", "variant")
    return name, shuffles, fill


def variant_text(name: str, shuffles: int, fill: bool) -> str:
    """V of the commitment."""
    text = name
    if shuffles != SHUFFLES[name][0]:
        text += f";shuffles={shuffles}"
    if fill:
        text += ";right_fill=1"
    return text


def commitment(variant: str, chosen_code: str, secret: bytes) -> str:
    message = b"gaprace/2/commit\0" + variant.encode("ascii") + b"\0" + chosen_code.encode("ascii") + b"\0" + secret
    return sha256(message).hex()


def key(secret: bytes, seeds: list[bytes]) -> bytes:
    """K."""
    return hmac_sha256(secret, b"gaprace/2/deal\0" + b"".join(seeds))


def code(x: bytes) -> str:
    """The first 50 bits as ten characters of five bits each, the highest first."""
    bits = "".join(f"{byte:08b}" for byte in sha256(b"gaprace/2/code\0" + x))[:50]
    return "".join(rules.CROCKFORD[int(bits[at : at + 5], 2)] for at in range(0, 50, 5))


def code_by_origin(origin: str, given: str, secret: bytes, seeds: list[bytes]) -> str:
    if origin == "chosen":
        return given
    if origin == "drawn":
        return code(key(secret, seeds))
    check(re.fullmatch(r"daily/(0|[1-9][0-9]*)", origin), "origin")
    return code(hmac_sha256(secret, b"gaprace/2/" + origin.encode("ascii")))


# --- a daily -------------------------------------------------------------------------------------

BANDS = ["900-1000", "800-899", "700-799", "600-699", "500-599", "400-499", "0-1000"]
"""From Monday on."""


def verify_daily(daily: dict[str, object]) -> None:
    """Check what a server has revealed of a daily, as far as that goes without the solver: all but earlier candidates.

    Raises `Fault`, with the step that failed.
    """
    name, secret = str(daily["variant"]), from_hex(daily["secret"], 32)
    check(daily["commitment"] == commitment(name, "", secret), "commitment")
    check(daily["code"] == code_by_origin(f"daily/{daily['candidate']}", "", secret, []), "code")
    certificate = daily.get("certificate")
    if not isinstance(certificate, dict):
        check(daily["candidate"] == 0, "candidate")
        return
    if (band := daily.get("band")) is not None:
        weekday = date.fromisoformat(str(daily["date"])).weekday()
        check(name == "addiction" and band == BANDS[weekday], "band")
        least, most = map(int, str(band).split("-"))
        check(least <= certificate["harder_permille"] <= most, "difficulty")
    check(rules.wins(name, rules.opening(name, str(daily["code"])), certificate["line"]), "line")


# --- the game ------------------------------------------------------------------------------------


def play(record: dict[str, object], variant: tuple[str, int, bool], shuffle_key: bytes) -> dict[str, object]:
    """Play the transcript on the deal; return what comes of it."""
    name, shuffles, fill = variant
    board = rules.opening(name, str(record["code"]))
    boards = list(record["shuffled_boards"])
    done: list[str] = []
    undone: list[str] = []
    moves = spent = last = 0
    over = False
    transcript = str(record["transcript"])
    for token in transcript.split(" ") if transcript else []:
        action, colon, text = token.rpartition(":")
        check(colon and re.fullmatch(r"0|[1-9][0-9]*", text) and int(text) >= last, "time")
        check(not over, "over")
        last = int(text)
        if action == "resign":
            over = True
        elif action == "undo":
            check(done, "undo")
            undone.append(board)
            board = done.pop()
        elif action == "redo":
            check(undone, "redo")
            done.append(board)
            board = undone.pop()
        else:
            done, undone, before = [*done, board], [], board
            if action == "shuffle":
                free = SHUFFLES[name][1] or not rules.legal_moves(name, before, fill)
                check(spent < shuffles and free, "shuffle")
                spent += 1
                board = rules.redeal(name, before, shuffle_key, spent)
                check(boards and boards.pop(0) == board, "shuffled board")
            else:
                card, _, slot = action.partition("@")
                check(re.fullmatch(r"0|[1-9][0-9]*", slot), "move")
                check((card, int(slot)) in rules.legal_moves(name, before, fill), "move")
                moves += 1
                board = rules.moved(before, card, int(slot))
        over = over or rules.is_won(name, board)
    check(not boards, "shuffled boards left over")
    won = rules.is_won(name, board)
    score = rules.locked(board) - 5 * spent + (10 if won and not spent else 0)
    locked = rules.locked(board)
    return {
        "won": won,
        "locked": locked,
        "score": score,
        "moves": moves,
        "shuffles": spent,
        "time_ms": last,
        "board": board,
    }


def verify(record: dict[str, object]) -> dict[str, object]:
    """Check a record, and return what came of its game.

    Raises `Fault`, with the step that failed.
    """
    check(set(record) == FIELDS and record["version"] == 2, "fields")
    variant = read_variant(record["variant"])
    secret, origin, given = from_hex(record["secret"], 32), str(record["origin"]), str(record["code"])
    seeds = [from_hex(seed, 16) for seed in record["seeds"]]
    true = commitment(variant_text(*variant), given if origin == "chosen" else "", secret)
    check(record["commitment"] == true, "commitment")
    check(origin == "drawn" or not seeds, "seeds")
    check(given == code_by_origin(origin, given, secret, seeds), "code")
    return play(record, variant, key(secret, seeds))


def example() -> dict[str, object]:
    """The example of the page."""
    page = (Path(__file__).parents[1] / "docs" / "fairness.md").read_text(encoding="utf-8")
    found = re.search(r'```json\n(\{"version".*?)```', page, re.DOTALL)
    assert found, "the page has no example"
    record: dict[str, object] = json.loads(found[1])
    return record


if __name__ == "__main__":
    print(verify(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")) if sys.argv[1:] else example()))
