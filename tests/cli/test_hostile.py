"""Clumsy and hostile use of the command on a map that needs no browser: one line, the right code, nothing lost."""

import json
import os
import resource
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from cli.little_shop import Command, Ran
from webnavigator.store.sql import open_map

pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX devices and limits")

BASE = "http://127.0.0.1:9/"
EMPTY_MAP = '{"schema": "webnavigator-map/1.0", "nodes": [], "edges": []}'
FULL_DEVICE = Path("/dev/full")


@pytest.fixture(scope="module")
def whole_map(command: Command, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A map of two pages, made from the open format and searched once."""
    folder = tmp_path_factory.mktemp("hostile")
    nodes = [
        {"id": str(n), "url": f"{BASE}{name}", "title": name} for n, name in enumerate(("Orders", "订单 Shipping"))
    ]
    data = {"schema": "webnavigator-map/1.0", "nodes": nodes, "edges": [], "meta": {"start_url": BASE}}
    (folder / "map.json").write_text(json.dumps(data))
    assert command("import", folder / "map.json", folder / "map").code == 0
    assert command("search", folder / "map", "orders", WEBNAVIGATOR_RETRIEVE__ENCODER="lexical").code == 0
    return folder / "map"


@pytest.fixture
def small_map(whole_map: Path, tmp_path: Path) -> Path:
    """A copy of it to do what one likes with."""
    return Path(shutil.copytree(whole_map, tmp_path / "map"))


def told(ran: Ran, code: int, *said: str) -> None:
    assert ran.code == code, ran.err
    assert len(ran.err.splitlines()) == 1, ran.err
    assert "defect" not in ran.err
    for words in said:
        assert words in ran.err


def run_into(path: Path, *arguments: object, limit_bytes: int | None = None, **environment: str) -> Ran:
    """Run the command with its output going to a file or device; no file may grow beyond a limit."""

    def limit() -> None:
        if limit_bytes is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit_bytes, limit_bytes))

    with path.open("w") as out:
        done = subprocess.run(
            [sys.executable, "-c", "from webnavigator.cli.main import main; main()", *map(str, arguments)],
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "WEBNAVIGATOR_RETRIEVE__ENCODER": "lexical", **environment},
            stdin=subprocess.DEVNULL,
            preexec_fn=limit,
            check=False,
        )
    return Ran(done.returncode, "", done.stderr)


@pytest.mark.skipif(not FULL_DEVICE.exists(), reason="a device of Linux")
@pytest.mark.parametrize(
    "arguments",
    [("search", "MAP", "orders"), ("search", "MAP", "orders", "--json"), ("export", "MAP", "--json"), ("--version",)],
    ids=" ".join,
)
def test_a_full_disk_under_stdout_is_told(arguments: tuple[str, ...], whole_map: Path):
    ran = run_into(FULL_DEVICE, *(whole_map if word == "MAP" else word for word in arguments))
    told(ran, 1, "No space left on device")


def test_a_full_disk_under_the_search_index_is_told_and_later_made_good(small_map: Path, tmp_path: Path):
    shutil.rmtree(small_map / "index")
    ran = run_into(tmp_path / "out", "search", small_map, "orders", limit_bytes=4096)
    told(ran, 1, "search index")
    again = run_into(tmp_path / "out", "search", small_map, "orders")
    assert again.code == 0, again.err
    assert "Orders" in (tmp_path / "out").read_text()


def test_a_full_disk_under_an_export_leaves_the_older_export(small_map: Path, command: Command, tmp_path: Path):
    target = tmp_path / "map.zip"
    assert command("export", small_map, "--archive", target).code == 0
    older = target.read_bytes()
    told(
        run_into(tmp_path / "out", "export", small_map, "--archive", target, limit_bytes=4096), 1, "cannot be copied to"
    )
    assert target.read_bytes() == older
    assert sorted(path.name for path in tmp_path.iterdir()) == ["map", "map.zip", "out"]


def test_a_pipe_is_never_replaced(whole_map: Path, command: Command, tmp_path: Path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    told(command("export", whole_map, "--archive", pipe), 2, "no ordinary file")
    told(command("login", BASE, "--save", pipe), 2, "no ordinary file")
    assert pipe.is_fifo()


def test_a_junk_index_is_made_anew(small_map: Path, command: Command):
    (small_map / "index" / "index.sqlite").write_bytes(os.urandom(5000))
    ran = command("search", small_map, "orders", WEBNAVIGATOR_RETRIEVE__ENCODER="lexical")
    assert (ran.code, ran.err) == (0, "")
    assert "Orders" in ran.out


def test_an_overlong_query_is_searched_with_a_warning(whole_map: Path, command: Command):
    ran = command("search", whole_map, "orders " * 10_000, WEBNAVIGATOR_RETRIEVE__ENCODER="lexical")
    assert ran.code == 0
    assert "warning: the query is long" in ran.err


def test_a_query_that_is_no_utf8_is_searched(whole_map: Path, command: Command):
    ran = command("search", whole_map, "orders \udcff\udcfe")
    assert (ran.code, ran.err) == (0, "")
    told(command("search", whole_map, "\udcff"), 2, "no word")


def test_titles_are_printed_where_the_terminal_has_no_letters_for_them(whole_map: Path, tmp_path: Path):
    for words, flag in (("shipping", "--json"), ("shipping", "-k2")):
        ran = run_into(tmp_path / "out", "search", whole_map, words, flag, PYTHONIOENCODING="latin-1")
        assert ran.code == 0, ran.err
        assert "Shipping" in (tmp_path / "out").read_text("latin-1")
    run_into(tmp_path / "out", "search", whole_map, "shipping", "--json", PYTHONIOENCODING="latin-1")
    assert json.loads((tmp_path / "out").read_text("latin-1"))[0]["title"] == "订单 Shipping"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[" * 100_000, "nested"),
        (
            '{"schema": "webnavigator-map/1.0", "nodes": [], "edges": [], "report": ' + '{"a":' * 900 + "1" + "}" * 901,
            "nested",
        ),
        ("1" * 10_000, "digits"),
    ],
    ids=["brackets", "report", "number"],
)
def test_hostile_json_is_refused(content: str, said: str, command: Command, tmp_path: Path):
    (tmp_path / "map.json").write_text(content)
    told(command("import", tmp_path / "map.json", tmp_path / "map"), 2, said)
    assert not (tmp_path / "map").exists()


def test_a_part_that_the_map_lacks_is_not_blamed_on_the_archive(small_map: Path, command: Command, tmp_path: Path):
    with open_map(small_map, write=True) as store:
        node = next(iter(store.graph().nodes))
        sha = store.put_screenshot(b"not there for long")
        store.put_node(replace(node, screenshot=sha))
    shutil.rmtree(small_map / "blobs")
    told(command("export", small_map, "--archive", tmp_path / "map.zip"), 1, "map", "is damaged", sha)


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--report", "no/such/r.json", "no directory"),
        ("--report", ".", "is a directory"),
        ("--locale", "english!", "browser.locale"),
        ("--allow-host", "http://", "not a host"),
        ("--login", "no-domain.json", "cookies.0.domain"),
    ],
)
def test_options_are_looked_at_before_anything_begins(
    option: str, value: str, said: str, command: Command, tmp_path: Path
):
    (tmp_path / "no-domain.json").write_text('{"cookies": [{"name": "a", "value": "b"}], "origins": []}')
    # no browser is started: it would be missed first
    browser = ("--browser", "/nonexistent/chrome")
    told(command("explore", BASE, "--map", "map", *browser, option, value, cwd=tmp_path), 2, said)
    assert [path.name for path in tmp_path.iterdir()] == ["no-domain.json"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--model", "scripted:missing.jsonl"), "No such file"),
        (("--model", "scripted:answers.jsonl", "--record", "no/r.jsonl"), "no directory"),
        (("--model", "m", "--base-url", "a.test"), "not an http or https address"),
        (("--record", "r.jsonl"), "need --model"),
    ],
)
def test_a_model_that_cannot_be_asked_is_told_before_anything_begins(
    options: tuple[str, ...], said: str, whole_map: Path, command: Command, tmp_path: Path
):
    (tmp_path / "answers.jsonl").write_text("{}\n")
    told(command("goto", whole_map, "orders", "--browser", "/nonexistent/chrome", *options, cwd=tmp_path), 2, said)


@pytest.mark.parametrize(("name", "said"), [("no/p.png", "no directory"), ("p.exe", ".exe"), ("p", "ending")])
def test_a_picture_that_cannot_be_saved_is_told_before_anything_begins(
    name: str, said: str, whole_map: Path, command: Command, tmp_path: Path
):
    goto = ("goto", whole_map, "orders", "--browser", "/nonexistent/chrome", "--screenshot", tmp_path / name)
    told(command(*goto), 2, said)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--export", "no/page.html"), "no directory"),
        (("--export", "page.html", "--results", "deep.json"), "nested"),
        (("--results", "missing.json"), "No such file"),
        (("--port", "70000"), "--port"),
    ],
)
def test_a_view_that_cannot_be_given_is_told(
    options: tuple[str, ...], said: str, whole_map: Path, command: Command, tmp_path: Path
):
    (tmp_path / "deep.json").write_text("[" * 100_000)
    told(command("view", whole_map, *options, cwd=tmp_path), 2, said)


def test_a_login_that_cannot_be_kept_is_told_before_anybody_signs_in(command: Command, tmp_path: Path):
    (tmp_path / "file").write_text("")
    login = ("login", BASE, "--browser", "/nonexistent/chrome", "--save")
    told(command(*login, tmp_path / "file" / "s.json"), 2, "no directory")
    told(command(*login, tmp_path), 2, "is a directory")
    told(command("login", "file:///etc/passwd", *login[2:], tmp_path / "s.json"), 2, "not an http or https address")


@pytest.mark.parametrize("existed", [False, True])
def test_a_missing_browser_leaves_no_map(existed: bool, command: Command, tmp_path: Path):
    if existed:
        (tmp_path / "map").mkdir()
    told(command("explore", BASE, "--map", tmp_path / "map", "--browser", "/nonexistent/chrome"), 1, "/nonexistent")
    assert (tmp_path / "map").exists() == existed
    assert not list(tmp_path.glob("map/*"))


def test_a_missing_browser_leaves_an_older_map_alone(small_map: Path, command: Command):
    told(command("explore", BASE, "--map", small_map, "--browser", "/nonexistent/chrome"), 1, "/nonexistent")
    with open_map(small_map) as store:
        assert len(list(store.graph().nodes)) == 2


def test_closed_streams_are_no_defect(whole_map: Path):
    call = f"{sys.executable} -c 'from webnavigator.cli.main import main; main()' search {whole_map} orders"
    done = subprocess.run(
        ["sh", "-c", f"{call} >&-"],
        capture_output=True,
        text=True,
        env={**os.environ, "WEBNAVIGATOR_RETRIEVE__ENCODER": "lexical"},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
