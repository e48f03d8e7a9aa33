"""Measuring the factory: what puzzles cost, what workers need, and the published tables beside ours."""
