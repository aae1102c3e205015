"""The image and the two compose files, as far as they can be checked without a container engine."""

import re
import subprocess
import sys
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest
import yaml
from sqlalchemy import make_url

from gaprace.cli.main import parser
from gaprace.settings import read_settings
from gaprace.web.api.schemas import SOCKET_PATH
from gaprace.wiring.adapters import BUSES
from gaprace.wiring.databases import KINDS, migrate_database
from tests.databases import PostgresServer
from tests.processes import ROOT, ServerProcess

SECRETS = {
    "POSTGRES_SUPERUSER_PASSWORD",
    "POSTGRES_PASSWORD",
    "VALKEY_PASSWORD",
    "GAPRACE_SECRET_KEY",
    "GAPRACE_METRICS_TOKEN",
}
_VARIABLE = re.compile(r"\$\{([A-Z_]+)(?::[-?]([^}]*))?\}")


def interpolated(value: Any, known: dict[str, str]) -> Any:  # noqa: ANN401
    if isinstance(value, dict):
        return {key: interpolated(each, known) for key, each in value.items()}
    if isinstance(value, list):
        return [interpolated(each, known) for each in value]
    if isinstance(value, str):
        text = _VARIABLE.sub(lambda found: known.get(found[1], found[2] or ""), value)
        return text.replace("$$", "$")
    return value


def read(name: str) -> dict[str, Any]:
    return yaml.safe_load((ROOT / name).read_text())


CLUB, PRODUCTION = "docker-compose.yml", "docker-compose.production.yml"
SOURCE = read(PRODUCTION)
COMPOSE = interpolated(SOURCE, {name: f"{name.lower()}0123456789" for name in SECRETS})
SERVICES = COMPOSE["services"]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
KNOWN = {
    "": {"name", "services", "volumes", "networks", "configs"},
    "service": {
        *("build", "cap_add", "cap_drop", "command", "configs", "depends_on", "deploy", "env_file", "environment"),
        *("healthcheck", "image", "networks", "ports", "read_only", "restart", "security_opt", "shm_size"),
        *("stop_grace_period", "tmpfs", "user", "volumes"),
    },
    "healthcheck": {"test", "interval", "timeout", "retries", "start_period"},
    "deploy": {"replicas", "resources"},
    "build": {"context", "args", "dockerfile"},
}
"""The keys of the Compose specification that are used, and no others: a misspelt one is refused by Compose."""
DURATION, SIZE = re.compile(r"([0-9]+(ms|s|m|h))+"), re.compile(r"[0-9]+[bkmg]?", re.IGNORECASE)


@pytest.mark.parametrize("name", [CLUB, PRODUCTION])
def test_a_file_has_only_what_the_compose_specification_knows(name: str) -> None:
    document = interpolated(read(name), dict.fromkeys(SECRETS, "x" * 16))
    assert {key for key in document if not key.startswith("x-")} <= KNOWN[""]
    for service in document["services"].values():
        assert service.keys() <= KNOWN["service"]
        for part in ("healthcheck", "deploy", "build"):
            assert service.get(part, {}).keys() <= KNOWN[part], part
        for time in ("interval", "timeout", "start_period"):
            assert DURATION.fullmatch(service.get("healthcheck", {}).get(time, "1s"))
        assert DURATION.fullmatch(service.get("stop_grace_period", "1s"))
        assert SIZE.fullmatch(service.get("shm_size", "1m"))
        assert service.get("healthcheck", {"test": ["CMD"]})["test"][0] == "CMD"
        assert all(isinstance(value, str) for value in service.get("environment", {}).values())
        assert all(re.fullmatch(r"[0-9]+:[0-9]+(/udp)?", port) for port in service.get("ports", []))
        volumes = [each.split(":") for each in service.get("volumes", [])]
        assert all(volume in document["volumes"] and target.startswith("/") for volume, target in volumes)
        targets = [target for _, target in volumes] + service.get("tmpfs", [])
        assert len(targets) == len(set(targets))
        for each in service.get("configs", []):
            assert document["configs"][each["source"]].keys() == {"file"}, "no inline content where nothing is written"


def test_the_first_file_a_reader_meets_is_one_container_with_its_data_on_a_volume() -> None:
    club = read(CLUB)
    assert list(club["services"]) == ["server"]
    server = interpolated(club["services"]["server"], {})
    assert server["volumes"] == ["data:/data"]
    assert club["volumes"] == {"data": {"name": "gaprace"}}, "as with `docker run --volume gaprace:/data`"
    assert server["ports"] == ["8000:8000"]
    production = SERVICES["server"]
    for same in ("image", "build", "read_only", "cap_drop", "security_opt", "restart", "env_file"):
        assert server[same] == production[same], same
    assert server["healthcheck"]["test"] == production["healthcheck"]["test"]
    settings = read_settings({**image_environment(), **server["environment"]})
    assert (settings.database_url, settings.backups) == ("sqlite:////data/gaprace.db", 14)
    assert (settings.host, settings.cache_dir) == ("0.0.0.0", "/data/cache")  # noqa: S104


