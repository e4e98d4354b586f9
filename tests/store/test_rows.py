import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from webnavigator.model.action import Locator
from webnavigator.model.page import Observation
from webnavigator.store.rows import (
    locator_from_json,
    locator_to_json,
    observation_from_json,
    observation_to_json,
    row_id,
)


@given(st.from_type(Observation))
def test_an_observation_comes_back_as_it_was(observation: Observation) -> None:
    assert observation_from_json(observation_to_json(observation)) == observation


@given(st.from_type(Locator))
def test_a_locator_comes_back_as_it_was(locator: Locator) -> None:
    assert locator_from_json(locator_to_json(locator)) == locator


@given(st.lists(st.text(), min_size=2, max_size=2, unique=True))
def test_row_ids_tell_parts_apart(parts: list[str]) -> None:
    assert row_id(*parts) != row_id(*reversed(parts))
    assert row_id("".join(parts)) != row_id(*parts)


def test_half_a_surrogate_pair_becomes_a_question_mark() -> None:
    seen = observation_from_json(observation_to_json(Observation("https://a.test/", title="a\ud800b")))
    assert seen.title == "a?b"


def test_fields_of_a_later_version_are_passed_over() -> None:
    assert observation_from_json(b'{"url": "https://a.test/", "later": [1]}') == Observation("https://a.test/")


def test_the_bytes_are_the_same_in_every_process() -> None:
    program = (
        "import sys\n"
        "from webnavigator.model.page import *\n"
        "from webnavigator.store.rows import observation_to_json\n"
        "states = frozenset(['expanded', 'selected', 'checked', 'pressed', 'current', 'required'])\n"
        "page = Observation('https://a.test/', elements=(Element(Locator('/html[1]'), states=states),))\n"
        "sys.stdout.buffer.write(observation_to_json(page))\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program], check=True, capture_output=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2", "3", "4")
    }
    assert len(outputs) == 1
    assert observation_from_json(outputs.pop()).elements[0].states >= {"expanded", "required"}
