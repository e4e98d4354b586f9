"""The command line: a thin skin that parses, calls `webnavigator.app` and prints."""
