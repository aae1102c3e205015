"""The image and the two compose files, as far as they can be checked without a container engine."""

import re
import subprocess
import sys
from pathlib import Path
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


@pytest.fixture(scope="module")
def source() -> dict[str, Any]:
    return read(PRODUCTION)


def read(name: str) -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load((ROOT / name).read_text())
    return document


CLUB, PRODUCTION = "docker-compose.yml", "docker-compose.production.yml"
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
    production = interpolated(read(PRODUCTION)["services"]["server"], {})
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
    servers = read(PRODUCTION)["x-gaprace"]
    assert servers["volumes"] == ["server:/data"], "compiled code outlives a container"
    assert "GAPRACE_CACHE_DIR" not in servers["environment"]


@pytest.fixture(scope="module")
def compose(source: dict[str, Any]) -> dict[str, Any]:
    document: dict[str, Any] = interpolated(source, {name: f"{name.lower()}0123456789" for name in SECRETS})
    return document


def config(compose: dict[str, Any], name: str) -> str:
    """Return a config's text. It is a file: Compose refuses inline content for a service that is read-only."""
    (kind, path), *others = compose["configs"][name].items()
    assert (kind, others) == ("file", [])
    return (ROOT / path).read_text()


def test_every_service_has_a_health_check_limits_and_a_restart_policy(compose: dict[str, Any]) -> None:
    assert set(compose["services"]) == {"postgres", "valkey", "migrate", "server", "caddy"}
    for name, service in compose["services"].items():
        limits = service["deploy"]["resources"]["limits"]
        assert float(limits["cpus"]) > 0
        assert re.fullmatch(r"[0-9]+[MG]", limits["memory"])
        assert 0 < limits["pids"] <= 1024
        assert service["restart"] in {"unless-stopped", "on-failure"}
        assert ("healthcheck" in service) == (name != "migrate")


def test_no_service_may_write_to_its_image_or_has_privileges(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "caddy" else []), name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert "/tmp" in service["tmpfs"] or name == "valkey", name  # noqa: S108
        assert not {"privileged", "pid", "ipc", "network_mode", "devices"} & service.keys(), name
    assert [compose["services"][name]["user"] for name in ("postgres", "valkey")] == ["postgres", "valkey"]


def test_every_image_is_pinned_to_a_version_and_can_be_pinned_to_a_digest(source: dict[str, Any]) -> None:
    images = {name: service["image"] for name, service in source["services"].items() if "build" not in service}
    images["python"] = source["services"]["server"]["build"]["args"]["PYTHON_IMAGE"]
    for name, image in images.items():
        variable = _VARIABLE.fullmatch(image)
        assert variable, image
        assert variable[1] == f"{name.upper()}_IMAGE"
        assert re.fullmatch(r"[a-z/]+:[0-9]+\.[0-9]+(\.[0-9]+)?(-[a-z0-9]+)?", variable[2]), image
    assert set(re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)) == {"$PYTHON_IMAGE"}
    assert f"ARG PYTHON_IMAGE={_VARIABLE.fullmatch(images['python'])[2]}" in DOCKERFILE  # type: ignore[index]


async def test_the_servers_own_their_database_and_are_not_superuser(
    compose: dict[str, Any], postgres: PostgresServer
) -> None:
    script = config(compose, "postgres-roles")
    first, *statements = [line for line in script.splitlines() if not line.startswith("--")]
    assert first == "\\getenv password GAPRACE_PASSWORD"
    url = make_url(compose["services"]["server"]["environment"]["GAPRACE_DATABASE_URL"])
    password = compose["services"]["postgres"]["environment"]["GAPRACE_PASSWORD"]
    assert (url.username, url.password, url.database) == ("gaprace", password, "gaprace")
    assert password != compose["services"]["postgres"]["environment"]["POSTGRES_PASSWORD"]
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


def test_what_services_refer_to_is_defined(compose: dict[str, Any]) -> None:
    services = compose["services"]
    for service in services.values():
        for needed, how in service.get("depends_on", {}).items():
            assert needed in services
            is_job = "healthcheck" not in services[needed]
            assert how == {"condition": "service_completed_successfully" if is_job else "service_healthy"}
        for volume in service.get("volumes", []):
            assert volume.partition(":")[0] in compose["volumes"]
        assert set(service["networks"]) <= set(compose["networks"])
        for each in service.get("configs", []):
            assert config(compose, each["source"])


