import os
import socket
import subprocess
import sys
from types import SimpleNamespace

import psutil
import pytest

from gaprace.cli.lan import lan_links, qr_code


def address(text: str) -> SimpleNamespace:
    return SimpleNamespace(family=socket.AF_INET, address=text)


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    interfaces = {
        "lo": [address("127.0.0.1")],
        "public": [address("198.51.100.7")],
        "wifi": [address("192.168.1.20"), SimpleNamespace(family=socket.AF_INET6, address="fe80::1")],
        "unplugged": [address("10.0.0.9")],
    }
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: interfaces)
    monkeypatch.setattr(
        psutil, "net_if_stats", lambda: {name: SimpleNamespace(isup=name != "unplugged") for name in interfaces}
    )


def test_the_links_are_those_that_other_machines_open_with_the_home_network_first(network: None) -> None:
    assert lan_links(8000) == ["http://192.168.1.20:8000/", "http://198.51.100.7:8000/"]


def test_a_link_is_drawn_for_the_camera_of_a_phone() -> None:
    lines = qr_code("http://192.168.1.20:8000/", "utf-8").splitlines()
    assert len(lines) >= 10
    assert len({len(line) for line in lines}) <= 2


def test_a_terminal_that_cannot_show_the_code_gets_none() -> None:
    assert qr_code("http://192.168.1.20:8000/", "cp1252") == ""


def test_letters_that_the_terminal_lacks_are_escaped() -> None:
    program = "from gaprace.cli.main import main; main(['deal', '\u05d0'])"
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    run = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=False)
    assert b"\\u05d0" in run.stderr
    assert b"Traceback" not in run.stderr
