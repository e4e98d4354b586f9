"""Maps that follow their sites: what changed between two looks, and looking again."""
