"""Pages without the client, for visitors without access: the door of a private site, and the pages of a sign-in."""

from collections.abc import Mapping
from html import escape
from http import HTTPStatus

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response

from gaprace.settings import ServerSettings
from gaprace.texts import TEXTS
from gaprace.web.pages.language import language_of
from gaprace.wire.http import FROM_RIGHT

NO_STORE = {"Cache-Control": "no-store", "Vary": "Accept-Language"}


def filled(text: str, values: Mapping[str, str]) -> str:
    """Return a text as HTML, with values in it, each set apart: a name may be written in another direction."""
    return escape(text).format_map({name: f"<bdi>{escape(value)}</bdi>" for name, value in values.items()})


def host_links(settings: ServerSettings, language: str) -> str:
    """Return the links to the pages of those who run the server."""
    names, pages = TEXTS[language]["links"], {"imprint": settings.imprint_url, "privacy": settings.privacy_url}
    return "".join(f'<a class="btn quiet" href="{escape(url)}">{names[of]}</a>' for of, url in pages.items() if url)


def plain_page(
    connection: HTTPConnection, settings: ServerSettings, content: str, status: HTTPStatus = HTTPStatus.OK
) -> Response:
    """Return a page with one panel, in the language of the visitor. `content` is HTML."""
    language, site = language_of(connection, settings.language), escape(settings.site_name)
    direction = "rtl" if language in FROM_RIGHT else "ltr"
    page = f"""<!doctype html>
<html lang="{language}" dir="{direction}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>{site}</title>
    <link rel="icon" href="/client/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/client/ui/base.css" />
    <link rel="stylesheet" href="/client/ui/page.css" />
  </head>
  <body>
    <header id="top"></header>
    <main id="main">
      <div class="page">
        <section class="panel">{content}</section>
      </div>
    </main>
  </body>
</html>
"""
    return HTMLResponse(page, status, NO_STORE)
