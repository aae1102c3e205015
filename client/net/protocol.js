// Made from the server's messages by `python -m tests.client.wire_types`.

export const PROTOCOL = 1;
