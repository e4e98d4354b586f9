"""The server's part of what changes from load to load."""

from sites.harness import Request, Response, html

SCRIPT = """<script>
const clock = document.getElementById("clock"), carousel = document.getElementById("carousel");
let turn = 0;
setInterval(() => { clock.textContent = String(Math.round(performance.now())); }, 100);
setInterval(() => {
  turn += 1;
  carousel.innerHTML = turn % 2 ? "<p>Spring sale</p>" : "<ul><li>New hats</li><li>Old hats</li></ul>";
}, 250);
</script>"""


def answer(request: Request) -> Response | None:
    if request.path not in {"/", "/about"}:
        return None
    slots = "".join(f"<p><em>Advertisement {n}</em></p>" for n in range(1 + request.times % 3))
    own = "<h1>About</h1><p>Since 1902.</p><script>mark('about')</script>" if request.path == "/about" else ""
    return html(
        "Volatile",
        f"""<aside id="ad">{slots}</aside><div id="carousel"><p>Spring sale</p></div><p id="clock">0</p>
<p>Visitor number {request.times + 1}</p>
<nav><a href="/">Home</a> <a href="/about">About</a></nav>{own}{SCRIPT}""",
    )
