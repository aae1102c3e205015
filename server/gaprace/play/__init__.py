"""The room and the race as pure state: given a command and the time, what happens. No I/O, no clock, no event loop."""
