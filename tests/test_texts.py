"""The texts of the server: each is there in every language of the client, with the same values."""

from pathlib import Path
from string import Formatter
from typing import get_args

import pytest

from gaprace import settings
from gaprace.texts import TEXTS
from gaprace.wire.http import LANGUAGES, Language

CLIENT_LANGUAGES = Path(__file__).parents[1] / "client" / "i18n"


def test_the_languages_are_those_of_the_client_and_of_the_settings() -> None:
    assert set(TEXTS) == {*LANGUAGES} == {path.stem for path in CLIENT_LANGUAGES.glob("??.js")}
    assert get_args(Language) == settings.LANGUAGES


@pytest.mark.parametrize("language", TEXTS)
def test_every_text_is_there_with_its_values_in_every_language(language: str) -> None:
    assert values_of(language) == values_of("en")


def values_of(language: str) -> dict[tuple[str, str], set[str]]:
    """Return the names of the values in each text."""
    return {(part, key): values(text) for part, texts in TEXTS[language].items() for key, text in texts.items()}


def values(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}
