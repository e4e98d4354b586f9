"""webnavigator: the map layer for web agents."""

__version__ = "0.1.0"
