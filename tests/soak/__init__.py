"""A server under load for a long time, with players who come and go: does it lose anything, does its memory grow?

`make soak` takes half an hour; `ARGS="--minutes 5 --fleet"` sets another time, and takes Postgres, Redis and two
workers. At first all players move as fast as the server answers, which measures its capacity; then at half that rate.
"""
