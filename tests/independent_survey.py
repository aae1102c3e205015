"""A second witness for surveys: each line of one is checked by `independent_rules` and by plain enumeration.

Like these, it imports nothing of the project. A line that wins is played; of a deal that cannot be won, every board
that moves can reach is looked at, up to a number of boards, since some have more than memory has room for. Run it with
the variant, the lines of a survey, and how many of them to check: `python -m tests.independent_survey mini FILE 200`.
"""

import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from tests import independent_rules as rules

MOST_BOARDS = 3_000_000


def check_line(variant: str, line: str, most_boards: int = MOST_BOARDS) -> str:
    """Return the verdict that was confirmed, or `not confirmed` of a deal with too many boards.

    Raises AssertionError if the line of the survey is wrong.
    """
    row = json.loads(line)
    opening = rules.opening(variant, row["code"])
    if row["verdict"] == "winnable":
        assert rules.wins(variant, opening, row["line"]), row["code"]
        return "winnable"
    if row["verdict"] == "unwinnable":
        boards = sum(1 for _ in islice(reachable(variant, opening), most_boards))
        return "unwinnable" if boards < most_boards else "not confirmed"
    return "not confirmed"


def reachable(variant: str, opening: str) -> Iterator[bytes]:
    """Yield each board that moves can reach, as bytes: 0 is a gap, the others are the places of the cards in the deck.

    Raises AssertionError if one of them is won.
    """
    deck, columns = rules.cards_of(variant), rules.columns_of(variant)
    ranks = columns - 1
    number = {rules.GAP: 0} | {card: place for place, card in enumerate(deck, 1)}
    twos = [place for place in range(1, len(deck) + 1) if place % ranks == 1]
    board = bytes(number[slot] for row in rules.split_rows(opening) for slot in row)
    met, waiting = {board}, [board]
    while waiting:
        board = waiting.pop()
        yield board
        is_end = True
        for gap in range(len(board)):
            if board[gap]:
                continue
            left = board[gap - 1] if gap % columns else None
            fitting = twos if left is None else [left + 1] if left and left % ranks else []
            for card in fitting:
                is_end = False
                after = bytearray(board)
                after[board.index(card)], after[gap] = 0, card
                if bytes(after) not in met:
                    met.add(bytes(after))
                    waiting.append(bytes(after))
        if is_end:
            text = "/".join(
                "".join([rules.GAP, *deck][card] for card in board[start : start + columns])
                for start in range(0, len(board), columns)
            )
            assert rules.locked(text) < len(deck), f"a deal that cannot be won: {text}"


if __name__ == "__main__":
    variant, file, count = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    found = [check_line(variant, line) for line in file.read_text().splitlines()[:count]]
    for verdict in sorted(set(found)):
        print(f"{found.count(verdict)} {verdict}")
