"""URL templates: which parts of a site's addresses vary from instance to instance.

`/orders/17?page=2` and `/orders/18` are the same template. Numbers, UUIDs, hashes and slugs that end in a
number are variable at first sight (`{id}`). Any other part of a path is variable (`{}`) when more than
`MANY_VALUES` distinct values of it are known below one prefix; the addresses just below a site's entrance
or below its start page name its sections and need many more to count as values. Names that siblings share
(``/alice/settings`` and ``/bob/settings``) are no values, and siblings that share several names (`Alice` and
`Bob` here) are instances, however few they are.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable
from urllib.parse import unquote_plus, urlsplit

MANY_VALUES = 12
"""More distinct segments than this below one prefix are values, not names."""
MANY_SECTIONS = 60
"""The same for the first place where the site's addresses part, and for what is just below the start page."""
FEW_VALUES = 8
"""Up to this many distinct values of a query parameter name views (``tab=members``); more are values."""

ID = "{id}"
ANY = "{}"

SHARED_NAMES = 3
"""Siblings with at least so many names below them, most of which two others have as well, are instances."""

_COMMON = frozenset(
    "new create add edit list index search import export all settings show view details history copy delete".split()
)
"""Names that sections of every kind share."""
_HEX = re.compile(r"(?=.*\d)[0-9a-f]{7,}", re.IGNORECASE)
_UUID = re.compile(r"\{?[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}\}?", re.IGNORECASE)
_NUMBER = re.compile(r"[#$@]?[+-]?\d+(?:[.,:_-]\d+)*")
_SLUG = re.compile(
    r"(?:[^\W\d]|%[0-9A-F]{2}|[\d_.-])*[_-]\d+"  # coders-at-work_207
    r"|\d{2,}-(?:\w|%[0-9A-F]{2}|[.-])+"  # 12-a-title
    r"|[A-Z]{1,6}-?\d{2,}"  # PROJ-12
    r"|\w+[_-][A-Z]"  # index-A
)
_SHORT_CODE = re.compile(r"(?=.*[a-z])(?=\D*\d+[a-z]+\d)[a-z0-9]{6,12}")
_OPAQUE = re.compile(r"(?=(?:.*\d){3})(?=(?:.*[A-Za-z]){2})[0-9A-Za-z_=-]{12,}")
_ENDING = re.compile(r"\.[a-z]{1,5}\d?", re.IGNORECASE)
_FREE_TEXT = frozenset({"q", "query", "search", "keyword", "keywords", "k", "s", "term", "text", "wd", "word"})

_Path = tuple[str, ...]


class UrlTemplates:
    """Learns templates from the addresses of one site.

    The templates depend on the set of addresses observed and not on their order.

    Args:
        urls: addresses to begin with.
        entrance: address of the start page; "": not known, and taken to be above where the addresses part.

    >>> templates = UrlTemplates()
    >>> templates.observe("https://a.test/orders/17?page=2")
    >>> templates.template("https://a.test/orders/18?page=9")
    '/orders/{id}?page={}'
    """

    def __init__(self, urls: Iterable[str] = (), entrance: str = "") -> None:
        self._entrances = _entrances(entrance)
        self._paths: dict[_Path, None] = {}
        self._values: dict[tuple[_Path, str], set[str]] = defaultdict(set)
        self._hosts: set[str] = set()
        self._segments: set[str] = set()
        self._learned: _Learned | None = None
        for url in urls:
            self.observe(url)

    def observe(self, url: str) -> None:
        """Learn from an address, canonical as from `canonical_url`; what cannot be parsed is passed over."""
        parsed = _parse(url)
        if parsed is None:
            return
        host, path, query = parsed
        self._hosts.add(host)
        if path not in self._paths:
            self._paths[path] = None
            if self._learned is not None and not self._learned.absorbs(path, self._segments):
                self._learned = None
            self._segments.update(path)
        for name, value in query:
            values = self._values[path, name]
            if len(values) <= FEW_VALUES and value not in values:
                values.add(value)
                if self._learned is not None:
                    self._learned.see(path, name, value)

    def template(self, url: str) -> str:
        """The template of an address, observed or not; the address itself when it cannot be parsed.

        The host is part of it only when addresses on several hosts were observed.
        """
        parsed = _parse(url)
        if parsed is None:
            return url
        host, path, query = parsed
        if self._learned is None:
            self._learned = _Learned(self._paths, self._values, self._entrances)
        pattern = self._learned.pattern(path)
        names = {f"{name}={self._learned.value(pattern, name, value)}" for name, value in query}
        prefix = f"//{host}" if len(self._hosts | {host}) > 1 else ""
        return prefix + "".join(pattern) + (f"?{'&'.join(sorted(names))}" if names else "")


