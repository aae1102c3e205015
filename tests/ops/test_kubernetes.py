"""deploy/kubernetes/, as far as it can be checked without a cluster: by the schemas, by hand, and by running it."""

import re
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from gaprace.cli.main import parser
from gaprace.metrics import PrometheusMetrics
from gaprace.settings import FILE_SUFFIX, SECRETS, read_settings, unknown_variables
from gaprace.web.api.schemas import SOCKET_PATH
from gaprace.web.app import ROUTES
from tests.databases import PostgresServer
from tests.processes import ROOT, ServerProcess, command, http_client

FOLDER = ROOT / "deploy" / "kubernetes"
KUBERNETES = "1.37"
MOUNT = "/run/secrets/gaprace"
TOKEN = "a token for the metrics"  # noqa: S105
Manifest = dict[str, Any]


def read(name: str) -> Manifest:
    return yaml.safe_load((FOLDER / name).read_text())


KUSTOMIZATION = read("kustomization.yaml")
MANIFESTS = {name: read(name) for name in KUSTOMIZATION["resources"]}


class Workload:
    """What a Deployment and a Job have in common."""

    def __init__(self, manifest: Manifest) -> None:
        self.template = manifest["spec"]["template"]
        self.pod = self.template["spec"]
        (self.container,) = self.pod["containers"]


SERVER, MIGRATION = WORKLOADS = [Workload(MANIFESTS[name]) for name in ("deployment.yaml", "migration.yaml")]
(SETTINGS,), (MOUNTED,) = KUSTOMIZATION["configMapGenerator"], KUSTOMIZATION["secretGenerator"]


def environment_of(workload: Workload, mounted: Path) -> dict[str, str]:
    """The environment of a container whose secrets are files in a folder."""
    literals = SETTINGS["literals"] if "envFrom" in workload.container else []
    named = {each["name"]: each["value"].replace(MOUNT, str(mounted)) for each in workload.container["env"]}
    return dict(literal.split("=", 1) for literal in literals) | named


@pytest.fixture
def mounted(tmp_path: Path, postgres_url: str) -> Path:
    """The secrets as they are mounted, for a single server."""
    texts = {"database-url": postgres_url, "bus-url": "local:", "secret-key": "k" * 16, "metrics-token": TOKEN}
    assert [f"secrets/{name}" for name in texts] == MOUNTED["files"]
    for name, text in texts.items():
        (tmp_path / name).write_text(f"{text}\n")
    return tmp_path


