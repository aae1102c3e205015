"""`gaprace verify --daily DATE`: whether a revealed daily matches its commitment, and was not picked by hand."""

import os
from typing import TYPE_CHECKING, cast

from gaprace.cli.command import Result
from gaprace.errors import BadText, RulesError
from gaprace.play.events.difficulty import Band, band_of
from gaprace.rules.actions import parse_action
from gaprace.rules.board import Move
from gaprace.rules.deal import Deal, parse_commitment, parse_secret
from gaprace.rules.variants import variant_named

if TYPE_CHECKING:
    from gaprace.wire.http import Certificate, Daily

DEFAULT_SERVER = "http://127.0.0.1:8000"


def verify_daily(date: str, server: str) -> Result:
    """Check the dailies of a date: commitment, deal code, band, and that no earlier candidate is certified and fits.

    Raises BotError if the server cannot be reached, or has no such dailies.
    """
    from gaprace.bot.room_url import RoomUrl, daily_list
    from gaprace.engine.jobs import prepare
    from gaprace.settings import read_settings

    revealed = daily_list(RoomUrl.parse(server), date).dailies
    prepare(read_settings(os.environ).cache_dir)
    dailies = [_checked(daily) for daily in revealed]
    return {"ok": all(each["ok"] for each in dailies), "date": date, "dailies": dailies}


def _checked(daily: "Daily") -> Result:
    about: Result = {"variant": daily.variant, "commitment": daily.commitment}
    try:
        return about | {"ok": True} | check_daily(daily)
    except RulesError as error:
        return about | {"ok": False, "error": {"code": error.code, "message": error.message}}


def check_daily(daily: "Daily") -> Result:
    """Return the deal code and the number of the candidate of a daily that holds.

    Raises RulesError for the first check that fails.
    """
    from gaprace.solver.certificate import VERSION

    deal, certificate = _deal_of(daily), daily.certificate
    if deal.commitment != parse_commitment(daily.commitment):
        raise BadText("commitment_mismatch", f"The secret does not match the commitment {daily.commitment}.")
    if deal.code != daily.code:
        raise BadText("code_mismatch", f"Candidate {daily.candidate} has the deal code {deal.code}, not {daily.code}.")
    number, band = daily.candidate or 0, _band_of(daily)
    about = {"code": deal.code, "candidate": number, "certified": certificate is not None}
    about |= {"band": band.text} if band else {}
    if certificate is None:
        if number:
            message = f"Candidate {number} is not certified: without a certificate, 0 is taken."
            raise BadText("candidate_mismatch", message)
        return about
    if certificate.version != VERSION:
        _check_certificate(deal, certificate, band)
        return about | {"version": certificate.version}
    first = _first_certified(deal, number, band)
    if first != number:
        message = f"The first that fits is {first}" if first is not None else "None of them fits"
        raise BadText("candidate_mismatch", f"Candidate {number} was taken. {message}.")
    return about


def _check_certificate(deal: Deal, certificate: "Certificate", band: Band | None) -> None:
    """Check a certificate of another version of the solver, whose judgement cannot be repeated: all that it says."""
    if band is not None and not band.has(certificate.harder_permille):
        message = f"A difficulty of {certificate.harder_permille} does not lie in the band {band.text}."
        raise BadText("candidate_mismatch", message)
    moves = [parse_action(text) for text in (certificate.line or "").split()]
    board = deal.opening()
    for move in moves:
        board = board.after(cast("Move", move))
    if not board.is_won or len(moves) != certificate.par:
        raise BadText("candidate_mismatch", f"The line of the certificate does not win in {certificate.par} moves.")


def _band_of(daily: "Daily") -> Band | None:
    """Return the band of a daily, which is that of its weekday; None for a date that was committed to without one."""
    if daily.band is None:
        return None
    band, right = Band.parse(daily.band), band_of(daily.date, daily.variant)
    if band != right:
        wanted = f"has the band {right.text}" if right else "has no band"
        raise BadText("candidate_mismatch", f"The band is {band.text}, but {daily.date} ({daily.variant}) {wanted}.")
    return band


def _deal_of(daily: "Daily") -> Deal:
    if daily.secret is None or daily.code is None:
        raise BadText(
            "not_revealed", f"The daily of {daily.date} is not revealed yet: wait until two hours after its day."
        )
    return Deal.candidate(variant_named(daily.variant), parse_secret(daily.secret), daily.candidate or 0)


def _first_certified(deal: Deal, last: int, band: Band | None) -> int | None:
    """Return the number of the first candidate that is certified and in the band, up to the last; None without one."""
    from gaprace.solver.certificate import certify_candidate
    from gaprace.solver.tables import evaluation_for

    evaluation = evaluation_for(deal.variant.columns)
    for number in range(last + 1):
        code = Deal.candidate(deal.variant, deal.secret, number).code
        certificate = certify_candidate(code, deal.variant, evaluation)
        if certificate.is_winnable and (band is None or band.has(certificate.harder_permille)):
            return number
    return None


def show_daily(result: Result) -> str:
    """Return the checks as lines for a person."""
    return "\n".join(f"{result['date']} {_line(each)}" for each in result["dailies"])


def _line(daily: Result) -> str:
    if not daily["ok"]:
        return f"{daily['variant']}: does not hold: {daily['error']['message']} [{daily['error']['code']}]"
    choice = _choice(daily)
    found = f"deal {daily['code']}, candidate {daily['candidate']}, {choice}"
    return f"{daily['variant']}: holds: {found}; the commitment was {daily['commitment']}"


def _choice(daily: Result) -> str:
    if "version" in daily:
        return (
            f"certified by version {daily['version']} of the solver's judgement, which this program cannot repeat:"
            " the line wins, and whether an earlier candidate was left out needs the program of that time"
        )
    return "the first that is certified and fits" if daily["certified"] else "taken without a certificate"
