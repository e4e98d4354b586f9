"""Ctrl-C, SIGTERM and a reader that goes away: the map stays usable, and the same command goes on."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.little_shop import Command
from webnavigator.demo import DemoShop
from webnavigator.store.sql import open_map

WEBNAVIGATOR = [sys.executable, "-c", "from webnavigator.cli.main import main; main()"]

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="POSIX signals")]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_exploration_leaves_a_map_and_goes_on(how: signal.Signals, command: Command, tmp_path: Path):
    with DemoShop() as shop:
        explore = ["explore", shop.url, "--map", str(tmp_path / "map"), "--json"]
        with subprocess.Popen(
            [*WEBNAVIGATOR, *explore],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as running:
            assert running.stderr is not None
            while "states/min" not in running.stderr.readline():
                assert running.poll() is None
            os.killpg(running.pid, how)  # a terminal sends Ctrl-C to the whole group
            out, _ = running.communicate(timeout=120)
        assert running.returncode == 130
        first = json.loads(out)
        assert first["ended"] == "interrupted"
        assert first["states"] >= 1
        again = command(*explore, "--max-pages", first["states"] + 5)
    assert again.code == 0, again.err
    told = json.loads(again.out)
    assert told["states"] >= first["states"] + 5, (told, again.err)
    assert told["new_states"] <= told["states"] - first["states"] + 1
    with open_map(tmp_path / "map") as store:
        assert len(store.graph().nodes) >= told["states"]


def test_a_second_ctrl_c_ends_at_once(tmp_path: Path):
    with DemoShop() as shop:
        with subprocess.Popen(
            [*WEBNAVIGATOR, "explore", shop.url, "--map", str(tmp_path / "map")],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as running:
            assert running.stderr is not None
            while "states/min" not in running.stderr.readline():
                assert running.poll() is None
            for _ in range(2):
                os.killpg(running.pid, signal.SIGINT)
            _, err = running.communicate(timeout=120)
        assert running.returncode == 130
        assert "Traceback" not in err
        with open_map(tmp_path / "map") as store:
            assert len(store.graph().nodes) >= 1


def test_a_reader_that_goes_away_is_no_defect(explored: tuple[Path, object]):
    search = [*WEBNAVIGATOR, "export", str(explored[0]), "--json"]
    with subprocess.Popen(search, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        err = running.stderr.read()
    assert "Traceback" not in err
    assert "defect" not in err
