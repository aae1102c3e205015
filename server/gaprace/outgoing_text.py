"""Text of people where it leaves the system, in formats that forbid some of it: one function for each format. Pure.

JSON and HTML have their encoders. No text of people stands in a header of HTTP: names of files are made of ids.
"""

import re
import unicodedata

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot contain, not even as references (section 2.2)."""
_REPLACEMENT = "\ufffd"
_FORMULA = re.compile(r"[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")
"""Beginnings of cells that spreadsheets take for formulas; some skip space before them, or read full-width signs."""
_UNSHOWN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
"""The categories of characters that move the cursor, change colours, or turn the direction of a terminal."""


def for_xml(text: str) -> str:
    """Return text for an element or an attribute; the writer of XML escapes the rest."""
    return _NOT_XML.sub(_REPLACEMENT, text)


def for_csv(text: str) -> str:
    """Return text for a cell that a spreadsheet reads as text; the writer of CSV quotes the rest."""
    return f"'{text}" if _FORMULA.match(text) else text


def for_terminal(text: str) -> str:
    """Return text for a terminal or a log: all but ends of lines and tabs that would not be seen is escaped."""
    if text.isprintable():
        return text
    return "".join(
        each if each in "\n\t" or unicodedata.category(each) not in _UNSHOWN else ascii(each)[1:-1] for each in text
    )
