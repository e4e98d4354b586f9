"""Exploring a site: what to try next, trying it, and recording what came of it."""
