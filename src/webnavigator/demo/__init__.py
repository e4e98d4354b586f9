"""A shop to try webnavigator on: bundled, offline, deterministic, and it counts every write it receives."""

from webnavigator.demo.account import PASSWORD, USERNAME
from webnavigator.demo.scripts import intents, login_steps
from webnavigator.demo.server import DemoShop, Logged

__all__ = ["PASSWORD", "USERNAME", "DemoShop", "Logged", "intents", "login_steps"]
