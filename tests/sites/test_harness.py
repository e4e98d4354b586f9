"""The harness of the small sites: what it serves, what it writes down, and that it ends."""

import json
import threading
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sites.harness import Site, serve


def get(url: str, method: str = "GET", body: bytes | None = None) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, method=method), timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    about = {"what": "", "expect": "", "marks": [], "never": [], "proof": []}
    (tmp_path / "site.json").write_text(json.dumps(about))
    (tmp_path / "index.html").write_text("<a href='{{foreign}}x'>{{own}}</a> 你好", encoding="utf-8")
    (tmp_path / "site.py").write_text(
        "from sites.harness import Response\n"
        "def answer(request):\n"
        "    match request.path:\n"
        "        case '/read': return Response('ok', reading=True)\n"
        "        case '/write': return Response('ok')\n"
        "        case '/drop': return Response(drop=True)\n"
        "        case '/slow': return Response('late', delay_s=600)\n"
        "        case '/count':\n"
        "            with request.site.lock:\n"
        "                request.site.state['n'] = request.site.state.get('n', 0) + 1\n"
        "            return Response(str(request.times))\n"
        "        case '/option': return Response(str(request.site.options.get('size')))\n"
    )
    return tmp_path


@pytest.fixture
def served(directory: Path):
    with serve(directory) as running:
        yield running


def test_static_files_know_both_addresses(served: Site):
    status, text = get(served.url)
    assert status == 200
    assert text == f"<a href='{served.foreign_url}x'>{served.url}</a> 你好"


def test_every_request_is_logged_with_host_query_and_status(served: Site):
    get(served.url + "?a=1")
    get(served.foreign_url + "missing")
    rows = [(hit.method, hit.host, hit.path, hit.status) for hit in served.log]
    assert rows == [
        ("GET", f"127.0.0.1:{served.port}", "/?a=1", 200),
        ("GET", f"localhost:{served.port}", "/missing", 404),
    ]
    assert served.paths() == ["/", "/missing"]


def test_marks_are_kept_apart_from_the_log(served: Site):
    assert get(served.url + "__mark/one")[0] == 204
    assert get(served.foreign_url + "__mark/two")[0] == 204
    assert served.marks == ["one", "two"]
    assert served.log == []


def test_reading_posts_are_posts_but_no_writes(served: Site):
    get(served.url + "read", "POST", b"{}")
    get(served.url + "write", "POST", b"{}")
    get(served.url + "nowhere", "DELETE")
    assert [hit.path for hit in served.posts] == ["/read", "/write", "/nowhere"]
    assert [hit.path for hit in served.writes] == ["/write", "/nowhere"]


def test_a_dropped_line_is_logged_with_status_zero(served: Site):
    with pytest.raises((urllib.error.URLError, ConnectionError)):
        get(served.url + "drop")
    assert [hit.status for hit in served.log] == [0]


@pytest.mark.parametrize("path", ["site.json", "site.py", "../harness.py", "%2e%2e/harness.py", "."])
def test_only_files_of_the_site_are_given_away(served: Site, path: str):
    assert get(served.url + path)[0] == 404


def test_requests_in_parallel_are_all_counted(served: Site):
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: get(served.url + "count")[1], range(64)))
    assert sorted(map(int, answers)) == list(range(64))
    assert served.state["n"] == 64
    assert len(served.log) == 64


def test_each_start_begins_afresh(directory: Path):
    with serve(directory, size=3) as first:
        get(first.url + "count")
        assert get(first.url + "option")[1] == "3"
    with serve(directory) as second:
        assert second.state == {}
        assert get(second.url + "count")[1] == "0"
        assert get(second.url + "option")[1] == "None"


def test_closing_does_not_wait_for_slow_answers(directory: Path):
    with serve(directory) as running, ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(get, running.url + "slow")
        assert running.wait_for(lambda site: site.paths() == ["/slow"])
        running.closing.set()
        assert waiting.result(10) == (200, "late")
    assert not any(thread.name == f"site-{directory.name}" for thread in threading.enumerate())


def test_waiting_for_what_never_comes_says_so(served: Site):
    assert not served.wait_for(lambda site: "never" in site.marks, timeout_s=0.05)


def test_the_fixture_starts_several_sites_with_options(site):
    small, other = site("catalogue", products=3, categories=1), site("hover-menu")
    assert get(small.url + "p/2")[0] == 200
    assert get(small.url + "p/3")[0] == 404
    assert get(other.url)[0] == 200
