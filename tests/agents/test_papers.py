"""PDF files: read as pages, followed as links, taken as documents."""

from pathlib import Path

import pytest

from agents.conftest import Make, job, question
from agents.pdf import pdf_of
from webnavigator.agents.observe import observe
from webnavigator.agents.react import run_react
from webnavigator.agents.trajectory import read_rows
from webnavigator.agents.webwalker import ask_webwalker
from webnavigator.browser.papers import pdf_observation, pdf_pages
from webnavigator.errors import BadInputError


def test_a_pdf_is_a_page_with_a_heading_for_each_of_its_pages():
    seen = pdf_observation("https://s.test/a/The%20Report.pdf", pdf_of('Profit was 12% "net"', "Loss: none"))
    view = observe(seen)
    assert "The Report.pdf" in view.text
    assert [line.strip() for line in view.text.split("\n")[2:]] == [
        "# page 1 of 2", 'Profit was 12% "net"', "# page 2 of 2", "Loss: none",
    ]  # fmt: skip
    assert not view.elements


@pytest.mark.parametrize("data", [b"", b"<html>", pdf_of("x")[:60], b"%PDF-1.4\n%%EOF"])
def test_what_is_no_pdf_is_told(data: bytes):
    with pytest.raises(BadInputError, match="cannot be read as PDF"):
        pdf_pages(data)


def test_a_pdf_without_text_says_so(tmp_path: Path):
    assert "scanned" in observe(pdf_observation("https://s.test/scan.pdf", pdf_of(""))).text


def test_a_page_that_cannot_be_read_says_so_and_the_others_are_read():
    unknown_filter = pdf_of("Lost", "Kept").replace(b"<< /Length 35 >>", b"<< /Filter /X >>", 1)
    first, second = pdf_pages(unknown_filter)
    assert first.startswith("(this page cannot be read: ")
    assert second.strip() == "Kept"


SITE = {
    "index.html": "<h1>Company</h1><a href=report.pdf>Report</a><a href=gone.pdf>Old report</a>"
    "<a href=a.zip>Archive</a>",
    "report.pdf": pdf_of("Profit was 12 million"),
}


async def test_a_walk_reads_pdf_files_and_goes_on_from_the_page_with_the_link(hands: Make):
    page = await hands(SITE)
    no = {"label": "useful", "answer": {"useful": False}}
    asked = question(
        page,
        "What was the profit?",
        no,
        {"label": "explore", "when": "1. Report\n2. Old report\n</links", "answer": {"link": 2}},
        {"label": "explore", "when": "1. Report\n</links", "answer": {"link": 1}},
        {"label": "useful", "when": "Profit was 12", "answer": {"useful": True, "information": "12 million"}},
        {"label": "enough", "answer": {"enough": False}},
        {"label": "explore", "when": "# Company", "answer": {"link": None}},
        {"label": "answer", "answer": {"found": True, "answer": "12 million", "sources": [1]}},
    )
    outcome = await ask_webwalker(asked)
    assert (outcome.answer, outcome.steps) == ("12 million", 2)
    assert outcome.sources[0].endswith("/report.pdf")


async def test_an_agent_that_clicks_reads_a_pdf_file_and_goes_back(hands: Make, tmp_path: Path):
    page = await hands(SITE)
    done = await run_react(
        job(
            page,
            {"action": "click", "ref": "@Old report"},
            {"action": "click", "ref": "@Report"},
            {"when": "Profit was 12", "answer": {"action": "go_back"}},
            {"when": "# Company", "answer": {"action": "stop", "text": "12 million"}},
            folder=tmp_path / "record",
            verify=False,
        )
    )
    assert (done.ending, done.answer) == ("stopped", "12 million")
    first, second, *_ = [row for row in read_rows(tmp_path / "record") if row["kind"] == "step"]
    assert "HTTP status 404" in first["error"]
    assert "report.pdf" in second["effect"]
