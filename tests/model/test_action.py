import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from webnavigator.model.action import (
    Action,
    Click,
    GoBack,
    Goto,
    Hover,
    Locator,
    Navigate,
    Note,
    Press,
    Select,
    Stop,
    Type,
    action_from_json,
    action_key,
    action_to_json,
)

TEXT = st.text(max_size=10)
LOCATORS = st.builds(Locator, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT)
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(Click, LOCATORS),
    st.builds(Hover, LOCATORS),
    st.builds(Type, LOCATORS, TEXT, st.booleans()),
    st.builds(Select, LOCATORS, TEXT),
    st.builds(Press, TEXT),
    st.builds(Goto, TEXT),
    st.builds(GoBack),
    st.builds(Note, TEXT),
    st.builds(Stop, TEXT),
    st.builds(Navigate, TEXT, TEXT),
)


@given(ACTIONS)
def test_json_there_and_back(action):
    assert action_from_json(json.loads(json.dumps(action_to_json(action)))) == action


@pytest.mark.parametrize("data", [{}, {"kind": "dance"}, {"kind": "click"}, {"kind": "goto", "url": 1}])
def test_what_is_no_action(data):
    with pytest.raises(ValidationError):
        action_from_json(data)


@given(ACTIONS)
def test_keys_begin_with_the_kind(action):
    assert action_key(action).startswith(action.kind)


def test_the_key_is_place_and_argument_not_wording():
    one, other = Locator("/a", "button", "Save"), Locator("/a", "link", "Speichern")
    assert action_key(Click(one)) == action_key(Click(other)) != action_key(Hover(one))
    assert action_key(Type(one, "x")) != action_key(Type(one, "x", submit=True))
    assert action_key(Select(one, "a")) != action_key(Select(one, "b"))


@pytest.mark.parametrize(
    ("action", "key"),
    [
        (Press("Tab"), "press|Tab"),
        (GoBack(), "go_back"),
        (Note("x"), "note|x"),
        (Stop("42"), "stop|42"),
        (Navigate("a.test", "orders"), "navigate|a.test|orders"),
    ],
)
def test_keys_of_actions_without_a_target(action, key):
    assert action_key(action) == key


def test_labels():
    assert Locator("/a", name="Name", text="Text").label == "Name"
    assert Locator("/a", text="Text").label == "Text"
