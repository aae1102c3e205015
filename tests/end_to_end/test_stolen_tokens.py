"""What was captured is of no use: tokens that were replaced, codes that were used, ids of another room."""

import pytest

from gaprace.errors import BotError
from gaprace.wire import Act, Hint, Mute, Settings, Start, Started
from gaprace.wire.http import Identity
from tests.end_to_end.guests import Guest, first_moves, guests
from tests.processes import ServerProcess, http_client
from tests.web.responses import problem, read

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def is_worthless(server: ServerProcess, token: str, guest: Guest) -> None:
    """A token is good for nothing any more, as a bearer token, as a cookie, or in a room."""
    for headers in ({"Authorization": f"Bearer {token}"}, {"Cookie": f"gaprace={token}"}):
        async with http_client(server.base, headers=headers) as thief:
            for method, path in (("GET", "/api/v1/me"), ("GET", "/api/v1/me/export"), ("POST", "/api/v1/rooms")):
                problem(await thief.request(method, path), 401, "no_identity")
            problem(await thief.post("/api/v1/me/recovery"), 401, "no_identity")
            problem(await thief.request("DELETE", "/api/v1/me", json={"name": "Player 1"}), 401, "no_identity")
    for watch in (False, True):
        again = Guest(guest.door, guest.identity, watch=watch)
        with pytest.raises(BotError) as refused:
            await again.player.__aenter__()
        assert refused.value.code == "no_identity"


async def test_after_a_recovery_what_was_captured_before_is_worthless(server: ServerProcess) -> None:
    async with (
        guests(server, Settings(seats=1), players=1) as (thief,),
        http_client(server.base) as web,
    ):
        await thief.ask(Start(), Started)
        captured = thief.identity
        recovered = read(await web.post("/api/v1/recover", json={"recovery_code": captured.recovery_code}), Identity)
        assert await thief.closed() == "no_identity"
        await is_worthless(server, captured.token, thief)
        again = await web.post("/api/v1/recover", json={"recovery_code": captured.recovery_code})
        problem(again, 404, "unknown_recovery_code")
        owner = Guest(thief.door, recovered)
        async with owner.player:
            assert owner.player.replica.mine


async def test_a_connection_to_one_room_does_nothing_in_another(server: ServerProcess) -> None:
    async with (
        guests(server, Settings(seats=1, hints=True), players=1) as (here,),
        guests(server, Settings(seats=1, hints=True), players=1) as (there,),
    ):
        for guest in (here, there):
            await guest.ask(Start(), Started)
        elsewhere = Guest(there.door, here.identity, watch=True)
        mine, other = (guest.race.seats[0].game for guest in (here, there))
        async with elsewhere.player:
            assert await elsewhere.refusal(Act(mine, 1, first_moves(here)[0])) == "not_playing"
            assert await elsewhere.refusal(Mute(there.id)) == "not_host"
        assert await here.refusal(Act(other, 1, first_moves(there)[0])) == "game_not_found"
        assert await here.refusal(Hint(other)) == "game_not_found"
        for guest in (here, there):
            await guest.sees_the_truth()
            assert guest.player.replica.mine
            assert guest.player.replica.mine.n == 0
