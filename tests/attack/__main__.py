"""What one address can take of what all share, each on a fresh installation: `python -m tests.attack`.

`--postgres`, and `--servers 2` behind nginx (the program at `--nginx`), which hashes the addresses of rooms.
"""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.attack.attacks import ATTACKS, Site
from tests.attack.requests import limits_by_default
from tests.bench import load
from tests.processes import ServerProcess, free_port
from tests.redis_server import RedisServer

NGINX = """
daemon off; error_log {folder}/error.log; pid {folder}/pid; events {{}}
http {{
  access_log off; client_body_temp_path {folder}; proxy_temp_path {folder};
  fastcgi_temp_path {folder}; uwsgi_temp_path {folder}; scgi_temp_path {folder};
  large_client_header_buffers 4 64k;
  map $http_upgrade $upgrading {{ default upgrade; '' ''; }}
  upstream gaprace {{ hash $uri consistent; {servers} keepalive 16; }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://gaprace; proxy_http_version 1.1; proxy_set_header Host $http_host;
      proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $upgrading;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_set_header X-Forwarded-Proto $scheme;
    }}
  }}
}}
"""


@asynccontextmanager
async def nginx(program: str, ports: list[int], folder: Path) -> AsyncIterator[str]:
    """Run nginx in front of servers; give its address."""
    port = free_port()
    servers = " ".join(f"server 127.0.0.1:{each};" for each in ports)
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, servers=servers, port=port))
    running = await asyncio.create_subprocess_exec(program, "-p", str(folder), "-c", str(folder / "nginx.conf"))
    try:
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                assert running.returncode is None, "nginx has ended"
                await asyncio.sleep(0.05)
            else:
                writer.close()
                break
        yield f"http://127.0.0.1:{port}"
    finally:
        running.terminate()
        await running.wait()


@asynccontextmanager
async def installation(own: dict[str, str], *, is_postgres: bool, servers: int, program: str) -> AsyncIterator[Site]:
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="gaprace-attack-")))
        url = stack.enter_context(load.postgres() if is_postgres else load.sqlite())
        settings = {**limits_by_default(), "GAPRACE_SOLVERS": "0", **own}
        if servers > 1:
            bus = stack.enter_context(RedisServer(folder)).url
            settings |= {"GAPRACE_BUS_URL": bus, "GAPRACE_TRUSTED_HOPS": "2"}
            settings |= {"GAPRACE_SECRET_KEY": "the same for both of them"}
        running = [await stack.enter_async_context(ServerProcess(url, settings=settings)) for _ in range(servers)]
        ports = [server.port for server in running]
        base = await stack.enter_async_context(nginx(program, ports, folder)) if servers > 1 else running[0].base
        site = Site(base, running)
        stack.push_async_callback(site.close)
        yield site


async def tried(site: Site, name: str) -> bool:
    """Try an attack, and print its row."""
    expected, _, attack = ATTACKS[name]
    try:
        is_as_expected, seen = await asyncio.wait_for(attack(site), 900)
    except Exception as error:  # noqa: BLE001 (whatever it is, it belongs into the table)
        is_as_expected, seen = False, f"{type(error).__name__}: {str(error)[:200]}"
    print(f"| {name} | {expected} | {'' if is_as_expected else '**NO** '}{seen} |", flush=True)
    return is_as_expected


async def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--nginx", default="nginx")
    parser.add_argument("--only", default="", help="attacks whose names contain this")
    asked = parser.parse_args()
    print("| attack | expected | seen |\n| --- | --- | --- |")
    results = []
    for name, (_, own, _) in ATTACKS.items():
        if asked.only in name:  # each on its own: what one attack takes, the next one does not find
            where = {"is_postgres": asked.postgres, "servers": asked.servers, "program": asked.nginx}
            async with installation(own, **where) as site:
                results.append(await tried(site, name))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
