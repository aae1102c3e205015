"""The live rooms: their connections, their commands, the running race, and the peers of this server."""
