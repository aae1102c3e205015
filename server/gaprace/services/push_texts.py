"""The texts of notifications, in the languages of the client. The browser fills in `{time}`, in its own time zone."""

from collections.abc import Mapping

from gaprace.wire.http import FROM_RIGHT, Language

TEXTS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "made": "{name} challenges {group}",
        "made_line": "{variant}: play it by {time}",
        "ending": "A challenge ends soon",
        "ending_line": "{variant}: you can play it until {time}",
        "ended": "A challenge is over",
        "ended_line": "{variant}: you came {rank} of {n}",
        "ended_all": "{variant}: see the results",
        "arena": "{arena} starts at {time}",
        "arena_line": "{variant}: you are registered",
        "round": "{arena}: round {round} has begun",
        "round_line": "Play it by {time}",
        "race": "The race in your room begins",
        "race_line": "Come back and play",
        "streak": "Keep your streak of {n} days",
        "streak_line": "Today's {variant} is open until {time}",
        "test": "Notifications work",
        "test_line": "This is what they look like",
        "somebody": "A player",
    },
    "de": {
        "made": "{name} fordert {group} heraus",
        "made_line": "{variant}: spielbar bis {time}",
        "ending": "Eine Herausforderung endet bald",
        "ending_line": "{variant}: noch spielbar bis {time}",
        "ended": "Eine Herausforderung ist zu Ende",
        "ended_line": "{variant}: Platz {rank} von {n}",
        "ended_all": "{variant}: die Ergebnisse sind da",
        "arena": "{arena} beginnt um {time}",
        "arena_line": "{variant}: du bist angemeldet",
        "round": "{arena}: Runde {round} hat begonnen",
        "round_line": "Spielbar bis {time}",
        "race": "Das Rennen in deinem Raum beginnt",
        "race_line": "Komm zurück und spiel mit",
        "streak": "Halte deine Serie von {n} Tagen",
        "streak_line": "{variant} von heute ist offen bis {time}",
        "test": "Benachrichtigungen funktionieren",
        "test_line": "So sehen sie aus",
        "somebody": "Jemand",
    },
    "pl": {
        "made": "{name} rzuca wyzwanie grupie {group}",
        "made_line": "{variant}: graj do {time}",
        "ending": "Wyzwanie wkrótce się skończy",
        "ending_line": "{variant}: możesz zagrać do {time}",
        "ended": "Wyzwanie się skończyło",
        "ended_line": "{variant}: miejsce {rank} z {n}",
        "ended_all": "{variant}: zobacz wyniki",
        "arena": "{arena}: start o {time}",
        "arena_line": "{variant}: jesteś na liście",
        "round": "{arena}: zaczęła się runda {round}",
        "round_line": "Graj do {time}",
        "race": "Wyścig w twoim pokoju się zaczyna",
        "race_line": "Wróć i graj",
        "streak": "Utrzymaj passę: {n} dni",
        "streak_line": "Dzisiejsza gra dnia ({variant}) jest otwarta do {time}",
        "test": "Powiadomienia działają",
        "test_line": "Tak wyglądają",
        "somebody": "Gracz",
    },
    "he": {
        "made": "אתגר לקבוצה {group} מאת {name}",
        "made_line": "{variant}: אפשר לשחק עד {time}",
        "ending": "אתגר עומד להסתיים",
        "ending_line": "{variant}: אפשר לשחק עד {time}",
        "ended": "אתגר הסתיים",
        "ended_line": "{variant}: מקום {rank} מתוך {n}",
        "ended_all": "{variant}: התוצאות כאן",
        "arena": "{arena}: מתחילים ב־{time}",
        "arena_line": "{variant}: נרשמתם",
        "round": "{arena}: סיבוב {round} התחיל",
        "round_line": "אפשר לשחק עד {time}",
        "race": "המרוץ בחדר שלכם מתחיל",
        "race_line": "אפשר לחזור ולשחק",
        "streak": "לשמור על רצף של {n} ימים",
        "streak_line": "החלוקה של היום ב־{variant} פתוחה עד {time}",
        "test": "ההתראות פועלות",
        "test_line": "כך הן נראות",
        "somebody": "שחקן",
    },
}

_ISOLATED = "\u2068{}\u2069"


def text(language: Language, key: str, **values: object) -> str:
    """Return a text with its values; `{time}` stays as it is. A streak has two days at least, so no text has a plural.

    Names keep their own direction in a text from right to left.
    """
    kept = {name: _ISOLATED.format(value) if language in FROM_RIGHT else value for name, value in values.items()}
    return TEXTS[language][key].format(time="{time}", **kept)
