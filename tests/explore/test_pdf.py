"""PDF files of a site are states with their text."""

import pytest

from webnavigator.store.sql import open_map


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


@pytest.mark.browser
async def test_a_refresh_finds_the_files_still_there(explore_site, tmp_path) -> None:
    from webnavigator.app import refresh
    from webnavigator.config import load_settings

    _, store, _ = await explore_site("pdf-report")
    before = {node.id for node in store.graph().nodes if node.visited}
    await refresh(tmp_path / "pdf-report", load_settings(retrieve={"encoder": "lexical"}))
    with open_map(tmp_path / "pdf-report") as again:
        assert {node.id for node in again.graph().nodes if node.visited} == before
