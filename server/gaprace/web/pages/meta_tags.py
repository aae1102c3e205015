"""The meta tags of a page: its title, and what other sites read to preview a link to it (https://ogp.me). Pure."""

import re
from html import escape, unescape

from gaprace.settings import ServerSettings
from gaprace.web.social.previews import HEIGHT, MEDIA_TYPE, PREVIEW_LOCALE, WIDTH, Preview

_TITLE = re.compile(r"<title>([^<]*)</title>")
_DESCRIPTION = re.compile(r'\s*<meta name="description"[^>]*>')
_SITE_NAME = re.compile(r'<meta name="application-name"[^>]*>')


def with_meta_tags(page: str, preview: Preview, url: str, picture_url: str = "", more: str = "") -> str:
    """Return a page with the title and meta tags of `preview`, and `more`, in place of its own title and description.

    Its own title is the name of the site.

    Both URLs are absolute. Without `picture_url`, other sites show a small card without a picture.
    """
    own_title = _TITLE.search(page)
    site_name = unescape(own_title[1]) if own_title else ""
    tags = "\n    ".join(filter(None, (_tags(preview, url, picture_url, site_name), more)))
    return _TITLE.sub(lambda _: tags, _DESCRIPTION.sub("", page, count=1), count=1)


def with_host_tags(page: str, settings: ServerSettings) -> str:
    """Return a page with the operator's site name, announcement and links."""
    links = (("imprint", settings.imprint_url), ("privacy-policy", settings.privacy_url))
    tags = "".join(f'<link rel="{rel}" href="{escape(url)}" />' for rel, url in links if url)
    tags += _meta("name", "announcement", settings.announcement) if settings.announcement else ""
    tags += _meta("name", "sign-in", settings.oidc_label) if settings.oidc_issuer else ""
    tags += _meta("name", "read-only", "") if settings.read_only else ""
    name = settings.site_name
    named = _SITE_NAME.sub(lambda _: _meta("name", "application-name", name), page, count=1)
    titled = _TITLE.sub(lambda _: f"<title>{escape(name)}</title>", named, count=1)
    return titled.replace("</head>", f"{tags}</head>", 1)


def _tags(preview: Preview, url: str, picture_url: str, site_name: str) -> str:
    title = preview.title or site_name
    page_title = f"{title} \u00b7 {site_name}" if preview.title else site_name
    return "\n    ".join(
        [
            f"<title>{escape(page_title)}</title>",
            _meta("name", "description", preview.line),
            _meta("property", "og:site_name", site_name),
            _meta("property", "og:type", "website"),
            _meta("property", "og:locale", PREVIEW_LOCALE),
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
