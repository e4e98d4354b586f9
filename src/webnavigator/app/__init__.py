"""Composition root and public facade: the only package that knows which class implements what.

One module for each thing that can be done with a map; what is listed here is the API.
"""

from webnavigator.app.comparing import diff
from webnavigator.app.exploring import audit, explore
from webnavigator.app.formats import export_text, export_way
from webnavigator.app.looking import open_reading
from webnavigator.app.navigating import OpenNavigator, goto, keep_learnt, open_navigator
from webnavigator.app.questions import AskOptions, ask
from webnavigator.app.refreshing import refresh
from webnavigator.app.roles import RoleView, explore_as, layer_of, roles
from webnavigator.app.searching import FoundState, index, search
from webnavigator.app.tasks import TaskOptions, run_task
from webnavigator.app.transfer import export, export_archive, import_map
from webnavigator.app.verdicts import feedback, forget_feedback, report_answer

__all__ = [
    "AskOptions",
    "FoundState",
    "OpenNavigator",
    "RoleView",
    "TaskOptions",
    "ask",
    "audit",
    "diff",
    "explore",
    "explore_as",
    "export",
    "export_archive",
    "export_text",
    "export_way",
    "feedback",
    "forget_feedback",
    "goto",
    "import_map",
    "index",
    "keep_learnt",
    "layer_of",
    "open_navigator",
    "open_reading",
    "refresh",
    "report_answer",
    "roles",
    "run_task",
    "search",
]
