"""What a wrong call, a bad site or a bad map gets: one line on stderr, and the right exit code."""

import json
import ssl
import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from cli.little_shop import Command, Handler, Ran
from webnavigator.cli.main import run
from webnavigator.store.sql import open_map


def assert_one_line(ran: Ran, code: int, *said: str) -> None:
    assert ran.code == code, ran.err
    assert len(ran.errors) == 1, ran.err
    assert "Traceback" not in ran.err
    assert "defect of webnavigator" not in ran.err
    assert ran.out == ""
    for words in said:
        assert words in ran.errors[0]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["explore"], "URL"),
        (["explore", "http://a.test/"], "--map"),
        (["explore", "http://a.test/", "--map", "MAP", "--depth", "deep"], "--depth"),
        (["explore", "http://a.test/", "--map", "MAP", "--depth", "-1"], "explore.depth"),
        (["explore", "http://a.test/", "--map", "MAP", "--workers", "0"], "explore.workers"),
        (["explore", "http://a.test/", "--map", "MAP", "--max-minutes", "0"], "explore.max_minutes"),
        (["explore", "http://a.test/", "--map", "MAP", "--preset", "fast"], "explore.preset"),
        (["explore", "http://a.test/", "--map", "MAP", "--login", "missing.json"], "missing.json"),
        (["explore", "http://a.test/", "--map", "MAP", "--probe", "missing.json"], "missing.json"),
        (["explore", "http://", "--map", "MAP"], "http://"),
        (["explore", "file:///etc/passwd", "--map", "MAP"], "file:///etc/passwd"),
        (["explore", "javascript:alert(1)", "--map", "MAP"], "javascript:"),
        (["search", "MAP"], "WORDS"),
        (["search", "MAP", "words", "-k", "0"], "retrieve.k"),
        (["search", "MAP", "words"], "MAP"),
        (["goto", "MAP", "words"], "MAP"),
        (["audit", "MAP"], "MAP"),
        (["export", "MAP"], "--json"),
        (["export", "MAP", "--json", "--archive", "a.zip"], "--archive"),
        (["export", "MAP", "--json"], "MAP"),
        (["import", "missing.json", "MAP"], "missing.json"),
        (["import", "missing.zip", "MAP"], "missing.zip"),
        (["login", "http://a.test/"], "--save"),
        (["login", "http://a.test/", "--save", "s.json", "--steps", "missing.json"], "missing.json"),
        (["bench", "intents", "missing.json", "--map", "MAP"], "missing.json"),
        (["bench", "retrieval", "missing.json", "--map", "MAP"], "missing.json"),
        (["bench"], "Missing command"),
        (["explode"], "explode"),
        (["--nonsense"], "--nonsense"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_wrong_call_is_told_in_one_line(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    monkeypatch.chdir(tmp_path)
    code = run(arguments)
    assert_one_line(Ran(code, *capsys.readouterr()), 2, said)
    assert not any(tmp_path.iterdir())


def test_the_process_ends_with_the_code(command: Command):
    assert_one_line(command("explode"), 2, "explode")


def test_without_a_command_the_help_is_shown(command: Command):
    ran = command()
    assert ran.code == 2
    assert "explore" in ran.err
    assert ran.out == ""


def test_a_bad_settings_file_is_told_in_one_line(command: Command, tmp_path: Path):
    (tmp_path / "webnavigator.toml").write_text("[explore]\ndepht = 3\n")
    assert_one_line(command("explore", "http://a.test/", "--map", "m", cwd=tmp_path), 2, "explore.depht")
    (tmp_path / "webnavigator.toml").write_text("[explore\n")
    assert_one_line(command("explore", "http://a.test/", "--map", "m", cwd=tmp_path), 2, "webnavigator.toml")


@pytest.mark.browser
@pytest.mark.parametrize(
    ("path", "said"),
    [("/gone", "404"), ("/broken", "500"), ("/data.json", "application/json"), ("/plain.txt", "text/plain")],
)
def test_a_start_page_that_is_no_page_is_told(path: str, said: str, little_shop: str, command: Command, tmp_path: Path):
    ran = command("explore", f"{little_shop}{path}", "--map", tmp_path / "map")
    assert_one_line(ran, 1, said, f"{little_shop}{path}")
    assert not (tmp_path / "map").exists()


@pytest.mark.browser
def test_an_unreachable_host_is_told(command: Command, tmp_path: Path):
    ran = command("explore", "http://127.0.0.1:9090/", "--map", tmp_path / "map")
    assert_one_line(ran, 1, "127.0.0.1:9090")
    ran = command("explore", "http://no-such-host.invalid/", "--map", tmp_path / "map")
    assert_one_line(ran, 1, "no-such-host.invalid")
    assert not (tmp_path / "map").exists()


@pytest.fixture
def self_signed() -> Iterator[str]:
    """A site whose certificate nobody vouches for; it is made for these tests and worth nothing elsewhere."""
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(Path(__file__).with_name("selfsigned.pem"))

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            """The browser hangs up: that is what is tested."""

    with Server(("127.0.0.1", 0), Handler) as server:
        server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"https://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.mark.browser
def test_a_certificate_that_does_not_check_out_is_told(self_signed: str, command: Command, tmp_path: Path):
    ran = command("explore", self_signed, "--map", tmp_path / "map", "--max-pages", "1")
    assert_one_line(ran, 1, "--ignore-https-errors")
    ran = command("explore", self_signed, "--map", tmp_path / "map", "--max-pages", "1", "--ignore-https-errors")
    assert ran.code == 0, ran.err


def test_a_missing_browser_is_told(little_shop: str, command: Command, tmp_path: Path):
    ran = command("explore", f"{little_shop}/", "--map", tmp_path / "map", "--browser", "/nonexistent/chrome")
    assert_one_line(ran, 1, "/nonexistent/chrome")


@pytest.mark.parametrize("verb", ["explore", "search", "goto", "audit", "export"])
def test_a_directory_that_is_something_else_is_left_alone(
    verb: str, little_shop: str, command: Command, tmp_path: Path
):
    (tmp_path / "thesis.txt").write_text("ten years of work")
    arguments = {
        "explore": ("explore", f"{little_shop}/", "--map", tmp_path),
        "search": ("search", tmp_path, "words"),
        "goto": ("goto", tmp_path, "words"),
        "audit": ("audit", tmp_path),
        "export": ("export", tmp_path, "--json"),
    }[verb]
    assert_one_line(command(*arguments), 2, str(tmp_path), "not a map")
    assert [entry.name for entry in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.browser
def test_a_second_process_on_the_same_map_is_told(explored: tuple[Path, Ran], little_shop: str, command: Command):
    with open_map(explored[0], write=True):
        ran = command("explore", f"{little_shop}/", "--map", explored[0])
    assert_one_line(ran, 2, str(explored[0]))


@pytest.mark.browser
@pytest.mark.parametrize("verb", ["search", "goto"])
@pytest.mark.parametrize("words", ["", "   ", "?!… --"])
def test_a_query_of_no_words_is_told(verb: str, words: str, explored: tuple[Path, Ran], command: Command):
    assert_one_line(command(verb, explored[0], "--", words), 2, "word")


@pytest.mark.browser
def test_ten_thousand_words_are_no_trouble(explored: tuple[Path, Ran], command: Command):
    ran = command("search", explored[0], "orders refund " * 5000, "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)


@pytest.mark.browser
def test_a_report_that_cannot_be_written_is_told(
    explored: tuple[Path, Ran], little_shop: str, command: Command, tmp_path: Path
):
    ran = command("explore", f"{little_shop}/", "--map", explored[0], "--report", tmp_path / "no" / "r.json")
    assert ran.code == 2
    assert "r.json" in ran.errors[0]
