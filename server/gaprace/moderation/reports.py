"""Reports of players about others, with the evidence."""

import secrets

from gaprace.errors import Refusal
from gaprace.groups.access import require_visible_group
from gaprace.moderation.examinations import flags_of
from gaprace.play.events.calendar import DAY_MS
from gaprace.play.people.moderation import fastest_ms
from gaprace.ports import Clock, Store, StoredExamination, StoredGame, StoredPlayer, StoredRace, StoredReport
from gaprace.rooms.registry import RoomRegistry
from gaprace.rules.actions import parse_transcript
from gaprace.rules.results import fields_of
from gaprace.wire import http

MAX_REPORTS_PER_DAY = 30
"""Reports of one player in 24 hours."""
_ID_BYTES = 8


class Reports:
    """Stores reports, and returns the open ones."""

    def __init__(self, store: Store, clock: Clock, rooms: RoomRegistry) -> None:
        self._store, self._clock, self._rooms = store, clock, rooms

    async def report(self, reporter: StoredPlayer, new: http.NewReport) -> http.Reported:
        """Store a report. Repeating a report has no effect. Raises `player_not_found`."""
        reported = await self._store.player(new.player)
        if reported is None or reported.deleted_at is not None:
            raise Refusal("player_not_found", "Player not found: reload the page, and report again.")
        await self._refuse(reporter, new)
        stored = await self._store.add_report(self._drafted(reporter, reported, new))
        return http.Reported(stored.id, stored.at)

    async def report_group(self, reporter: StoredPlayer, handle: str, new: http.GroupReport) -> http.Reported:
        """Store a report of a group as a report of its owner. Repeating a report has no effect. Raises `own_report`."""
        group, _ = await require_visible_group(self._store, handle, reporter.id)
        owner = next(each.player for each in await self._store.memberships(group.code) if each.role == "owner")
        if owner == reporter.id:
            raise Refusal("own_report", "You can't report your own group. You can rename or delete it.")
        await self._refuse_many(reporter)
        names = await self._store.names([owner])
        report = StoredReport(
            id=secrets.token_hex(_ID_BYTES),
            at=self._clock.now(),
            reporter=reporter.id,
            player=owner,
            subject=f"group {group.code} {group.name}",
            reason=new.reason,
            note=new.note.strip(),
            name=names.get(owner, ""),
            line=group.name,
            group=group.code,
            seen=True,
        )
        stored = await self._store.add_report(report)
        return http.Reported(stored.id, stored.at)

    async def _refuse(self, reporter: StoredPlayer, new: http.NewReport) -> None:
        if new.player == reporter.id:
            raise Refusal("own_report", "You can't report yourself. Choose the player whom you mean.")
        if new.game is not None:
            found = await self._store.finished_game(new.game)
            if found is None or found[0].player != new.player:
                raise Refusal("game_not_found", "This player has no such finished game. Report it once it is over.")
        await self._refuse_many(reporter)

    async def _refuse_many(self, reporter: StoredPlayer) -> None:
        if await self._store.count_reports_by(reporter.id, self._clock.now() - DAY_MS) >= MAX_REPORTS_PER_DAY:
            raise Refusal(
                "too_many_reports",
                f"At most {MAX_REPORTS_PER_DAY} reports in 24 hours. Moderators read each of them: continue tomorrow.",
            )

    def _drafted(self, reporter: StoredPlayer, reported: StoredPlayer, new: http.NewReport) -> StoredReport:
        seen = bool(new.room and new.line) and self._rooms.has_said(new.room or "", reported.id, new.line or "")
        return StoredReport(
            id=secrets.token_hex(_ID_BYTES),
            at=self._clock.now(),
            reporter=reporter.id,
            player=reported.id,
            subject=_subject(reported, new),
            reason=new.reason,
            note=new.note.strip(),
            name=reported.name,
            game=new.game,
            room=new.room,
            line=new.line,
            seen=seen,
        )

    async def open(self) -> http.ReportList:
        """Return the oldest open reports, with the evidence, and the oldest flagged results."""
        stored = await self._store.open_reports(http.MAX_REPORTS)
        names = await self._store.names([*{each.reporter for each in stored}])
        reports = [await self._shown(each, names.get(each.reporter, "")) for each in stored]
        return http.ReportList(reports, await self._store.count_open_reports(), await self._flagged())

    async def _flagged(self) -> list[http.FlaggedResult]:
        shown = [await self._flagged_result(each) for each in await self._store.noted_examinations(http.MAX_REPORTS)]
        return [each for each in shown if each]

    async def _flagged_result(self, examination: StoredExamination) -> http.FlaggedResult | None:
        found = await self._store.finished_game(examination.game)
        evidence = evidence_of(*found, examination) if found else None
        if found is None or evidence is None:
            return None
        player = found[0].player
        name = (await self._store.names([player])).get(player, "")
        return http.FlaggedResult(player, name, evidence, examination.is_flagged)

    async def _shown(self, report: StoredReport, reporter_name: str) -> http.Report:
        found = await self._store.finished_game(report.game) if report.game else None
        examination = await self._store.examination(report.game) if report.game else None
        return http.Report(
            id=report.id,
            at=report.at,
            reason=report.reason,  # type: ignore[arg-type]  # as it was decoded
            note=report.note,
            reporter_name=reporter_name,
            player=report.player,
            name=report.name,
            game=evidence_of(*found, examination) if found else None,
            line=report.line,
            room=report.room,
            group=report.group,
            seen=report.seen,
        )


def _subject(reported: StoredPlayer, new: http.NewReport) -> str:
    """Return the subject of a report: a line of chat, a game, or the name."""
    if new.line is not None:
        return f"line {new.room or ''} {new.line}"
    return f"game {new.game}" if new.game is not None else f"name {reported.name}"


def evidence_of(game: StoredGame, race: StoredRace, examination: StoredExamination | None) -> http.GameEvidence | None:
    """Return the facts of a finished game, with the flags of its examination."""
    result = game.result
    if result is None:
        return None
    times = [action.ms for action in parse_transcript(result.transcript)]
    return http.GameEvidence(
        id=game.id,
        ended_at=result.ended_at,
        **fields_of(result),
        ms_per_action=result.time_ms // max(1, len(times)),
        fastest_ten_ms=fastest_ms(times),
        ranked=game.ranked,
        void=game.voided_by is not None,
        daily=race.daily.date if race.daily else None,
        flags=flags_of(examination.flags) if examination else [],
        cleared_by=examination.cleared_by if examination else None,
    )
