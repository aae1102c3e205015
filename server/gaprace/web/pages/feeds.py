"""The commitments to future dailies as an Atom feed (RFC 4287), of which readers and archives keep copies."""

from collections.abc import Iterable
from datetime import date, timedelta
from itertools import groupby
from xml.etree.ElementTree import Element, SubElement, tostring

from starlette.responses import Response

from gaprace.outgoing_text import for_xml
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.wire.http import Commitment

ATOM = "application/atom+xml"
DAYS_AHEAD = 30
"""How long before its date a daily is committed to."""
_NAMESPACE = "http://www.w3.org/2005/Atom"


async def commitments_feed(context: RequestContext) -> Response:
    """Return the commitments to the dailies of today and the next 30 days, as an Atom feed with one entry per date."""
    found = await context.app.dailies.commitments()
    feed = atom_feed(found.commitments, context.client.base_url, context.app.settings.site_name)
    return Response(feed, headers={"Cache-Control": "no-cache"}, media_type=ATOM)


def atom_feed(commitments: Iterable[Commitment], base_url: str, site_name: str = "Gaprace") -> bytes:
    """Return the feed; it changes only with the commitments."""
    by_date = {day: list(each) for day, each in groupby(commitments, key=lambda each: each.date)}
    feed = Element("feed", xmlns=_NAMESPACE)
    _text(feed, "id", f"{base_url}/commitments")
    _text(feed, "title", f"{site_name}: commitments to the dailies to come")
    _text(feed, "updated", _committed_on(max(by_date)))
    _text(SubElement(feed, "author"), "name", site_name)
    SubElement(feed, "link", rel="self", href=f"{base_url}/commitments.atom")
    for day in sorted(by_date, reverse=True):
        feed.append(_entry(day, by_date[day], base_url))
    text: bytes = tostring(feed, encoding="utf-8", xml_declaration=True)
    return text


def _entry(day: str, commitments: list[Commitment], base_url: str) -> Element:
    entry = Element("entry")
    _text(entry, "id", f"{base_url}/daily/{day}")
    _text(entry, "title", f"Dailies of {day}")
    _text(entry, "updated", _committed_on(day))
    SubElement(entry, "link", href=f"{base_url}/daily/{day}")
    _text(entry, "content", "\n".join(_line(each) for each in commitments))
    return entry


def _line(commitment: Commitment) -> str:
    return " ".join(filter(None, (commitment.variant, commitment.commitment, commitment.band)))


def _text(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = for_xml(text)


def _committed_on(day: str) -> str:
    return f"{date.fromisoformat(day) - timedelta(days=DAYS_AHEAD)}T00:00:00Z"


FEEDS = (Route("GET", "/commitments.atom", commitments_feed, media_type=ATOM),)
