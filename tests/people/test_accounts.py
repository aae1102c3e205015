import re

import pytest

from gaprace.errors import Refusal
from gaprace.people.accounts import Accounts
from gaprace.people.recovery_codes import DEVICE_CODE_MS, WAIT_MS
from gaprace.people.tokens import Tokens
from gaprace.play.people.names import DELETED, read_name
from gaprace.wire.http import Identity, Me
from tests.refusals import code_of, refused
from tests.rooms.stage import NOON, Stage


@pytest.fixture
def people(stage: Stage) -> Accounts:
    return Accounts(stage.store, stage.clock, Tokens(stage.clock, [b"k" * 32]))


@pytest.fixture
async def ann(people: Accounts) -> Identity:
    return await people.new_player("Ann")


async def test_a_player_may_choose_a_name_and_gets_one_otherwise(people: Accounts, ann: Identity) -> None:
    one, other = await people.new_player(), await people.new_player()
    assert read_name(one.name) == one.name
    assert one.id != other.id
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,32}", one.id)
    assert ann.name == "Ann"
    with refused("bad_name"):
        await people.new_player("A\u202eB")


async def test_a_program_is_marked_and_stays_marked(people: Accounts, stage: Stage) -> None:
    for identity in (await people.new_player("Ada", program=True), await people.new_player(program=True)):
        player = await stage.store.player(identity.id)
        assert player.program
        assert player.name.endswith(" (bot)")
        assert (
            (await people.rename(player, "Bea")).name == (await people.rename(player, "Bea (bot)")).name == "Bea (bot)"
        )
    with pytest.raises(Refusal, match="25 characters"):
        await people.new_player("N" * 19, program=True)


async def test_no_other_token_proves_a_player_and_a_genuine_one_of_nobody_neither(
    people: Accounts, stage: Stage, ann: Identity
) -> None:
    version, player, generation, issued, session, signature = ann.token.split(".")
    other = await people.new_player()
    swapped = signature[:-1] + ("A" if signature[-1] != "A" else "B")
    forged = [
        "",
        ann.id,
        f"g0.{player}.{generation}.{issued}.{signature}",
        f"g1.{player}.{generation}.{issued}.{signature}",
        f"g1.{player}.{generation}.{signature}",
        f"{version}.{player}.{generation}.{signature}",
        f"{version}.{player}.{generation}.{session}.{signature}",
        f"{version}.{player}.{generation}.{issued}.{signature}",
        f"{version}.{player}.{generation}.{issued}.{session[:-1]}.{signature}",
        f"{version}.{player}.{generation}.{issued}.{'0' * len(session)}.{signature}",
        f"g2.{player}.{generation}.{issued}.{signature}",
        f"{version}.{other.id}.{generation}.{issued}.{session}.{signature}",
        f"{version}.{player}.2.{issued}.{session}.{signature}",
        f"{version}.{player}.01.{issued}.{session}.{signature}",
        f"{version}.{player}.{generation}.{int(issued) + 1}.{session}.{signature}",
        f"{version}.{player}.{generation}.0{issued}.{session}.{signature}",
        f"{version}.{player}.{generation}.-1.{session}.{signature}",
        f"{version}.{player}.{generation}.{'9' * 12}.{session}.{signature}",
        f"{version}.{player}.{generation}..{session}.{signature}",
        f"{version}.{player}.{generation}.{issued}.{session}.{swapped}",
        f"{version}.{player}.{generation}.{issued}.{session}.{signature}=",
        f"{version}.{player}.{generation}.{issued}.{session}.",
        f"{version}.{player}.{generation}.{issued}.{session}.{signature[:-1]}é",
        f"{ann.token}\n",
        f" {ann.token}",
        ann.token.upper(),
        ann.token + "." + signature,
        "g2." + "x" * 10_000,
        "\ud800",
    ]
    assert [await people.player_of(token) for token in forged] == [None] * len(forged)
    stage.store.database.players.clear()
    assert await people.player_of(ann.token) is None


async def test_a_player_can_be_renamed(people: Accounts, ann: Identity) -> None:
    player = await people.player_of(ann.token)
    assert (await people.rename(player, " Bea ")).name == "Bea"
    renamed = await people.player_of(ann.token)
    assert renamed.name == "Bea"
    with pytest.raises(Refusal):
        await people.rename(player, "")


async def test_a_recovery_code_moves_the_identity_once_however_it_is_typed(people: Accounts, ann: Identity) -> None:
    assert re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}", ann.recovery_code)
    typed = ann.recovery_code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    recovered = await people.recover(f" {typed} ")
    assert (recovered.id, recovered.name) == (ann.id, "Ann")
    assert await people.player_of(ann.token) is None
    assert (await people.player_of(recovered.token)).id == ann.id
    with refused("unknown_recovery_code", "used already"):
        await people.recover(ann.recovery_code)
    assert (await people.recover(recovered.recovery_code)).id == ann.id


