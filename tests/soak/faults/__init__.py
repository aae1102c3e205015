"""Faults from outside, in Jepsen's manner: clients keep a history of every answer, and a checker that knows only
the promise compares it with the store.

The promise: an action that was acknowledged is stored once, as it was, with its number and time; numbers have no holes;
every action is legal; every command is answered; every race ends. If a database loses what it had stored, everyone in
the room gets a notice.

Nothing that is compared comes from the server's own code for the rules, the messages or the store: a mistake there
cannot hide itself.
"""
