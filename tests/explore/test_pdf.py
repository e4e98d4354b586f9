"""PDF files of a site are states with their text."""

import pytest


@pytest.mark.browser
async def test_the_text_of_a_pdf_file_is_on_the_map(explore_site) -> None:
    report, store, site = await explore_site("pdf-report")
    said = {node.url.removeprefix(site.url): store.observation(node) for node in store.graph().nodes if node.visited}
    assert set(said) == {"", "year.pdf", "file?id=4"}, report.outcomes
    assert "Annual figures" in said["year.pdf"].regions[0].text
    assert "Quarterly figures" in said["file?id=4"].regions[0].text
    assert site.paths().count("/year.pdf") == 1
    assert site.paths().count("/file") <= 2
    assert not site.writes
