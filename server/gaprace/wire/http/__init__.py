"""The bodies of the HTTP routes, declared once. The OpenAPI document and the client's types are generated from them.

Times are whole milliseconds: `*_at` since 1970 on the server's clock, `*_ms` since the start of the race. A `date` is a
date such as `2026-11-21`, a `variant` the name of a variant.
"""

from gaprace.wire.http.accounts import *
from gaprace.wire.http.arenas import *
from gaprace.wire.http.challenges import *
from gaprace.wire.http.dailies import *
from gaprace.wire.http.friends import *
from gaprace.wire.http.games import *
from gaprace.wire.http.groups import *
from gaprace.wire.http.languages import *
from gaprace.wire.http.leaderboards import *
from gaprace.wire.http.moderation import *
from gaprace.wire.http.profiles import *
from gaprace.wire.http.push import *
from gaprace.wire.http.puzzles import *
from gaprace.wire.http.races import *
from gaprace.wire.http.rooms import *
from gaprace.wire.http.site import *
from gaprace.wire.http.webhooks import *
