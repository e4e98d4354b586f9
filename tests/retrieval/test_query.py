import pytest

from webnavigator.retrieval.query import read_query


@pytest.mark.parametrize(
    ("query", "acts"),
    [
        ("add a new member", {"create"}),
        ("issue 'Add a night tariff' of the project", set()),
        ("edit Amanda's list 'Add more'", {"edit"}),
        ("打开“新建订单”这条任务", set()),
        ("新建订单", {"create"}),
    ],
)
def test_what_something_is_called_asks_for_nothing_to_be_done(query, acts) -> None:
    assert read_query(query).acts == acts
