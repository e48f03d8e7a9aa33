"""Judging finished puzzles: verification and metrics."""