def compatible(a: str, b: str) -> bool:
    """Whether two URL templates can be spellings of one: same depth, segments equal or one of them learned.

    Queries do not count: a list and its second page are one template. A name (``new``) is no id.

    >>> compatible("/users/{}", "/users/ada"), compatible("/orders/{id}?page={}", "/orders/{id}")
    (True, True)
    >>> compatible("/orders", "/users"), compatible("/orders/{id}", "/orders/new")
    (False, False)
    """
    left, right = (text.partition("?")[0].split("/") for text in (a, b))
    return len(left) == len(right) and all(x == y or ANY in (x, y) for x, y in zip(left, right, strict=True))


class _Learned:
    """What follows from the addresses observed: for every pattern of a prefix, which names may come next."""

    def __init__(
        self, paths: Iterable[_Path], values: dict[tuple[_Path, str], set[str]], entrances: Container[_Path]
    ) -> None:
        paths = list(paths)
        self._entrances = entrances
        self._names: dict[_Path, frozenset[str] | None] = {}
        self._full: set[_Path] = set()
        self._steady: set[_Path] = set()
        self._owners: dict[tuple[_Path, str], set[str]] = defaultdict(set)
        for path in paths:
            for place in range(1, len(path)):
                self._owners[path[: place - 1], path[place]].add(path[place - 1])
        self._learn((), [((), path) for path in paths], at_entrance=True)
        self._views: dict[tuple[_Path, str], set[str]] = defaultdict(set)
        for (path, name), known in values.items():
            self._views[self.pattern(path), name] |= known

    def _learn(self, prefix: _Path, rows: list[tuple[_Path, _Path]], *, at_entrance: bool) -> None:
        """Sort the next segments below `prefix` into names and values.

        Args:
            prefix: the pattern so far.
            rows: of every path below it, the part read and the part still to read.
            at_entrance: no path has parted from the others yet.
        """
        rows = [(read, rest) for read, rest in rows if rest]
        if not rows:
            return
        parents: dict[str, set[_Path]] = defaultdict(set)
        for read, rest in rows:
            parents[rest[0]].add(read)
        parted = at_entrance and len(parents) > 1
        shared = {word for word, above in parents.items() if len(above) > 1 or self._is_shared(word, above)}
        limit = MANY_SECTIONS if parted or prefix in self._entrances else MANY_VALUES
        words = {segment for segment in parents if "{" not in segment}
        below_each = _names_below(words, rows)
        instances = _instances(below_each)
        self._names[prefix] = _names(words, shared & words, instances, limit)
        if len(words) > 2 * len(shared & words) and len(words - instances) > limit:
            self._full.add(prefix)
        self._steady |= {
            (*read, word)
            for word in words - instances
            if len(below_each[word]) >= SHARED_NAMES
            for read in parents[word]
        }
        below: dict[str, list[tuple[_Path, _Path]]] = defaultdict(list)
        for read, rest in rows:
            below[self._next(prefix, rest[0])].append(((*read, rest[0]), rest[1:]))
        for segment, further in below.items():
            self._learn((*prefix, segment), further, at_entrance=at_entrance and not parted)

    def _is_shared(self, word: str, above: set[_Path]) -> bool:
        """Whether a sibling of one of the prefixes has the same name below it."""
        return any(len(self._owners[path[:-1], word]) > 1 for path in above if path)

    def _next(self, prefix: _Path, segment: str) -> str:
        names = self._names.get(prefix)
        return segment if "{" in segment or names is None or segment in names else f"/{ANY}"

    def absorbs(self, path: _Path, seen: set[str]) -> bool:
        """Whether nothing that was learnt changes by a new path: one more value where there are many already.

        Args:
            path: not known yet.
            seen: all segments of the known paths; a new one is shared with nobody.
        """
        above, last = path[:-1], path[-1]
        return last not in seen and "{" not in last and above in self._steady and self.pattern(above) in self._full

    def see(self, path: _Path, name: str, value: str) -> None:
        """Learn one more value of a parameter."""
        self._views[self.pattern(path), name].add(value)

    def pattern(self, path: _Path) -> _Path:
        """The pattern of a path whose ids are marked already."""
        prefix: _Path = ()
        for segment in path:
            prefix = (*prefix, self._next(prefix, segment))
        return prefix

    def value(self, pattern: _Path, name: str, value: str) -> str:
        """What stands for a parameter's value in the template: the value itself when it names a view."""
        views = self._views.get((pattern, name), set())
        return value if value in views and len(views) <= FEW_VALUES else ANY


