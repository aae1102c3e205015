"""The table of faults in `docs/monitoring.md`: one fault at a time under load, and what was seen of it.

    python -m tests.soak --table

It takes some minutes, and writes what players, metrics and the log have shown. An action that is lost makes it fail.
"""

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any

import httpx2
import yaml

from gaprace.clock import MEASURE_INTERVAL_S
from tests.ops.promql import Scrape, evaluate
from tests.processes import ROOT
from tests.soak.faults.campaign import RECOVERY_TIMEOUT_S, ended, goes_on, racing
from tests.soak.faults.faults import away, full_disk, suspended
from tests.soak.faults.history import TOLERANCE_MS, History
from tests.soak.faults.installation import Installation, installation
from tests.soak.faults.player import Message, Player

DOCUMENT = ROOT / "docs" / "monitoring.md"
BEGIN, END = '<!-- make soak ARGS="--table" writes this table -->\n', "<!-- the end of the table -->\n"
HEAD = "| fault | players | alerts | log | acknowledged actions |\n| --- | --- | --- | --- | --- |\n"
PLAYERS = 12
PACE_S = 0.05
LONG_S, SLOW_S, STEP_S, BUS_S = 17.0, 6.0, 8.0, 6.0
"""Longer than it takes until actions that players send again are refused; until the notice comes; and between two
readings of the clock."""
LATE_MS = 10_000
"""How late the times of a race may be after its clock went at half speed for `STEP_S` and one interval of readings."""
BEFORE_S, AFTER_S = 8.0, 3.0
"""How long the server is watched before the fault, and after it."""
SCRAPE_INTERVAL_S, SCRAPE_TIMEOUT_S = 0.25, 10.0
"""The latter is that of Prometheus."""
HOLDS_S = 3.0
"""An alert whose expression holds for so long would fire if the fault went on. A restart takes less."""
MAX_LOG_LINES = 6
OLD_KEY, NEW_KEY = "the first key of this house", "another key of the next year"
_ALERTS = yaml.safe_load((ROOT / "docs" / "monitoring" / "alerts.yml").read_text())["groups"][0]["rules"]
EXPRESSIONS: Mapping[str, str] = {rule["alert"]: rule["expr"] for rule in _ALERTS}
OF_THE_MACHINE = {"GapraceEventLoopBlocked"}
"""What else the machine does lets these fire, and none of the faults."""
_UP = '# TYPE up gauge\nup{{job="gaprace"}} {}\n'
_START = re.compile(r"^process_start_time_seconds \S+", re.MULTILINE)
_PARTICULAR = re.compile(r"(?<=/rooms/)\w+|[0-9a-f]{8,}|\d+(\.\d+)?")
_WORK = re.compile(r"(?<=^the store is unavailable, ).+(?= will be tried again$| waits$)")
"""What waits. Which of the many tasks do is chance."""


class Witness(Player):
    """A player who remembers what a person would notice."""

    def __init__(self, *args: Any, **options: Any) -> None:  # noqa: ANN401  # those of `Player`
        super().__init__(*args, **options)
        self.seen: Counter[str] = Counter()
        self.longest_wait_s = 0.0
        self._answered_at = 0.0
        self._is_impatient = False

    def forget(self) -> None:
        """Begin anew: the fault comes."""
        self.seen.clear()
        self._is_impatient = False
        self.longest_wait_s, self._answered_at = 0.0, monotonic()

    def cut(self) -> None:
        """Cut the connection: people would have waited."""
        self._is_impatient = self._socket is not None
        super().cut()

    def _take(self, message: Message) -> None:
        kind = message["t"]
        if kind in {"notice", "bye"} or message.get("code") == "try_again":
            self.seen[f"{kind} `{message['code']}`"] += 1
        elif kind == "welcome":
            self.seen["reconnected"] += not self._is_impatient
            self._is_impatient = False
        elif kind == "acted" and message["game"] == self.game:
            now = monotonic()
            self.longest_wait_s = max(self.longest_wait_s, now - self._answered_at)
            self._answered_at = now
        super()._take(message)


@dataclass
class Scene:
    """An installation under load."""

    here: Installation
    players: list[Witness]


