"""The map on disk: SQLite for what changes, files named by content hash for what is large."""