def image_environment() -> dict[str, str]:
    """Return the settings of the image."""
    (block,) = re.findall(r"^ENV (.+?[^\\])$", DOCKERFILE, re.MULTILINE | re.DOTALL)
    pairs = dict(each.split("=", 1) for each in block.replace("\\\n", " ").split())
    return {name: value for name, value in pairs.items() if name.startswith("GAPRACE_")}


def test_the_data_belongs_to_the_user_of_the_image_who_writes_nothing_else() -> None:
    lines = DOCKERFILE.splitlines()
    made = next(line for line in lines if "useradd" in line)
    assert "--uid 10001 gaprace" in made
    assert "install --directory --owner=gaprace --mode=700 /data" in made
    assert lines.index("USER gaprace") < lines.index("VOLUME /data") < lines.index('CMD ["gaprace", "serve"]')
    assert image_environment()["GAPRACE_CACHE_DIR"] == "/data/cache"
    servers = SOURCE["x-gaprace"]
    assert servers["volumes"] == ["server:/data"], "compiled code outlives a container"
    assert "GAPRACE_CACHE_DIR" not in servers["environment"]


def config(name: str) -> str:
    """Return a config's text. It is a file: Compose refuses inline content for a service that is read-only."""
    (kind, path), *others = COMPOSE["configs"][name].items()
    assert (kind, others) == ("file", [])
    return (ROOT / path).read_text()


def test_every_service_has_a_health_check_limits_and_a_restart_policy() -> None:
    assert set(SERVICES) == {"postgres", "valkey", "migrate", "server", "caddy"}
    for name, service in SERVICES.items():
        limits = service["deploy"]["resources"]["limits"]
        assert float(limits["cpus"]) > 0
        assert re.fullmatch(r"[0-9]+[MG]", limits["memory"])
        assert 0 < limits["pids"] <= 1024
        assert service["restart"] in {"unless-stopped", "on-failure"}
        assert ("healthcheck" in service) == (name != "migrate")


def test_no_service_may_write_to_its_image_or_has_privileges() -> None:
    for name, service in SERVICES.items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "caddy" else []), name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert "/tmp" in service["tmpfs"] or name == "valkey", name  # noqa: S108
        assert not {"privileged", "pid", "ipc", "network_mode", "devices"} & service.keys(), name
    assert [SERVICES[name]["user"] for name in ("postgres", "valkey")] == ["postgres", "valkey"]


def test_every_image_is_pinned_to_a_version_and_can_be_pinned_to_a_digest() -> None:
    images = {name: service["image"] for name, service in SOURCE["services"].items() if "build" not in service}
    images["python"] = SOURCE["services"]["server"]["build"]["args"]["PYTHON_IMAGE"]
    for name, image in images.items():
        variable = _VARIABLE.fullmatch(image)
        assert variable, image
        assert variable[1] == f"{name.upper()}_IMAGE"
        assert re.fullmatch(r"[a-z/]+:[0-9]+\.[0-9]+(\.[0-9]+)?(-[a-z0-9]+)?", variable[2]), image
    assert set(re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)) == {"$PYTHON_IMAGE"}
    assert f"ARG PYTHON_IMAGE={_VARIABLE.fullmatch(images['python'])[2]}" in DOCKERFILE  # type: ignore[index]


async def test_the_servers_own_their_database_and_are_not_superuser(postgres: PostgresServer) -> None:
    script = config("postgres-roles")
    first, *statements = [line for line in script.splitlines() if not line.startswith("--")]
    assert first == "\\getenv password GAPRACE_PASSWORD"
    url = make_url(SERVICES["server"]["environment"]["GAPRACE_DATABASE_URL"])
    password = SERVICES["postgres"]["environment"]["GAPRACE_PASSWORD"]
    assert (url.username, url.password, url.database) == ("gaprace", password, "gaprace")
    assert password != SERVICES["postgres"]["environment"]["POSTGRES_PASSWORD"]
    admin = await asyncpg.connect(postgres.url("postgres"))
    try:
        for statement in statements:
            await admin.execute(statement.replace(":'password'", f"'{password}'"))
        there = make_url(postgres.url("gaprace")).set(username="gaprace", password=password)
        own = there.render_as_string(hide_password=False)
        assert await migrate_database(own)
        owner = await asyncpg.connect(own)
        role = await owner.fetchrow("SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = user")
        await owner.close()
        assert role is not None
        assert tuple(role) == (False, False, False)
    finally:
        await admin.execute("DROP DATABASE IF EXISTS gaprace WITH (FORCE)")
        await admin.execute("DROP ROLE IF EXISTS gaprace")
        await admin.close()


