"""A Chromium for the browser tests: one that is there, else the system's package, else Playwright's own download.

`python -m tests.browser.chromium` finds or installs one, and prints where it is.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
"""It runs as root in containers, and must not talk to anyone but the server under test."""


def find() -> str | None:
    """Return the path of a Chromium, if there is one; `CHROMIUM` names it."""
    named = os.environ.get("CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None) or _of_playwright()


def _of_playwright() -> str | None:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only where no browser is installed

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install() -> None:
    """Install one: by apt where that is how programs come, else by Playwright."""
    if shutil.which("apt-get"):
        sudo = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-qq", "--yes", "chromium"]):
            if subprocess.run([*sudo, *command], env=environment, stdout=sys.stderr, check=False).returncode:
                break
    if find() is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], stdout=sys.stderr, check=False)


def main() -> int:
    if find() is None:
        install()
    path = find()
    if path is None:
        print("No Chromium was found, and none could be installed: install one, or set CHROMIUM.", file=sys.stderr)
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
