"""The ladder's database file: its tables, versions, records and logs, and how it is opened."""
