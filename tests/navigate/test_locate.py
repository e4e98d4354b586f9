from webnavigator.model.graph import InteractionGraph, Node
from webnavigator.model.page import Observation, node_id, structure_keys
from webnavigator.navigate.locate import locate
from webnavigator.navigate.typed import searched_words
from webnavigator.store.sql import open_map

URL = "https://s.test/"


def observed(count: int, url: str = URL) -> Observation:
    return Observation(url, structure=tuple(f"/p[{n}]" for n in range(1, count + 1)))


def test_the_page_is_found_by_its_id_or_as_the_most_similar_at_its_address(tmp_path) -> None:
    graph = InteractionGraph()
    with open_map(tmp_path / "map", create=True) as store:
        for count in (100, 50):
            seen = observed(count)
            keys = structure_keys(seen)
            node = Node(node_id(keys, URL), URL, content=store.put_observation(seen))
            store.put_node(node)
            graph.add_node(node)
        exact = locate(URL, structure_keys(observed(100)), graph, store)
        close = locate(URL, structure_keys(observed(99)), graph, store)
        assert exact is not None
        assert exact == close
        assert locate(URL, structure_keys(observed(75)), graph, store) is None
        assert locate("https://s.test/other", structure_keys(observed(100)), graph, store) is None


def test_words_to_be_searched_for() -> None:
    asked = {
        "search results for asyncio semaphore": "asyncio semaphore",
        "results for “red teapot”": "red teapot",
        "asyncio semaphore search results": "asyncio semaphore",
        "搜索 asyncio semaphore 的结果": "asyncio semaphore",
        "红茶壶的搜索结果": "红茶壶",
        "my address book": None,
        "从搜索结果进排序指南，key 这个词高亮显示": None,
        "the search page": None,
        "drop-down to jump to another project, with its search box open": None,
    }
    assert {query: searched_words(query) for query in asked} == asked
