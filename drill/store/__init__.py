"""The collection on disk: tables, migrations, and the mapping of values to rows. Nothing above sees a row."""
