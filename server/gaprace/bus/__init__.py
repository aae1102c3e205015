"""The buses: how servers send each other messages about rooms.

`local` serves one server, `redis_bus` several.
"""
