"""The buses: how the processes that serve a room send each other messages about it.

`local` serves one process, `unix_sockets` the processes of one machine, `redis_bus` those of many machines.
"""
