"""What a wheel holds: all that the code reads at run time."""

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
CODE = ROOT / "src" / "webnavigator"


def test_the_wheel_holds_every_file_of_the_package_and_the_command(tmp_path: Path):
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
        (entry,) = [name for name in held if name.endswith("entry_points.txt")]
        assert "webnavigator = webnavigator.cli.main:main" in archive.read(entry).decode()
    tracked = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", CODE], cwd=ROOT, capture_output=True, text=True, check=False
    )
    wanted = [line for line in tracked.stdout.splitlines() if (ROOT / line).is_file()] or [
        str(path.relative_to(ROOT)) for path in CODE.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    ]
    assert {line.removeprefix("src/") for line in wanted} <= held
    for name in ("py.typed", "skill/SKILL.md", "browser/script/capture.js", "navigate/data/selector.json"):
        assert f"webnavigator/{name}" in held


def test_exploring_stays_a_function_whatever_was_imported_before():
    code = "import webnavigator.explore.frontier, webnavigator; from webnavigator.app import explore as it"
    done = subprocess.run([sys.executable, "-c", f"{code}; assert webnavigator.explore is it"], check=False)
    assert done.returncode == 0
