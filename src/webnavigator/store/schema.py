"""The tables of a map, as of the newest schema version.

``seq`` keeps the order of first insertion. A change here needs a step in `webnavigator.store.migrations`.
"""

from sqlalchemy import Boolean, Column, Float, ForeignKey, Integer, MetaData, String, Table
from sqlalchemy.types import JSON

metadata = MetaData()


def _seq() -> Column[int]:
    return Column("seq", Integer, primary_key=True)


def _text(name: str, *, unique: bool = False, index: bool = False) -> Column[str]:
    return Column(name, String, nullable=False, unique=unique or None, index=index or None)


def _node(name: str) -> Column[str]:
    return Column(name, String, ForeignKey("nodes.id", ondelete="CASCADE"), nullable=False, index=True)


schema_migrations = Table(
    "schema_migrations",
    metadata,
    Column("version", Integer, primary_key=True),
    _text("name"),
)

meta = Table("meta", metadata, Column("key", String, primary_key=True), Column("value", JSON, nullable=False))

nodes = Table(
    "nodes",
    metadata,
    _seq(),
    _text("id", unique=True),
    _text("url"),
    _text("title"),
    _text("h_v"),
    Column("url_reachable", Boolean, nullable=True),
    _text("template"),
    Column("depth", Integer, nullable=False),
    Column("status", Integer, nullable=True),
    Column("first_seen", Float, nullable=False),
    Column("last_seen", Float, nullable=False),
    _text("name"),
    Column("visited", Boolean, nullable=False),
    _text("content"),
    _text("screenshot"),
)

edges = Table(
    "edges",
    metadata,
    _seq(),
    _text("id", unique=True),
    _node("source"),
    _node("target"),
    Column("action", JSON, nullable=False),
    _text("label"),
    _text("kind"),
    Column("verified", Boolean, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("successes", Integer, nullable=False),
    Column("seconds", Float, nullable=False),
)

heals = Table(
    "heals",
    metadata,
    _seq(),
    _text("edge_id", index=True),
    Column("locator", JSON, nullable=False),
)

observations = Table("observations", metadata, Column("sha", String, primary_key=True), _text("structure"))

tasks = Table(
    "tasks",
    metadata,
    _seq(),
    _text("id", unique=True),
    _text("source", index=True),
    Column("action", JSON, nullable=False),
    _text("label"),
    _text("group"),
    Column("depth", Integer, nullable=False),
    _text("state", index=True),
    _text("outcome"),
    Column("holder", String, nullable=False, server_default=""),
    Column("leased_until", Float, nullable=False, server_default="0"),
)

audit = Table(
    "audit",
    metadata,
    _seq(),
    _text("id", unique=True),
    _text("kind"),
    _text("url"),
    _text("what"),
    _text("reason"),
    Column("count", Integer, nullable=False),
)

read_endpoints = Table("read_endpoints", metadata, _seq(), _text("key", unique=True))

probes = Table("probes", metadata, _seq(), _text("id", unique=True), Column("definition", JSON, nullable=False))

labels = Table(
    "labels",
    metadata,
    Column("node_id", String, ForeignKey("nodes.id", ondelete="CASCADE"), primary_key=True),
    Column("probe_id", String, primary_key=True),
)

successors = Table(
    "successors",
    metadata,
    _seq(),
    _text("old", unique=True),
    _text("new"),
    _text("reason"),
    Column("time", Float, nullable=False),
)

uses = Table("uses", metadata, Column("node_id", String, primary_key=True), Column("count", Integer, nullable=False))

feedback = Table(
    "feedback",
    metadata,
    _seq(),
    _text("id", unique=True),
    _text("query"),
    _text("node_id", index=True),
    _text("verdict"),
    Column("time", Float, nullable=False),
)
