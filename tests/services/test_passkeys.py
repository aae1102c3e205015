"""Passkeys, with an authenticator in software."""

import copy
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from typing import Any

import pytest

from gaprace.errors import PasskeyError
from gaprace.ports import StoredPlayer
from gaprace.services.accounts import Accounts
from gaprace.services.passkey_challenges import LIFETIME_MS, PasskeyChallenges
from gaprace.services.passkeys import MAX_PASSKEYS, Passkeys, Site
from gaprace.services.tokens import Tokens
from tests.memory_store import MemoryStore
from tests.passkey_device import PasskeyDevice
from tests.rooms.stage import ManualClock

SITE = Site("Gaprace", "https://race.example")
KEY = b"k" * 32


class Desk:
    """A server's passkeys, accounts and clock, with one player."""

    def __init__(self) -> None:
        self.store, self.clock = MemoryStore(), ManualClock()
        self.accounts = Accounts(self.store, self.clock, Tokens(self.clock, [KEY]))
        self.passkeys = Passkeys(self.store, self.clock, self.accounts, PasskeyChallenges(self.clock, [KEY]))

    async def player(self, name: str = "Ann") -> StoredPlayer:
        identity = await self.accounts.new_player(name)
        player = await self.store.player(identity.id)
        assert player
        return player

    async def register(self, player: StoredPlayer, device: PasskeyDevice) -> None:
        options = (await self.passkeys.options(player, SITE)).options
        await self.clock.advance(1)
        await self.passkeys.add(player, SITE, device.registration(options), "Firefox on Linux")
        await self.clock.advance(1)

    async def challenge(self) -> dict[str, Any]:
        options = (await self.passkeys.sign_in_options(SITE)).options
        await self.clock.advance(1)
        return options


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def device() -> PasskeyDevice:
    return PasskeyDevice(SITE.origin)


async def test_a_passkey_signs_in_as_often_as_wanted(desk: Desk, device: PasskeyDevice) -> None:
    ann = await desk.player()
    await desk.register(ann, device)
    (shown,) = (await desk.passkeys.of(ann)).passkeys
    assert (shown.device, shown.used_at) == ("Firefox on Linux", None)
    for _ in range(2):
        identity = await desk.passkeys.sign_in(SITE, device.assertion(await desk.challenge()))
        assert (identity.id, identity.recovery_code) == (ann.id, "")
        assert await desk.accounts.player_of(identity.token) == ann
    (shown,) = (await desk.passkeys.of(ann)).passkeys
    assert shown.used_at == desk.clock.now() - 1


async def test_a_signature_counts_once(desk: Desk, device: PasskeyDevice) -> None:
    await desk.register(await desk.player(), device)
    answer = device.assertion(await desk.challenge())
    later = device.assertion(await desk.challenge())
    await desk.passkeys.sign_in(SITE, later)
    for old in (answer, later):
        with pytest.raises(PasskeyError) as caught:
            await desk.passkeys.sign_in(SITE, old)
        assert caught.value.code == "bad_passkey"


async def test_an_authenticator_that_counts_backwards_is_a_copy(desk: Desk) -> None:
    device = PasskeyDevice(SITE.origin, count=5)
    await desk.register(await desk.player(), device)
    await desk.passkeys.sign_in(SITE, device.assertion(await desk.challenge()))
    device.count = 3
    with pytest.raises(PasskeyError):
        await desk.passkeys.sign_in(SITE, device.assertion(await desk.challenge()))


async def test_challenges_end_and_are_good_for_one_purpose(desk: Desk, device: PasskeyDevice) -> None:
    ann, bob = await desk.player(), await desk.player("Bob")
    of_ann = (await desk.passkeys.options(ann, SITE)).options
    of_nobody = {**of_ann, "challenge": (await desk.challenge())["challenge"]}
    for player, options in ((bob, of_ann), (ann, of_nobody)):
        with pytest.raises(PasskeyError) as caught:
            await desk.passkeys.add(player, SITE, device.registration(options), "")
        assert caught.value.code == "bad_passkey"
    await desk.clock.advance(LIFETIME_MS)
    with pytest.raises(PasskeyError):
        await desk.passkeys.add(ann, SITE, device.registration(of_ann), "")
    assert (await desk.passkeys.of(ann)).passkeys == []
    await desk.register(ann, device)
    challenge = await desk.challenge()
    await desk.clock.advance(LIFETIME_MS)
    with pytest.raises(PasskeyError):
        await desk.passkeys.sign_in(SITE, device.assertion(challenge))


async def test_a_page_elsewhere_gets_nothing(desk: Desk, device: PasskeyDevice) -> None:
    await desk.register(await desk.player(), device)
    device.origin = "https://race.example.evil"
    with pytest.raises(PasskeyError):
        await desk.passkeys.sign_in(SITE, device.assertion(await desk.challenge()))


async def test_an_unknown_passkey_is_named(desk: Desk, device: PasskeyDevice) -> None:
    with pytest.raises(PasskeyError) as caught:
        await desk.passkeys.sign_in(SITE, device.assertion(await desk.challenge()))
    assert caught.value.code == "unknown_passkey"


