from pathlib import Path
from string import Formatter

import pytest

from gaprace.notices.texts import TEXTS
from gaprace.wire.http import Language

CLIENT_LANGUAGES = Path(__file__).parents[2] / "client" / "i18n"


def test_messages_are_in_the_languages_of_the_client() -> None:
    assert set(TEXTS) == {path.stem for path in CLIENT_LANGUAGES.glob("??.js")}


@pytest.mark.parametrize("language", TEXTS)
def test_every_text_is_there_with_its_values_in_every_language(language: Language) -> None:
    assert {key: values(text) for key, text in TEXTS[language].items()} == {
        key: values(text) for key, text in TEXTS["en"].items()
    }


def values(text: str) -> set[str]:
    """Return the names of the values in a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}
