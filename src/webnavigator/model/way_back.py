"""Links that carry along where their reader came from: ``/books/3?filters=status%3Dlost``, ``/login?next=%2Fcart``.

What such a link opens is the page without that parameter, with one way back in it: followed from every filtered
list, it is the same page over again.
"""

from urllib.parse import unquote_plus, urlsplit


def without_way_back(url: str, page_url: str) -> str:
    """A link's address without the parameters that say no more than where the link stands.

    A parameter is one when its value is the address of the page, its path or its query, or when the page was itself
    opened with the same parameter and its value has the form of an address or a query.

    Args:
        url: the link's address, canonical as from `canonical_url`.
        page_url: address of the page that the link stands on, canonical too.

    >>> without_way_back("https://a.test/books/3?f=status%3Dlost&tab=1", "https://a.test/books?status=lost")
    'https://a.test/books/3?tab=1'
    >>> without_way_back("https://a.test/#/settings?returnTo=%2Fbooks", "https://a.test/#/books")
    'https://a.test/#/settings'
    """
    head, question, query = url.partition("?")
    if not question:
        return url
    here = _ways_to(page_url)
    brought = set(page_url.partition("?")[2].split("&"))
    kept = [pair for pair in query.split("&") if not _leads_back(pair, here, brought)]
    return f"{head}?{'&'.join(kept)}" if kept else head


def _leads_back(pair: str, here: set[str], brought: set[str]) -> bool:
    value = unquote_plus(pair.partition("=")[2])
    if not value or (value[0] != "/" and "=" not in value and not value.startswith(("http://", "https://"))):
        return False
    return pair in brought or _one_spelling(value) in here


def _ways_to(page_url: str) -> set[str]:
    """What a parameter says that leads back to a page: its address, path with query, path alone, query alone.

    Of a page that its fragment names (``/#/orders?page=2``), the same of the fragment.
    """
    try:
        parts = urlsplit(page_url)
    except ValueError:
        return set()
    ways = {page_url}
    for place in (parts._replace(scheme="", netloc="", fragment="").geturl(), parts.fragment.removeprefix("!")):
        path, _, query = place.partition("?")
        ways |= {place, path, query}
    return {_one_spelling(way) for way in ways if way}


def _one_spelling(address: str) -> str:
    """Decoded, with the parameters in one order; of a query alone too."""
    path, question, query = address.partition("?")
    if not question and "=" in path and not path.startswith(("/", "http://", "https://")):
        path, query = "", path
    return f"{path}?{'&'.join(sorted(unquote_plus(query).split('&')))}"
