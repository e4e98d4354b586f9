"""A library and its data, open to all origins."""

from sites.harness import Request, Response, answer_json

LIB = """
(async () => {
  const links = await (await fetch(new URL("links.json", document.currentScript.src))).json();
  const list = links.map(([href, name]) => `<li><a href="${href}">${name}</a></li>`).join("");
  document.getElementById("view").innerHTML = `<h1>Parks</h1><ul>${list}</ul>`;
  mark("built");
})();
"""


def answer(request: Request) -> Response | None:
    if not request.foreign:
        return None
    if request.path == "/lib.js":
        return Response(LIB, kind="text/javascript")
    if request.path == "/links.json":
        return answer_json([["/guide.html", "Guide"]])
    return None
