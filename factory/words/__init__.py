"""Words: orthography, lexicon sources and the compiled index."""
