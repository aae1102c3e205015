"""docker-compose.yml, as far as it can be checked without a container engine."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from gaprace.cli.main import parser
from gaprace.settings import read_settings
from gaprace.wiring import BUSES, STORES
from tests.processes import ROOT, ServerProcess

SECRETS = {"POSTGRES_PASSWORD", "VALKEY_PASSWORD", "GAPRACE_SECRET_KEY", "GAPRACE_METRICS_TOKEN"}
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
    document: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    return document


@pytest.fixture(scope="module")
def compose(source: dict[str, Any]) -> dict[str, Any]:
    document: dict[str, Any] = interpolated(source, {name: f"{name.lower()}0123456789" for name in SECRETS})
    return document


def test_every_service_has_a_health_check_limits_and_a_restart_policy(compose: dict[str, Any]) -> None:
    assert set(compose["services"]) == {"postgres", "valkey", "migrate", "server", "caddy"}
    for name, service in compose["services"].items():
        limits = service["deploy"]["resources"]["limits"]
        assert float(limits["cpus"]) > 0
        assert re.fullmatch(r"[0-9]+[MG]", limits["memory"])
        assert service["restart"] in {"unless-stopped", "on-failure"}
        assert ("healthcheck" in service) == (name != "migrate")


def test_what_services_refer_to_is_defined(compose: dict[str, Any]) -> None:
    services = compose["services"]
    for service in services.values():
        for needed, how in service.get("depends_on", {}).items():
            assert needed in services
            is_job = how["condition"] == "service_completed_successfully"
            assert ("healthcheck" in services[needed]) != is_job
        for volume in service.get("volumes", []):
            assert volume.partition(":")[0] in compose["volumes"]
        assert set(service["networks"]) <= set(compose["networks"])
        for config in service.get("configs", []):
            assert config["source"] in compose["configs"]


def test_only_the_proxy_is_reachable_from_outside(compose: dict[str, Any]) -> None:
    assert [name for name, service in compose["services"].items() if "ports" in service] == ["caddy"]
    assert compose["networks"]["behind"]["internal"] is True
    assert compose["services"]["postgres"]["networks"] == compose["services"]["valkey"]["networks"] == ["behind"]


def test_secrets_come_from_the_environment_and_have_no_default(source: dict[str, Any]) -> None:
    used = dict(_VARIABLE.findall((ROOT / "docker-compose.yml").read_text()))
    assert used.keys() >= SECRETS
    assert all("make .env" in used[name] for name in SECRETS)
    drawn = re.search(r"for name in ([A-Z_ ]+);", (ROOT / "Makefile").read_text())
    assert drawn
    assert set(drawn[1].split()) == SECRETS


@pytest.mark.parametrize("service", ["migrate", "server"])
def test_the_environment_of_the_servers_is_valid(compose: dict[str, Any], service: str) -> None:
    environment = compose["services"][service]["environment"]
    settings = read_settings(environment)
    assert {name for name in environment if name.startswith("GAPRACE_")} == set(environment)
    assert settings.database_url.partition(":")[0] in STORES
    assert settings.bus_url.partition(":")[0] in BUSES
    assert (settings.trusted_hops, settings.host, settings.port) == (1, "0.0.0.0", 8000)  # noqa: S104
    program, *arguments = compose["services"][service]["command"]
    assert program == "gaprace"
    assert parser().parse_args(arguments)


def test_the_image_is_built_from_existing_files(compose: dict[str, Any]) -> None:
    image = compose["services"]["server"]["build"]["dockerfile_inline"]
    copied = [name for line in re.findall(r"^COPY (?!--)(.+)$", image, re.MULTILINE) for name in line.split()[:-1]]
    assert {"server", "client", "migrations", "requirements.lock", "pyproject.toml"} <= set(copied)
    for name in copied:
        assert (ROOT / name).exists(), name
    assert "USER gaprace" in image
    assert "PATH=/opt/gaprace/bin:$PATH" in image


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


def test_the_proxy_does_not_expose_the_routes_of_operators(compose: dict[str, Any]) -> None:
    caddyfile = compose["configs"]["caddyfile"]["content"]
    assert "{$SITE}" in caddyfile
    assert "@private path /metrics /readyz" in caddyfile
    assert "dynamic a server 8000" in caddyfile


def test_the_health_check_of_the_proxy_uses_get_which_its_admin_endpoint_requires(
    compose: dict[str, Any],
) -> None:
    asked = compose["services"]["caddy"]["healthcheck"]["test"]
    assert asked[1] == "wget"
    assert "--spider" not in asked
