"""The limits of one WebSocket: the size of its messages, and their number. `web.ws.commands` has their costs."""

MAX_FRAME_BYTES = 4096
"""Size of the largest message that a client may send, in bytes; a larger one ends its connection with a reason."""
MAX_MESSAGE_BYTES = 64 * 1024
"""A larger one is not even read to its end."""
MAX_FRAGMENTS = 64
"""Fragments of one message."""
MAX_UNSENT_BYTES = 64 * 1024
"""A connection with more than this in its write buffer takes no further message."""
COMMANDS_PER_SECOND = 20
"""The default rate of commands of one connection."""
BURST_S = 2
"""Seconds' worth of commands that may come at once."""
FRAMES_PER_COMMAND, FRAME_BURST_S = 5, 3
"""Frames of any kind allowed per second for each allowed command per second, and seconds' worth of them at once."""
MAX_UNREADABLE = 5
"""Unreadable messages of a connection; with the last of them it ends."""
MAX_TOO_FAST = 200
"""Commands of a connection beyond its rate; with the last of them it ends."""
MAX_COMMAND_WAIT_S = 2.0
"""Commands of an address that has to wait longer for its turn are refused."""
TOO_FAST_PAUSE_S = 0.25
"""The pause before their connections are read again, since refusals take time, too."""
