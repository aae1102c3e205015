"""A player that is a program: it joins over the real wire, sees only what any client sees, and plays."""
