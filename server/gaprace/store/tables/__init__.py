"""The tables, by subject. `migrations/` creates them; a test checks that both agree.

Times ending in `_at` are milliseconds since 1970, those ending in `_ms` count from the start of the race.
"""

from gaprace.store.tables.analyses import *
from gaprace.store.tables.base import *
from gaprace.store.tables.dailies import *
from gaprace.store.tables.events import *
from gaprace.store.tables.groups import *
from gaprace.store.tables.installation import *
from gaprace.store.tables.messages import *
from gaprace.store.tables.moderation import *
from gaprace.store.tables.people import *
from gaprace.store.tables.puzzles import *
from gaprace.store.tables.races import *
from gaprace.store.tables.standings import *
