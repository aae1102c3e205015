"""The part of the store in memory for reports and decisions, and the steps that make results void."""

from collections.abc import Sequence
from dataclasses import replace

from gaprace.play.people.names import without_name
from gaprace.play.people.rating import MIN_RATED_GAMES, Rating
from gaprace.ports import (
    CountedGame,
    Moment,
    Sanction,
    StoredGame,
    StoredPlayer,
    StoredRace,
    StoredReport,
    Voiding,
)
from gaprace.wire.http import Decision
from tests.memory_store.database import MemoryPart


class MemoryModeration(MemoryPart):
    """Implements `ModerationStore` and the part of `Transaction` for moderation."""

    def add_report(self, report: StoredReport) -> StoredReport:
        reports = self.database.reports
        same = reports.where(reporter=report.reporter, player=report.player, subject=report.subject)
        return same[0] if same else reports.setdefault(report.id, report)

    def open_reports(self, limit: int) -> list[StoredReport]:
        return sorted(self.database.reports.where(decision=None), key=lambda each: (each.at, each.id))[:limit]

    def reports(self, ids: Sequence[str]) -> list[StoredReport]:
        return [self.database.reports[each] for each in {*ids} & self.database.reports.keys()]

    def reports_by(self, reporter: str) -> list[StoredReport]:
        return sorted(self.database.reports.where(reporter=reporter), key=lambda each: (each.at, each.id))

    def count_open_reports(self) -> int:
        return len(self.database.reports.where(decision=None))

    def count_reports_by(self, reporter: str, since: int) -> int:
        return sum(each.at >= since for each in self.database.reports.where(reporter=reporter))

    def _forget_texts(self, player: str, name: str) -> None:
        """See `store.erasure`."""
        data = self.database
        for each in data.reports.where(player=player):
            data.reports.change(each.id, subject=each.id, name="", note="", line=None)
        for each in data.reports.where(reporter=player):
            data.reports.change(each.id, note="")
        for each in data.decisions.where(player=player):
            detail = "" if each.action in {"rename", "rename_group"} else without_name(each.detail, name)
            data.decisions.change(each.id, answer=None, detail=detail, reason=without_name(each.reason, name))
        for each in data.group_members.where(player=player):
            data.groups.change(each.group, name=without_name(data.groups[each.group].name, name))

    def decision(self, decision_id: str) -> Decision | None:
        return self.database.decisions.get(decision_id)

    def decisions(self, limit: int, after: tuple[int, str] | None = None, player: str | None = None) -> list[Decision]:
        found = [each for each in self.database.decisions.values() if player in {None, each.player}]
        earlier = [each for each in found if after is None or (each.at, each.id) < after]
        return sorted(earlier, key=lambda each: (each.at, each.id), reverse=True)[:limit]

    def count_unread_decisions(self, player: str) -> int:
        return len(self.database.decisions.where(player=player, read_at=None))

    def _decide_once(self, decision_id: str, name: str, at: int, **others: object) -> bool:
        """Note in a decision when something was done first; return whether it is now."""
        is_first = bool(self.database.decisions.where(id=decision_id, **{name: None}))
        if is_first:
            self.database.decisions.change(decision_id, **{name: at}, **others)
        return is_first

    def read_decision(self, decision_id: str, at: int) -> None:
        self._decide_once(decision_id, "read_at", at)

    def answer_decision(self, decision_id: str, text: str, at: int) -> bool:
        return self._decide_once(decision_id, "answered_at", at, answer=text)

    def lift_decision(self, decision_id: str, at: int) -> bool:
        return self._decide_once(decision_id, "lifted_at", at)

    def announcement(self, now: int) -> Decision | None:
        made = self.database.decisions.where(action="announce", lifted_at=None)
        hold = [each for each in made if each.until and each.until > now]
        return max(hold, key=lambda each: (each.at, each.id), default=None)

    def add_decision(self, decision: Decision, reports: Sequence[str]) -> None:
        self.database.decisions[decision.id] = decision
        for report in self.database.reports.where(decision=None):
            if report.id in reports:
                self.database.reports.change(report.id, decision=decision.id)

    def standing_decisions(self, player: str) -> list[Decision]:
        return self.database.decisions.where(player=player, lifted_at=None)

    def find_players(self, name: str, limit: int) -> list[StoredPlayer]:
        players = self.database.players.where(deleted_at=None)
        named = [each for each in players if each.name.lower() == name.lower()]
        return sorted(named, key=lambda each: (-each.created_at, each.id))[:limit]

    def sanction(self, player: str, sanction: Sanction, until: int | None) -> None:
        if player in self.database.players:
            self.database.players.change(player, **{sanction: until})

    # Games that are void

    def countable_game(self, game_id: str) -> CountedGame | None:
        ended = self._counted_games(id=game_id, ranked=True)
        return ended[0] if ended else None

    def countable_games(self, player: str, limit: int) -> list[CountedGame]:
        return self._counted_games(player=player, ranked=True)[:limit]

    def void_games(self, decision_id: str, limit: int) -> list[CountedGame]:
        return self._counted_games(voided_by=decision_id)[:limit]

    def _counted_games(self, **values: object) -> list[CountedGame]:
        """The games with these values in their fields that have ended, the earliest first."""
        ended = [(game, race) for race in self.database.races.values() for game in race.games if game.result]
        its = [each for each in ended if all(getattr(each[0], name) == value for name, value in values.items())]
        ordered = sorted(its, key=lambda each: (each[0].result.ended_at, each[0].id))
        return [self._counted(game, race) for game, race in ordered]

    def _counted(self, game: StoredGame, race: StoredRace) -> CountedGame:
        daily = next((key for (key, _), attempt in self.database.attempts.items() if attempt == game.id), None)
        return CountedGame(game.id, game.player, race.id, race.deal.variant.name, race.ended_at, daily)

    def has_running_games(self, player: str) -> bool:
        return any(game.ranked and not game.result for game, _ in self._games_of(player))

    def set_void(self, games: Sequence[str], voided_by: str | None) -> None:
        for game in map(self.database.game, games):
            self.database.change_game(replace(game, ranked=voided_by is None, voided_by=voided_by))
        self._renew_of_games(games)

    def voidings(self) -> list[Voiding]:
        return [each for _, each in sorted(self.database.voidings.items())]

    def add_voiding(self, voiding: Voiding) -> None:
        self.database.voidings[voiding.decision] = voiding

    def end_voiding(self, decision_id: str) -> None:
        self.database.voidings.pop(decision_id, None)

    # Ratings that are computed anew

    def recomputing(self) -> list[str]:
        return sorted(self.database.recomputations)

    def compute_anew(self, games: Sequence[CountedGame]) -> None:
        data = self.database
        for game in games:
            race = data.races[game.race]
            if race.ended_at is None:
                continue
            there = [each.player for each in race.games if each.result is not None and each.ranked]
            for player in there if len(there) >= MIN_RATED_GAMES else ():
                if (player, game.variant, race.id) not in data.rating_changes:
                    self._note_rating((player, game.variant, race.id), race.ended_at, Rating())
            if any(of == race.id for _, _, of in data.rating_changes):
                moment = Moment(race.ended_at, race.id)
                data.recomputations[game.variant] = min(moment, data.recomputations.get(game.variant, moment))
