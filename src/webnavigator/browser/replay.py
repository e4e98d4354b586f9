"""Walking a path: open its start, take its steps, and check after each that the state is the one expected."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from webnavigator.browser.perform import Landing, PageAction, Performed, Pilot
from webnavigator.errors import BrowserError, PageCrashedError
from webnavigator.model.action import Click, Hover, Locator, Press, Select, Type
from webnavigator.model.arrival import Expected, Outcome, is_state
from webnavigator.model.graph import Edge, Path
from webnavigator.model.safety import Deny
from webnavigator.model.url import canonical_url, redact_url
