import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from webnavigator.model.action import Locator
from webnavigator.model.page import (
    Element,
    Observation,
    element_hash,
    node_id,
    similarity,
    structural_hash,
    structure_keys,
)

KEYS = st.lists(st.text(min_size=1, max_size=10), max_size=10)
SETS = st.frozensets(st.integers(0, 9))


@given(KEYS, st.randoms())
def test_order_and_repetition_do_not_matter(keys, random):
    shuffled = [*keys, *keys]
    random.shuffle(shuffled)
    assert structural_hash(keys) == structural_hash(shuffled)
    assert node_id(keys, "u") == node_id(shuffled, "u")


@given(KEYS, KEYS)
def test_other_keys_other_hash(one, other):
    assert (structural_hash(one) == structural_hash(other)) == (set(one) == set(other))


@given(KEYS, st.text(), st.text())
def test_other_address_other_node(keys, one, other):
    assert (node_id(keys, one) == node_id(keys, other)) == (one == other)


@given(st.text())
def test_hashes_are_32_hex_digits(text):
    for value in (element_hash(text), structural_hash([text]), node_id([text], text)):
        assert len(value) == 32
        assert int(value, 16) >= 0


def test_ids_are_the_same_in_two_processes():
    code = "from webnavigator.model.page import node_id; print(node_id({'/a[1]','/b[2]','/c[3]'}, 'https://s.test/'))"
    ids = {
        subprocess.run(  # our own interpreter and code
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert ids == {node_id(["/a[1]", "/b[2]", "/c[3]"], "https://s.test/")}


def test_a_selected_tab_is_another_state_unless_faithful():
    page = Observation("u", structure=("/a", "/b"), states={"/b": "selected"})
    assert structure_keys(page) == {"/a", "/b#selected"}
    assert structure_keys(page, faithful=True) == {"/a", "/b"}


@given(SETS, SETS)
def test_similarity(a, b):
    value = similarity(a, b)
    assert 0 <= value <= 1
    assert value == similarity(b, a)
    assert (value == 1) == (a == b)


def test_an_element_is_called_by_its_name_or_text():
    assert Element(Locator("/a", "button", "Name", text="Text")).label == "Name"
    assert Element(Locator("/a", "button", text="Text")).label == "Text"
    assert Element(Locator("/a", "button")).role == "button"