def _names(words: set[str], shared: set[str], instances: set[str], limit: int) -> frozenset[str] | None:
    """The segments that are names and not values; None when all are.

    Args:
        words: all that come next and are no ids.
        shared: those of them that several siblings have; no values where most are shared.
        instances: those of them that have like names below them.
        limit: more candidates than this are values.
    """
    is_the_rule = len(words) <= 2 * len(shared) <= 2 * MANY_SECTIONS
    candidates = words - instances - (shared if is_the_rule else set[str]())
    names = words - instances - (candidates if len(candidates) > limit else frozenset())
    return None if len(names) == len(words) else frozenset(names)


def _names_below(words: set[str], rows: list[tuple[_Path, _Path]]) -> dict[str, set[str]]:
    """For each word the names that come after it, but for those that sections of every kind have."""
    below: dict[str, set[str]] = {word: set() for word in words}
    for _, rest in rows:
        if rest[0] in below and len(rest) > 1 and "{" not in rest[1] and rest[1].strip("/") not in _COMMON:
            below[rest[0]].add(rest[1])
    return below


def _instances(below: dict[str, set[str]]) -> set[str]:
    """Segments with like names below them, as the projects of a tracker have."""
    owners = Counter(name for names in below.values() for name in names if name != "/")
    alike = {
        word
        for word, names in below.items()
        if len(names) >= SHARED_NAMES and 2 * sum(owners[name] > 2 for name in names) >= len(names)
    }
    return alike if len(alike) > 2 else set()


def _parse(url: str) -> tuple[str, _Path, list[tuple[str, str]]] | None:
    """Host, segments with ids marked, each with its slash, and parameters with variable values marked."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    route = parts.fragment if parts.fragment.startswith(("/", "!")) else ""
    route_path, _, route_query = route.partition("?")
    path, matrix = _without_matrix(parts.path or "/")
    route_path, route_matrix = _without_matrix(route_path)
    segments = [*_segments(path), *(_segments(f"#{route_path}") if route else ())]
    told = "&".join((matrix, parts.query, route_matrix, route_query))
    pairs = [pair.partition("=") for pair in told.split("&") if pair]
    return parts.netloc, tuple(segments), [(name, _value(name, value)) for name, _, value in pairs]


def _entrances(url: str) -> frozenset[_Path]:
    """The prefixes below which the sections are: the start page's path, as ``/admin/``, and the folder it is in."""
    parsed = _parse(url) if url else None
    if parsed is None:
        return frozenset()
    path = tuple(segment for segment in parsed[1] if segment != "/")
    return frozenset({path, path[:-1]})


def _without_matrix(path: str) -> tuple[str, str]:
    """A path without the matrix parameters of its last segment, and those as a query: they say what a query says."""
    above, slash, last = path.rpartition("/")
    name, _, parameters = last.partition(";")
    return f"{above}{slash}{name}", parameters.replace(";", "&")


def _segments(path: str) -> Iterable[str]:
    for number, segment in enumerate(path.split("/")):
        if number or segment:
            yield f"{'/' if number else ''}{_marked(segment)}"


def _marked(segment: str) -> str:
    name, semicolon, parameters = segment.partition(";")
    if semicolon:
        return _marked(name) + ";" + ";".join(re.sub("=.*", f"={ANY}", each) for each in parameters.split(";"))
    ending = _ENDING.search(segment)
    stem = segment[: ending.start()] if ending and ending.end() == len(segment) else segment
    rest = segment[len(stem) :]
    if stem and any(kind.fullmatch(stem) for kind in (_NUMBER, _UUID, _HEX, _SLUG, _SHORT_CODE, _OPAQUE)):
        return ID + rest
    return segment.replace("{", "%7B").replace("}", "%7D")


def _value(name: str, value: str) -> str:
    text = unquote_plus(value)
    if unquote_plus(name).lower() in _FREE_TEXT or "{" in _marked(text) or len(text) > 40:
        return ANY
    return value.replace("{", "%7B").replace("}", "%7D")
