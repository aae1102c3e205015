import re
from pathlib import Path

import pytest
from starlette.datastructures import URL

from gaprace.web.pages.assets import Assets
from gaprace.web.pages.preloads import LOBBY, MAIN, RACE, RESULT, SCREENS, modules_of, with_preloads
from tests.web.harness import CLIENT

ENTRIES = sorted({*LOBBY, *RACE, *RESULT, *(module for modules in SCREENS.values() for module in modules)})


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_page_names_its_modules_and_all_that_they_import_once(entry: str) -> None:
    modules = modules_of((entry, MAIN), Assets(CLIENT))
    assert {entry, MAIN, "ui/dom.js", "i18n/index.js"} <= {*modules}
    assert len(modules) == len({*modules})
    assert all((CLIENT / module).is_file() for module in modules)


def test_a_deal_with_a_line_of_moves_needs_the_replay_and_not_the_deal() -> None:
    assets = Assets(CLIENT)
    line, deal = (with_preloads("</head>", URL(f"/d/0123456789?v=mini{more}"), assets) for more in ("&line=2D@7", ""))
    assert ("replay/line.js" in line, "deal/screen.js" in line) == (True, False)
    assert ("replay/line.js" in deal, "deal/screen.js" in deal) == (False, True)


def test_every_route_of_the_client_has_its_screen_here() -> None:
    routes = re.search(r"const ROUTES = \{(.*?)\n\};", (CLIENT / "main.js").read_text(), re.DOTALL)
    assert routes
    assert {name or "" for name in re.findall(r'^  (?:""|(\w+)):', routes[1], re.MULTILINE)} == {*SCREENS}


def test_a_dynamic_import_is_not_needed_at_first(tmp_path: Path) -> None:
    (tmp_path / "ui").mkdir()
    (tmp_path / "main.js").write_text('import { a } from "./ui/a.js";\nconst b = () => import("./ui/b.js");\n')
    (tmp_path / "ui" / "a.js").write_text('export { c } from "../c.js";\n')
    for name in ("ui/b.js", "c.js"):
        (tmp_path / name).write_text("export const c = 1;\n")
    assets = Assets(tmp_path)
    assert modules_of((MAIN,), assets) == ["main.js", "ui/a.js", "c.js"]
    page = with_preloads("<head></head>", URL("http://test/nowhere"), assets)
    version = assets.version()
    links = [
        f'<link rel="modulepreload" href="/client/@{version}/{name}" />' for name in ("main.js", "ui/a.js", "c.js")
    ]
    assert page == f"<head>{''.join(links)}</head>"
