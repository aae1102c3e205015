"""The head of a page: its title, and what other sites read to show a link to it (https://ogp.me). Pure."""

import re
from collections.abc import Iterable
from html import escape

from gaprace.web.social.pictures import HEIGHT, MEDIA_TYPE, WIDTH
from gaprace.web.social.previews import SITE, Preview

_TITLE = re.compile(r"<title>[^<]*</title>")
_DESCRIPTION = re.compile(r'\s*<meta name="description"[^>]*>')


def with_head(page: str, preview: Preview, address: str, picture: str = "") -> str:
    """Return a page its own title and description in place of those that it has.

    `address` and `picture` are absolute; without a picture of its own it has the icon of the site.
    """
    head = _head(preview, address, picture)
    return _TITLE.sub(lambda _: head, _DESCRIPTION.sub("", page, count=1), count=1)


def _head(preview: Preview, address: str, picture: str) -> str:
    title = preview.title
    shown = title if title == SITE else f"{title} \u00b7 {SITE}"
    tags = [
        f"<title>{escape(shown)}</title>",
        _meta("name", "description", preview.line),
        _meta("property", "og:site_name", SITE),
        _meta("property", "og:type", "website"),
        _meta("property", "og:title", title),
        _meta("property", "og:description", preview.line),
        _meta("property", "og:url", address),
        *(_picture_tags(title, picture) if picture else [_meta("name", "twitter:card", "summary")]),
    ]
    return "\n    ".join(tags)


def _picture_tags(title: str, picture: str) -> Iterable[str]:
    return [
        _meta("property", "og:image", picture),
        _meta("property", "og:image:type", MEDIA_TYPE),
        _meta("property", "og:image:width", str(WIDTH)),
        _meta("property", "og:image:height", str(HEIGHT)),
        _meta("property", "og:image:alt", title),
        _meta("name", "twitter:card", "summary_large_image"),
    ]


def _meta(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(content)}" />'
