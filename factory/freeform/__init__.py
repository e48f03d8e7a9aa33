"""Word crossings from a list: words with or without clues become an arrangement on an unbounded plane."""
