"""The live rooms: who is connected, what they ask for, the race that runs, and what other processes do."""
