"""The dailies of a group as an Atom feed (RFC 4287), at a secret URL.

The texts are in English, since readers do not send a language.
"""

from datetime import UTC, datetime
from xml.etree.ElementTree import Element, SubElement, tostring

from starlette.responses import Response

from gaprace.groups.feeds import FeedDay, GroupFeed
from gaprace.outgoing_text import for_xml
from gaprace.play.events.calendar import duration_text
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.wire.http.webhook_messages import DailyResults, RankedPlayer

ATOM = "application/atom+xml"
FEED_COST = 5
_ATOM_NAMESPACE = "http://www.w3.org/2005/Atom"


async def group_atom(context: RequestContext) -> Response:
    """Return the dailies of a group as an Atom feed with one entry per date: results come after the reveal."""
    path, site_name = context.request.path_params, context.app.settings.site_name
    feed = await context.app.group_feeds.read(context.code("group"), path["secret"])
    headers = {"Cache-Control": "private, no-cache"}
    return Response(atom_of(feed, context.client.base_url, site_name), headers=headers, media_type=ATOM)


# The texts


def _title(feed: GroupFeed, day: FeedDay) -> str:
    if not day.is_revealed:
        return f"{feed.name}: the dailies of {day.date}"
    best = [f"{place.name} ({daily.variant})" for daily in day.dailies for place in daily.best if place.rank == 1]
    return f"{feed.name}, {day.date}: {', '.join(best) or 'nobody played'}"


def _text(day: FeedDay) -> str:
    if not day.dailies:
        return "Nobody has played yet." if not day.is_revealed else "Nobody played."
    return "\n".join(_daily_text(daily) for daily in day.dailies)


def _daily_text(daily: DailyResults) -> str:
    played = f"{daily.variant}: {daily.played} played"
    return ". ".join([played, *map(_place_text, daily.best)]) + "."


def _place_text(place: RankedPlayer) -> str:
    how = f"won in {duration_text(place.time_ms)}" if place.won else "not won"
    return f"{place.rank}. {place.name} {place.against_group or 0:+.1f}, {how}"


def _updated(day: FeedDay) -> str:
    return datetime.fromtimestamp(day.changed_at // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


# Atom


def atom_of(feed: GroupFeed, base_url: str, site_name: str = "Gaprace") -> bytes:
    """Return the Atom feed of a group."""
    page = f"{base_url}/group/{feed.code}"
    root = Element("feed", xmlns=_ATOM_NAMESPACE)
    _add(root, "id", page)
    _add(root, "title", f"{feed.name} on {site_name}")
    _add(root, "updated", max((_updated(day) for day in feed.days), default="1970-01-01T00:00:00Z"))
    _add(SubElement(root, "author"), "name", site_name)
    SubElement(root, "link", href=page)
    for day in feed.days:
        entry = SubElement(root, "entry")
        _add(entry, "id", f"{page}/{day.date}")
        _add(entry, "title", _title(feed, day))
        _add(entry, "updated", _updated(day))
        SubElement(entry, "link", href=f"{page}/{day.date}")
        _add(entry, "content", _text(day))
    text: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return text


def _add(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = for_xml(text)


GROUP_FEEDS = (Route("GET", "/feeds/{group}/{secret}.atom", group_atom, media_type=ATOM, cost=FEED_COST),)
