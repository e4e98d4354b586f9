"""The viewer as one file that works without a server: page, scripts, data and pictures."""

import base64
import hashlib
from pathlib import Path

from webnavigator.outfile import write_outfile
from webnavigator.viewer import assets, changes, details, run
from webnavigator.viewer.server import Viewer
from webnavigator.viewer.snapshot import Snapshot
from webnavigator.viewer.text import Json, for_script
from webnavigator.viewer.trajectories import Trajectory

_HEAD = "<!-- export: policy -->"
_ICON = '<link rel="icon" href="/static/icon.svg">'
_STYLE = '<link rel="stylesheet" id="__________cytoscape_stylesheet" href="/static/app.css">'


def export_site(viewer: Viewer, path: Path) -> int:
    """Write the map as one page; returns its size in bytes.

    Raises:
        StoreError: the file cannot be written.
    """
    page = viewer.reader.read_now(lambda shot: _page(shot, viewer)).encode("utf-8", "backslashreplace")
    write_outfile(path, page)
    return len(page)


def _page(shot: Snapshot, viewer: Viewer) -> str:
    """The page with everything in it; a policy lets its own scripts run, by their hashes, and no other."""
    page, style = assets.text_of("index.html"), assets.text_of("app.css")
    codes = {name: assets.text_of(name).replace("</script", "<\\/script") for name in assets.scripts()}
    policy = (
        f"default-src 'none'; script-src {' '.join(_hash(code) for code in codes.values())}; "
        f"style-src {_hash(style)}; img-src data:; base-uri 'none'; form-action 'none'; "
        "require-trusted-types-for 'script'"
    )
    data = f'<script type="application/json" id="data">{for_script(_data(shot, viewer))}</script>'
    page = page.replace(_ICON, "").replace(_HEAD, f'<meta http-equiv="Content-Security-Policy" content="{policy}">')
    page = page.replace(_STYLE, f'<style id="__________cytoscape_stylesheet">{style}</style>')
    for at, (name, code) in enumerate(codes.items()):
        before = data if at == 0 else ""
        page = page.replace(f'<script src="/static/{name}" defer></script>', f"{before}<script>{code}</script>")
    return page


def _data(shot: Snapshot, viewer: Viewer) -> Json:
    pictures: dict[str, str] = {}
    picture_of: dict[str, str] = {}
    for node in shot.graph.nodes:
        if node.screenshot:
            picture_of[node.id] = node.screenshot[:16]
            if node.screenshot[:16] not in pictures:
                image = shot.store.screenshot(node) or b""
                pictures[node.screenshot[:16]] = base64.b64encode(image).decode()
    return {
        "map": shot.drawing,
        "states": {node.id: details.details(shot, node.id) for node in shot.graph.nodes},
        "picture_of": picture_of,
        "pictures": pictures,
        "run": run.run(shot),
        "audit": run.audit(shot),
        "changes": changes.changes(shot, viewer.diffs),
        "extras": {"results": viewer.results, "trajectories": [one.told for one in viewer.trajectories]},
        "step_pictures": [_step_pictures(one) for one in viewer.trajectories],
    }


def _step_pictures(one: Trajectory) -> list[str]:
    images = (one.picture(step) for step in range(len(one.pictures)))
    return [base64.b64encode(image or b"").decode() for image in images]


def _hash(code: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()}'"