@pytest.mark.parametrize("typed", ["", "ABC", "U" * 20, "0" * 19, "0" * 21, "é" * 20, "\ud800", "0" * 5_000])
async def test_what_can_be_no_recovery_code_is_told_so(people: Accounts, typed: str) -> None:
    assert await code_of(people.recover(typed)) == "bad_recovery_code"


# A new code


async def test_the_current_code_replaces_itself_at_once_and_keeps_the_token(people: Accounts, ann: Identity) -> None:
    new = await people.new_recovery_code(await people.player_of(ann.token), ann.recovery_code.lower())
    assert new.waits_until is None
    assert await code_of(people.recover(ann.recovery_code)) == "unknown_recovery_code"
    assert await people.player_of(ann.token)
    assert (await people.recover(new.recovery_code)).id == ann.id


async def test_another_code_replaces_nothing(people: Accounts, ann: Identity) -> None:
    bob, player = await people.new_player("Bob"), await people.player_of(ann.token)
    for typed, code in ((bob.recovery_code, "unknown_recovery_code"), ("nonsense", "bad_recovery_code")):
        assert await code_of(people.new_recovery_code(player, typed)) == code
    assert (await people.recover(ann.recovery_code)).id == ann.id


async def test_a_leaked_token_is_no_takeover(people: Accounts, ann: Identity, stage: Stage) -> None:
    stolen = await people.new_recovery_code(await people.player_of(ann.token))
    assert stolen.waits_until == NOON + WAIT_MS
    assert people.me_of(await people.player_of(ann.token)) == Me(ann.id, "Ann", True, NOON + WAIT_MS)
    await stage.clock.advance(WAIT_MS - 1)
    assert await code_of(people.recover(stolen.recovery_code)) == "recovery_code_waits"
    assert await people.player_of(ann.token)
    recovered = await people.recover(ann.recovery_code)
    await stage.clock.advance(1)
    assert await code_of(people.recover(stolen.recovery_code)) == "unknown_recovery_code"
    assert people.me_of(await people.player_of(recovered.token)) == Me(ann.id, "Ann", True)


async def test_a_code_that_waits_can_be_withdrawn(people: Accounts, ann: Identity, stage: Stage) -> None:
    stolen = await people.new_recovery_code(await people.player_of(ann.token))
    await people.withdraw_recovery_code(await people.player_of(ann.token))
    assert people.me_of(await people.player_of(ann.token)) == Me(ann.id, "Ann", True)
    await stage.clock.advance(WAIT_MS)
    assert await code_of(people.recover(stolen.recovery_code)) == "unknown_recovery_code"
    assert (await people.recover(ann.recovery_code)).id == ann.id


async def test_after_the_wait_the_new_code_is_the_only_one(people: Accounts, ann: Identity, stage: Stage) -> None:
    new = await people.new_recovery_code(await people.player_of(ann.token))
    await stage.clock.advance(WAIT_MS)
    assert people.me_of(await people.player_of(ann.token)) == Me(ann.id, "Ann", True)
    assert await code_of(people.recover(ann.recovery_code)) == "unknown_recovery_code"
    with pytest.raises(Refusal):
        await people.new_recovery_code(await people.player_of(ann.token), ann.recovery_code)
    assert (await people.recover(new.recovery_code)).id == ann.id
    assert await people.player_of(ann.token) is None


async def test_of_two_codes_that_wait_the_later_comes_into_force_and_the_wait_begins_anew(
    people: Accounts, ann: Identity, stage: Stage
) -> None:
    first = await people.new_recovery_code(await people.player_of(ann.token))
    await stage.clock.advance(WAIT_MS - 1)
    second = await people.new_recovery_code(await people.player_of(ann.token))
    await stage.clock.advance(1)
    assert await code_of(people.recover(first.recovery_code)) == "unknown_recovery_code"
    assert await code_of(people.recover(second.recovery_code)) == "recovery_code_waits"
    await stage.clock.advance(WAIT_MS)
    assert (await people.recover(second.recovery_code)).id == ann.id


async def test_a_first_code_signs_in_at_once_and_signs_nobody_out_before_the_wait_is_over(
    people: Accounts, stage: Stage
) -> None:
    guest = await people.new_player(recovery=False)
    assert guest.recovery_code == ""
    assert not people.me_of(await people.player_of(guest.token)).has_recovery_code
    first = await people.new_recovery_code(await people.player_of(guest.token))
    phone = await people.recover(first.recovery_code.lower())
    assert (phone.id, phone.recovery_code) == (guest.id, first.recovery_code)
    assert await people.player_of(guest.token)
    await people.withdraw_recovery_code(await people.player_of(guest.token))
    assert await code_of(people.recover(first.recovery_code)) == "unknown_recovery_code"
    again = await people.new_recovery_code(await people.player_of(guest.token))
    await stage.clock.advance(WAIT_MS)
    laptop = await people.recover(again.recovery_code)
    assert await people.player_of(guest.token) is None
    assert laptop.recovery_code != again.recovery_code


async def test_who_was_recovered_elsewhere_gets_no_recovery_code(people: Accounts, ann: Identity) -> None:
    player = await people.player_of(ann.token)
    await people.recover(ann.recovery_code)
    for step in (people.new_recovery_code, people.withdraw_recovery_code, people.sign_out_everywhere):
        with pytest.raises(Refusal):
            await step(player)


