"""The site's frame: controls that stand on most kinds of pages, to be tried once for the site and not once a page."""

from collections import Counter
from collections.abc import Container
from dataclasses import dataclass, field

from typing_extensions import override

from webnavigator.explore.controls import control_key, page_names
from webnavigator.model.page import Observation

_LEAST_TEMPLATES = 5
_SHARE = 0.25


@dataclass(slots=True)
class SiteFrame(Container[str]):
    """Control keys that were seen on at least five page templates and on a quarter of all; learnt page by page."""

    _templates: set[str] = field(default_factory=set[str])
    _seen_on: Counter[str] = field(default_factory=Counter[str])

    def learn(self, template: str, observation: Observation) -> None:
        """Count the controls of the first page of a template; further pages of it tell nothing."""
        if template in self._templates:
            return
        self._templates.add(template)
        names = page_names(observation)
        self._seen_on.update({control_key(element, names) for element in observation.elements})

    @override
    def __contains__(self, key: object) -> bool:
        seen = self._seen_on[key] if isinstance(key, str) else 0
        return seen >= max(_LEAST_TEMPLATES, _SHARE * len(self._templates))
