"""The contract of `ports.AudienceStore`."""

from dataclasses import replace

from gaprace.ports import Store, StoredGuesser, StoredPrediction
from tests.store.material import a_player, a_room, begin

ROOM = "ROOM0001"
CHO = StoredPrediction(ROOM, 1, "cho", "player0", 10, 1_000)


async def settle(store: Store, *winners: str) -> None:
    await store.transact(lambda tx: tx.settle_predictions(ROOM, 1, winners))


async def test_a_later_prediction_replaces_an_earlier_one(store: Store) -> None:
    for prediction in (CHO, replace(CHO, player="dee", pick="player1"), replace(CHO, number=2), replace(CHO, worth=7)):
        await store.save_prediction(prediction)
    assert await store.prediction(ROOM, 1, "cho") == replace(CHO, worth=7)
    assert await store.prediction(ROOM, 1, "eve") is None
    assert await store.prediction_tally(ROOM, 1) == {"player0": 1, "player1": 1}
    assert await store.prediction_tally(ROOM, 3) == {}
    assert await store.predictions_of("cho") == [replace(CHO, worth=7), replace(CHO, number=2)]
    assert await store.predictions_of("eve") == []


async def test_points_are_for_those_who_were_right_and_did_not_play(store: Store) -> None:
    await begin(store)
    for name in ("cho", "dee", "eve"):
        await store.add_player(a_player(name, name.capitalize()))
    for player, pick, worth in (
        ("cho", "player0", 10),
        ("dee", "player1", 20),
        ("eve", "player0", 30),
        ("player1", "player0", 40),
    ):
        await store.save_prediction(replace(CHO, player=player, pick=pick, worth=worth))
    await store.save_prediction(replace(CHO, number=2))
    assert await store.guessers(ROOM, 10) == []
    await settle(store, "player0")
    await settle(store, "player0")
    eve, cho = StoredGuesser("eve", "Eve", 30, 1), StoredGuesser("cho", "Cho", 10, 1)
    assert await store.guessers(ROOM, 10) == [eve, cho]
    assert await store.guessers(ROOM, 1) == [eve]
    assert await store.guessers("ROOM0002", 10) == []
    await store.save_prediction(replace(CHO, number=2, worth=25))
    await store.transact(lambda tx: tx.settle_predictions(ROOM, 2, ["player0"]))
    assert await store.guessers(ROOM, 1) == [StoredGuesser("cho", "Cho", 35, 2)]


async def test_without_a_winner_nobody_was_right(store: Store) -> None:
    await store.add_player(a_player("cho"))
    await store.save_prediction(CHO)
    await settle(store)
    assert await store.guessers(ROOM, 10) == []


async def test_spectators_are_muted_in_one_room(store: Store) -> None:
    for _ in range(2):
        await store.set_spectator_muted(ROOM, "cho", muted=True)
    assert await store.is_spectator_muted(ROOM, "cho")
    assert not await store.is_spectator_muted(ROOM, "dee")
    assert not await store.is_spectator_muted("ROOM0002", "cho")
    for _ in range(2):
        await store.set_spectator_muted(ROOM, "cho", muted=False)
    assert not await store.is_spectator_muted(ROOM, "cho")


async def test_nothing_is_kept_of_closed_rooms_and_deleted_players(store: Store) -> None:
    await store.add_room(a_room())
    await store.add_player(a_player("dee"))
    for player in ("cho", "dee"):
        await store.save_prediction(replace(CHO, player=player))
        await store.set_spectator_muted(ROOM, player, muted=True)
    await store.delete_player("dee", "deleted player", 2_000)
    assert await store.prediction_tally(ROOM, 1) == {"player0": 1}
    assert not await store.is_spectator_muted(ROOM, "dee")
    assert await store.close_room(ROOM, 2_000)
    assert await store.prediction_tally(ROOM, 1) == {}
    assert not await store.is_spectator_muted(ROOM, "cho")
