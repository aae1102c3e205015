"""The words of webhooks in chats, in the languages of the client."""

from collections.abc import Mapping

from gaprace.wire.http import WebhookLanguage

TEXTS: Mapping[WebhookLanguage, Mapping[str, str]] = {
    "en": {
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
    },
    "de": {
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
        "replay": "Wiederholung ansehen",
        "test": "Das ist ein Test",
        "test_line": "Der Webhook funktioniert.",
        "open_site": "Gaprace öffnen",
        "somebody": "Jemand",
    },
}


def text(language: WebhookLanguage, key: str, **values: object) -> str:
    """Return a text with its values."""
    return TEXTS[language][key].format(**values)


def duration_text(ms: int) -> str:
    """Return a time as the client writes it: m:ss, or h:mm:ss."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
