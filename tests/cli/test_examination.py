"""`gaprace examine`: the flags of a record, for people and for programs."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gaprace.cli.main import main
from gaprace.rules.actions import action_text
from gaprace.rules.game import Game
from gaprace.rules.record import GameRecord
from gaprace.rules.variants import VARIANTS
from tests.positions import random_deal
from tests.simulated_people import MACHINE_PACES, Person, at_pace, greedy, steady

ADDICTION = VARIANTS["addiction"]


@pytest.fixture(scope="module")
def game() -> Game:
    random = Random("examined")
    person = Person(random, greedy(random, ADDICTION), steady(random), slips=0.0, whims=0.05)
    return person.play(Game.start(random_deal(random, ADDICTION)))


def file_of(folder: Path, name: str, game: Game, **changes: object) -> str:
    path = folder / name
    path.write_text(json.dumps(GameRecord.of(game).data | changes))
    return str(path)


def examined(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    status = main(["examine", *arguments, "--json"])
    return status, json.loads(capsys.readouterr().out)


def test_a_game_at_a_persons_pace_has_nothing_unusual(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: Game
) -> None:
    file = file_of(tmp_path, "game.json", game)
    assert examined(capsys, file) == (0, {"ok": True, "flags": []})
    assert main(["examine", file]) == 0
    assert capsys.readouterr().out == "nothing unusual\n"


def test_each_flag_names_its_rule_and_its_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: Game
) -> None:
    machine = at_pace(game, MACHINE_PACES["30 a second"](Random(0)))
    file = tmp_path / "finished.json"
    file.write_text(json.dumps({"id": "g1", "record": GameRecord.of(machine).data}))
    status, result = examined(capsys, str(file))
    fast = next(flag for flag in result["flags"] if flag["rule"] == "faster_than_hands")
    assert (status, fast["values"]) == (0, {"moves": 20, "ms": 660})
    assert main(["examine", str(file)]) == 0
    assert "faster_than_hands: 20 moves in a row took 0.66 s" in capsys.readouterr().out


def test_a_copy_of_an_earlier_game_or_of_a_line_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: Game
) -> None:
    file = file_of(tmp_path, "game.json", game)
    earlier = file_of(tmp_path, "earlier.json", at_pace(game, steady(Random(1))))
    _, result = examined(capsys, file, "--earlier", earlier)
    assert [(flag["rule"], flag["other"]) for flag in result["flags"]] == [("same_line", earlier)]
    strict = Game.start(random_deal(Random("strict"), VARIANTS["strict"]))
    while strict.number < 12:
        strict = strict.after(strict.legal_moves()[0], 1_700 * strict.number)
    line = " ".join(action_text(action) for action, _ in strict.actions)
    assert examined(capsys, file_of(tmp_path, "strict.json", strict), "--line", line)[0] == 0


def test_what_does_not_hold_is_not_examined(tmp_path: Path, capsys: pytest.CaptureFixture[str], game: Game) -> None:
    good, bad = (
        file_of(tmp_path, "good.json", game),
        file_of(tmp_path, "bad.json", game, commitment="0" * 64),
    )
    assert examined(capsys, bad)[1]["error"]["code"] == "commitment_mismatch"
    assert examined(capsys, good, "--earlier", bad)[0] == 1
    other = file_of(tmp_path, "other.json", Game.start(random_deal(Random("other"), ADDICTION)))
    status, result = examined(capsys, good, "--earlier", other)
    assert (status, result["error"]["code"]) == (1, "bad_record")
    assert examined(capsys, good, "--line", "fly")[1]["error"]["code"] == "bad_action"
    (tmp_path / "text").write_text("nothing")
    assert examined(capsys, str(tmp_path / "text"))[1]["error"]["code"] == "bad_record"
    assert main(["examine", str(tmp_path / "missing")]) == 2
