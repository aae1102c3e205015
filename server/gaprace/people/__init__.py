"""People: identities, sessions, profiles and who avoids whom."""
