"""The texts of messages to chats and of notifications in browsers, in the languages of the client."""

from collections.abc import Mapping

from gaprace.wire.http import FROM_RIGHT, Language

TEXTS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        # Webhooks
        "opened": "The dailies of {date} are open",
        "own_opened": "The daily of {date} is open",
        "open_until": "{variants}: until {until}",
        "play": "Play",
        "digest": "Results of {date}",
        "played": "{variant}: {n} played",
        "nobody": "{variant}: nobody played",
        "won_in": "{rank}. {name}{score}, won in {time}",
        "not_won": "{rank}. {name}{score}, {locked} cards",
        "results": "Results",
        "room": "The room is open",
        "room_of": "{host} has opened a room",
        "room_line": "Join, and race on the same deal at the same instant.",
        "join": "Join",
        "race_won": "{name} won the race in {time}",
        "race_led": "{name} came first with {locked} cards",
        "challenge": "{name} challenges the group",
        "challenge_line": "{variant}: play it whenever you like, until {until}",
        "challenge_over": "A challenge is over",
        "nobody_played": "Nobody played.",
        "replay": "Watch the replay",
        "test": "This is a test",
        "test_line": "The webhook works.",
        "open_site": "Open Gaprace",
        "somebody": "A player",
        # Browsers, which fill in `{time}` in their own time zone
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
        "push_test": "Notifications work",
        "push_test_line": "This is what they look like",
    },
    "de": {
        # Webhooks
        "opened": "Die Tagesspiele vom {date} sind da",
        "own_opened": "Das Tagesspiel vom {date} ist da",
        "open_until": "{variants}: bis {until}",
        "play": "Spielen",
        "digest": "Ergebnisse vom {date}",
        "played": "{variant}: {n} gespielt",
        "nobody": "{variant}: niemand hat gespielt",
        "won_in": "{rank}. {name}{score}, gewonnen in {time}",
        "not_won": "{rank}. {name}{score}, {locked} Karten",
        "results": "Ergebnisse",
        "room": "Der Raum ist offen",
        "room_of": "{host} hat einen Raum geöffnet",
        "room_line": "Komm dazu: alle bekommen im selben Moment dieselben Karten.",
        "join": "Mitmachen",
        "race_won": "{name} gewinnt das Rennen in {time}",
        "race_led": "{name} liegt vorn: {locked} Karten",
        "challenge": "{name} fordert die Gruppe heraus",
        "challenge_line": "{variant}: spielbar, wann es dir passt, bis {until}",
        "challenge_over": "Eine Herausforderung ist zu Ende",
        "nobody_played": "Niemand hat gespielt.",
        "replay": "Replay ansehen",
        "test": "Das ist ein Test",
        "test_line": "Der Webhook funktioniert.",
        "open_site": "Gaprace öffnen",
        "somebody": "Jemand",
        # Browsers, which fill in `{time}` in their own time zone
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
        "push_test": "Benachrichtigungen funktionieren",
        "push_test_line": "So sehen sie aus",
    },
    "pl": {
        # Webhooks
        "opened": "Gry dnia z {date} są otwarte",
        "own_opened": "Gra dnia z {date} jest otwarta",
        "open_until": "{variants}: do {until}",
        "play": "Zagraj",
        "digest": "Wyniki z {date}",
        "played": "{variant}: liczba graczy {n}",
        "nobody": "{variant}: nikt nie zagrał",
        "won_in": "{rank}. {name}{score}, wygrana w {time}",
        "not_won": "{rank}. {name}{score}, karty: {locked}",
        "results": "Wyniki",
        "room": "Pokój jest otwarty",
        "room_of": "{host} otwiera pokój",
        "room_line": "Dołącz: wszyscy dostają to samo rozdanie w tej samej chwili.",
        "join": "Dołącz",
        "race_won": "{name} wygrywa wyścig w {time}",
        "race_led": "Pierwsze miejsce: {name}, karty: {locked}",
        "challenge": "{name} rzuca grupie wyzwanie",
        "challenge_line": "{variant}: graj, kiedy ci pasuje, do {until}",
        "challenge_over": "Wyzwanie się skończyło",
        "nobody_played": "Nikt nie zagrał.",
        "replay": "Obejrzyj powtórkę",
        "test": "To jest test",
        "test_line": "Webhook działa.",
        "open_site": "Otwórz Gaprace",
        "somebody": "Gracz",
        # Browsers, which fill in `{time}` in their own time zone
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
        "push_test": "Powiadomienia działają",
        "push_test_line": "Tak wyglądają",
    },
    "he": {
        # Webhooks
        "opened": "החלוקות היומיות של {date} נפתחו",
        "own_opened": "החלוקה היומית של {date} נפתחה",
        "open_until": "{variants}: עד {until}",
        "play": "לשחק",
        "digest": "תוצאות {date}",
        "played": "{variant}: מספר השחקנים {n}",
        "nobody": "{variant}: אף אחד לא שיחק",
        "won_in": "{rank}. {name}{score}, ניצחון ב־{time}",
        "not_won": "{rank}. {name}{score}, קלפים: {locked}",
        "results": "תוצאות",
        "room": "החדר פתוח",
        "room_of": "חדר חדש של {host}",
        "room_line": "בואו: כולם מקבלים אותה חלוקה באותו רגע.",
        "join": "כניסה",
        "race_won": "המרוץ נגמר בניצחון ל־{name}, בזמן {time}",
        "race_led": "מקום ראשון: {name}, קלפים: {locked}",
        "challenge": "אתגר לקבוצה מאת {name}",
        "challenge_line": "{variant}: משחקים מתי שנוח, עד {until}",
        "challenge_over": "אתגר הסתיים",
        "nobody_played": "אף אחד לא שיחק.",
        "replay": "לצפייה בשחזור",
        "test": "זאת בדיקה",
        "test_line": "ה־Webhook פועל.",
        "open_site": "לפתוח את Gaprace",
        "somebody": "שחקן",
        # Browsers, which fill in `{time}` in their own time zone
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
        "push_test": "ההתראות פועלות",
        "push_test_line": "כך הן נראות",
    },
}

_ISOLATED = "\u2068{}\u2069"


def text(language: Language, key: str, **values: object) -> str:
    """Return a text with its values."""
    return TEXTS[language][key].format(**values)


def browser_text(language: Language, key: str, **values: object) -> str:
    """Return a text for a browser; `{time}` stays as it is. A streak has two days at least, so no text has a plural.

    Names keep their own direction in a text from right to left.
    """
    kept = {name: _ISOLATED.format(value) if language in FROM_RIGHT else value for name, value in values.items()}
    return text(language, key, time="{time}", **kept)


def duration_text(ms: int) -> str:
    """Return a time as the client writes it: m:ss, or h:mm:ss."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
