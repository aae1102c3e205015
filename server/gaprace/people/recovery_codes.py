"""Codes that bring an identity to another browser.

A recovery code has 100 random bits and works once. Only its SHA-256 is stored. The owner of the current code can
replace it at once. Without it, a new code becomes valid only after `WAIT_MS`, during which the owner can withdraw it:
so a leaked token is not enough to take over an identity.

The code for a device has 50 random bits, and works once within five minutes. The session that it begins is like the one
in which it was made: it ends when all tokens are revoked.
"""

import secrets
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256

from gaprace.errors import Refusal
from gaprace.play.people.names import typed_code
from gaprace.ports import StoredPlayer
from gaprace.rules.codes import CODE_ALPHABET

RECOVERY_LENGTH = 20
DEVICE_LENGTH = 10
GROUP_LENGTH = 5
DEVICE_CODE_MS = 5 * 60 * 1000
WAIT_MS = 7 * 24 * 60 * 60 * 1000
_NO_CODE = "none "


def fresh_code(length: int = RECOVERY_LENGTH) -> str:
    """Return a new code."""
    return grouped("".join(secrets.choice(CODE_ALPHABET) for _ in range(length)))


def grouped(code: str) -> str:
    """Return a code as it is shown."""
    return "-".join(code[at : at + GROUP_LENGTH] for at in range(0, len(code), GROUP_LENGTH))


def read_code(typed: str) -> str:
    """Return a code as typed by a person, in its canonical form. Raises `bad_recovery_code`."""
    code = typed_code(typed)
    if len(code) != RECOVERY_LENGTH or not set(code) <= set(CODE_ALPHABET):
        raise Refusal(
            "bad_recovery_code",
            f"This is not a recovery code: a recovery code has {RECOVERY_LENGTH} digits and letters (no U),"
            " such as 7K3QD-X0M2B-9VHTA-4RPEW.",
        )
    return code


def hash_of(code: str) -> str:
    """Return the hash under which a code is stored."""
    return sha256(typed_code(code).encode()).hexdigest()


def no_code(player_id: str) -> str:
    """Return the placeholder for the hash of a player without a code: no code has this hash."""
    return f"{_NO_CODE}{player_id}"


def has_code(player: StoredPlayer) -> bool:
    """Whether a player has a current code."""
    return not player.recovery_hash.startswith(_NO_CODE)


def settled(player: StoredPlayer, now: int) -> StoredPlayer:
    """Return a player with the code that is current at `now`."""
    if player.next_recovery_hash is None or player.next_recovery_at is None or now < player.next_recovery_at:
        return player
    return with_code(player, player.next_recovery_hash)


def with_code(player: StoredPlayer, hashed: str) -> StoredPlayer:
    """Return a player whose only code has this hash."""
    return replace(player, recovery_hash=hashed, next_recovery_hash=None, next_recovery_at=None)


def withdrawn(player: StoredPlayer) -> StoredPlayer:
    """Return a player without a pending code."""
    return with_code(player, player.recovery_hash)


def waiting_code(at: int) -> Refusal:
    """Return the error for a code that is not valid before `at`."""
    day = datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    return Refusal(
        "recovery_code_waits",
        f"This recovery code is valid from {day} UTC on, because it was made without the current one."
        " Until then the current one works.",
    )


def unknown_code() -> Refusal:
    """Return the error for a code that belongs to no player."""
    return Refusal(
        "unknown_recovery_code", "Unknown recovery code. It may have been used already, or replaced by a newer one."
    )


def unknown_device_code() -> Refusal:
    """Return the error for a code that no device shows."""
    return Refusal(
        "unknown_device_code",
        "Unknown code. It works once, within five minutes: make another one on the device where you are signed in.",
    )


def no_recovery_code() -> Refusal:
    """Return the error for a player who has no code and could not sign in again."""
    return Refusal(
        "no_recovery_code",
        "To sign out everywhere, you need a recovery code that is at least a week old: it proves your identity.",
    )
