"""The socket of a room: frames, the outbox, the reader of commands."""