def test_only_the_proxy_is_reachable_from_outside(compose: dict[str, Any]) -> None:
    assert [name for name, service in compose["services"].items() if "ports" in service] == ["caddy"]
    assert compose["networks"]["behind"]["internal"] is True
    assert compose["services"]["postgres"]["networks"] == compose["services"]["valkey"]["networks"] == ["behind"]


def test_secrets_come_from_the_environment_and_have_no_default(source: dict[str, Any]) -> None:
    used = dict(_VARIABLE.findall((ROOT / PRODUCTION).read_text()))
    assert used.keys() >= SECRETS
    assert all("make .env" in used[name] for name in SECRETS)
    makefile = (ROOT / "Makefile").read_text()
    assert set(re.search(r"for name in ([A-Z_ ]+);", makefile)[1].split()) == SECRETS
    assert f"COMPOSE_FILE={PRODUCTION} > $@" in makefile


@pytest.mark.parametrize("service", ["migrate", "server"])
def test_the_environment_of_the_servers_is_valid_and_a_file_may_add_to_it(
    compose: dict[str, Any], service: str
) -> None:
    environment = compose["services"][service]["environment"]
    settings = read_settings(environment)
    assert {name for name in environment if name.startswith("GAPRACE_")} == set(environment)
    assert settings.database_url.partition(":")[0] in KINDS
    assert settings.bus_url.partition(":")[0] in BUSES
    assert (settings.trusted_hops, settings.host, settings.port) == (1, "0.0.0.0", 8000)  # noqa: S104
    program, *arguments = compose["services"][service]["command"]
    assert program == "gaprace"
    assert parser().parse_args(arguments)
    assert compose["services"][service]["env_file"] == [{"path": "gaprace.env", "required": False}]
    assert "gaprace.env" in (ROOT / ".gitignore").read_text().split()


def test_the_image_is_built_from_existing_files(compose: dict[str, Any]) -> None:
    assert compose["services"]["server"]["build"]["context"] == "."
    image = DOCKERFILE
    copied = [name for line in re.findall(r"^COPY (?!--)(.+)$", image, re.MULTILINE) for name in line.split()[:-1]]
    assert {"server", "client", "migrations", "requirements-image.lock", "pyproject.toml"} <= set(copied)
    assert "opentelemetry-exporter-otlp-proto-http==" in (ROOT / "requirements-image.lock").read_text()
    for name in copied:
        assert (ROOT / name).exists(), name
    assert "USER gaprace" in image
    assert "PATH=/opt/gaprace/bin:$PATH" in image


def test_a_published_image_has_its_parts_and_its_origin_attached(compose: dict[str, Any]) -> None:
    release = yaml.safe_load((ROOT / "deploy" / "release.yml").read_text())
    assert set(release) == {"services"}
    ((name, service),) = release["services"].items()
    assert name in compose["services"]
    assert service["build"] == {"platforms": ["linux/amd64", "linux/arm64"], "provenance": "mode=max", "sbom": True}
    assert _VARIABLE.sub("", service["image"]) == ""


def status(arguments: list[str]) -> int:
    return subprocess.run([sys.executable, *arguments], capture_output=True, check=False).returncode


async def test_the_health_check_succeeds_only_while_a_server_runs(
    compose: dict[str, Any], sqlite_url: str, tmp_path: Path
) -> None:
    kind, program, *arguments = compose["services"]["server"]["healthcheck"]["test"]
    assert (kind, program) == ("CMD", "python")
    async with ServerProcess(sqlite_url) as server:
        here = [argument.replace(":8000", f":{server.port}") for argument in arguments]
        assert status(here) == 0
    assert status(here) != 0


def test_the_proxy_hides_the_routes_of_operators_and_brings_the_sockets_of_a_room_to_one_server(
    compose: dict[str, Any],
) -> None:
    caddyfile = config(compose, "caddyfile")
    assert "{$SITE}" in caddyfile
    assert "@private path /metrics /readyz" in caddyfile
    assert "dynamic a server 8000" in caddyfile
    (rooms,) = re.findall(r"@room path (\S+)\*", caddyfile)
    assert SOCKET_PATH.startswith(rooms)
    (proxied,) = re.findall(r"reverse_proxy @room \{([^}]*)\}", caddyfile)
    assert "lb_policy uri_hash" in proxied
    asked = compose["services"]["caddy"]["healthcheck"]["test"]
    assert asked[1] == "wget"
    assert "--spider" not in asked, "its admin endpoint requires GET"
