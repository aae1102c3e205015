"""The routes of moderators, and those with which players report, read and answer."""

from typing import Any

import msgspec
import pytest
from httpx2 import AsyncClient
from msgspec import structs

from gaprace.moderation.reports import MAX_REPORTS_PER_DAY
from gaprace.moderation.void_results import VoidResults
from gaprace.play.events.leaderboards import Leaderboard
from gaprace.play.people.names import tag_of
from gaprace.ports import Transaction
from gaprace.rules.fair_play import Flag
from gaprace.wire.http import Export
from tests.steps import finish
from tests.store.material import RESULT, TODAY, play_daily
from tests.web.harness import CODE, WebHarness
from tests.web.responses import id_of, refusal


async def report(client: AsyncClient, player: str, **more: object) -> dict[str, Any]:
    answer = await client.post("/api/v1/reports", json={"player": player, "reason": "cheating", **more})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def decide(client: AsyncClient, action: str, reason: str = "Because.", **more: object) -> dict[str, Any]:
    answer = await client.post("/api/v1/admin/decisions", json={"action": action, "reason": reason, **more})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def test_a_report_is_in_the_queue_with_the_evidence_beside_it(
    web: WebHarness, moderator: AsyncClient, ann: AsyncClient, bob: AsyncClient
) -> None:
    player = await id_of(bob)
    game = await play_daily(web.store, TODAY, player, WON_FAST)
    first = await report(ann, player, game=game, note="Too fast.")
    assert await report(ann, player, game=game, note="Again.") == first
    queue = (await moderator.get("/api/v1/admin/reports")).json()
    (shown,) = queue["reports"]
    assert queue["open"] == 1
    assert (shown["id"], shown["note"]) == (first["id"], "Too fast.")
    assert (shown["reporter_name"], shown["name"]) == ("Ann", "Bob")
    evidence = shown["game"]
    assert (evidence["id"], evidence["won"], evidence["ranked"]) == (game, True, True)
    assert (evidence["ms_per_action"], evidence["fastest_ten_ms"]) == (100, 900)


async def flagged_game(web: WebHarness, player: str) -> str:
    """A daily's game that its examination keeps out of the ranks."""
    game = await play_daily(web.store, TODAY, player, WON_FAST)
    flags = [Flag("faster_than_hands", {"moves": 12, "ms": 1_200})]
    daily = Leaderboard("daily", TODAY.date, "addiction")

    async def work(tx: Transaction) -> None:
        await tx.ask_examinations({game: daily}, 1_000)
        await tx.save_examination(game, msgspec.json.encode(flags), noted=True)
        await tx.leave_out([game])
        await tx.remove_places(player, [daily])

    await web.store.transact(work)
    return game


async def test_a_flagged_result_waits_in_the_queue_until_it_is_void_or_dismissed(
    web: WebHarness, moderator: AsyncClient, bob: AsyncClient
) -> None:
    player = await id_of(bob)
    game = await flagged_game(web, player)
    board = f"/api/v1/leaderboards/daily/{TODAY.date}/addiction"

    async def waiting() -> list[str]:
        queue = (await moderator.get("/api/v1/admin/reports")).json()
        return [each["game"]["id"] for each in queue.get("flagged", [])]

    (entry,) = (await moderator.get("/api/v1/admin/reports")).json()["flagged"]
    assert (entry["player"], entry["name"], entry["game"]["id"]) == (player, "Bob", game)
    assert [flag["rule"] for flag in entry["game"]["flags"]] == ["faster_than_hands"]
    assert "12 moves in a row took 1.20 s" in entry["game"]["flags"][0]["message"]
    made = await decide(moderator, "void", "Too fast.", game=game)
    assert await waiting() == []
    await decide(moderator, "lift", "A mistake.", decision=made["id"])
    assert await waiting() == [game]
    assert (await bob.get(board)).json()["size"] == 0
    dismissed = await decide(moderator, "dismiss", "Known hands.", game=game)
    assert (dismissed["game"], dismissed.get("player")) == (game, None)
    assert await waiting() == []
    assert (await bob.get(board)).json()["size"] == 1
    about_bob = (await bob.get("/api/v1/me/decisions")).json()["items"]
    assert {each["action"] for each in about_bob} == {"void", "lift"}


async def test_a_dismissed_report_clears_the_flags_of_its_game(
    web: WebHarness, moderator: AsyncClient, ann: AsyncClient, bob: AsyncClient
) -> None:
    player = await id_of(bob)
    game = await flagged_game(web, player)
    other = await report(ann, player, reason="name")
    about_game = await report(ann, player, game=game)
    queue = (await moderator.get("/api/v1/admin/reports")).json()["reports"]
    games = {each["id"]: each.get("game") for each in queue}
    assert games[other["id"]] is None
    assert [flag["rule"] for flag in games[about_game["id"]]["flags"]] == ["faster_than_hands"]
    await decide(moderator, "dismiss", reports=[other["id"]])
    assert len((await moderator.get("/api/v1/admin/reports")).json()["flagged"]) == 1
    await decide(moderator, "dismiss", reports=[about_game["id"]])
    assert "flagged" not in (await moderator.get("/api/v1/admin/reports")).json()
    examination = await web.store.examination(game)
    assert examination.cleared_by == "anna"
    again = {"action": "dismiss", "reason": "x", "game": "no such game"}
    assert await refusal(moderator, "POST", "/api/v1/admin/decisions", again) == (409, "does_not_count")


