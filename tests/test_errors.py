import inspect

import pytest

from webnavigator import errors


def tree():
    return [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, Exception)]


@pytest.mark.parametrize("kind", tree())
def test_every_error_is_in_the_tree_and_in_its_picture(kind):
    assert issubclass(kind, errors.WebNavigatorError)
    assert kind.__name__ in str(errors.__doc__)
    assert kind.exit_code == (2 if issubclass(kind, errors.UserError) else 1)


def test_a_missing_extra_names_its_cure():
    error = errors.MissingExtraError("the viewer", "viewer")
    assert "pip install 'webnavigator[viewer]'" in str(error)
    assert error.extra == "viewer"


def test_a_failed_navigation_carries_its_facts():
    error = errors.NavigationError("gone", "https://a.test/", 410)
    assert (str(error), error.url, error.status) == ("gone", "https://a.test/", 410)
