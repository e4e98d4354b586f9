"""What a request asks for, as told from outside: its shape, and whether a GraphQL body only reads."""

import json
import re
from collections.abc import Iterable
from typing import Any, Literal, cast
from urllib.parse import parse_qsl, unquote, urlsplit

from webnavigator.model.url_template import UrlTemplates
from webnavigator.model.words import words_in_name

GraphQLKind = Literal["reads", "writes", "unknown"]
"""`unknown`: a persisted query by its hash alone, or a document that cannot be parsed."""

_WRITING_VERBS = frozenset(
    "create insert upsert add set put store write register ensure assign unassign mark rename clone copy move replace "
    "modify change".split()
)
"""In the name of an operation that keeps something, whoever calls it: ``get-or-create-user``."""

_OF_THE_VISIT = frozenset("session sessions token tokens visitor guest anonymous consent theme locale".split())
"""What pages make for the visit itself, and often show nothing without."""

_LONGEST_DOCUMENT = 200_000
_MULTIPART_NAME = re.compile(r'content-disposition:[^\n]*?\bname="([^"]*)"', re.IGNORECASE)


def read_key(method: str, url: str, content_type: str, body: str | None) -> str:
    """The key under which requests are alike: method, address without its values, and the body's shape.

    Values do not count, so that the same search with other words is the same request; names, the structure of
    JSON and the operations of GraphQL do.

    Raises:
        ValueError: the address cannot be parsed.

    >>> read_key("post", "https://a.test/api/17?page=2", "application/json", '{"q": "tea", "n": [1, 2]}')
    'POST a.test/api/{id}?page {n:[0],q:""}'
    """
    parts = urlsplit(url)
    path = UrlTemplates().template(f"http://{parts.netloc}{parts.path}")
    names = "&".join(sorted({name for name, _ in parse_qsl(parts.query, keep_blank_values=True)}))
    place = f"{parts.netloc}{path}{'?' if names else ''}{names}"
    return f"{method.upper()} {place} {_body_shape(content_type, body or '')}"


def says_it_writes(url: str) -> bool:
    """The last part of an address names an operation that makes or changes something, other than for the visit.

    >>> says_it_writes("https://a.test/api/queues/get-or-create-user"), says_it_writes("https://a.test/createSession")
    (True, False)
    """
    words = set(words_in_name(unquote(urlsplit(url).path.rstrip("/").rpartition("/")[2])))
    return not words.isdisjoint(_WRITING_VERBS) and words.isdisjoint(_OF_THE_VISIT)


def graphql_kind(url: str, content_type: str, body: str | None) -> GraphQLKind | None:
    """Whether a GraphQL request only reads; None when it is not GraphQL.

    A batch reads when all of its members do. Of a document with several operations the one that
    `operationName` names counts, and all of them when it names none.
    """
    rows = _graphql_rows(url, content_type, body or "")
    if rows is None:
        return None
    kinds = {_row_kind(row) for row in rows}
    if "writes" in kinds:
        return "writes"
    return "unknown" if "unknown" in kinds or not kinds else "reads"


def _graphql_rows(url: str, content_type: str, body: str) -> list[dict[str, Any]] | None:
    if "application/graphql" in content_type and "json" not in content_type:
        return [{"query": body}]
    data = _json(body)
    members = cast("list[Any]", data) if isinstance(data, list) else [data]
    rows = [cast("dict[str, Any]", row) for row in members if isinstance(row, dict)]
    if not rows or len(rows) < len(members) or not all(_is_graphql(row, url) for row in rows):
        return None
    return rows


def _is_graphql(row: dict[str, Any], url: str) -> bool:
    query = row.get("query")
    if isinstance(query, str) and re.search(r"[{}]", query):
        return True
    extensions = row.get("extensions")
    if isinstance(extensions, dict) and "persistedQuery" in extensions:
        return True
    return "graphql" in urlsplit(url).path.lower() and ("operationName" in row or isinstance(query, str))


def _row_kind(row: dict[str, Any]) -> GraphQLKind:
    operations = _operations(row)
    if not operations:
        return "unknown"
    return "reads" if all(kind == "query" for kind, _, _ in operations) else "writes"


def _operations(row: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Kind, name and top fields of the operations that would run; none when that cannot be told."""
    # Loaded when the first such body is seen: most sites have none, and loading takes 0.2 s.
    from graphql import GraphQLSyntaxError
    from graphql.language import FieldNode, OperationDefinitionNode, parse

    query, wanted = row.get("query"), row.get("operationName")
    if not isinstance(query, str) or len(query) > _LONGEST_DOCUMENT:
        return []
    try:
        document = parse(query, no_location=True)
    except (GraphQLSyntaxError, RecursionError):
        return []
    found: list[tuple[str, str, str]] = []
    for node in document.definitions:
        if isinstance(node, OperationDefinitionNode):
            fields = (each.name.value for each in node.selection_set.selections if isinstance(each, FieldNode))
            found.append((node.operation.value, node.name.value if node.name else "", ",".join(fields)))
    named = [each for each in found if each[1] == wanted]
    return named or found


def _body_shape(content_type: str, body: str) -> str:
    rows = _graphql_rows("", content_type, body)
    if rows is not None:
        return "graphql " + ";".join(_graphql_shape(row) for row in rows)
    data = _json(body)
    if data is not None:
        return _json_shape(data)
    if "form-data" in content_type:
        return _names(_MULTIPART_NAME.findall(body))
    if "form" in content_type:
        return _names(name for name, _ in parse_qsl(body, keep_blank_values=True))
    return content_type.partition(";")[0].strip().lower() if body else "-"


def _graphql_shape(row: dict[str, Any]) -> str:
    operations = _operations(row)
    if not operations:
        persisted = json.dumps(row.get("extensions"), sort_keys=True)
        return f"{row.get('operationName')} {persisted} {row.get('query', '')}"
    return " ".join(f"{kind} {name}{{{fields}}}" for kind, name, fields in operations)


def _json(body: str) -> Any:
    if body.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _json_shape(value: Any, depth: int = 0) -> str:
    if depth > 6:
        return "…"
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        return "{" + ",".join(f"{key}:{_json_shape(fields[key], depth + 1)}" for key in sorted(fields)) + "}"
    if isinstance(value, list):
        items = cast("list[Any]", value)
        return "[" + ",".join(sorted({_json_shape(item, depth + 1) for item in items})) + "]"
    if value is None or isinstance(value, bool):
        return "~" if value is None else "?"
    return '""' if isinstance(value, str) else "0"


def _names(names: Iterable[str]) -> str:
    return "form " + ",".join(sorted(set(names)))
