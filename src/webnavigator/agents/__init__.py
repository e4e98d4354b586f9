"""Agents that do tasks and answer questions on a site, with or without its map; rivals know nothing of each other."""
