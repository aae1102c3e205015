"""The texts of the pages of a sign-in, by language."""

from collections.abc import Mapping

TEXTS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "connect title": "Keep playing as {player}?",
        "connect": "Connect {player} to your account {account} to play as {player} on every device where you sign in"
        " with {label}.",
        "connect yes": "Yes, connect",
        "connect new": "No, start as a new player",
        "connect note": "A new player starts without games. {player} keeps its games, and only its recovery code lets"
        " you play as {player} again.",
        "cancel": "Cancel",
        "switch title": "Continue as {owner}?",
        "switch": "Your account {account} belongs to {owner}. In this browser, you have played as {player}. Players are"
        " never merged: {player} keeps its games, and only its recovery code lets you play as {player} again.",
        "switch yes": "Continue as {owner}",
        "switch no": "Stay {player}",
        "failed": "You are not signed in",
        "again": "Sign in again",
        "other": "Use another account",
        "home": "To the home page",
        "sign_in_ended": "This sign-in was started in another browser, took too long, or has already ended.",
        "sign_in_cancelled": "{label} did not sign you in.",
        "account_not_allowed": "This account may not sign in here. Use another one, or ask the people who run this"
        " site.",
        "provider_unavailable": "{label} is not responding. Try again in a minute.",
        "bad_provider": "The answer from {label} could not be verified. If this happens again, tell the people who run"
        " this site.",
        "no_sign_in_here": "This sign-in doesn't exist here.",
        "network_banned": "Nobody may play from your network for now.",
        "too_many_identities": "Too many people have signed in from your network. Try again in a minute.",
        "read_only": "Maintenance: nobody can sign in right now.",
        "try_again": "The database can't be reached right now. Try again in a minute.",
    },
    "de": {
        "connect title": "Als {player} weiterspielen?",
        "connect": "Verbinde {player} mit deinem Konto {account}: Dann bist du {player} auf jedem Gerät, auf dem du"
        " dich mit {label} anmeldest.",
        "connect yes": "Ja, verbinden",
        "connect new": "Nein, neu anfangen",
        "connect note": "Ein neuer Spieler beginnt ohne Spiele. Die von {player} bleiben bei {player}: Nur der"
        " Wiederherstellungscode bringt dich dorthin zurück.",
        "cancel": "Abbrechen",
        "switch title": "Als {owner} weitermachen?",
        "switch": "Dein Konto {account} gehört zu {owner}. In diesem Browser warst du {player}. Spieler werden nie"
        " zusammengelegt: Was {player} gespielt hat, bleibt bei {player}, und nur der Wiederherstellungscode bringt"
        " dich dorthin zurück.",
        "switch yes": "Weiter als {owner}",
        "switch no": "{player} bleiben",
        "failed": "Du bist nicht angemeldet",
        "again": "Noch einmal anmelden",
        "other": "Anderes Konto verwenden",
        "home": "Zur Startseite",
        "sign_in_ended": "Diese Anmeldung wurde in einem anderen Browser begonnen, hat zu lange gedauert oder ist schon"
        " vorbei.",
        "sign_in_cancelled": "{label} hat dich nicht angemeldet.",
        "account_not_allowed": "Dieses Konto darf sich hier nicht anmelden. Nimm ein anderes, oder frage die Betreiber"
        " dieser Seite.",
        "provider_unavailable": "{label} antwortet gerade nicht. Versuche es in einer Minute noch einmal.",
        "bad_provider": "Die Antwort von {label} ließ sich nicht überprüfen. Wenn das wieder passiert, sage es den"
        " Betreibern dieser Seite.",
        "no_sign_in_here": "Diese Anmeldung gibt es hier nicht.",
        "network_banned": "Aus deinem Netz darf zurzeit niemand spielen.",
        "too_many_identities": "Aus deinem Netz haben sich zu viele angemeldet. Versuche es in einer Minute noch"
        " einmal.",
        "read_only": "Wartung: Zurzeit kann sich niemand anmelden.",
        "try_again": "Die Datenbank ist gerade nicht erreichbar. Versuche es in einer Minute noch einmal.",
    },
    "pl": {
        "connect title": "Grać dalej jako {player}?",
        "connect": "Połącz gracza {player} ze swoim kontem {account}, a będziesz nim na każdym urządzeniu, na którym"
        " zalogujesz się przez {label}.",
        "connect yes": "Tak, połącz",
        "connect new": "Nie, zacznij od nowa",
        "connect note": "Nowy gracz zaczyna bez gier. Gry gracza {player} zostają przy nim: wrócisz do nich tylko z"
        " jego kodem odzyskiwania.",
        "cancel": "Anuluj",
        "switch title": "Kontynuować jako {owner}?",
        "switch": "Twoje konto {account} należy do gracza {owner}. W tej przeglądarce grasz jako {player}. Graczy nigdy"
        " nie łączymy: gry gracza {player} zostają przy nim i wrócisz do nich tylko z jego kodem odzyskiwania.",
        "switch yes": "Kontynuuj jako {owner}",
        "switch no": "Zostań jako {player}",
        "failed": "Logowanie się nie udało",
        "again": "Zaloguj się ponownie",
        "other": "Użyj innego konta",
        "home": "Na stronę główną",
        "sign_in_ended": "To logowanie rozpoczęto w innej przeglądarce, trwało zbyt długo albo już się zakończyło.",
        "sign_in_cancelled": "{label} nie potwierdza logowania.",
        "account_not_allowed": "To konto nie może się tu logować. Użyj innego albo zapytaj osoby prowadzące tę stronę.",
        "provider_unavailable": "{label} teraz nie odpowiada. Spróbuj ponownie za minutę.",
        "bad_provider": "Nie udało się zweryfikować odpowiedzi z {label}. Jeśli to się powtórzy, powiedz o tym osobom"
        " prowadzącym tę stronę.",
        "no_sign_in_here": "Ta strona nie ma takiego logowania.",
        "network_banned": "Z twojej sieci na razie nikt nie może grać.",
        "too_many_identities": "Zbyt wiele osób zalogowało się z twojej sieci. Spróbuj ponownie za minutę.",
        "read_only": "Przerwa techniczna: teraz nikt nie może się zalogować.",
        "try_again": "Baza danych jest teraz niedostępna. Spróbuj ponownie za minutę.",
    },
    "he": {
        "connect title": "להמשיך לשחק בתור {player}?",
        "connect": "חברו את {player} לחשבון שלכם {account}, ותהיו {player} בכל מכשיר שבו תתחברו עם {label}.",
        "connect yes": "כן, לחבר",
        "connect new": "לא, להתחיל מחדש",
        "connect note": "שחקן חדש מתחיל בלי משחקים. המשחקים של {player} נשארים אצל {player}: רק קוד השחזור מחזיר"
        " אליהם.",
        "cancel": "ביטול",
        "switch title": "להמשיך בתור {owner}?",
        "switch": "החשבון שלכם {account} שייך ל־{owner}. בדפדפן הזה שיחקתם בתור {player}. שחקנים אף פעם לא מתמזגים:"
        " המשחקים של {player} נשארים אצל {player}, ורק קוד השחזור מחזיר אליהם.",
        "switch yes": "להמשיך בתור {owner}",
        "switch no": "להישאר {player}",
        "failed": "ההתחברות לא הצליחה",
        "again": "להתחבר שוב",
        "other": "חשבון אחר",
        "home": "לעמוד הראשי",
        "sign_in_ended": "ההתחברות הזאת התחילה בדפדפן אחר, נמשכה יותר מדי זמן או שכבר הסתיימה.",
        "sign_in_cancelled": "{label} לא אישר את ההתחברות.",
        "account_not_allowed": "החשבון הזה לא יכול להתחבר כאן. נסו חשבון אחר, או פנו למפעילי האתר.",
        "provider_unavailable": "{label} לא עונה כרגע. נסו שוב בעוד דקה.",
        "bad_provider": "לא ניתן היה לאמת את התשובה של {label}. אם זה קורה שוב, ספרו למפעילי האתר.",
        "no_sign_in_here": "באתר הזה אין התחברות כזאת.",
        "network_banned": "אי אפשר לשחק כרגע מהרשת שלכם.",
        "too_many_identities": "יותר מדי אנשים התחברו מהרשת שלכם. נסו שוב בעוד דקה.",
        "read_only": "תחזוקה: אי אפשר להתחבר כרגע.",
        "try_again": "אין כרגע גישה למסד הנתונים. נסו שוב בעוד דקה.",
    },
}
