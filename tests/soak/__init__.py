"""A server under load for a long time, with players who come and go: does it lose anything, does its memory grow?

`make soak` takes half an hour; `ARGS="--minutes 5 --postgres"` sets another time, and takes Postgres, with Redis as
the bus. At first all players move as fast as the server answers, which measures its capacity; then at half that rate.
"""
