"""PDF files as pages: their text, page by page, in the form in which a page of a site is looked at."""

import io
import json
from importlib.util import find_spec
from urllib.parse import unquote, urlsplit

from webnavigator.errors import BadInputError, MissingExtraError
from webnavigator.model.page import Observation, Region

PDF_TYPE = "application/pdf"
MOST_BYTES = 30_000_000
_MOST_PAGES = 300
_MOST_CHARS = 2_000_000
_MOST_OF_PAGE = 4000


def is_pdf(url: str) -> bool:
    """Whether an address names a PDF file.

    >>> is_pdf("https://a.test/x/Report.PDF?download=1"), is_pdf("https://a.test/pdf")
    (True, False)
    """
    try:
        return urlsplit(url).path.lower().endswith(".pdf")
    except ValueError:
        return False


def pdf_pages(data: bytes) -> list[str]:
    """The text of each page; at most 300 pages and 2 million characters. A page that cannot be read says so.

    Raises:
        BadInputError: it is no PDF file, or an encrypted one.
        MissingExtraError: what reads PDF files is not installed.
    """
    try:
        from pypdf import PdfReader
        from pypdf.errors import PyPdfError
    except ImportError:
        raise MissingExtraError("pypdf", "pdf") from None
    try:
        reader = PdfReader(io.BytesIO(data))
        pages = [reader.pages[at] for at in range(min(_MOST_PAGES, len(reader.pages)))]
    except (PyPdfError, OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise BadInputError(f"it cannot be read as PDF: {error}") from None
    texts: list[str] = []
    left = _MOST_CHARS
    for page in pages:
        try:
            text = page.extract_text() if left > 0 else ""
        except Exception as error:  # noqa: BLE001 - one page of many: it says what went wrong
            text = f"(this page cannot be read: {type(error).__name__})"
        texts.append(text[:left])
        left -= len(text)
    return texts


def pdf_observation(url: str, data: bytes) -> Observation:
    """A PDF file as a page without controls; each of its pages stands under a heading.

    Raises:
        BadInputError: see `pdf_pages`.
        MissingExtraError: likewise.
    """
    pages = pdf_pages(data)
    lines: list[str] = []
    for number, text in enumerate(pages, 1):
        lines.append(f'heading "page {number} of {len(pages)}"')
        lines += [
            f"text {json.dumps(' '.join(line.split()), ensure_ascii=False)}"
            for line in text.split("\n")
            if line.strip()
        ]
    if len(lines) == len(pages):
        lines.append('text "(no text can be read from it: it may be scanned)"')
    name = unquote(urlsplit(url).path.rpartition("/")[2])
    regions = (Region("main", "", " ".join(text.split())[:_MOST_OF_PAGE]) for text in pages if text.strip())
    return Observation(
        url=url, title=f"PDF file {name}", content_type=PDF_TYPE, tree="\n".join(lines), regions=tuple(regions)
    )


def reads_pdf() -> bool:
    """What reads PDF files is installed."""
    return find_spec("pypdf") is not None
