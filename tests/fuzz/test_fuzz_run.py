from random import Random

from tests.fuzz.fuzz_run import MIB, FuzzRun, server_under_test
from tests.fuzz.grammar import Facts, Speaker
from tests.fuzz.mutations import Sent, breach, mutated, written

MESSAGES = 4_000
"""`make fuzz` sends a million."""


def messages_of(seed: int) -> list[Sent]:
    random = Random(seed)
    speaker = Speaker(random, Facts(["a" * 16], ["b" * 16], "b" * 16))
    return [mutated(random, speaker.command(), 0.5) for _ in range(500)] + [
        breach(random, written(speaker.hello())) for _ in range(50)
    ]


def test_a_seed_makes_the_same_messages_again_and_another_makes_others() -> None:
    assert messages_of(1) == messages_of(1)
    assert messages_of(1) != messages_of(2)


async def test_an_attacked_server_keeps_serving_players_and_spectators(sqlite_url: str) -> None:
    async with server_under_test(sqlite_url) as server:
        report = await FuzzRun(server, seed=1, messages=MESSAGES).run()
    assert report.tally.messages >= MESSAGES
    assert report.races >= 1
    assert report.actions > len(report.waits_s)
    assert report.final_bytes - report.warm_bytes < 32 * MIB