def test_what_services_refer_to_is_defined() -> None:
    for service in SERVICES.values():
        for needed, how in service.get("depends_on", {}).items():
            assert needed in SERVICES
            is_job = "healthcheck" not in SERVICES[needed]
            assert how == {"condition": "service_completed_successfully" if is_job else "service_healthy"}
        for volume in service.get("volumes", []):
            assert volume.partition(":")[0] in COMPOSE["volumes"]
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        for each in service.get("configs", []):
            assert config(each["source"])


def test_only_the_proxy_is_reachable_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["caddy"]
    assert COMPOSE["networks"]["behind"]["internal"] is True
    assert SERVICES["postgres"]["networks"] == SERVICES["valkey"]["networks"] == ["behind"]


def test_secrets_come_from_the_environment_and_have_no_default() -> None:
    used = dict(_VARIABLE.findall((ROOT / PRODUCTION).read_text()))
    assert used.keys() >= SECRETS
    assert all("make .env" in used[name] for name in SECRETS)
    makefile = (ROOT / "Makefile").read_text()
    assert set(re.search(r"for name in ([A-Z_ ]+);", makefile)[1].split()) == SECRETS
    assert f"COMPOSE_FILE={PRODUCTION} > $@" in makefile


@pytest.mark.parametrize("service", ["migrate", "server"])
def test_the_environment_of_the_servers_is_valid_and_a_file_may_add_to_it(
    service: str,
) -> None:
    environment = SERVICES[service]["environment"]
    settings = read_settings(environment)
    assert {name for name in environment if name.startswith("GAPRACE_")} == set(environment)
    assert settings.database_url.partition(":")[0] in KINDS
    assert settings.bus_url.partition(":")[0] in BUSES
    assert (settings.trusted_hops, settings.host, settings.port) == (1, "0.0.0.0", 8000)  # noqa: S104
    program, *arguments = SERVICES[service]["command"]
    assert program == "gaprace"
    assert parser().parse_args(arguments)
    assert SERVICES[service]["env_file"] == [{"path": "gaprace.env", "required": False}]
    assert "gaprace.env" in (ROOT / ".gitignore").read_text().split()


def test_the_image_is_built_from_existing_files() -> None:
    assert SERVICES["server"]["build"]["context"] == "."
    image = DOCKERFILE
    copied = [name for line in re.findall(r"^COPY (?!--)(.+)$", image, re.MULTILINE) for name in line.split()[:-1]]
    assert {"server", "client", "migrations", "requirements-image.lock", "pyproject.toml"} <= set(copied)
    assert "opentelemetry-exporter-otlp-proto-http==" in (ROOT / "requirements-image.lock").read_text()
    for name in copied:
        assert (ROOT / name).exists(), name
    assert "USER gaprace" in image
    assert "PATH=/opt/gaprace/bin:$PATH" in image


def test_a_published_image_has_its_parts_and_its_origin_attached() -> None:
    release = yaml.safe_load((ROOT / "deploy" / "release.yml").read_text())
    assert set(release) == {"services"}
    ((name, service),) = release["services"].items()
    assert name in SERVICES
    assert service["build"] == {"platforms": ["linux/amd64", "linux/arm64"], "provenance": "mode=max", "sbom": True}
    assert _VARIABLE.sub("", service["image"]) == ""


def status(arguments: list[str]) -> int:
    return subprocess.run([sys.executable, *arguments], capture_output=True, check=False).returncode


async def test_the_health_check_succeeds_only_while_a_server_runs(sqlite_url: str) -> None:
    kind, program, *arguments = SERVICES["server"]["healthcheck"]["test"]
    assert (kind, program) == ("CMD", "python")
    async with ServerProcess(sqlite_url) as server:
        here = [argument.replace(":8000", f":{server.port}") for argument in arguments]
        assert status(here) == 0
    assert status(here) != 0


def test_the_proxy_hides_the_routes_of_operators_and_brings_the_sockets_of_a_room_to_one_server() -> None:
    caddyfile = config("caddyfile")
    assert "{$SITE}" in caddyfile
    assert "@private path /metrics /readyz" in caddyfile
    assert "dynamic a server 8000" in caddyfile
    (rooms,) = re.findall(r"@room path (\S+)\*", caddyfile)
    assert SOCKET_PATH.startswith(rooms)
    (proxied,) = re.findall(r"reverse_proxy @room \{([^}]*)\}", caddyfile)
    assert "lb_policy uri_hash" in proxied
    asked = SERVICES["caddy"]["healthcheck"]["test"]
    assert asked[1] == "wget"
    assert "--spider" not in asked, "its admin endpoint requires GET"
