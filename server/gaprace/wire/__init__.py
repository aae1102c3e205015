"""The wire: every message of `/ws/rooms/{code}`, declared once. `gaprace.wire.http` has the bodies of the HTTP routes.

A message is a JSON object tagged by `"t"`. Unknown tags and unknown fields are refused. The JSON
Schema, the AsyncAPI and OpenAPI documents and the client's types are generated from these structs.

Times are whole milliseconds: `*_at` since 1970 on the server's clock, `*_ms` since the start of the race.
"""

from gaprace.wire.base import *
from gaprace.wire.coding import *
from gaprace.wire.commands import *
from gaprace.wire.events import *
from gaprace.wire.games import *
from gaprace.wire.room_settings import *
from gaprace.wire.rooms import *
