"""Where the tables of a map are when they are not in its directory: a database server, named by a file of the map.

``store.json`` holds the address without any password: libpq takes that from ``PGPASSWORD`` or ``~/.pgpass``.
"""

import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from webnavigator.errors import BadInputError, MapError

STORE_NAME = "store.json"
"""In the directory of a map whose tables are on a server."""
FORMAT = "webnavigator-store/1"

_NAMESPACE = re.compile(r"[a-z_][a-z0-9_]{0,62}")
_OPTIONS = frozenset({"host", "port", "sslmode", "sslrootcert", "connect_timeout", "application_name"})
"""What an address may say besides: nothing that names a file with secrets, as a directory may come from anywhere."""


@dataclass(frozen=True, slots=True)
class Server:
    """A map's place on a PostgreSQL server.

    Attributes:
        url: its address, without a password.
        namespace: the PostgreSQL schema that holds the map's tables, and nothing else.
        password: as it was given with the address; "" leaves it to libpq. Never written down.
    """

    url: URL
    namespace: str
    password: str = ""

    @property
    def environment(self) -> Mapping[str, str]:
        """What another process needs to open the map besides its directory."""
        return {"PGPASSWORD": self.password} if self.password else {}

    @property
    def where(self) -> tuple[object, ...]:
        """Which database it is: equal for two addresses of one that differ in user or options."""
        return self.url.host or self.url.query.get("host"), self.url.port, self.url.database

    def __str__(self) -> str:
        return self.url.set(drivername="postgresql").render_as_string(hide_password=True)


def server_at(address: str) -> Server:
    """Where an address puts a new map.

    Args:
        address: ``postgresql://USER@HOST:PORT/DATABASE``; ``?schema=NAME`` names the map's PostgreSQL schema, which
            gets a name of its own otherwise.

    Raises:
        BadInputError: it is not such an address.
    """
    try:
        url = make_url(address)
    except ArgumentError:
        raise BadInputError("--store: not an address: give  postgresql://USER@HOST/DATABASE") from None
    if url.drivername not in ("postgresql", "postgres", "postgresql+psycopg"):
        raise BadInputError(f"--store: {url.drivername} is not known: give  postgresql://USER@HOST/DATABASE")
    named = url.query.get("schema")
    url = url.difference_update_query(["schema"])
    for name in sorted(url.query.keys() - _OPTIONS):
        raise BadInputError(f"--store: {name!r} cannot be set in the address; known: {', '.join(sorted(_OPTIONS))}")
    namespace = named if isinstance(named, str) else f"webnavigator_{secrets.token_hex(6)}"
    if not _NAMESPACE.fullmatch(namespace):
        raise BadInputError(f"--store: {namespace!r} cannot be a schema: small letters, digits and _ can")
    bare = URL.create("postgresql+psycopg", url.username, None, url.host, url.port, url.database, url.query)
    return Server(bare, namespace, str(url.password or ""))


def write_server(directory: Path, server: Server) -> None:
    """Say in a map's directory where its tables are; the file is whole or not there.

    Raises:
        OSError: it cannot be written.
    """
    unfinished = directory / f"{STORE_NAME}.unfinished"
    row = {"schema": FORMAT, "url": str(server), "namespace": server.namespace}
    unfinished.write_text(json.dumps(row, indent=1) + "\n", encoding="utf-8")
    unfinished.replace(directory / STORE_NAME)


def read_server(directory: Path) -> Server | None:
    """Where a map's tables are; None: in the directory itself.

    Raises:
        MapError: the file that says so cannot be read.
    """
    try:
        row: Any = json.loads((directory / STORE_NAME).read_text(encoding="utf-8"))
        if row["schema"] != FORMAT:
            raise MapError(f"map {directory}: its {STORE_NAME} is of an unknown format: upgrade webnavigator")
        return server_at(f"{row['url']}{'&' if '?' in row['url'] else '?'}schema={row['namespace']}")
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise MapError(f"map {directory}: its {STORE_NAME} cannot be read: {error}") from None
    except BadInputError as error:
        raise MapError(f"map {directory}: its {STORE_NAME} names no server: {error}") from None
