"""What rooms and services need from outside: a store, a bus, a clock, an engine, metrics.

Each file of the store has one domain: its records and its protocol. `ports.store` joins the protocols, and
`ports.transaction` has the steps of a unit of work.

Times ending in `_at` are whole milliseconds since 1970 on the server's clock; `ms` counts from the start of a race.
"""

from gaprace.ports.accounts import *
from gaprace.ports.actions import *
from gaprace.ports.bus import *
from gaprace.ports.clock import *
from gaprace.ports.dailies import *
from gaprace.ports.engine import *
from gaprace.ports.events import *
from gaprace.ports.examinations import *
from gaprace.ports.friends import *
from gaprace.ports.groups import *
from gaprace.ports.installation import *
from gaprace.ports.leaderboards import *
from gaprace.ports.metrics import *
from gaprace.ports.moderation import *
from gaprace.ports.outbox import *
from gaprace.ports.puzzles import *
from gaprace.ports.races import *
from gaprace.ports.retention import *
from gaprace.ports.rivals import *
from gaprace.ports.rooms import *
from gaprace.ports.scores import *
from gaprace.ports.statistics import *
from gaprace.ports.store import *
from gaprace.ports.transaction import *
