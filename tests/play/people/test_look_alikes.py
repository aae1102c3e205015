"""Names that read alike, reserved names, tags, and words that are kept out of public places."""

import pytest

from gaprace.errors import Refusal
from gaprace.play.people.look_alikes import _plain, folded
from gaprace.play.people.names import (
    BOT_NAMES,
    DEFAULT_NAMES,
    default_name,
    marked,
    read_name,
    refuse_reserved,
    tag_of,
)
from gaprace.play.people.words import WordList
from tests.refusals import is_sentence

ADMINS = ["admin", "ADMIN", "Аdmin", "аԁmіn", "adm1n", "ad\u0301min", "a.d.m.i.n", "The Admin", "ad\u200cmin", "αdmin"]


@pytest.mark.parametrize(
    ("name", "other", "is_alike"),
    [
        ("Magnus", "Mаgnus", True),
        ("Magnus", "MAGNUS", True),
        ("Olli", "0lIi", True),
        ("paypal", "ρaypal", True),
        ("modern", "modem", True),
        ("Zoë", "Zoe", True),
        ("𝐅𝐨𝐱", "Fox", True),
        ("Ann", "Anna", False),
        ("Fox", "Fix", False),
        ("Петр", "Иван", False),
        ("李", "王", False),
    ],
)
def test_what_reads_alike_folds_into_one_and_nothing_else(name: str, other: str, is_alike: bool) -> None:
    assert (folded(name) == folded(other)) is is_alike


def test_a_server_begins_without_the_large_table_of_look_alikes() -> None:
    _plain.cache_clear()
    WordList.built_in()
    assert not _plain.cache_info().currsize


@pytest.mark.parametrize("name", [*ADMINS, "Bot 5", "Rolf (bot)", "Bоt", "Gaprace", "Server", "moderator"])
def test_a_reserved_name_is_refused_however_it_is_spelt(name: str) -> None:
    with pytest.raises(Refusal) as refusal:
        refuse_reserved(read_name(name))
    assert is_sentence(refusal.value.message)


def test_no_name_that_this_server_gives_is_reserved_for_others_or_bad_and_nor_are_others() -> None:
    words = WordList.built_in()
    for name in map(default_name, range(DEFAULT_NAMES)):
        refuse_reserved(name)
        assert words.found_in(name) is None
    assert [name for name in BOT_NAMES if words.found_in(marked(name))] == []
    for name in ("Robot", "Abbott", "Modesty", "Padmin", "Ann", "Ольга", "王小明", "🦊 Fox"):
        refuse_reserved(read_name(name))


def test_a_tag_follows_from_the_id_alone() -> None:
    assert tag_of("0000000000000000") == "0000"
    assert tag_of("ffffffffffffffff") == "ZZZZ"
    assert tag_of("39c57d1e00aa11bb") == "772Q"
    assert tag_of("bot-3-1") == ""


def test_a_word_is_found_however_it_is_spelt_and_not_inside_another_one() -> None:
    words = WordList.built_in()
    for text in ("f.u.c.k", "FUCK you", "fück", "ｆｕｃｋ", "Fuсker"):
        assert words.found_in(text), text
    for text in ("Scunthorpe", "Essex", "a classic assassin", "Dick", "Ficus", "", "👍"):
        assert words.found_in(text) is None, text


def test_an_operator_replaces_the_list() -> None:
    words = WordList.parse("# ours\nfrack  # of a series\n\nSmurf\n")
    assert words.found_in("what the FR4CK") is None
    assert words.found_in("what the frасk") == "frack"
    assert words.found_in("fuck") is None
    assert WordList.parse("").found_in("fuck") is None
