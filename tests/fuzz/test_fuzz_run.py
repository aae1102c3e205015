from random import Random

from tests.fuzz.grammar import Facts, Speaker
from tests.fuzz.mutations import Sent, breach, mutated, written
from tests.fuzz.siege import MIB, Siege, besieged

A_FEW = 4_000
"""`make fuzz` says a million."""


def said(seed: int) -> list[Sent]:
    random = Random(seed)
    speaker = Speaker(random, Facts(["a" * 16], ["b" * 16], "b" * 16))
    return [mutated(random, speaker.command(), 0.5) for _ in range(500)] + [
        breach(random, written(speaker.hello())) for _ in range(50)
    ]


def test_a_seed_says_the_same_again_and_another_says_something_else() -> None:
    assert said(1) == said(1)
    assert said(1) != said(2)


async def test_a_server_under_siege_goes_on_serving_who_races_and_watches(sqlite_url: str) -> None:
    async with besieged(sqlite_url) as server:
        report = await Siege(server, seed=1, messages=A_FEW).run()
    assert report.tally.messages >= A_FEW
    assert report.races >= 1
    assert report.actions > len(report.waits_s)
    assert report.final_bytes - report.warm_bytes < 32 * MIB
