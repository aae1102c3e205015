"""The commands of the section on sign-in in `docs/operations.md`, as they stand there, with a provider of the tests."""

import asyncio
import os
import re
import subprocess
from pathlib import Path

from tests.openid_provider import CLIENT_ID, CLIENT_SECRET, providing
from tests.processes import ROOT, free_port


async def test_the_commands_of_the_documents_set_up_a_sign_in(tmp_path: Path) -> None:
    section = (ROOT / "docs" / "operations.md").read_text().partition("### Sign-in by OpenID Connect")[2]
    found = re.search(r"```sh\n(.*?)```", section.partition("\n### ")[0], re.DOTALL)
    assert found
    (tmp_path / "oidc-secret").write_text(f"{CLIENT_SECRET}\n")
    async with providing() as provider:
        places = {"https://id.example.org/realms/club": provider.issuer, "/etc/gaprace": str(tmp_path)}
        script = found[1]
        for documented, here in places.items():
            assert documented in script
            script = script.replace(documented, here)
        environment = {**os.environ, "PATH": f"{ROOT / '.venv' / 'bin'}:{os.environ['PATH']}"}
        done = await asyncio.to_thread(
            subprocess.run,
            ("sh", "-ec", script),
            cwd=tmp_path,
            env={**environment, "GAPRACE_PORT": str(free_port())},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    assert f"GAPRACE_OIDC_CLIENT_ID={CLIENT_ID}" in script
    assert f"{provider.issuer} answers, with 1 keys." in done.stdout
