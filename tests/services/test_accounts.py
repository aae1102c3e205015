import re

import pytest

from gaprace.errors import BadName, UnknownPlayer, UnknownRecoveryCode
from gaprace.play.names import read_name
from gaprace.services.accounts import Accounts
from gaprace.wire.http import Identity
from tests.memory_store import MemoryStore
from tests.rooms.stage import ManualClock

KEY = b"k" * 32


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def people(store: MemoryStore) -> Accounts:
    return Accounts(store, ManualClock(), KEY)


@pytest.fixture
async def ann(people: Accounts) -> Identity:
    return await people.new_player("Ann")


async def test_a_player_without_a_name_gets_one(people: Accounts) -> None:
    one, other = await people.new_player(), await people.new_player()
    assert read_name(one.name) == one.name
    assert one.id != other.id
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,32}", one.id)


async def test_a_player_may_choose_a_name(people: Accounts, ann: Identity) -> None:
    assert ann.name == "Ann"
    with pytest.raises(BadName):
        await people.new_player("A\u202eB")


async def test_a_token_proves_its_player(people: Accounts, ann: Identity) -> None:
    player = await people.player_of(ann.token)
    assert player
    assert (player.id, player.name, player.generation) == (ann.id, "Ann", 1)
    assert people.token_of(player) == ann.token


async def test_no_other_token_does(people: Accounts, ann: Identity) -> None:
    version, player, generation, signature = ann.token.split(".")
    other = await people.new_player()
    swapped = signature[:-1] + ("A" if signature[-1] != "A" else "B")
    forged = [
        "",
        ann.id,
        f"g0.{player}.{generation}.{signature}",
        f"{version}.{other.id}.{generation}.{signature}",
        f"{version}.{player}.2.{signature}",
        f"{version}.{player}.01.{signature}",
        f"{version}.{player}.{generation}.{swapped}",
        f"{version}.{player}.{generation}.{signature}=",
        f"{version}.{player}.{generation}.",
        f"{version}.{player}.{generation}.{signature[:-1]}é",
        f"{ann.token}\n",
        f" {ann.token}",
        ann.token.upper(),
        ann.token + "." + signature,
        "g1." + "x" * 10_000,
        "\ud800",
    ]
    assert [await people.player_of(token) for token in forged] == [None] * len(forged)


async def test_a_token_is_good_for_servers_with_the_same_key_only(store: MemoryStore, ann: Identity) -> None:
    assert await Accounts(store, ManualClock(), KEY).player_of(ann.token)
    assert await Accounts(store, ManualClock(), b"x" * 32).player_of(ann.token) is None


async def test_a_genuine_token_of_nobody_is_none(ann: Identity) -> None:
    assert await Accounts(MemoryStore(), ManualClock(), KEY).player_of(ann.token) is None


async def test_without_a_secret_of_the_settings_the_store_keeps_the_key(store: MemoryStore) -> None:
    ann = await (await Accounts.create(store, ManualClock())).new_player()
    assert await (await Accounts.create(store, ManualClock())).player_of(ann.token)
    assert not await (await Accounts.create(store, ManualClock(), "a secret of the settings")).player_of(ann.token)


async def test_a_secret_of_the_settings_signs(store: MemoryStore) -> None:
    ann = await (await Accounts.create(store, ManualClock(), "a secret of the settings")).new_player()
    assert store.database.keys == {}
    assert await (await Accounts.create(store, ManualClock(), "a secret of the settings")).player_of(ann.token)


async def test_a_player_can_be_renamed(people: Accounts, ann: Identity) -> None:
    player = await people.player_of(ann.token)
    assert player
    assert (await people.rename(player, " Bea ")).name == "Bea"
    renamed = await people.player_of(ann.token)
    assert renamed
    assert renamed.name == "Bea"
    with pytest.raises(BadName):
        await people.rename(player, "")


async def test_a_recovery_code_is_stored_as_a_hash(people: Accounts, store: MemoryStore, ann: Identity) -> None:
    assert re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}", ann.recovery_code)
    stored = repr(store.database.players)
    assert ann.recovery_code not in stored
    assert ann.recovery_code.replace("-", "") not in stored


async def test_recovering_moves_the_identity_and_ends_the_old_token(people: Accounts, ann: Identity) -> None:
    recovered = await people.recover(ann.recovery_code)
    assert (recovered.id, recovered.name) == (ann.id, "Ann")
    assert await people.player_of(ann.token) is None
    assert await people.player_of(recovered.token)
    assert recovered.recovery_code != ann.recovery_code


async def test_a_recovery_code_works_once(people: Accounts, ann: Identity) -> None:
    recovered = await people.recover(ann.recovery_code)
    with pytest.raises(UnknownRecoveryCode, match="used already") as caught:
        await people.recover(ann.recovery_code)
    assert caught.value.code == "unknown_recovery_code"
    assert (await people.recover(recovered.recovery_code)).id == ann.id


async def test_a_recovery_code_may_be_typed_loosely(people: Accounts, ann: Identity) -> None:
    typed = ann.recovery_code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert (await people.recover(f" {typed} ")).id == ann.id


@pytest.mark.parametrize("typed", ["", "ABC", "U" * 20, "0" * 19, "0" * 21, "é" * 20, "\ud800", "0" * 5_000])
async def test_what_can_be_no_recovery_code_is_told_so(people: Accounts, typed: str) -> None:
    with pytest.raises(UnknownRecoveryCode) as caught:
        await people.recover(typed)
    assert caught.value.code == "bad_recovery_code"


async def test_a_fresh_recovery_code_replaces_the_old_and_keeps_the_token(people: Accounts, ann: Identity) -> None:
    player = await people.player_of(ann.token)
    assert player
    code = await people.new_recovery_code(player)
    with pytest.raises(UnknownRecoveryCode):
        await people.recover(ann.recovery_code)
    assert await people.player_of(ann.token)
    assert (await people.recover(code)).id == ann.id


async def test_of_two_fresh_recovery_codes_the_later_works(people: Accounts, ann: Identity) -> None:
    player = await people.player_of(ann.token)
    assert player
    first, second = await people.new_recovery_code(player), await people.new_recovery_code(player)
    with pytest.raises(UnknownRecoveryCode):
        await people.recover(first)
    assert (await people.recover(second)).id == ann.id


async def test_who_was_recovered_elsewhere_gets_no_recovery_code(people: Accounts, ann: Identity) -> None:
    player = await people.player_of(ann.token)
    assert player
    await people.recover(ann.recovery_code)
    with pytest.raises(UnknownPlayer):
        await people.new_recovery_code(player)
