"""Files of the site, asked for beside the page: it stays as it is, and its cookies are sent."""

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from webnavigator.browser.errors_map import deadline
from webnavigator.errors import BrowserError, NavigationError

_TEXT_FILE_S = 5.0


async def text_file(page: Page, url: str) -> str | None:
    """Body of a small text file, None when there is none."""
    try:
        async with deadline(_TEXT_FILE_S * 2, "read a file", url):
            response = await page.context.request.get(url, timeout=_TEXT_FILE_S * 1000, max_redirects=3)
            return await response.text() if response.ok else None
    except (BrowserError, PlaywrightError, UnicodeDecodeError):
        return None


async def file_bytes(page: Page, url: str, most_bytes: int, timeout_s: float) -> tuple[bytes, str]:
    """Body of a file, and the address that it came from in the end.

    Raises:
        NavigationError: it cannot be had, or it is too large.
    """
    try:
        async with deadline(timeout_s * 2, "read a file", url):
            response = await page.context.request.get(url, timeout=timeout_s * 1000, max_redirects=3)
            body = await response.body() if response.ok else b""
    except PlaywrightError as error:
        raise NavigationError(f"the file cannot be had: {error.message.splitlines()[0]}", url) from None
    if not response.ok or len(body) > most_bytes:
        why = "it is too large" if response.ok else f"HTTP status {response.status}"
        raise NavigationError(f"the file cannot be had: {why}", url, response.status)
    return body, response.url


async def is_answered(page: Page, url: str) -> bool:
    """Whether a server gives an answer of any kind at an address, in a few seconds."""
    try:
        async with deadline(_TEXT_FILE_S * 2, "ask for it", url):
            await page.context.request.get(url, timeout=_TEXT_FILE_S * 1000, max_redirects=0)
    except (BrowserError, PlaywrightError):
        return False
    return True
