"""Importers: dictionaries and joke lists of others, cleaned, judged row by row and written as our own files."""
