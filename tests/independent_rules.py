"""A second witness: the deal, the shuffle and the moves, written from the rules page alone.

Nothing of the project was read to write this, and nothing of the project may ever be imported here:
its only worth is that it cannot share a mistake with the engine. It is slow and literal on purpose.
A board is its text, a card is its two characters, a token's number is its place in a list.

Run it (`python tests/independent_rules.py`) to check the known answer of the page.

Wherever the page leaves a choice, a comment that begins with "Reading:" says what was chosen.
"""

import hashlib
import hmac
from collections.abc import Iterator

RANKS = "23456789TJQK"
SUITS = "CDHS"
GAP = "--"
ROWS = 4
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

# variant: (its top rank, what a shuffle keeps, where the gaps lie after a shuffle)
VARIANTS: dict[str, tuple[str, str, str]] = {
    "addiction": ("K", "locked runs", "random"),
    "gaps": ("K", "locked runs", "after the run"),
    "montana": ("K", "locked runs", "after the run"),
    "spaces": ("K", "nothing", "random"),
    "paganini": ("K", "complete rows", "after the run"),
    "strict": ("K", "no redeal", "no redeal"),
    "mini": ("7", "locked runs", "after the run"),
}


# --- texts ---------------------------------------------------------------------------------------


def cards_of(variant: str) -> list[str]:
    """Clubs, diamonds, hearts, spades, each from the 2 upward."""
    if variant not in VARIANTS:
        raise ValueError(f"no such variant: {variant!r}")
    top = VARIANTS[variant][0]
    return [rank + suit for suit in SUITS for rank in RANKS[: RANKS.index(top) + 1]]


def columns_of(variant: str) -> int:
    """As many as a suit has cards, and one more for the gap that the ace left."""
    return len(cards_of(variant)) // ROWS + 1


def split_rows(board: str) -> list[list[str]]:
    """The rows of a board text, each a list of two-character slots."""
    return [[row[i : i + 2] for i in range(0, len(row), 2)] for row in board.split("/")]


def read_board(variant: str, board: str) -> list[list[str]]:
    """The same, refused unless it is a board of this variant: each card once, and four gaps."""
    rows = split_rows(board)
    if [len(row) for row in rows] != [columns_of(variant)] * ROWS:
        raise ValueError("wrong number of rows or columns")
    if sorted(slot for row in rows for slot in row) != sorted(cards_of(variant) + [GAP] * ROWS):
        raise ValueError("not every card once and four gaps")
    return rows


def follows(higher: str, lower: str) -> bool:
    """Is `higher` the card of the same suit and one rank above `lower`? Never true with a gap."""
    if GAP in (higher, lower) or higher[1] != lower[1]:
        return False
    return RANKS.index(higher[0]) == RANKS.index(lower[0]) + 1


def run_of(row: list[str]) -> list[str]:
    """The locked cards of one row: 2, 3, 4 ... of one suit from its left end."""
    run: list[str] = []
    for card in row:
        if follows(card, run[-1]) if run else card[0] == "2":
            run.append(card)
        else:
            break
    return run


# --- chance --------------------------------------------------------------------------------------


def words(key: bytes, label: str) -> Iterator[int]:
    """HMAC-SHA256 in counter mode, read as big-endian 32-bit words."""
    block = 0  # Reading: blocks are counted from 0 (the known answer agrees).
    while True:
        message = label.encode("ascii") + block.to_bytes(4, "big")
        digest = hmac.new(key, message, hashlib.sha256).digest()
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def number_below(m: int, source: Iterator[int]) -> int:
    """The next word that is under the largest multiple of m, modulo m."""
    # Reading: the largest multiple that is not above 2**32, so a power of two refuses no word.
    limit = 2**32 // m * m
    for word in source:
        if word < limit:
            return word % m
    raise AssertionError("the words never end")


def permutation(size: int, key: bytes, label: str) -> list[int]:
    """Fisher-Yates from the last index down to 1. Entry t is the slot dealt to token t."""
    source = words(key, label)
    slots = list(range(size))
    for i in reversed(range(1, size)):
        j = number_below(i + 1, source)
        slots[i], slots[j] = slots[j], slots[i]
    return slots


def deal(variant: str, key: bytes, label: str, locked_tokens: dict[int, int]) -> str:
    """The board after one whole deal. `locked_tokens` says which token is locked in which slot."""
    # The first gap token is number 48 (24 in the short deck), after all the cards.
    tokens = cards_of(variant) + [GAP] * ROWS
    dealt_to = permutation(len(tokens), key, label)
    lies_in: dict[int, int] = dict(locked_tokens)  # slot -> token
    for token in range(len(tokens)):
        if token in locked_tokens.values():
            continue
        slot = dealt_to[token]
        while slot in locked_tokens:
            slot = dealt_to[locked_tokens[slot]]
        assert slot not in lies_in, "two tokens in one slot: the page promises a bijection"
        lies_in[slot] = token
    columns = columns_of(variant)
    return "/".join(
        "".join(tokens[lies_in[row * columns + column]] for column in range(columns)) for row in range(ROWS)
    )


