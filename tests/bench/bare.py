"""A bare Starlette application, written as in its documentation, to compare the race server with.

`/echo` returns every message.
"""

import sys

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from gaprace.web.ws.protocol import PING_INTERVAL_S, PONG_TIMEOUT_S


async def echo(websocket: WebSocket) -> None:
    await websocket.accept()
    try:
        while True:
            await websocket.send_text(await websocket.receive_text())
    except WebSocketDisconnect:
        pass


class Server(uvicorn.Server):
    async def startup(self, sockets: object = None) -> None:
        await super().startup()
        print(f"listens on http://127.0.0.1:{self.config.port}/", flush=True)


if __name__ == "__main__":
    app = Starlette(routes=[WebSocketRoute("/echo", echo)])
    Server(
        uvicorn.Config(
            app,
            port=int(sys.argv[1]),
            loop="uvloop",
            http="httptools",
            ws="websockets-sansio",
            ws_ping_interval=PING_INTERVAL_S,
            ws_ping_timeout=PONG_TIMEOUT_S,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            access_log=False,
        )
    ).run()
