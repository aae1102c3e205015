"""The least that a broadcast can cost: a loop of `socket.send` over all connections, with the same bytes.

A WebSocket server of one blocking loop that checks nothing: whatever a client sends goes to all others, as one frame.
"""

import select
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress

_HANDSHAKE_END = b"\r\n\r\n"
_ANSWER = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
_TEXT_FRAME, _SIZE = 0x81, 0x7F
_HEADER_BYTES, _MASK_BYTES = 2, 4


def frames_of(data: bytes) -> Iterator[bytes]:
    """Turn a client's whole frames of less than 126 bytes, masked with zeros, into those of a server."""
    while data:
        end = _HEADER_BYTES + _MASK_BYTES + (data[1] & _SIZE)
        payload, data = data[_HEADER_BYTES + _MASK_BYTES : end], data[end:]
        yield bytes((_TEXT_FRAME, len(payload))) + payload


def serve(listener: socket.socket) -> None:
    connected: dict[int, socket.socket] = {}
    epoll = select.epoll()
    epoll.register(listener, select.EPOLLIN)
    while True:
        for file, _ in epoll.poll():
            if file == listener.fileno():
                client, _ = listener.accept()
                epoll.register(client, select.EPOLLIN)
                connected[client.fileno()] = client
                continue
            data = b""
            with suppress(ConnectionError):
                data = connected[file].recv(65536)
            if not data:
                epoll.unregister(file)
                connected.pop(file).close()
            elif data.endswith(_HANDSHAKE_END):
                connected[file].sendall(_ANSWER)
            else:
                others = [each for each in connected.values() if each is not connected[file]]
                for frame in frames_of(data):
                    send_all(others, frame)


def send_all(clients: list[socket.socket], frame: bytes) -> None:
    for client in clients:
        with suppress(ConnectionError):
            client.send(frame)


if __name__ == "__main__":
    with socket.create_server(("127.0.0.1", int(sys.argv[1])), backlog=1024) as listener:
        print(f"listens on http://127.0.0.1:{sys.argv[1]}/", flush=True)
        serve(listener)
