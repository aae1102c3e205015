"""Schemathesis's plugin for pytest, for these tests alone: loading it takes longer than some folders of tests."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.unblock("schemathesis")
    config.pluginmanager.import_plugin("schemathesis.pytest.plugin")
