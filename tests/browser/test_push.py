"""Notifications in a real browser: turned on by a tap, shown by the service worker, and opened from there.

Chromium's headless shell reaches no push service, and has nowhere to show a notification. So a service on this machine
takes what the server sends, the browser's own tools hand it to the service worker, and what that asks the browser to
show is kept.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Worker, expect

from tests.browser.guest import DESKTOP, PHONE, Guest, Guests, until, visiting
from tests.browser.page_checks import is_well
from tests.built import BundledServer
from tests.databases import sqlite_database
from tests.processes import PATIENCE_S, ServerProcess
from tests.push_service import Posted, PushBrowser, claims_of, push_server, written

SUBSCRIBES = """
const { endpoint, keys } = %s;
let known = JSON.parse(sessionStorage.getItem("test.push") ?? "null");
const subscription = () => known && {
  options: { applicationServerKey: Uint8Array.from(atob(known.replaceAll("-", "+").replaceAll("_", "/")),
    (each) => each.charCodeAt(0)).buffer },
  toJSON: () => ({ endpoint, keys }),
  unsubscribe: async () => keep(null),
};
const keep = (key) => { known = key; sessionStorage.setItem("test.push", JSON.stringify(key)); return true; };
// The headless shell says "denied" whatever is granted.
Object.defineProperty(Notification, "permission", { get: () => known ? "granted" : "default" });
PushManager.prototype.getSubscription = async () => subscription();
PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
  if (!userVisibleOnly) throw new Error("Browsers show every message.");
  keep(applicationServerKey);
  return subscription();
};
"""
IS_READY = "async () => (await navigator.serviceWorker.ready).active.state"
NOTIFICATIONS = """() => self.shown.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }))"""
HAS_NO_WINDOWS = """() => {
  if (self.shown) return;
  self.shown = [];
  self.went = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    self.shown = [...self.shown.filter(({ tag }) => tag !== options.tag), { title, ...options }];
  };
  WindowClient.prototype.focus = async function () { self.went.push("focus"); return this; };
  self.clients.openWindow = async (url) => { self.went.push(url); return null; };
}"""
TAP = """async () => {
  const [{ data }] = self.shown;
  const waits = [];
  const event = Object.assign(new Event("notificationclick"), {
    notification: { data, close: () => { self.shown = []; } },
    waitUntil: (done) => waits.push(done),
  });
  self.dispatchEvent(event);
  await Promise.all(waits);
  return [self.went.splice(0), self.shown.length];
}"""


class Home:
    """Somebody at a browser whose push service is on this machine."""

    def __init__(self, guest: Guest, browser: PushBrowser, posted: "asyncio.Queue[Posted]") -> None:
        self.guest, self.browser, self.posted = guest, browser, posted

    async def worker(self) -> Worker:
        page = self.guest.page
        await until(lambda: page.evaluate(IS_READY), lambda state: state == "activated")
        found = (await until(self._workers, bool))[0]
        await found.evaluate(HAS_NO_WINDOWS)
        return found

    async def _workers(self) -> list[Worker]:
        return self.guest.context.service_workers

    async def gets(self) -> tuple[Posted, dict[str, Any]]:
        """Wait for what the server sends, and hand it to the service worker; return both."""
        posted = await asyncio.wait_for(self.posted.get(), PATIENCE_S)
        text = self.browser.opened(posted.body).decode()
        await self.delivers(text)
        return posted, json.loads(text)

    async def delivers(self, text: str) -> None:
        await self.worker()
        registered = asyncio.get_running_loop().create_future()
        tools = await self.guest.context.new_cdp_session(self.guest.page)

        def hear(event: dict[str, Any]) -> None:
            if event["registrations"] and not registered.done():
                registered.set_result(event["registrations"][0]["registrationId"])

        tools.on("ServiceWorker.workerRegistrationUpdated", hear)
        await tools.send("ServiceWorker.enable")
        registration = await asyncio.wait_for(registered, PATIENCE_S)
        message = {"origin": self.guest.base, "registrationId": registration, "data": text}
        await tools.send("ServiceWorker.deliverPushMessage", message)
        await tools.detach()

    async def shown(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = await (await self.worker()).evaluate(NOTIFICATIONS)
        return found

    async def taps(self) -> list[str]:
        """Tap on the notification; return which tab comes to the front, or what is opened."""
        went, left = await (await self.worker()).evaluate(TAP)
        assert left == 0
        return list(went)


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def reached(
    bundles: Path, sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[tuple[ServerProcess, str, "asyncio.Queue[Posted]"]]:
    """A server that may send to a push service on this machine."""
    inside = {"GAPRACE_WEBHOOK_NETWORKS": "127.0.0.1/32"}
    with sqlite_database(sqlite_template, tmp_path_factory.mktemp("push")) as url:
        async with push_server([]) as (service, posted), BundledServer(bundles, url, inside) as server:
            yield server, service, posted


@pytest_asyncio.fixture(loop_scope="session")
async def people(
    browser: Browser, reached: tuple[ServerProcess, str, "asyncio.Queue[Posted]"]
) -> AsyncIterator["People"]:
    server, service, posted = reached
    async with visiting(browser, server.base) as guests:
        yield guests, service, posted
    assert posted.empty()


People = tuple[Guests, str, "asyncio.Queue[Posted]"]


async def at_home(people: People, size: tuple[int, int] = DESKTOP) -> Home:
    guests, service, posted = people
    browser = PushBrowser(service)
    keys = {"p256dh": written(browser.p256dh), "auth": written(browser.auth)}
    init = SUBSCRIBES % json.dumps({"endpoint": browser.endpoint, "keys": keys})
    guest = await guests.one(size, keeps=True, init=init)
    await guest.context.grant_permissions(["notifications"], origin=guest.base)
    return Home(guest, browser, posted)


async def test_a_notification_is_turned_on_shown_and_opens_its_page(people: People) -> None:
    home = await at_home(people, PHONE)
    guest = home.guest
    await guest.open("/p/me")
    await guest.opens_account()
    await guest.press("Notifications")
    dialog = guest.page.get_by_role("dialog")
    for name in ("Challenges", "Starts", "Daily streak"):
        await expect(dialog.get_by_label(name)).not_to_be_checked()
    await dialog.get_by_label("Daily streak").check()
    await expect(dialog.get_by_role("button", name="Send a test")).to_be_visible()
    await is_well(guest)
    await dialog.get_by_role("button", name="Send a test").click()
    posted, text = await home.gets()
    key = (await (await guest.context.request.get(f"{guest.base}/api/v1/me/push")).json())["key"]
    assert claims_of(posted.headers["authorization"], key)["aud"] == people[1]
    assert posted.headers["topic"] == text["tag"]
    expected = {"title": "Notifications work", "body": "This is what they look like", "tag": text["tag"]}
    assert await until(home.shown, bool) == [expected | {"url": "/p/me"}]

    await guest.open("/how")
    assert await home.taps() == ["focus"]
    await guest.page.wait_for_url("**/p/*")


async def test_a_notification_leaves_a_tab_alone_where_somebody_plays(people: People) -> None:
    home = await at_home(people)
    guest = home.guest
    await guest.open("/how")
    at = 1_900_000_000_000
    message = {"title": "Friday Night starts at {time}", "body": "Mini", "tag": "one", "language": "de", "at": at}
    for path, went in (("/practice?v=mini", f"{guest.base}/arena/XYZ"), ("/arena/XYZ", "focus")):
        await guest.open(path)
        await guest.page.wait_for_load_state()
        await home.delivers(json.dumps(message | {"url": "/arena/XYZ"}))
        [shown] = await until(home.shown, bool)
        assert shown["title"] != message["title"]
        assert "{time}" not in shown["title"]
        assert ":" in shown["title"]
        assert await home.taps() == [went]


async def test_a_later_notification_takes_the_place_of_one_about_the_same(people: People) -> None:
    home = await at_home(people)
    await home.guest.open("/how")
    await home.worker()
    for title in ("Ends soon", "Is over"):
        await home.delivers(json.dumps({"title": title, "body": "", "url": "/", "tag": "one", "language": "en"}))
        await until(home.shown, lambda all_, title=title: [each["title"] for each in all_] == [title])
    assert len(await home.shown()) == 1


async def test_a_browser_that_was_given_a_new_address_lets_the_server_know(people: People) -> None:
    home = await at_home(people)
    guest = home.guest
    await guest.open("/p/me")
    await guest.opens_account()
    await guest.press("Notifications")
    await guest.page.get_by_role("dialog").get_by_label("Challenges").check()
    await expect(guest.page.get_by_role("button", name="Send a test")).to_be_visible()
    renewed = PushBrowser(people[1])
    given = {
        "endpoint": renewed.endpoint,
        "keys": {"p256dh": written(renewed.p256dh), "auth": written(renewed.auth)},
    }
    await (await home.worker()).evaluate(
        """async (given) => {
          const event = new Event("pushsubscriptionchange");
          event.newSubscription = { toJSON: () => given };
          const waits = [];
          event.waitUntil = (done) => waits.push(done);
          self.dispatchEvent(event);
          await Promise.all(waits);
        }""",
        given,
    )
    home.browser = renewed
    await guest.press("Send a test")
    _, text = await home.gets()
    assert text["title"] == "Notifications work"


async def test_nobody_is_asked_before_a_tap_and_a_refusal_is_explained(people: People) -> None:
    guests = people[0]
    asks = """
      window.asked = 0;
      Object.defineProperty(Notification, "permission", { get: () => window.asked ? "denied" : "default" });
      Notification.requestPermission = async () => { window.asked += 1; return "denied"; };
    """
    guest = await guests.one(init=asks, language="de-DE")
    for path in ("/", "/daily", "/challenge/new", "/p/me"):
        await guest.open(path)
        await guest.rests()
        assert await guest.page.evaluate("window.asked") == 0
    await guest.page.locator("summary", has_text="Einstellungen und Geräte").click()
    await guest.press("Benachrichtigungen")
    dialog = guest.page.get_by_role("dialog")
    await dialog.get_by_label("Herausforderungen").click()
    await expect(dialog.get_by_text("Dein Browser blockiert Benachrichtigungen")).to_be_visible()
    assert await guest.page.evaluate("window.asked") == 1


async def test_a_challenge_that_one_means_to_play_offers_to_remind(people: People) -> None:
    home = await at_home(people)
    guest = home.guest
    await guest.open("/challenge/new")
    await guest.page.get_by_role("button", name="Challenge").last.click()
    await guest.page.wait_for_url("**/challenge/*")
    await guest.press("Remind me")
    await expect(guest.page.locator("#toast")).to_contain_text("Notifications are on.")
    await expect(guest.page.get_by_role("button", name="Remind me")).to_have_count(0)
    kinds = "() => JSON.parse(localStorage.getItem('gaprace.push')).kinds"
    assert await guest.page.evaluate(kinds) == ["challenges"]
