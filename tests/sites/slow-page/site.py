"""Answers that take their time."""

from sites.harness import Request, Response, html

LATE = """<h1>Late content</h1><main></main><script>
setTimeout(async () => {
  await fetch("/data?after=1");
  document.querySelector("main").innerHTML = "<h2>Late</h2><a href='/'>Back</a>";
  mark("late");
}, 500);
</script>"""


def answer(request: Request) -> Response | None:
    match request.path:
        case "/":
            ways = {"slow": "Slow answer", "late": "Late content", "stuck": "Stuck picture"}
            links = "".join(f'<a href="/{path}">{label}</a> ' for path, label in ways.items())
            return html("Slow", f"<h1>Patience</h1>{links}")
        case "/slow":
            page = html("Slow", "<h1>At last</h1><script>mark('slow')</script>")
            return Response(page.body, delay_s=2)
        case "/late":
            return html("Late", LATE)
        case "/data":
            return Response("{}", kind="application/json", delay_s=0.5)
        case "/stuck":
            return html("Stuck", "<h1>Stuck</h1><img src='/never.png' alt=''><script>mark('stuck')</script>")
        case "/never.png":
            return Response(b"", kind="image/png", delay_s=600)
    return None
