"""The texts that the server says itself, in the languages of the client: one file for each.

Their parts: the `door` of a private site, the `links` to pages of those who run it, the pages of a `sign_in`, and the
`notices` to chats and browsers. Browsers fill in `{time}` of a notice in their own time zone.
"""

from collections.abc import Mapping
from importlib.resources import files

import msgspec

_SUFFIX = ".json"

TEXTS: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    file.name.removesuffix(_SUFFIX): msgspec.json.decode(file.read_bytes(), type=dict[str, dict[str, str]])
    for file in files(__package__).iterdir()
    if file.name.endswith(_SUFFIX)
}
"""The texts, by language, part and name."""
