"""One page for each way to fail."""

from sites.harness import Request, Response, html

LINKS = ("missing", "gone", "broken", "nothing", "empty", "dropped", "half", "data", "text", "good")


def answer(request: Request) -> Response | None:
    match request.path:
        case "/":
            links = "".join(f'<li><a href="/{name}">{name.title()}</a></li>' for name in LINKS)
            refused = '<li><a href="http://127.0.0.1:1/">Refused</a></li>'
            return html("Errors", f"<h1>Ways to fail</h1><ul>{links}{refused}</ul>")
        case "/gone":
            return Response("<title>Gone</title><h1>Gone</h1>", 410)
        case "/broken":
            return Response("<title>Oops</title><h1>Something went wrong</h1><a href='/'>Home</a>", 500)
        case "/nothing":
            return Response(status=204)
        case "/empty":
            return Response("")
        case "/dropped":
            return Response(drop=True)
        case "/half":
            return Response("<!doctype html><title>Half</title><h1>Half a p", promised=4000)
        case "/data":
            return Response('{"answer": 42}', kind="application/json")
        case "/text":
            return Response("Just text.", kind="text/plain")
        case "/good":
            return html("Good", "<h1>Good</h1><script>mark('good')</script>")
    return None
