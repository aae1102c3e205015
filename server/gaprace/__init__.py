"""Gaprace: a multiplayer race server for Addiction Solitaire and its family."""
