"""Pages for frames in other sites, with oEmbed (https://oembed.com) and its discovery."""

import re
from html import escape
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from starlette.responses import Response

from gaprace.errors import Refusal
from gaprace.web.http.bodies import JSON
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.wire import Wire, encode

OEMBED_TYPE = "application/json+oembed"
_PAGE = re.compile(r"/(?P<kind>race|g|daily|group)/(?P<id>[\w-]{1,64})/?", re.ASCII)
_MIN_SIZE = 200
_MAX_DIGITS = 5


class _Size(NamedTuple):
    """Of a frame, in CSS pixels."""

    width: int
    height: int


_SIZES = {"race": _Size(800, 760), "g": _Size(640, 480), "daily": _Size(560, 640), "group": _Size(560, 640)}


class OEmbed(Wire, frozen=True, omit_defaults=False):
    """The answer to a consumer of oEmbed, as its section 2.3.4 has it."""

    title: str
    """What the frame shows."""
    html: str
    """The frame."""
    width: int
    """Its width in CSS pixels."""
    height: int
    """Its height in CSS pixels."""
    provider_url: str
    """The address of this server."""
    provider_name: str
    """The name of this site."""
    type: str = "rich"
    """Always `rich`."""
    version: str = "1.0"
    """Always `1.0`."""


def embed_path(path: str) -> str:
    """Return the path of the page for frames that belongs to the path of a page; empty if it has none."""
    found = _PAGE.fullmatch(path)
    return f"/embed/{found['kind']}/{found['id']}" if found else ""


def discovery_tag(base_url: str, path: str) -> str:
    """Return the tag by which other sites find out how to embed a page; empty if they cannot."""
    if not embed_path(path):
        return ""
    href = f"{base_url}/oembed?url={quote(base_url + path, safe='')}"
    return f'<link rel="alternate" type="{OEMBED_TYPE}" href="{escape(href)}" />'


async def oembed(context: RequestContext) -> Response:
    """Return the oEmbed response for a page of this server: a race, a replay, a daily or a group."""
    query, base_url = context.request.query_params, context.client.base_url
    path = embed_path(_own_path(query.get("url", ""), base_url))
    if not path:
        raise Refusal("not_found", "Only a race, a replay, a daily or a group of this server can be embedded.")
    usual = _SIZES[path.split("/")[2]]
    width = _at_most(query.get("maxwidth"), usual.width)
    height = _at_most(query.get("maxheight"), usual.height)
    site_name = context.app.settings.site_name
    frame = _frame(base_url + path, width, height, site_name)
    answer = OEmbed(site_name, frame, width, height, base_url, site_name)
    return Response(encode(answer), headers={"Cache-Control": "no-cache"}, media_type=JSON)


def _own_path(text: str, base_url: str) -> str:
    """Return the path of a URL of this server; empty for any other text."""
    try:
        url = urlsplit(text)
    except ValueError:
        return ""
    return url.path if f"{url.scheme}://{url.netloc}" == base_url else ""


def _at_most(limit: str | None, usual: int) -> int:
    """Return a length within the consumer's limit; an invalid limit is ignored."""
    wanted = int(limit) if limit and limit.isascii() and limit.isdigit() and len(limit) <= _MAX_DIGITS else usual
    return max(_MIN_SIZE, min(usual, wanted))


def _frame(url: str, width: int, height: int, title: str) -> str:
    size = f'width="{width}" height="{height}"'
    return f'<iframe src="{escape(url)}" {size} title="{escape(title)}" loading="lazy" style="border:0"></iframe>'


EMBEDS = (
    Route(
        "GET",
        "/oembed",
        oembed,
        OEmbed,
        query={
            "url": "The address of the page.",
            "maxwidth": "The width that there is room for, in pixels.",
            "maxheight": "The height that there is room for, in pixels.",
        },
    ),
)
