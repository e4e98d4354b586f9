"""Marks in the group of a task (`Task.group`), which names what is alike: a kind of page, a control on such pages."""

MINOR = "~"
"""First character of the group of a control that belongs to class 4."""

AT = "@"
"""In the group of one of several like controls: before its kind, after it its place."""

SITE = "site"
"""Template in the group of a control that stands on most pages of the site."""

SEARCH = "search"
"""Name in the group of a search box."""

HOVER = "hover"
"""Stands for the role in the group of a link that the pointer is moved to."""

LATE = "late"
"""Begins the group of a page that is opened once more to see what comes late."""
