"""`ports.Store` on SQLite or Postgres, with one set of tables, statements and migrations."""
