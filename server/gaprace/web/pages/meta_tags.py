"""The meta tags of a page: its title, and what other sites read to preview a link to it (https://ogp.me). Pure."""

import re
from html import escape

from gaprace.web.social.pictures import HEIGHT, MEDIA_TYPE, WIDTH
from gaprace.web.social.previews import SITE, Preview

_TITLE = re.compile(r"<title>[^<]*</title>")
_DESCRIPTION = re.compile(r'\s*<meta name="description"[^>]*>')


def with_meta_tags(page: str, preview: Preview, url: str, picture_url: str = "", more: str = "") -> str:
    """Return a page with the title and meta tags of `preview`, and `more`, in place of its own title and description.

    Both URLs are absolute. Without `picture_url`, other sites show a small card without a picture.
    """
    tags = "\n    ".join(filter(None, (_tags(preview, url, picture_url), more)))
    return _TITLE.sub(lambda _: tags, _DESCRIPTION.sub("", page, count=1), count=1)


def with_host_tags(page: str, imprint_url: str, privacy_url: str, announcement: str) -> str:
    """Return a page with the announcement of those who run the server and links to their pages, for the client."""
    links = (("imprint", imprint_url), ("privacy-policy", privacy_url))
    tags = "".join(f'<link rel="{rel}" href="{escape(url)}" />' for rel, url in links if url)
    tags += _meta("name", "announcement", announcement) if announcement else ""
    return page.replace("</head>", f"{tags}</head>", 1) if tags else page


def _tags(preview: Preview, url: str, picture_url: str) -> str:
    title = preview.title
    page_title = title if title == SITE else f"{title} \u00b7 {SITE}"
    return "\n    ".join(
        [
            f"<title>{escape(page_title)}</title>",
            _meta("name", "description", preview.line),
            _meta("property", "og:site_name", SITE),
            _meta("property", "og:type", "website"),
            _meta("property", "og:title", title),
            _meta("property", "og:description", preview.line),
            _meta("property", "og:url", url),
            *(_picture_tags(title, picture_url) if picture_url else [_meta("name", "twitter:card", "summary")]),
        ]
    )


def _picture_tags(title: str, picture_url: str) -> list[str]:
    return [
        _meta("property", "og:image", picture_url),
        _meta("property", "og:image:type", MEDIA_TYPE),
        _meta("property", "og:image:width", str(WIDTH)),
        _meta("property", "og:image:height", str(HEIGHT)),
        _meta("property", "og:image:alt", title),
        _meta("name", "twitter:card", "summary_large_image"),
    ]


def _meta(attribute: str, name: str, content: str) -> str:
    return f'<meta {attribute}="{name}" content="{escape(content)}" />'
