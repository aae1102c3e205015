"""The document of every page: `index.html` of the client, with the meta tags, the language and the first load."""

import re
from html import escape, unescape

from starlette.datastructures import URL, QueryParams

from gaprace.settings import ServerSettings
from gaprace.web.pages.client_files import BASE_STYLE, MAIN, ClientFiles, FirstLoad, texts_path
from gaprace.web.social.previews import HEIGHT, MEDIA_TYPE, PREVIEW_LOCALE, WIDTH, Preview
from gaprace.wire.http import FROM_RIGHT

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


PAGE_FILE = "index.html"
_HTML = '<html lang="en">'
_STYLE = f'href="/client/{BASE_STYLE}"'
_SCRIPT = f'<script type="module" src="/client/{MAIN}"></script>'


def page_name(url: URL, phase: str, known: frozenset[str]) -> str:
    """Return which page of the client an address is, by the rules of `client/ui/router.js`.

    `phase` is that of a room, "" for all other pages.
    """
    first, _, more = url.path[1:].partition("/")
    routes = [*(f"{first}?{name}" for name in QueryParams(url.query)), *([f"{first}/"] if more else []), first]
    route = next((each for each in routes if each in known), first)
    return f"{route} {phase}" if f"{route} {phase}" in known else route


def document(files: ClientFiles, page: str, language: str) -> str | None:
    """Return the document of a page, or `None` if there is no client."""
    version, found = files.version, files.find(PAGE_FILE)
    if found is None:
        return None
    text = _with_first_load(found.content.decode(), files.first_load(page), language)
    return text.replace('"/client/', f'"/client/@{version}/')


def _with_first_load(text: str, first: FirstLoad, language: str) -> str:
    """Return a document that loads these files. All are fetched at once, the largest first."""
    direction = "rtl" if language in FROM_RIGHT else "ltr"
    html = f'<html lang="{language}" dir="{direction}" data-texts="{first.texts}">'
    main, *others = first.scripts
    preloaded = (*others, texts_path(language, first.texts))
    links = "".join(f'<link rel="modulepreload" href="/client/{path}" />' for path in preloaded)
    style = f'href="/client/{first.style}" data-sheets="{" ".join(first.sheets)}"'
    script = f'<script type="module" src="/client/{main}"></script>{links}'
    return text.replace(_HTML, html, 1).replace(_STYLE, style, 1).replace(_SCRIPT, script, 1)
