"""Tokens: what proves an identity, for how long, and by which keys."""

from gaprace.people.tokens import LIFETIME_MS, RENEWAL_MS, Claim, Tokens
from tests.rooms.stage import NOON, ManualClock, Stage

KEY = b"k" * 32
SESSION = "0123456789abcdef"
OLD, NEW = "an old secret key", "the new secret key"


def test_a_token_says_whose_it_is_and_when_it_was_issued(stage: Stage) -> None:
    tokens = Tokens(stage.clock, [KEY])
    assert tokens.read(tokens.issue("ann", 3, SESSION)) == Claim(
        "ann", 3, NOON // 1000 * 1000, is_due=False, session=SESSION
    )


async def test_a_token_ends_unless_it_is_renewed() -> None:
    clock = ManualClock()
    tokens = Tokens(clock, [KEY])
    token = tokens.issue("ann", 1, SESSION)
    await clock.advance(RENEWAL_MS)
    claim = tokens.read(token)
    assert claim.is_due
    renewed = tokens.issue("ann", 1, SESSION)
    await clock.advance(LIFETIME_MS - RENEWAL_MS)
    assert tokens.read(token) is None
    assert tokens.read(renewed)


async def test_a_token_of_a_clock_that_was_ahead_is_valid_and_soon_replaced(stage: Stage) -> None:
    ahead = ManualClock()
    await ahead.advance(2 * RENEWAL_MS)
    claim = Tokens(stage.clock, [KEY]).read(Tokens(ahead, [KEY]).issue("ann", 1, SESSION))
    assert claim.is_due


async def test_older_keys_verify_and_the_newest_signs(stage: Stage) -> None:
    before = (await Tokens.create(stage.store, stage.clock, [OLD])).issue("ann", 1, SESSION)
    both = await Tokens.create(stage.store, stage.clock, [NEW, OLD])
    claim = both.read(before)
    assert claim.is_due
    renewed = both.issue("ann", 1, SESSION)
    after = await Tokens.create(stage.store, stage.clock, [NEW])
    assert after.read(renewed)
    assert after.read(before) is None
    assert await stage.store.find_server_key("tokens") is None, "keys of the settings are not stored"


async def test_a_key_that_is_set_later_ends_no_identity(stage: Stage) -> None:
    before = (await Tokens.create(stage.store, stage.clock, [])).issue("ann", 1, SESSION)
    after = await Tokens.create(stage.store, stage.clock, [NEW])
    claim = after.read(before)
    assert claim.is_due
    renewed = after.read(after.issue("ann", 1, SESSION))
    assert not renewed.is_due


async def test_all_processes_share_the_key_of_the_store(stage: Stage) -> None:
    one, other = await Tokens.create(stage.store, stage.clock, []), await Tokens.create(stage.store, stage.clock, [])
    assert other.read(one.issue("ann", 1, SESSION))
    assert Tokens(stage.clock, [b"another key"]).read(one.issue("ann", 1, SESSION)) is None
