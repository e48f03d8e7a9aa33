"""The stages of one puzzle: mask, fill, secret, clues."""
