import asyncio
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from threading import current_thread

import pytest
from starlette.datastructures import URL

from gaprace.web.pages.assets import Assets
from gaprace.web.pages.bundles import LOADER, MAIN, Bundle, Bundles, bundles_of, with_bundle
from tests.web.harness import CLIENT, web_harness

INDEX = '<link rel="stylesheet" href="/client/ui/base.css" /><script type="module" src="/client/main.js"></script>'
FILES = {
    "index.html": INDEX,
    "main.js": """
      import { load } from "./ui/load.js";
      const PAGE = /** @type {const} */ (["ui/page.css"]);
      const both = async () => { if (x) await import("./seldom.js"); return show(import("./one.js")); };
      const ROUTES = {
        "": () => load(import("./home.js"), ...PAGE),
        "w": both,
        "d?line": () => load(import("./line.js")),
        "w/": () => load(import("./one.js")),
      };
    """,
    "home.js": 'import { a } from "./ui/a.js";\nexport default () => import("./later.js");\n',
    "one.js": 'import { a } from "./ui/a.js";\n',
    "line.js": "",
    "later.js": 'import { a } from "./ui/a.js";\nimport { b } from "./ui/b.js";\n',
    "seldom.js": "",
    "ui/load.js": "export const load = 1;\n",
    "ui/a.js": "export const a = 1;\n",
    "ui/b.js": "export const b = 1;\n",
    "ui/bundle.js": "export function run() {}\n",
    "ui/base.css": '@font-face { src: url("numbers.woff2"); }',
    "ui/page.css": "b { color: red; }",
    "i18n/en.js": "export default {};\n",
    "i18n/de.js": "export default {};\n",
}


@cache
def ours() -> Bundles:
    """Return those of the client. Reading all of it takes too long for a module that is only collected."""
    return Bundles(Assets(CLIENT))


def ways_in() -> list[str]:
    """Return the ways in, as the client's own tables have them."""
    routes = re.search(r"const ROUTES = \{(.*?)\n\};", (CLIENT / "main.js").read_text(), re.DOTALL)
    phases = re.search(r"const PHASES = \{(.*?)\n\};", (CLIENT / "screens" / "race" / "room.js").read_text(), re.DOTALL)
    assert routes
    assert phases
    names = re.findall(r'^  (?:"([^"]*)"|(\w+)):', routes[1], re.MULTILINE)
    ways = [(text or name).replace("?", "-").replace("/", "-more") or "home" for text, name in names]
    ways += [f"{route}-{phase}" for phase in re.findall(r"^  (\w+):", phases[1], re.MULTILINE) for route in "rw"]
    return ways


@pytest.fixture
def assets(tmp_path: Path) -> Assets:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return Assets(tmp_path)


def modules_in(bundles: Bundles, name: str, *, is_current: bool = True) -> list[str]:
    """Return the modules in a bundle, in their order."""
    return re.findall(r'"([\w/-]+\.js)"\(\$need', text_of(bundles, name, is_current=is_current))


def text_of(bundles: Bundles, name: str, *, is_current: bool = True) -> str:
    """Return the content of a bundle, not compressed: that would take most of the time."""
    bundle = bundles.bundle(name, is_current=is_current)
    assert bundle
    return bundles._text(bundle)


def test_a_way_in_has_what_its_route_loads_with_its_texts_and_style_sheets(assets: Assets) -> None:
    bundles = bundles_of(assets)
    assert modules_in(bundles, "~home.en.js") == ["i18n/en.js", "ui/load.js", "main.js", "ui/a.js", "home.js"]
    assert text_of(bundles, "~home.css") == '@font-face { src: url("ui/numbers.woff2"); }\nb { color: red; }'


def test_what_is_loaded_on_a_condition_is_not_needed_at_first(assets: Assets) -> None:
    assert bundles_of(assets).ways["w"].entries == (MAIN, "one.js")


def test_a_later_module_comes_with_what_is_not_there_yet(assets: Assets) -> None:
    bundles = bundles_of(assets)
    assert modules_in(bundles, "~home.en/later.js") == ["ui/b.js", "later.js"]
    assert modules_in(bundles, "~d-line.en/later.js") == ["ui/a.js", "ui/b.js", "later.js"]
    assert modules_in(bundles, "~home.en/later.js", is_current=False) == ["ui/a.js", "ui/b.js", "later.js"]


@pytest.mark.parametrize("name", ["~x.en.js", "~home.fr.js", "~home.en/x.js", "~home.en/../main.js", "~home", "~.css"])
def test_other_names_have_no_bundle(assets: Assets, name: str) -> None:
    assert bundles_of(assets).bundle(name, is_current=True) is None


def test_a_module_of_an_earlier_version_is_made_once_for_all_ways_even_those_that_are_gone(assets: Assets) -> None:
    bundles = bundles_of(assets)
    names = ["~home.en/later.js", "~w.de/later.js", "~gone.en/later.js"]
    assert {bundles.bundle(name, is_current=False) for name in names} == {Bundle("", "", "later.js")}
    assert bundles.bundle("~gone.en.js", is_current=False) is None