TRANSCRIPT = " ".join(f"6D@27:{100 * (n + 1)}" for n in range(12))
WON_FAST = structs.replace(RESULT, won=True, locked=48, score=58, time_ms=1_200, transcript=TRANSCRIPT)


async def test_a_line_is_marked_as_seen_only_if_the_server_remembers_it(
    web: WebHarness, moderator: AsyncClient, ann: AsyncClient, bob: AsyncClient
) -> None:
    player = await id_of(bob)
    web.rooms.has_said = lambda *said: said == (CODE, player, "You fool")
    await report(ann, player, reason="insult", room=CODE, line="You fool")
    await report(ann, player, reason="insult", room=CODE, line="invented")
    reports = (await moderator.get("/api/v1/admin/reports")).json()["reports"]
    assert {each["line"]: each.get("seen", False) for each in reports} == {"You fool": True, "invented": False}


async def test_bad_reports_are_refused(web: WebHarness, ann: AsyncClient, bob: AsyncClient) -> None:
    me, other = await id_of(ann), await id_of(bob)
    game = await play_daily(web.store, TODAY, me)

    async def refused(**body: object) -> tuple[int, str]:
        return await refusal(ann, "POST", "/api/v1/reports", {"reason": "other", **body})

    assert await refused(player=me) == (400, "own_report")
    assert await refused(player="nobody") == (404, "player_not_found")
    assert await refused(player=other, game=game) == (404, "game_not_found")
    assert await refused(player=other, reason="boring") == (400, "bad_body")
    for number in range(MAX_REPORTS_PER_DAY):
        await report(ann, other, room=CODE, line=f"line {number}")
    assert await refused(player=other, room=CODE, line="one more") == (429, "too_many_reports")


async def test_the_player_concerned_reads_why_and_answers_once(
    moderator: AsyncClient, ann: AsyncClient, bob: AsyncClient
) -> None:
    assert "unread_decisions" not in (await bob.get("/api/v1/me")).json()
    made = await decide(moderator, "warn", "Be kind in the chat.", player=await id_of(bob))
    assert (await bob.get("/api/v1/me")).json()["unread_decisions"] == 1
    (shown,) = (await bob.get("/api/v1/me/decisions")).json()["items"]
    assert (shown["action"], shown["reason"], shown["moderator"]) == ("warn", "Be kind in the chat.", "")
    path = f"/api/v1/me/decisions/{made['id']}"
    assert (await bob.post(f"{path}/read")).status_code == 200
    assert "unread_decisions" not in (await bob.get("/api/v1/me")).json()
    (answered,) = (await bob.post(f"{path}/answer", json={"text": " I will be. "})).json()["items"]
    assert answered["answer"] == "I will be."
    assert await refusal(bob, "POST", f"{path}/answer", {"text": "More"}) == (409, "already_answered")
    assert await refusal(ann, "POST", f"{path}/answer", {"text": "Me too"}) == (404, "decision_not_found")
    assert (await moderator.get("/api/v1/admin/decisions")).json()["items"][0]["answer"] == "I will be."


async def test_an_export_has_the_own_reports_and_the_decisions_about_one(
    web: WebHarness, moderator: AsyncClient, bob: AsyncClient
) -> None:
    async with await web.program("Cat") as cat:
        reported = await report(bob, await id_of(cat), note="Too fast.")
        await report(cat, await id_of(bob))
    decision = await decide(moderator, "warn", "Be kind.", player=await id_of(bob))
    await bob.post(f"/api/v1/me/decisions/{decision['id']}/answer", json={"text": "Sorry."})
    export = msgspec.json.decode((await bob.get("/api/v1/me/export")).content, type=Export)
    reports, decisions = export.records["reports"], export.records["decisions"]
    assert [(each["id"], each["reason"], each["note"]) for each in reports] == [
        (reported["id"], "cheating", "Too fast.")
    ]
    assert [(each["id"], each["moderator"], each["answer"]) for each in decisions] == [(decision["id"], "", "Sorry.")]


async def test_a_suspended_player_may_read_but_not_play(
    web: WebHarness, moderator: AsyncClient, bob: AsyncClient
) -> None:
    player = await id_of(bob)
    made = await decide(moderator, "suspend", player=player, hours=24)
    assert web.rooms.suspensions == [player]
    for path, body in (("/api/v1/rooms", {}), ("/api/v1/races", {}), (f"/api/v1/dailies/{TODAY.date}/mini/games", {})):
        assert await refusal(bob, "POST", path, body) == (403, "suspended")
    assert (await bob.get("/api/v1/me/decisions")).status_code == 200
    await decide(moderator, "lift", decision=made["id"])
    assert (await bob.post("/api/v1/rooms", json={})).status_code == 201


