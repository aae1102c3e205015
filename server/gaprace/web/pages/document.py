"""The document of every page: `index.html` of the client, with the language of the visitor and the first load."""

from starlette.datastructures import URL, QueryParams

from gaprace.web.pages.client_files import BASE_STYLE, MAIN, ClientFiles, FirstLoad, texts_path
from gaprace.wire.http import FROM_RIGHT

PAGE_FILE = "index.html"
_HTML = '<html lang="en">'
_STYLE = f'href="/client/{BASE_STYLE}"'
_SCRIPT = f'<script type="module" src="/client/{MAIN}"'


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
    """Return a document that loads these files. All are fetched at once, before one imports the other."""
    direction = "rtl" if language in FROM_RIGHT else "ltr"
    html = f'<html lang="{language}" dir="{direction}" data-texts="{first.texts}">'
    main, *others = first.scripts
    preloaded = (*others, texts_path(language, first.texts))
    links = "".join(f'<link rel="modulepreload" href="/client/{path}" />' for path in preloaded)
    style = f'href="/client/{first.style}" data-sheets="{" ".join(first.sheets)}"'
    script = f'{links}<script type="module" src="/client/{main}"'
    return text.replace(_HTML, html, 1).replace(_STYLE, style, 1).replace(_SCRIPT, script, 1)