async def test_a_bundle_is_made_once_and_not_on_the_event_loop(assets: Assets, monkeypatch: pytest.MonkeyPatch) -> None:
    bundles, makers = bundles_of(assets), []
    make_chunk = bundles._chunk
    monkeypatch.setattr(bundles, "_chunk", lambda *args: (makers.append(current_thread()), make_chunk(*args))[1])
    first, *others = await asyncio.gather(*(bundles.find(Bundle("home", "en", "later.js")) for _ in range(5)))
    assert first
    assert all(other is first for other in others)
    assert len(makers) == 1
    assert makers[0] is not current_thread()
    assert {"br", "gzip"} & vars(first)["encodings"].keys()


async def test_only_as_many_bundles_are_kept_as_there_is_room_for(assets: Assets) -> None:
    bundles = Bundles(assets, max_kept_bytes=600)
    every = [Bundle("", "", path) for path in ("home.js", "one.js", "line.js", "later.js", "ui/a.js", "ui/b.js")]
    assert all([await bundles.find(each) for each in every])
    kept = [each for each in every if bundles.kept(each)]
    assert 0 < len(kept) < len(every)
    assert kept[-1] == every[-1]
    assert await Bundles(assets, max_kept_bytes=10).find(every[0])


async def test_a_bundle_that_has_to_be_made_counts_as_several_requests(assets: Assets, tmp_path: Path) -> None:
    web = replace(web_harness(requests_per_minute=10), client=tmp_path)
    paths = assets.paths(".js")[:5]
    async with web.browser() as browser:
        made = [await browser.get(f"/client/@000000000000/~gone.en/{path}") for path in paths]
        assert [answer.status_code for answer in made] == [200, 200, 200, 429, 429]
        assert (await browser.get(f"/client/@000000000000/~home.en/{paths[0]}")).status_code == 200


@pytest.mark.parametrize(
    ("address", "accepted", "bundle"),
    [
        ("/", "de-DE,de;q=0.9", "~home.de.js"),
        ("/", "fr, en", "~home.en.js"),
        ("/", "", "~home.en.js"),
        ("/d/0123456789?v=mini&line=2D@7", "en", "~d-line.en.js"),
        ("/w", "en", "~w.en.js"),
        ("/w/", "en", "~w.en.js"),
        ("/w/ABC", "en", "~w-more.en.js"),
        ("/d/0123456789", "en", "main.js"),
        ("/?modules", "en", "main.js"),
        ("/nowhere", "en", "main.js"),
    ],
)
async def test_a_page_loads_the_bundle_of_its_address(assets: Assets, address: str, accepted: str, bundle: str) -> None:
    versioned = assets.page("index.html")
    assert versioned
    page = await with_bundle(versioned.content.decode(), URL(f"http://test{address}"), assets, accepted)
    assert re.findall(r'src="/client/@\w+/([^"]+)"', page) == [bundle]
    style = bundle.partition(".")[0] + ".css" if bundle != MAIN else "ui/base.css"
    assert re.findall(r'href="/client/@\w+/([^"]+)"', page) == [style]


async def test_without_a_bundle_a_page_loads_the_modules(assets: Assets, tmp_path: Path) -> None:
    (tmp_path / "home.js").write_text("export let changing = 1;\n")
    page = f'"/client/@{assets.version()}/main.js"'
    assert await with_bundle(page, URL("http://test/"), assets, "en") == page


def test_every_route_and_every_phase_of_a_room_is_a_way_in() -> None:
    expected = ways_in()
    assert {*ours().ways} == {*expected}
    assert len(expected) > 20


@pytest.mark.parametrize("way", ways_in())
def test_every_way_in_has_all_that_it_imports_before_it_is_needed(way: str) -> None:
    for language in ours().languages:
        script = text_of(ours(), f"~{way}.{language}.js")
        loaded = modules_in(ours(), f"~{way}.{language}.js")
        assert len(loaded) == len({*loaded})
        assert {*re.findall(r'\$need\("([^"]+)"\)', script)} <= {*loaded}
        assert {MAIN, *ours().ways[way].entries, f"i18n/{language}.js"} <= {*loaded}
    assert text_of(ours(), f"~{way}.css").startswith("@font-face")


def test_every_module_of_the_client_can_come_later() -> None:
    paths = [path for path in Assets(CLIENT).paths(".js") if path != LOADER]
    assert len(paths) > 150
    for path in paths:
        assert modules_in(ours(), f"~home.en/{path}", is_current=False)[-1] == path


def test_modules_that_need_each_other_are_refused(assets: Assets, tmp_path: Path) -> None:
    (tmp_path / "ui" / "a.js").write_text('import { b } from "./b.js";\nexport const a = 1;\n')
    (tmp_path / "ui" / "b.js").write_text('import { a } from "./a.js";\nexport const b = 1;\n')
    assert bundles_of(assets).make(Bundle("home", "en")) is None
