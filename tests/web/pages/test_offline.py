import json
import re

import pytest

from gaprace.web.pages.offline import OFFLINE_ROUTES
from tests.web.harness import CLIENT, web_harness

LANGUAGES = sorted(path.stem for path in CLIENT.glob("i18n/??.js"))


def kept(worker: str) -> dict[str, object]:
    """Return what a service worker keeps."""
    found = re.match(r"self\.OFFLINE=(\{.*?\});\n", worker)
    assert found
    read: dict[str, object] = json.loads(found[1])
    return read


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_file_that_the_service_worker_keeps_is_there_and_of_its_version(language: str) -> None:
    async with web_harness(requests_per_minute=100_000).browser() as guest:
        answer = await guest.get("/service-worker.js", params={"language": language})
        offline = kept(answer.text)
        files = offline["files"]
        assert isinstance(files, list)
        for file in files:
            assert file.startswith(f"/client/@{offline['version']}/")
            found = await guest.get(file)
            assert found.status_code == 200, file
            assert "immutable" in found.headers["cache-control"]
        page = await guest.get(str(offline["page"]), headers={"Accept-Language": str(offline["language"])})
    assert offline["language"] == language
    script = re.search(r'src="([^"]*~practice[^"]*\.js)"', page.text)
    assert script
    assert script[1] in files


async def test_the_service_worker_is_asked_for_each_time_and_speaks_english_by_default() -> None:
    async with web_harness().browser() as guest:
        answers = [
            await guest.get(f"/service-worker.js{query}") for query in ("", "?language=xx", "?language=../../etc")
        ]
    for answer in answers:
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.headers["cache-control"] == "no-cache"
        assert kept(answer.text)["language"] == "en"
        assert kept(answer.text)["routes"] == [*OFFLINE_ROUTES]


async def test_a_screen_for_no_network_is_kept_with_what_it_loads_later() -> None:
    async with web_harness().browser() as guest:
        files = kept((await guest.get("/service-worker.js")).text)["files"]
    assert isinstance(files, list)
    names = {file.split("/", 3)[3] for file in files}
    assert {"~practice.en.js", "~practice.css", "learn/learn.css"} <= names
    assert {"ui/dialog.css", "ui/notice.css"} <= names
    modules = ("screens/today/verify", "learn/coach-marks", "board/pointer")
    assert {f"~practice.en/{module}.js" for module in modules} <= names
    assert not [name for name in names if re.search(r"/(room|net|screens/race|screens/you)/", name)]
