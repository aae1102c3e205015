"""Moderation: reports, decisions, examinations of games, and results that are void."""
