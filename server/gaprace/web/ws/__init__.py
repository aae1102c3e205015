"""The WebSocket of a room: the connection, the reader of its commands, the session."""
