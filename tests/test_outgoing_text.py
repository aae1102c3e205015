"""Hostile text in every format in which text of people leaves the system, and files as editors write them."""

import csv
import logging
from argparse import Namespace
from codecs import BOM_UTF8
from io import StringIO
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaprace import logs
from gaprace.cli.command import Command
from gaprace.cli.main import _print_error, _run
from gaprace.errors import BadSetting, UsageError
from gaprace.groups.csv_export import _csv
from gaprace.groups.feeds import FeedDay, GroupFeed
from gaprace.outgoing_text import for_csv, for_terminal, for_xml
from gaprace.rules.results import fields_of
from gaprace.setting_readers import edited_text, text_of_file
from gaprace.web.pages.group_feeds import atom_of
from gaprace.wire.http.webhook_messages import DailyResults, RankedPlayer
from tests.store.material import RESULT

HOSTILE = (
    "\x00\x01\x08\x0b\x0c\x1b[2J\x1b]0;owned\x07\x7f\x85",
    "\ufffe\uffff\U0001ffff",
    "\u202edrowssap\u2066\u200f",
    "a\r\nX-Injected: 1\rb\nc\u2028d\u2029e",
    "<b>&amp;]]><!--'\"",
    '=cmd|"/c calc"!A1',
    " \t=1+1",
    "\uff1d1+1",
    "@SUM(1)",
    "-2+3",
    "e" + "\u0301" * 200,
    "",
)
TEXTS = st.text() | st.sampled_from(HOSTILE)
SIGNS = "=+-@\uff1d\uff0b\uff0d\uff20"


def feed_of(text: str) -> GroupFeed:
    best = [RankedPlayer(**fields_of(RESULT), rank=1, name=text, against_group=1.0)]
    return GroupFeed("GROUP00001", text, [FeedDay("2026-01-01", True, 0, [DailyResults("mini", 1, best)])])


# XML


@given(TEXTS)
def test_feeds_are_xml_whatever_people_write(text: str) -> None:
    assert fromstring(atom_of(feed_of(text), "https://a.org", text)).tag.endswith("feed")  # noqa: S314 (our own)


def test_xml_keeps_what_it_can() -> None:
    assert for_xml("Zoë \U0001f600\t\n王 \x1b\ufffe") == "Zoë \U0001f600\t\n王 \ufffd\ufffd"


# CSV


@given(TEXTS)
def test_a_table_has_the_text_and_no_formula(text: str) -> None:
    (row,) = csv.reader(StringIO(_csv([[for_csv(text), -1.5]]).decode(), newline=""))
    assert row[0] in {text, f"'{text}"}
    assert row[0].lstrip().lstrip("\0")[:1] not in {*SIGNS}
    assert row[1] == "-1.5"  # numbers stay numbers


def test_names_in_tables_are_otherwise_as_they_are() -> None:
    assert [for_csv(each) for each in ("Ann", "Jean-Luc", "a=b", "2+3")] == ["Ann", "Jean-Luc", "a=b", "2+3"]


# Terminals and logs


@given(TEXTS)
def test_a_terminal_is_sent_nothing_that_moves_its_cursor_or_turns_its_direction(text: str) -> None:
    shown = for_terminal(text)
    assert not {*shown} & {*map(chr, [*range(9), *range(11, 32), *range(127, 160)]), *"\u202a\u202b\u202d\u202e\u2066"}


@pytest.mark.parametrize("text", HOSTILE)
def test_results_errors_and_the_log_are_written_safely(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = Command("x", lambda _: {"text": text}, lambda result: f"name: {result['text']}")
    _run(Namespace(command=command, json=False))
    _print_error(UsageError(text), as_json=False)
    captured = capsys.readouterr()
    record = logging.LogRecord("gaprace", logging.WARNING, "", 0, text.replace("%", ""), None, None)
    for written in (captured.out, captured.err, logs._Text().format(record)):
        assert not {"\x1b", "\r", "\x00", "\x07", "\u202e", "\x85"} & {*written}


def test_letters_of_every_script_are_shown_as_they_are() -> None:
    assert for_terminal("Zoë 王小明 שלום\n") == "Zoë 王小明 שלום\n"


# Files that people edit


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_file_is_read_as_an_editor_has_written_it(tmp_path: Path, encoding: str, end: str) -> None:
    path = tmp_path / "words.txt"
    path.write_bytes(f"größe{end}# two{end}{end}slow".encode(encoding))
    assert text_of_file("GAPRACE_WORD_LIST", str(path)).split("\n") == ["größe", "# two", "", "slow"]


def test_a_file_of_another_encoding_is_refused_in_words(tmp_path: Path) -> None:
    (path := tmp_path / "words.txt").write_bytes("größe".encode("latin-1"))
    with pytest.raises(BadSetting, match="write the file in UTF-8"):
        text_of_file("GAPRACE_WORD_LIST", str(path))


def test_a_mark_alone_is_an_empty_file() -> None:
    assert edited_text(BOM_UTF8) == ""
