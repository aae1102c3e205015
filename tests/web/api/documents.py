"""The documents of the API, each made once: to describe all routes and messages takes a tenth of a second."""

from gaprace.web.api import schemas
from gaprace.web.app import ROUTES_ABOUT

OPENAPI = schemas.openapi(ROUTES_ABOUT)
ASYNCAPI = schemas.asyncapi()
JSON_SCHEMA = schemas.json_schema()
