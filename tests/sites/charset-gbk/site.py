"""Pages in GBK."""

from urllib.parse import quote, unquote

from sites.harness import Request, Response, html

HEADER = "text/html; charset=gbk"


def _gbk(title: str, body: str, kind: str = HEADER) -> Response:
    text = str(html(title, body, lang="zh").body).replace('charset="utf-8"', 'charset="gbk"')
    return Response(text.encode("gbk"), kind=kind)


def answer(request: Request) -> Response | None:
    match request.path:
        case "/":
            found = "/found?word=" + quote("龙井", encoding="gbk")
            links = f'<a href="/green">绿茶</a> <a href="{found}">搜索结果</a>'
            return _gbk("茶叶商店", f"<h1>欢迎光临</h1>{links}")
        case "/green":
            return _gbk("绿茶", "<h1>绿茶</h1><p>产自杭州。</p><script>mark('green')</script>", "text/html")
        case "/found":
            word = unquote(request.target.partition("=")[2], encoding="gbk")
            return _gbk("搜索", f"<h1>找到:{word}</h1><script>mark('found')</script>")
    return None