@dataclass(frozen=True)
class Case:
    """A fault as the table has it."""

    name: str
    kind: str
    """Of `KINDS`."""
    hurt: Callable[[Scene], AbstractAsyncContextManager[None]]
    """Makes the fault, and heals it at the end."""
    settings: Mapping[str, str] = field(default_factory=dict)
    late_ms: int = TOLERANCE_MS
    """How late the time of an action may be by its player's clock."""


# The faults


@asynccontextmanager
async def store_away(scene: Scene) -> AsyncIterator[None]:
    async with away(scene.here.postgres):
        await asyncio.sleep(LONG_S)
        yield


@asynccontextmanager
async def store_slow(scene: Scene) -> AsyncIterator[None]:
    for _ in range(3):
        await scene.here.hold_actions(SLOW_S)
    yield


@asynccontextmanager
async def bus_away(scene: Scene) -> AsyncIterator[None]:
    async with away(scene.here.redis):
        await asyncio.sleep(BUS_S)
        yield


@asynccontextmanager
async def disk_full(scene: Scene) -> AsyncIterator[None]:
    with full_disk(scene.here.servers[0]):
        await asyncio.sleep(LONG_S)
        yield


@asynccontextmanager
async def clock_stepped(scene: Scene) -> AsyncIterator[None]:
    scene.here.servers[0].jump(3600)
    await asyncio.sleep(STEP_S)
    yield
    scene.here.servers[0].jump(0)


@asynccontextmanager
async def database_clock_stepped(scene: Scene) -> AsyncIterator[None]:
    await scene.here.step_database_clock(-60)
    await asyncio.sleep(STEP_S)
    yield
    await scene.here.step_database_clock(0)
    await asyncio.sleep(MEASURE_INTERVAL_S)


@asynccontextmanager
async def server_hung(scene: Scene) -> AsyncIterator[None]:
    scene.here.down.add(0)  # a proxy does not choose it, once it has noticed
    with suspended(scene.here.servers[0].family()):
        await asyncio.sleep(LONG_S)
    scene.here.down.discard(0)
    yield


@asynccontextmanager
async def server_killed(scene: Scene) -> AsyncIterator[None]:
    async with scene.here.without(0) as server:
        await server.kill()
    yield


@asynccontextmanager
async def key_changed(scene: Scene) -> AsyncIterator[None]:
    async with scene.here.without(0) as server:
        server.set("GAPRACE_SECRET_KEY", f"{NEW_KEY},{OLD_KEY}")
        await server.terminate()
    yield


CASES = (
    Case("database away for 17 s", "postgres", store_away),
    Case("database slow: commits wait 6 s, three times", "postgres", store_slow),
    Case("bus away for 6 s", "postgres fleet", bus_away),
    Case("disk full for 17 s", "sqlite", disk_full),
    Case("clock of a server an hour ahead for 8 s", "postgres", clock_stepped),
    Case("clock of the database a minute behind for 8 s", "postgres", database_clock_stepped, late_ms=LATE_MS),
    Case("server of two hung for 17 s", "postgres fleet", server_hung),
    Case("server of two killed, and started again", "postgres fleet", server_killed),
    Case("key changed (`new,old`), and a restart", "sqlite", key_changed, {"GAPRACE_SECRET_KEY": OLD_KEY}),
)


# Carrying them out


@dataclass
class Row:
    """What was seen of a fault."""

    name: str
    seen: Counter[str] = field(default_factory=Counter)
    longest_wait_s: float = 0.0
    alerts: set[str] = field(default_factory=set)
    log: Counter[str] = field(default_factory=Counter)
    actions: int = 0
    violations: list[str] = field(default_factory=list)

    @property
    def line(self) -> str:
        """A line of the table."""
        lost = "; ".join(self.violations) or f"all {self.actions} stored, once and in order"
        return f"| {self.name} | {self.players} | {self._alerts} | {self._log} | {lost} |\n"

    @property
    def players(self) -> str:
        """What people see."""
        return ", ".join([*sorted(+self.seen), f"longest wait {max(1, round(self.longest_wait_s))} s"])

    @property
    def _alerts(self) -> str:
        return ", ".join(f"`{name}`" for name in EXPRESSIONS if name in self.alerts) or "none"

    @property
    def _log(self) -> str:
        most = sorted(message for message, _ in self.log.most_common(MAX_LOG_LINES))
        return ", ".join(f"`{message}`" for message in most) or "nothing"