@pytest.mark.parametrize("name", MANIFESTS)
def test_every_manifest_fits_the_schema_of_kubernetes(name: str) -> None:
    kubernetes_validate.validate(MANIFESTS[name], KUBERNETES, strict=True)
    broken = {**MANIFESTS[name], "specs": {}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(broken, KUBERNETES, strict=True)


def test_the_kustomization_names_every_file_and_nothing_else() -> None:
    files = {path.name for path in FOLDER.glob("*.yaml")} - {"kustomization.yaml"}
    assert set(MANIFESTS) == files
    assert set(KUSTOMIZATION) == {
        "apiVersion", "kind", "namespace", "resources", "images", "configMapGenerator", "secretGenerator",
    }  # fmt: skip
    assert KUSTOMIZATION["namespace"] == MANIFESTS["namespace.yaml"]["metadata"]["name"]
    (image,) = KUSTOMIZATION["images"]
    assert {each.container["image"] for each in WORKLOADS} == {image["name"]}
    assert re.fullmatch(r"\d+\.\d+\.\d+", image["newTag"])


def test_selectors_select_the_servers_and_names_meet() -> None:
    deployment, labels = MANIFESTS["deployment.yaml"], SERVER.template["metadata"]["labels"]
    service, ingress = MANIFESTS["service.yaml"], MANIFESTS["ingress.yaml"]
    selectors = [
        deployment["spec"]["selector"]["matchLabels"],
        service["spec"]["selector"],
        MANIFESTS["disruption-budget.yaml"]["spec"]["selector"]["matchLabels"],
        SERVER.pod["topologySpreadConstraints"][0]["labelSelector"]["matchLabels"],
    ]
    for selector in selectors:
        assert selector.items() <= labels.items()
        assert not selector.items() <= MIGRATION.template["metadata"]["labels"].items()
    policy = MANIFESTS["network-policy.yaml"]["spec"]["podSelector"]["matchLabels"]
    assert all(policy.items() <= each.template["metadata"]["labels"].items() for each in WORKLOADS)
    target = MANIFESTS["autoscaler.yaml"]["spec"]["scaleTargetRef"]
    assert (target["kind"], target["name"]) == (deployment["kind"], deployment["metadata"]["name"])
    for each in (ingress, MANIFESTS["ingress-rooms.yaml"]):
        (rule,) = each["spec"]["rules"]
        backend = rule["http"]["paths"][0]["backend"]["service"]
        assert (backend["name"], backend["port"]["name"]) == (
            service["metadata"]["name"],
            service["spec"]["ports"][0]["name"],
        )
    (port,) = SERVER.container["ports"]
    assert service["spec"]["ports"][0]["targetPort"] == port["name"]
    assert MANIFESTS["network-policy.yaml"]["spec"]["ingress"][0]["ports"][0]["port"] == port["name"]


def test_the_sockets_of_a_room_meet_in_one_server() -> None:
    everything, rooms = MANIFESTS["ingress.yaml"], MANIFESTS["ingress-rooms.yaml"]
    assert rooms["metadata"]["name"] != everything["metadata"]["name"]
    for part in ("tls", "ingressClassName"):
        assert rooms["spec"][part] == everything["spec"][part]
    assert rooms["spec"]["rules"][0]["host"] == everything["spec"]["rules"][0]["host"]
    (path,) = rooms["spec"]["rules"][0]["http"]["paths"]
    assert SOCKET_PATH.startswith(path["path"])
    assert rooms["metadata"]["annotations"]["nginx.ingress.kubernetes.io/upstream-hash-by"] == "$uri"


def test_settings_are_valid_and_fit_the_manifests(mounted: Path) -> None:
    for workload in WORKLOADS:
        environment = environment_of(workload, mounted)
        assert unknown_variables(environment) == []
        read_settings(environment)
        assert {name for name in environment if name.endswith(FILE_SUFFIX)} <= {
            f"GAPRACE_{name.upper()}{FILE_SUFFIX}" for name in SECRETS
        }
    settings = read_settings(environment_of(SERVER, mounted))
    (rule,) = MANIFESTS["ingress.yaml"]["spec"]["rules"]
    assert settings.hosts == {rule["host"]} == set(MANIFESTS["ingress.yaml"]["spec"]["tls"][0]["hosts"])
    assert (settings.port, settings.trusted_hops) == (SERVER.container["ports"][0]["containerPort"], 1)
    grace_s = SERVER.pod["terminationGracePeriodSeconds"]
    assert grace_s >= settings.drain_seconds + 30
    readiness = SERVER.container["readinessProbe"]
    assert settings.drain_seconds > readiness["periodSeconds"] * readiness["failureThreshold"]
    assert any(settings.cache_dir.startswith(each["mountPath"]) for each in SERVER.container["volumeMounts"])


def test_no_secret_stands_in_the_manifests() -> None:
    assert "secrets/" in (ROOT / ".gitignore").read_text()
    secrets = {f"GAPRACE_{name.upper()}" for name in SECRETS}
    assert not [name for name in secrets if re.search(rf"{name}(?!_FILE)\b", str([KUSTOMIZATION, MANIFESTS]))]


def test_what_containers_may_do_is_restricted() -> None:
    for workload in WORKLOADS:
        context, pod = workload.container["securityContext"], workload.pod
        assert context["readOnlyRootFilesystem"] is True
        assert context["allowPrivilegeEscalation"] is False
        assert context["capabilities"]["drop"] == ["ALL"]
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["securityContext"]["seccompProfile"]["type"] == "RuntimeDefault"
        assert pod["automountServiceAccountToken"] is pod["enableServiceLinks"] is False
        assert {each["name"] for each in workload.container["volumeMounts"]} == {
            each["name"] for each in pod["volumes"]
        }
        assert workload.container["resources"]["limits"].keys() == {"memory"}


def test_probes_and_the_autoscaler_ask_for_what_there_is() -> None:
    paths = {route.path for route in ROUTES}
    probes = [SERVER.container[name] for name in ("startupProbe", "livenessProbe", "readinessProbe")]
    assert [each["httpGet"]["path"] for each in probes] == ["/healthz", "/healthz", "/readyz"]
    assert {each["httpGet"]["path"] for each in probes} <= paths
    assert SERVER.template["metadata"]["annotations"]["prometheus.io/path"] in paths
    families = {each.name for each in text_string_to_metric_families(PrometheusMetrics().exposition().decode())}
    pods = MANIFESTS["autoscaler.yaml"]["spec"]["metrics"][0]["pods"]
    assert pods["metric"]["name"] in families


class Container(ServerProcess):
    """The command of the Deployment, on a port of this machine."""

    def __init__(self, environment: dict[str, str]) -> None:
        super().__init__(settings=environment)
        self._settings |= {"GAPRACE_HOST": "127.0.0.1", "GAPRACE_PORT": str(self.port), "GAPRACE_DRAIN_SECONDS": "0"}

    @property
    def command(self) -> tuple[str, ...]:
        program, *arguments = SERVER.container["command"]
        assert program == "gaprace"
        return command(*arguments)


async def test_the_command_of_each_container_runs_with_its_environment(
    mounted: Path, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, *arguments = MIGRATION.container["command"]
    assert program == "gaprace"
    assert parser().parse_args(arguments)
    for name, text in environment_of(MIGRATION, mounted).items():
        monkeypatch.setenv(name, text)
    assert not read_settings(environment_of(MIGRATION, mounted)).bus_url.startswith("redis")
    async with Container(environment_of(SERVER, mounted)) as server, http_client(server.base) as kubelet:
        for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
            path = SERVER.container[probe]["httpGet"]["path"]
            answer = await kubelet.get(path, headers={"Host": "10.1.2.3:8000"})  # as the kubelet asks: by address
            assert answer.status_code == 200, path
        assert (await kubelet.get("/metrics")).status_code == 404
        allowed = await kubelet.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        assert "gaprace_connections" in allowed.text
