"""The dailies of a group as an Atom feed (RFC 4287) and as a calendar (RFC 5545), at a secret URL.

The texts are in English, since readers and calendars do not send a language.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from xml.etree.ElementTree import Element, SubElement, tostring

from starlette.responses import Response

from gaprace.groups.feeds import FeedDaily, FeedDay, FeedPlace, GroupFeed
from gaprace.outgoing_text import for_calendar, for_xml
from gaprace.play.events.calendar import days_from
from gaprace.play.people.names import typed_code
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route

ATOM, CALENDAR = "application/atom+xml", "text/calendar"
FEED_COST = 5
_ATOM_NAMESPACE = "http://www.w3.org/2005/Atom"
_LINE_BYTES = 73
"""Bytes of a line of a calendar before it is folded (RFC 5545, section 3.1): 75 with the end of a character."""
_HEADERS = {"Cache-Control": "private, no-cache"}


async def group_atom(context: RequestContext) -> Response:
    """Return the dailies of a group as an Atom feed with one entry per date: results come after the reveal."""
    site_name = context.app.settings.site_name
    text = atom_of(await _feed(context), context.client.base_url, site_name)
    return Response(text, headers=_HEADERS, media_type=ATOM)


async def group_calendar(context: RequestContext) -> Response:
    """Return the dailies of a group as a calendar with one event per date: results come after the reveal."""
    text = calendar_of(await _feed(context), context.client.base_url)
    return Response(text, headers=_HEADERS, media_type=CALENDAR)


async def _feed(context: RequestContext) -> GroupFeed:
    path = context.request.path_params
    return await context.app.group_feeds.read(typed_code(path["group"]), path["secret"])


# What is said


def _title(feed: GroupFeed, day: FeedDay) -> str:
    if not day.is_revealed:
        return f"{feed.name}: the dailies of {day.date}"
    best = [f"{place.name} ({daily.variant})" for daily in day.dailies for place in daily.best if place.rank == 1]
    return f"{feed.name}, {day.date}: {', '.join(best) or 'nobody played'}"


def _text(day: FeedDay) -> str:
    if not day.dailies:
        return "Nobody has played yet." if not day.is_revealed else "Nobody played."
    return "\n".join(_daily_text(daily) for daily in day.dailies)


def _daily_text(daily: FeedDaily) -> str:
    played = f"{daily.variant}: {daily.played} played"
    return ". ".join([played, *map(_place_text, daily.best)]) + "."


def _place_text(place: FeedPlace) -> str:
    minutes, seconds = divmod(place.result.time_ms // 1000, 60)
    how = f"won in {minutes}:{seconds:02}" if place.result.won else "not won"
    return f"{place.rank}. {place.name} {place.against_group:+.1f}, {how}"


def _updated(day: FeedDay) -> str:
    return _instant(day.changed_at, "%Y-%m-%dT%H:%M:%SZ")


def _instant(ms: int, form: str) -> str:
    return datetime.fromtimestamp(ms // 1000, UTC).strftime(form)


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


# Calendar


def calendar_of(feed: GroupFeed, base_url: str) -> bytes:
    """Return the calendar of a group."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Gaprace//Group//EN", _property("NAME", feed.name)]
    lines.append(_property("X-WR-CALNAME", feed.name))
    for day in feed.days:
        lines += _event(feed, day, f"{base_url}/group/{feed.code}/{day.date}")
    lines.append("END:VCALENDAR")
    return b"".join(part for line in lines for part in _folded(line))


def _event(feed: GroupFeed, day: FeedDay, url: str) -> list[str]:
    stamp = _updated(day).replace("-", "").replace(":", "")
    return [
        "BEGIN:VEVENT",
        f"UID:{day.date}.{feed.code}@gaprace",
        f"DTSTAMP:{stamp}",
        *_span(day),
        _property("SUMMARY", _title(feed, day)),
        _property("DESCRIPTION", _text(day)),
        f"URL:{url}",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
    ]


def _span(day: FeedDay) -> list[str]:
    """Return the time span of a date: a whole day for the world's daily, instants for the group's own."""
    if day.lasts:
        begin, end = (_instant(at, "%Y%m%dT%H%M%SZ") for at in day.lasts)
        return [f"DTSTART:{begin}", f"DTEND:{end}"]
    first, after = (each.replace("-", "") for each in (day.date, days_from(day.date, 1)))
    return [f"DTSTART;VALUE=DATE:{first}", f"DTEND;VALUE=DATE:{after}"]


def _property(name: str, text: str) -> str:
    """Return a line with a text as its value."""
    return f"{name}:{for_calendar(text)}"


def _folded(line: str) -> Iterator[bytes]:
    """Yield the parts of a folded line, without splitting characters."""
    part = b""
    for character in line:
        encoded = character.encode()
        if len(part) + len(encoded) > _LINE_BYTES:
            yield part + b"\r\n"
            part = b" "
        part += encoded
    yield part + b"\r\n"


_PATH = "/feeds/{group}/{secret}"
GROUP_FEEDS = (
    Route("GET", f"{_PATH}.atom", group_atom, media_type=ATOM, cost=FEED_COST),
    Route("GET", f"{_PATH}.ics", group_calendar, media_type=CALENDAR, cost=FEED_COST),
)
