"""The short form of `make soak`."""

from tests.bench.load import UNLIMITED
from tests.processes import ServerProcess
from tests.soak.rooms import Plan
from tests.soak.run import Soak

SHORT = Plan(rooms=4, players=4, spectators=3, actions=(20, 60), races=(2, 2), cut_chance=0.05, max_watch_s=0.5)
SECONDS = 4.0


async def test_players_who_come_and_go_lose_no_acknowledged_action(sqlite_url: str) -> None:
    async with ServerProcess(sqlite_url, settings=UNLIMITED) as server:
        tally = (await Soak(server, SHORT).run(SECONDS)).tally
    assert tally.games == SHORT.players * tally.races
    assert tally.races >= 2 * SHORT.rooms  # there were rematches
    assert tally.cuts
    assert tally.cut_off == 0
    assert tally.visits > SHORT.rooms * SHORT.spectators
