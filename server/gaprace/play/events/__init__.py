"""Events: windows, seals, fields, orders and standings; the dates of dailies, arenas and seasons."""
