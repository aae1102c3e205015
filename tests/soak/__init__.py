"""A server under load for a long time, with people who come and go: does it lose anything, does it grow?

`make soak` runs it for half an hour (`ARGS="--minutes 5 --fleet"` for another time, or for Postgres, Redis and two
workers). First everybody moves as fast as the server answers, which measures its capacity; then at half of that.
"""
