"""What prints: text, tables, JSON, CSV, files of rows, how far long work has come."""
