"""Results as they are told and compared."""

from gaprace.rules.results import Result, fields_of


def plain(result: Result) -> Result:
    """Return a result without what is stored or told beside it."""
    return Result(**fields_of(result))
