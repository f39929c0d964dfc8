"""The ladder's file: its tables, versions, records and logs, and opening it."""
