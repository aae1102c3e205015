"""Events: dailies, challenges, arenas and cups, from their creation to their standings and pages."""
