from random import Random

from tests.fuzz.fuzz_run import MIB, FuzzRun, server_under_test
from tests.fuzz.grammar import Facts, Speaker
from tests.fuzz.mutations import TAGS, Sent, breach, mutated, written

MESSAGES = 4_000
"""`make fuzz` sends a million."""


def speaking(random: Random) -> Speaker:
    return Speaker(random, Facts(players=["a" * 16], games=["b" * 16], game="b" * 16))


def messages_of(seed: int) -> list[Sent]:
    random = Random(seed)
    speaker = speaking(random)
    return [mutated(random, speaker.command(), 0.5) for _ in range(500)] + [
        breach(random, written(speaker.hello())) for _ in range(50)
    ]


def test_a_seed_makes_the_same_messages_again_and_another_makes_others() -> None:
    assert messages_of(1) == messages_of(1)
    assert messages_of(1) != messages_of(2)


def test_every_command_is_spoken_now_and_then() -> None:
    speaker = speaking(Random(1))
    assert {speaker.command()["t"] for _ in range(5_000)} | {"leave"} == {*TAGS}


async def test_an_attacked_server_keeps_serving_players_and_spectators(sqlite_url: str) -> None:
    async with server_under_test(sqlite_url) as server:
        report = await FuzzRun(server, seed=1, messages=MESSAGES).run()
    assert report.tally.messages >= MESSAGES
    assert report.races >= 1
    assert report.actions > len(report.waits_s)
    assert report.final_bytes - report.warm_bytes < 32 * MIB
