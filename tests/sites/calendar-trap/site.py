"""Pages without end."""

import re

from sites.harness import Request, Response, html


def answer(request: Request) -> Response | None:
    if request.path == "/imprint":
        return html("Imprint", "<h1>Imprint</h1><script>mark('imprint')</script>")
    if request.path == "/loop":
        return html("Loop", f'<h1>Deeper and deeper</h1><a href="{request.target}&step=a">Deeper</a>')
    if request.path == "/":
        return _month(2026, 11)
    found = re.fullmatch(r"/cal/(\d{1,6})/(\d{1,2})", request.path)
    return _month(int(found[1]), int(found[2])) if found else None


def _month(year: int, month: int) -> Response:
    after = (year, month + 1) if month < 12 else (year + 1, 1)
    before = (year, month - 1) if month > 1 else (year - 1, 12)
    days = "".join(f'<td><a href="/cal/{year}/{month}?day={day}">{day}</a></td>' for day in range(1, 29))
    return html(
        f"{year}-{month}",
        f"""<h1>{year}-{month:02d}</h1>
<a href="/cal/{before[0]}/{before[1]}">Previous month</a> <a href="/cal/{after[0]}/{after[1]}">Next month</a>
<table><tr>{days}</tr></table><a href="/loop?step=a">Loop</a> <a href="/imprint">Imprint</a>""",
    )