async def test_recovering_and_signing_out_everywhere_end_passkeys(desk: Desk, device: PasskeyDevice) -> None:
    identity = await desk.accounts.new_player("Ann")
    ann = await desk.store.player(identity.id)
    assert ann
    await desk.register(ann, device)
    await desk.accounts.recover(identity.recovery_code)
    with pytest.raises(PasskeyError) as caught:
        await desk.passkeys.sign_in(SITE, device.assertion(await desk.challenge()))
    assert caught.value.code == "unknown_passkey"
    again = await desk.store.player(ann.id)
    assert again
    await desk.register(again, device)
    await desk.accounts.sign_out_everywhere(again)
    with pytest.raises(PasskeyError):
        await desk.passkeys.sign_in(SITE, device.assertion(await desk.challenge()))


async def test_a_removed_passkey_signs_in_no_more(desk: Desk, device: PasskeyDevice) -> None:
    ann, bob = await desk.player(), await desk.player("Bob")
    await desk.register(ann, device)
    (shown,) = (await desk.passkeys.of(ann)).passkeys
    with pytest.raises(PasskeyError) as caught:
        await desk.passkeys.remove(bob, shown.id)
    assert caught.value.code == "passkey_not_found"
    assert (await desk.passkeys.remove(ann, shown.id)).passkeys == []
    with pytest.raises(PasskeyError):
        await desk.passkeys.sign_in(SITE, device.assertion(await desk.challenge()))


async def test_a_player_has_a_few_passkeys_each_once(desk: Desk, device: PasskeyDevice) -> None:
    ann = await desk.player()
    await desk.register(ann, device)
    with pytest.raises(PasskeyError):
        await desk.register(ann, device)
    options = (await desk.passkeys.options(ann, SITE)).options
    assert len(options["excludeCredentials"]) == 1
    for _ in range(MAX_PASSKEYS - 1):
        await desk.register(ann, PasskeyDevice(SITE.origin))
    with pytest.raises(PasskeyError) as caught:
        await desk.passkeys.add(ann, SITE, PasskeyDevice(SITE.origin).registration(options), "")
    assert caught.value.code == "too_many_passkeys"


@pytest.mark.parametrize("origin", ["http://192.168.1.5:8000", "https://[::1]", "http://race.example", ""])
async def test_addresses_without_passkeys_say_so(desk: Desk, origin: str) -> None:
    with pytest.raises(PasskeyError, match="use your recovery code") as caught:
        await desk.passkeys.sign_in_options(Site("Gaprace", origin))
    assert caught.value.code == "no_passkeys_here"


async def test_this_machine_has_passkeys_without_https(desk: Desk) -> None:
    options = (await desk.passkeys.sign_in_options(Site("Gaprace", "http://localhost:8000"))).options
    assert options["rpId"] == "localhost"


def _flip(text: str) -> str:
    data = bytearray(urlsafe_b64decode(text + "=="))
    data[len(data) // 2] ^= 1
    return urlsafe_b64encode(bytes(data)).decode().rstrip("=")


CHANGES: dict[str, Callable[[dict[str, Any]], object]] = {
    "no response": lambda answer: answer.pop("response"),
    "a response that is no object": lambda answer: answer.update(response=7),
    "no id": lambda answer: answer.pop("id"),
    "an id that is no text": lambda answer: answer.update(id=["x"], rawId=["x"]),
    "another type": lambda answer: answer.update(type="password"),
    **{
        f"{change} {field}": lambda answer, field=field, to=to: answer["response"].update(
            {field: to(answer["response"][field])}
        )
        for field in ("clientDataJSON", "authenticatorData", "signature", "attestationObject")
        for change, to in (
            ("a bit of", _flip),
            ("half of", lambda text: text[: len(text) // 2]),
            ("rubbish for", lambda _: "####"),
            ("nothing for", lambda _: ""),
            ("a number for", lambda _: 7),
        )
    },
}


@pytest.mark.parametrize("name", CHANGES)
async def test_a_changed_answer_proves_nothing(desk: Desk, device: PasskeyDevice, name: str) -> None:
    ann = await desk.player()
    registration = device.registration((await desk.passkeys.options(ann, SITE)).options)
    changed = copy.deepcopy(registration)
    concerns_registration = name.rsplit(maxsplit=1)[-1] not in {"authenticatorData", "signature"}
    if concerns_registration:
        CHANGES[name](changed)
        # An answer without attestation is not signed: another key would be another passkey.
        if name != "a bit of attestationObject":
            with pytest.raises(PasskeyError) as caught:
                await desk.passkeys.add(ann, SITE, changed, "")
            assert caught.value.code == "bad_passkey"
    await desk.passkeys.add(ann, SITE, registration, "")
    await desk.clock.advance(1)
    assertion = device.assertion(await desk.challenge())
    if not name.endswith("attestationObject"):
        CHANGES[name](assertion)
        with pytest.raises(PasskeyError) as caught:
            await desk.passkeys.sign_in(SITE, assertion)
        assert caught.value.code == "bad_passkey"
