"""Printing: text, tables, JSON, CSV, files of rows, the progress of long work."""