# --- what the tests ask --------------------------------------------------------------------------


def opening(variant: str, code: str) -> str:
    """The board text of the opening deal."""
    # Reading: the code must come in its one canonical spelling, upper case and without hyphens or
    # look-alike letters. Tidying what a person typed is not part of the deal.
    if len(code) != 10 or any(character not in CROCKFORD for character in code):
        raise ValueError(f"not a deal code: {code!r}")
    # Reading: the variant's name is no part of the key, so all the 2-K variants open alike but montana.
    # Reading: the four gaps of an opening lie at random in every variant, montana too: the fixed gaps
    # are a matter of what lies there "after a shuffle".
    locked_tokens: dict[int, int] = {}
    if variant == "montana":
        for row, suit in enumerate(SUITS):
            locked_tokens[row * columns_of(variant)] = cards_of(variant).index("2" + suit)
    return deal(variant, code.encode("ascii"), "gaprace/1/deal", locked_tokens)


def redeal(variant: str, board: str, secret: bytes, k: int) -> str:
    """The board text after shuffle number k (1, 2, 3 ...) of `board`."""
    # Reading: whether a shuffle is allowed now (stuck, won, none left) is for the game to say, and
    # rooms may set their own number. This only answers what the shuffle would give.
    rows = read_board(variant, board)
    cards = cards_of(variant)
    columns = columns_of(variant)
    _, keeps, gaps = VARIANTS[variant]
    if keeps == "no redeal":
        raise ValueError(f"{variant} has no redeal")
    if k < 1:
        raise ValueError("shuffles are numbered from 1")
    locked_tokens: dict[int, int] = {}
    for row, slots in enumerate(rows):
        kept = run_of(slots)
        complete = len(kept) == columns - 1
        if keeps == "nothing" or (keeps == "complete rows" and not complete):
            kept = []
        for column, card in enumerate(kept):
            locked_tokens[row * columns + column] = cards.index(card)
        if gaps == "after the run":
            # Reading: gaps are all alike, so the first gap token is the top row's, and so on down.
            # A complete row's own gap, in its last slot, is one of them: "gets no other card".
            locked_tokens[row * columns + len(kept)] = len(cards) + row
    return deal(variant, secret, f"gaprace/1/shuffle/{k}", locked_tokens)


def legal_moves(variant: str, board: str, right_fill: bool = False) -> list[tuple[str, int]]:
    """Every (card, slot of a gap) that is allowed, sorted by the card's text and then the slot."""
    # Reading: `right_fill` is the room's setting; by itself no variant of the table allows that fill.
    # Reading: a move that both neighbours allow is one move.
    # Reading: with the right-neighbour fill, a gap right of a King or of a gap, which takes nothing by
    # its left, still takes by its right ("also"). The page does not say whether a left-end gap then
    # takes more than the 2s; in the games that have this fill (Free Parking) it does not.
    # Reading: nothing forbids moving a locked card. "The only locked card that can ever move" is given
    # as a consequence ("every other has nowhere else to go"), and that holds without the right-neighbour
    # fill. With it, a locked 5 may leave its run for a gap left of its 6: no rule is stated against it.
    moves: list[tuple[str, int]] = []
    for row, slots in enumerate(read_board(variant, board)):
        for column, here in enumerate(slots):
            if here != GAP:
                continue
            for card in cards_of(variant):
                taken = card[0] == "2" if column == 0 else follows(card, slots[column - 1])
                if right_fill and 0 < column < len(slots) - 1:
                    taken = taken or follows(slots[column + 1], card)
                if taken:
                    moves.append((card, row * len(slots) + column))
    return sorted(moves)


def moved(board: str, card: str, to: int) -> str:
    """The board after a card has gone to a slot; the slot that it leaves becomes a gap."""
    rows = split_rows(board)
    columns = len(rows[0])
    slots = [slot for row in rows for slot in row]
    slots[slots.index(card)], slots[to] = GAP, card
    return "/".join("".join(slots[at : at + columns]) for at in range(0, len(slots), columns))


def locked(board: str) -> int:
    """How many cards are locked."""
    # Reading: the word means the same in every variant, whatever its shuffles keep.
    return sum(len(run_of(row)) for row in split_rows(board))


def is_won(variant: str, board: str) -> bool:
    """Every row runs from 2 to the top rank: as many locked cards as there are cards."""
    return locked(board) == len(cards_of(variant))


def wins(variant: str, board: str, line: str) -> bool:
    """Whether each move of the line is allowed, and the last one wins."""
    for move in line.split():
        card, slot = move.split("@")
        if (card, int(slot)) not in legal_moves(variant, board):
            return False
        board = moved(board, card, int(slot))
    return is_won(variant, board)


if __name__ == "__main__":
    known = "3S--2D3D2C--6D/6H--3H7S5S4D7D/5H5C7H2H2S6C7C/6S3C5D4C4H4S--"
    assert opening("mini", "0123456789") == known, opening("mini", "0123456789")
    print("the known answer comes out")