async def test_a_player_is_kept_out_as_long_as_one_decision_holds(moderator: AsyncClient, bob: AsyncClient) -> None:
    player = await id_of(bob)
    ban = await decide(moderator, "ban", player=player)
    suspension = await decide(moderator, "suspend", player=player, hours=24)
    for lifted in (suspension, ban):
        answer = await bob.post("/api/v1/rooms", json={})
        assert answer.status_code == 403
        assert "for good" in answer.json()["message"]
        await decide(moderator, "lift", decision=lifted["id"])
    assert (await bob.post("/api/v1/rooms", json={})).status_code == 201


async def test_a_ban_makes_all_results_void_until_it_is_lifted(
    web: WebHarness, moderator: AsyncClient, bob: AsyncClient
) -> None:
    player = await id_of(bob)
    await play_daily(web.store, TODAY, player)
    board = f"/api/v1/leaderboards/daily/{TODAY.date}/addiction"
    job = VoidResults(web.store, web.clock)
    made = await decide(moderator, "ban", player=player)
    assert "until" not in made
    assert await refusal(bob, "POST", "/api/v1/rooms", {}) == (403, "suspended")
    await finish(job)
    assert (await bob.get(board)).json()["size"] == 0
    await decide(moderator, "lift", decision=made["id"])
    await finish(job)
    assert (await bob.get(board)).json()["size"] == 1


async def test_a_renamed_player_keeps_the_new_name(web: WebHarness, moderator: AsyncClient, bob: AsyncClient) -> None:
    made = await decide(moderator, "rename", player=await id_of(bob), name="Robert")
    assert web.rooms.renames == ["Robert"]
    assert await refusal(bob, "PATCH", "/api/v1/me", {"name": "Bob"}) == (400, "bad_name")
    await decide(moderator, "lift", decision=made["id"])
    assert (await bob.patch("/api/v1/me", json={"name": "Bob"})).json()["name"] == "Bob"
    made_up = await decide(moderator, "rename", player=await id_of(bob))
    assert made_up["detail"] == made_up["name"] != "Bob"


@pytest.mark.parametrize(
    "body",
    [
        {"action": "mute", "player": "p"},
        {"action": "suspend", "hours": 3},
        {"action": "void"},
        {"action": "rename_group"},
        {"action": "lift"},
        {"action": "close_room"},
        {"action": "announce", "text": "Hello"},
        {"action": "dismiss"},
        {"action": "warn", "player": "p", "reason": "  "},
    ],
)
async def test_a_decision_needs_all_that_its_action_needs(moderator: AsyncClient, body: dict[str, object]) -> None:
    whole = {"reason": "x", **body}
    assert await refusal(moderator, "POST", "/api/v1/admin/decisions", whole) == (400, "bad_decision")


async def test_what_cannot_be_lifted_is_refused(moderator: AsyncClient, bob: AsyncClient) -> None:
    async def refused(decision: str) -> tuple[int, str]:
        body = {"action": "lift", "reason": "x", "decision": decision}
        return await refusal(moderator, "POST", "/api/v1/admin/decisions", body)

    warned = await decide(moderator, "warn", player=await id_of(bob))
    lifted = await decide(moderator, "lift", decision=warned["id"])
    assert await refused(warned["id"]) == (400, "bad_decision")
    assert await refused(lifted["id"]) == (400, "bad_decision")
    assert await refused("unknown") == (404, "decision_not_found")


async def test_players_are_found_by_name_tag_and_id(moderator: AsyncClient, ann: AsyncClient, bob: AsyncClient) -> None:
    player = await id_of(bob)

    async def found(text: str) -> list[str]:
        answer = await moderator.get("/api/v1/admin/players", params={"q": text})
        return [each["id"] for each in answer.json()["players"]]

    assert await found("bob") == [player]
    assert await found(player) == [player]
    assert await found(f"Bob#{tag_of(player).lower()}") == [player]
    assert await found(f"Bob#{tag_of(await id_of(ann))}") == []
    assert await found("Nobody") == []


async def test_a_player_is_erased_on_request_as_by_the_own_hand(
    web: WebHarness, moderator: AsyncClient, ann: AsyncClient
) -> None:
    player = await id_of(ann)
    await play_daily(web.store, TODAY, player)
    made = await decide(moderator, "erase", "On request of the player.", player=player)
    assert (made["action"], made["player"]) == ("erase", player)
    assert (await ann.get("/api/v1/me")).status_code == 401
    assert web.rooms.deletions == [player]
    found = await web.store.player(player)
    assert found.deleted_at is not None
    assert "Ann" not in (await moderator.get(f"/api/v1/admin/players?q={player}")).text
    again = {"action": "erase", "reason": "Again.", "player": player}
    assert await refusal(moderator, "POST", "/api/v1/admin/decisions", again) == (404, "player_not_found")
