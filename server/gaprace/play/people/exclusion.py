"""The exclusion of examined games from the ranks.

A copied line or a machine's pace (`rules.fair_play`) keeps a game out of the ranks. Any other flag is a note: people
cause it now and then, so that it takes many of them in a row of games (`make bench ARGS=certainty`). An earlier
look at a daily from the same address is shown and counts for nothing: it may have been a neighbour's.
"""

from collections.abc import Iterable, Sequence

from gaprace.rules.fair_play import Flag, Rule

CERTAIN_RULES: frozenset[Rule] = frozenset({"faster_than_hands", "pauses_too_even", "same_line"})
"""A game that one of these rules flags is left out of the ranks at once."""
EVIDENCE_GAMES = 20
"""Notes are counted among this many of the last examined games of a player, and not before there are so many."""
NO_EVIDENCE: frozenset[Rule] = frozenset({"scouted"})
"""Rules about the acts of others, which never keep a game out of the ranks."""
MIN_NOTED = 8
"""With this many noted games among them, the noted ones are left out of the ranks."""


def is_certain(flags: Iterable[Flag]) -> bool:
    """Whether the flags of one game are enough to leave it out of the ranks."""
    return any(flag.rule in CERTAIN_RULES for flag in flags)


def scouted(looked: int) -> list[Flag]:
    """Return the flag of a daily's game that follows this many identities which only ever look and leave."""
    return [Flag("scouted", {"looked": looked})] if looked else []


def is_noted(flags: Iterable[Flag]) -> bool:
    """Whether the flags of one game are a note against its player."""
    return any(flag.rule not in NO_EVIDENCE for flag in flags)


def is_evidence(noted: Sequence[bool]) -> bool:
    """Whether a player's last examined games, each noted or not, suffice to leave the noted ones out of the ranks."""
    last = noted[:EVIDENCE_GAMES]
    return len(last) == EVIDENCE_GAMES and sum(last) >= MIN_NOTED
