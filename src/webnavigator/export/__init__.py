"""A map in other people's formats; what comes from pages is data in each of them, never markup and never code."""
