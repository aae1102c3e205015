"""Tokens: what proves an identity, for how long, and by which keys."""

from base64 import urlsafe_b64encode
from hashlib import sha256
from hmac import digest

import pytest

from gaprace.services.tokens import LIFETIME_MS, RENEWAL_MS, Claim, Tokens
from tests.memory_store import MemoryStore
from tests.rooms.stage import NOON, ManualClock

KEY = b"k" * 32
SESSION = "0123456789abcdef"
OLD, NEW = "an old secret key", "the new secret key"


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


def version_1(player: str, generation: int, key: bytes = KEY) -> str:
    """A token as servers issued it before there was a time of issue."""
    return signed(f"g1.{player}.{generation}", key)


def signed(claim: str, key: bytes = KEY) -> str:
    signature = digest(digest(key, b"gaprace/1/tokens", sha256), claim.encode(), sha256)
    return f"{claim}.{urlsafe_b64encode(signature).decode().rstrip('=')}"


def test_a_token_says_whose_it_is_and_when_it_was_issued(clock: ManualClock) -> None:
    tokens = Tokens(clock, [KEY])
    assert tokens.read(tokens.issue("ann", 3, SESSION)) == Claim(
        "ann", 3, NOON // 1000 * 1000, is_due=False, session=SESSION
    )


async def test_a_token_ends_unless_it_is_renewed(clock: ManualClock) -> None:
    tokens = Tokens(clock, [KEY])
    token = tokens.issue("ann", 1, SESSION)
    await clock.advance(RENEWAL_MS)
    claim = tokens.read(token)
    assert claim
    assert claim.is_due
    renewed = tokens.issue("ann", 1, SESSION)
    await clock.advance(LIFETIME_MS - RENEWAL_MS)
    assert tokens.read(token) is None
    assert tokens.read(renewed)


async def test_a_token_of_a_clock_that_was_ahead_is_valid_and_soon_replaced(clock: ManualClock) -> None:
    ahead = ManualClock()
    await ahead.advance(2 * RENEWAL_MS)
    claim = Tokens(clock, [KEY]).read(Tokens(ahead, [KEY]).issue("ann", 1, SESSION))
    assert claim
    assert claim.is_due


def test_tokens_from_before_there_were_sessions_are_one_each(clock: ManualClock) -> None:
    tokens, issued = Tokens(clock, [KEY], since=NOON), NOON // 1000
    older = [signed(f"g2.ann.3.{issued}"), signed(f"g2.ann.3.{issued - 1}"), version_1("ann", 3)]
    claims = [tokens.read(token) for token in older for _ in range(2)]
    assert len({claim.session for claim in claims if claim}) == len(older)
    assert all(claim.is_due for claim in claims if claim)
    renewed = tokens.read(tokens.issue("ann", 3, claims[0].session if claims[0] else ""))
    assert renewed
    assert renewed.session == claims[0].session  # type: ignore[union-attr]


async def test_a_token_of_version_1_ends_a_lifetime_after_version_2_began(clock: ManualClock) -> None:
    store = MemoryStore()
    (await Tokens.create(store, clock, [KEY.decode()])).issue("bob", 1, SESSION)
    await clock.advance(LIFETIME_MS - 1)
    tokens = await Tokens.create(store, clock, [KEY.decode()])
    claim = tokens.read(version_1("ann", 2))
    assert claim
    assert (claim.player, claim.generation, claim.issued_at, claim.is_due) == ("ann", 2, NOON, True)
    await clock.advance(1)
    assert tokens.read(version_1("ann", 2)) is None


async def test_older_keys_verify_and_the_newest_signs(clock: ManualClock) -> None:
    store = MemoryStore()
    before = (await Tokens.create(store, clock, [OLD])).issue("ann", 1, SESSION)
    both = await Tokens.create(store, clock, [NEW, OLD])
    claim = both.read(before)
    assert claim
    assert claim.is_due
    renewed = both.issue("ann", 1, SESSION)
    after = await Tokens.create(store, clock, [NEW])
    assert after.read(renewed)
    assert after.read(before) is None


async def test_a_key_that_is_set_later_ends_no_identity(clock: ManualClock) -> None:
    store = MemoryStore()
    before = (await Tokens.create(store, clock, [])).issue("ann", 1, SESSION)
    after = await Tokens.create(store, clock, [NEW])
    claim = after.read(before)
    assert claim
    assert claim.is_due
    renewed = after.read(after.issue("ann", 1, SESSION))
    assert renewed
    assert not renewed.is_due


async def test_a_key_of_the_settings_leaves_no_key_in_the_store(clock: ManualClock) -> None:
    store = MemoryStore()
    await Tokens.create(store, clock, [NEW])
    assert await store.find_server_key("tokens") is None


async def test_all_processes_share_the_key_of_the_store(clock: ManualClock) -> None:
    store = MemoryStore()
    one, other = await Tokens.create(store, clock, []), await Tokens.create(store, clock, [])
    assert other.read(one.issue("ann", 1, SESSION))
    assert Tokens(clock, [b"another key"]).read(one.issue("ann", 1, SESSION)) is None