def messages(errors: str) -> Iterator[str]:
    """Yield the messages of a JSON log from `warning` on, without what is particular to each."""
    for line in errors.splitlines():
        with suppress(json.JSONDecodeError):
            record = json.loads(line)
            if record["level"] in {"warning", "error"}:
                message = _PARTICULAR.sub("N", record["message"]).split(":")[0].replace("|", "/").replace("`", "'")
                yield _WORK.sub("...", message).replace("N action waits", "N actions wait")


async def _scrape(base: str) -> str:
    try:
        async with httpx2.AsyncClient(timeout=SCRAPE_TIMEOUT_S) as operator:
            return _UP.format(1) + (await operator.get(f"{base}/metrics")).text
    except httpx2.TransportError:
        return _UP.format(0)


async def _watch(base: str, before: Scrape, alerts: set[str]) -> None:
    """Note the alerts whose expressions hold for a while."""
    since: dict[str, float] = {}
    while True:
        now, holding = monotonic(), await _holding(base, before)
        since = {name: since.get(name, now) for name in holding}
        alerts |= {name for name, began in since.items() if monotonic() - began >= HOLDS_S}
        await asyncio.sleep(SCRAPE_INTERVAL_S)


async def _holding(base: str, before: Scrape) -> set[str]:
    """Return the alerts whose expressions hold now."""
    now = Scrape(await _scrape(base), before.at + 60)
    if _START.findall(now.text) != _START.findall(before.text):
        before = Scrape("", before.at)  # it has restarted, and counts from 0
    return {name for name, expression in EXPRESSIONS.items() if evaluate(expression, before, now)}


async def carry_out(case: Case) -> Row:
    """Make a fault in an installation of its own, and return what was seen."""
    settings = {"GAPRACE_LOG_FORMAT": "json", **case.settings}
    async with installation(case.kind, settings) as here:
        return await _race(case, here)


async def _race(case: Case, here: Installation) -> Row:
    row, history, random = Row(case.name), History(case.late_ms), Random(case.name)
    async with racing(here, Witness, PLAYERS, history, random, PACE_S) as players:
        await _go_on(players)
        await _hurt(case, Scene(here, players), row)
    row.violations = await ended(here, players, history)
    row.actions = history.count
    return row


async def _hurt(case: Case, scene: Scene, row: Row) -> None:
    server = scene.here.servers[0]
    usual: set[str] = set()
    """What holds without the fault, on a machine that is busy."""
    before = Scrape(await _scrape(server.base), 0)
    until = monotonic() + BEFORE_S
    while monotonic() < until:
        usual |= await _holding(server.base, before)
        await asyncio.sleep(SCRAPE_INTERVAL_S)
    before, log_began = Scrape(await _scrape(server.base), 0), len(server.errors)
    for player in scene.players:
        player.forget()
    watching = asyncio.create_task(_watch(server.base, before, row.alerts))
    try:
        async with case.hurt(scene):
            pass
        await _go_on(scene.players)
        await asyncio.sleep(AFTER_S)
        row.alerts |= await _holding(server.base, before)
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
    row.alerts -= usual | OF_THE_MACHINE
    for player in scene.players:
        row.seen.update(player.seen)
        row.longest_wait_s = max(row.longest_wait_s, player.longest_wait_s)
    row.log.update(messages(server.errors[log_began:]))


async def _go_on(players: list[Witness]) -> None:
    async with asyncio.timeout(RECOVERY_TIMEOUT_S):
        await asyncio.gather(*(goes_on(player) for player in players))


# The document


async def write_table(only: str = "") -> bool:
    """Carry out all faults, or those whose names begin so; write their rows; return whether nothing was lost."""
    rows: dict[str, Row] = {}
    for case in CASES:
        if case.name.startswith(only):
            rows[case.name] = row = await carry_out(case)
            print(row.line, end="", flush=True)
    text = DOCUMENT.read_text()
    before, after = text[: text.index(BEGIN)], text[text.index(END) + len(END) :]
    known = {cells[0]: f"| {' | '.join(cells)} |\n" for cells in table_in(text)}
    lines = [rows[case.name].line if case.name in rows else known.get(case.name, "") for case in CASES]
    DOCUMENT.write_text("".join([before, BEGIN, HEAD, *lines, END, after]))
    return not any(row.violations for row in rows.values())


def table_in(text: str) -> list[list[str]]:
    """Return the rows of the table in the document, as their cells."""
    lines = text.partition(BEGIN + HEAD)[2].partition(END)[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
