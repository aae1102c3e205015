"""A Chromium for the browser tests: one that is there, else for root the system's package, else Playwright's own.

`python -m tests.browser.chromium` finds or installs one, and prints where it is. The headless shell is preferred: it
has the same engine without the windows around it, and opens and closes pages for half the processor time.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HEADLESS_SHELL = "chromium-headless-shell"
NAMES = (HEADLESS_SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
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


APT_OPTIONS = ("-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=15", "-o", "Acquire::https::Timeout=15")
"""Where there is no network, any Chromium of this machine will do, without a long wait."""


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
    """Install one: as root by apt, if that is how programs come, else by Playwright into the user's folder."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        # Without the lists of packages, or with old ones, the first try fails at once.
        if not _apt_get("install", HEADLESS_SHELL) and _apt_get("update"):
            _apt_get("install", HEADLESS_SHELL)
        if find() is None:
            _apt_get("install", "chromium")  # older systems have no package with the shell alone
    if find() is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], stdout=sys.stderr, check=False)


def _apt_get(*arguments: str) -> bool:
    """Whether apt-get has done it."""
    program = ["apt-get", "-qq", "--yes", *APT_OPTIONS, *arguments]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(program, env=environment, stdout=sys.stderr, check=False).returncode == 0


def main() -> int:
    if not (os.environ.get("CHROMIUM") or shutil.which(HEADLESS_SHELL)):
        install()
    path = find()
    if path is None:
        print("No Chromium was found, and none could be installed: install one, or set CHROMIUM.", file=sys.stderr)
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