# Signing out


async def test_signing_out_everywhere_ends_all_tokens_and_withdraws_a_code_that_waits(
    people: Accounts, ann: Identity, stage: Stage
) -> None:
    stolen = await people.new_recovery_code(await people.player_of(ann.token))
    player = await people.sign_out_everywhere(await people.player_of(ann.token))
    assert await people.player_of(ann.token) is None
    assert await people.player_of(people.new_token(player).token) == player
    await stage.clock.advance(WAIT_MS)
    assert await code_of(people.recover(stolen.recovery_code)) == "unknown_recovery_code"
    assert (await people.recover(ann.recovery_code)).id == ann.id


async def test_who_could_not_come_back_is_not_signed_out(people: Accounts, stage: Stage) -> None:
    guest = await people.new_player(recovery=False)
    await people.new_recovery_code(await people.player_of(guest.token))
    with pytest.raises(Refusal):
        await people.sign_out_everywhere(await people.player_of(guest.token))
    assert await people.player_of(guest.token)
    await stage.clock.advance(WAIT_MS)
    await people.sign_out_everywhere(await people.player_of(guest.token))
    assert await people.player_of(guest.token) is None


# Another device


async def device_code(people: Accounts, identity: Identity) -> str:
    return (await people.new_device_code(await people.player_of(identity.token)))[0]


async def test_a_code_signs_another_device_in_and_the_first_one_sees_it_there(
    people: Accounts, stage: Stage, ann: Identity
) -> None:
    code = await device_code(people, ann)
    assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}", code)
    typed = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    added = await people.add_device(typed, "Safari on iPhone", "net 1")
    assert (added.id, added.name, added.recovery_code) == (ann.id, "Ann", "")
    assert await people.player_of(ann.token) == await people.player_of(added.token)
    found = await people.sign_in_of(added.token)
    assert found.noted in await stage.store.open_sessions(ann.id)
    assert (found.noted.device, found.noted.network) == ("Safari on iPhone", "net 1")


async def test_a_code_for_a_device_works_once_and_for_five_minutes(
    people: Accounts, ann: Identity, stage: Stage
) -> None:
    code, ends_at = await people.new_device_code(await people.player_of(ann.token))
    assert ends_at == NOON + DEVICE_CODE_MS
    await stage.clock.advance(DEVICE_CODE_MS - 1)
    assert await people.add_device(code, "", "")
    assert await code_of(people.add_device(code, "", "")) == "unknown_device_code"
    late = await device_code(people, ann)
    await stage.clock.advance(DEVICE_CODE_MS)
    assert await code_of(people.add_device(late, "", "")) == "unknown_device_code"


async def test_a_new_code_for_a_device_replaces_the_one_before(people: Accounts, ann: Identity) -> None:
    bob = await people.new_player("Bob")
    first, of_bob, second = [await device_code(people, each) for each in (ann, bob, ann)]
    assert await code_of(people.add_device(first, "", "")) == "unknown_device_code"
    assert (await people.add_device(of_bob, "", "")).id == bob.id
    assert (await people.add_device(second, "", "")).id == ann.id


async def test_codes_are_stored_as_hashes(people: Accounts, stage: Stage, ann: Identity) -> None:
    code = await device_code(people, ann)
    stored = repr(stage.store.database.device_codes)
    assert ann.id in stored
    for each in (code, ann.recovery_code):
        assert each not in stored + repr(stage.store.database.players)
        assert each.replace("-", "") not in stored + repr(stage.store.database.players)


@pytest.mark.parametrize("typed", ["", "ABCDE-FGHJK", "0" * 10, "é" * 10, "\ud7ff", "0" * 5_000])
async def test_a_wrong_code_for_a_device_signs_nobody_in(people: Accounts, ann: Identity, typed: str) -> None:
    code = await device_code(people, ann)
    assert await code_of(people.add_device(typed, "", "")) == "unknown_device_code"
    assert await people.add_device(code, "", "")


async def test_a_code_for_a_device_ends_with_the_tokens_and_with_the_player(people: Accounts, ann: Identity) -> None:
    code = await device_code(people, ann)
    recovered = await people.recover(ann.recovery_code)
    assert await code_of(people.add_device(code, "", "")) == "unknown_device_code"
    code = await device_code(people, recovered)
    await people.delete(await people.player_of(recovered.token), "Ann")
    assert await code_of(people.add_device(code, "", "")) == "unknown_device_code"


async def test_only_who_writes_their_name_is_deleted(people: Accounts, stage: Stage, ann: Identity) -> None:
    player = await people.player_of(ann.token)
    for typed in ("", "ann", "Bob", "Ann\u202e", DELETED):
        with pytest.raises(Refusal, match="Ann"):
            await people.delete(player, typed)
    assert await people.player_of(ann.token) == player
    await people.delete(player, "  Ann ")
    assert await people.player_of(ann.token) is None
    assert await stage.store.names([ann.id]) == {ann.id: DELETED}
