"""Walls that ask for consent: one that comes late and can be refused, one that can only be agreed to, a real dialog."""

from sites.harness import Request, Response, html

SHADE = "position:fixed;inset:0;background:#0009;z-index:9"
LATE = f"""<script>
if (!document.cookie.includes("choice=")) setTimeout(() => {{
  const shade = document.createElement("div");
  shade.style = "{SHADE}";
  shade.innerHTML = `<div style="background:#fff;margin:10% auto;width:50%">
    <p>Wir und unsere Partner verwenden Cookies.</p> <button class="all">Alle akzeptieren</button>
    <span class="none" style="cursor:pointer">Nur notwendige</span></div>`;
  document.body.append(shade);
  for (const [name, choice] of [["all", "agreed"], ["none", "refused"]])
    shade.querySelector("." + name).addEventListener("click", () => {{
      document.cookie = "choice=" + choice + ";path=/";
      shade.remove();
      mark(choice);
    }});
}}, 500)</script>"""
ONLY_OK = """<dialog id="note"><p>本网站使用Cookie，请阅读我们的隐私政策。</p>
<button id="ok">接受全部</button></dialog><script>
ok.onclick = () => { note.close(); mark("agreed"); };
note.showModal()</script>"""
SETTINGS = """<button id="again">Cookie settings</button><script>
again.onclick = () => { document.body.insertAdjacentHTML("beforeend",
  `<div role="dialog" style="position:fixed;top:9em"><h2>Cookies</h2><p>We use cookies.</p>
  <button>Accept</button></div>`);
  mark("settings"); };</script>"""
REAL = """<button id="ask">Details</button><dialog id="sure"><h2>Sure?</h2><button id="yes">OK</button>
<button id="why">Why?</button></dialog><script>
ask.onclick = () => { sure.showModal(); mark("asked"); };
why.onclick = () => { sure.insertAdjacentHTML("beforeend", "<ul><li>So</li></ul>"); mark("why"); };</script>"""


def answer(request: Request) -> Response | None:
    match request.path:
        case "/":
            links = '<a href="/zh">中文</a> <a href="/plain">Plain</a> <a href="/settings">Settings</a>'
            tour = "<button onclick=\"this.after(document.createElement('hr'));mark('tour')\">Tour</button>"
            return html("Castle", f"<h1>Castle</h1>{tour} {links}{LATE}")
        case "/zh":
            visit = "<button onclick=\"this.after(document.createElement('hr'));mark('under')\">参观</button>"
            return html("城堡", f"<h1>城堡</h1>{visit}{ONLY_OK}")
        case "/plain":
            return html("Plain", f"<h1>Plain</h1>{REAL}")
        case "/settings":
            return html("Settings", f"<h1>Settings</h1>{SETTINGS}")
    return None
