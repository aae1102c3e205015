"""What cannot be opened is refused in words for its operator."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from gaprace.errors import CannotServe, StoreUnavailable


@contextmanager
def as_cannot_serve(code_of_value_errors: str = "") -> Iterator[None]:
    """Turn an unavailable store, and value errors if a code for them is given, into `CannotServe`."""
    try:
        yield
    except StoreUnavailable as error:
        raise CannotServe("store_unavailable", error.message) from None
    except ValueError as error:
        if not code_of_value_errors:
            raise
        raise CannotServe(code_of_value_errors, str(error)) from None


def one_of(table: Mapping[str, object]) -> str:
    """Return the schemes of a table of URLs, in words."""
    return " or ".join(f"{scheme}:" for scheme in table)
