"""All in Chinese."""

from html import escape

from sites.harness import Request, Response, html

MENU = """<header><button type="button" id="menu" aria-expanded="false">全部分类</button>
<ul id="sub" hidden><li><a href="/phones">手机</a></li><li><a href="/books">图书</a></li></ul>
<form action="/search" role="search"><input name="q" placeholder="搜索商品"><button>搜索</button></form>
<a href="/orders">我的订单</a> <a href="/bye">退出登录</a> <a href="/cancel-account">注销账号</a></header>
<script>document.getElementById("menu").addEventListener("click", () => {
  const sub = document.getElementById("sub");
  sub.hidden = !sub.hidden;
  if (!sub.hidden) mark("menu");
});</script>"""
PAGES = {
    "/": ("首页", "<p>欢迎光临。</p>"),
    "/phones": ("手机", "<p>小灵通</p><form method='post' action='/cart'><button>加入购物车</button></form>"),
    "/books": ("图书", "<ul><li>红楼梦</li><li>西游记</li></ul><h2>作者</h2>"),
    "/orders": (
        "我的订单",
        """<p>订单一:红楼梦</p><form method="post" action="/orders/1/delete"><button>删除</button></form>
<form method="post" action="/pay"><button>立即支付</button></form>
<button type="button" onclick="fetch('/all', {method: 'DELETE'})">清空</button>
<form method="post" action="/submit"><input name="to" aria-label="地址"><button>提交订单</button></form>""",
    ),
    "/bye": ("再见", "<p>您已退出。</p>"),
    "/cancel-account": ("账号已注销", "<p>再见。</p>"),
}


def answer(request: Request) -> Response | None:
    if request.method != "GET":
        return _page("完成", "<p>已完成。</p>", "done")
    if request.path == "/search":
        return _page(f"“{escape(request.query.get('q', ''))}”的搜索结果", "<p>共找到三件商品。</p>", "search")
    if request.path in PAGES:
        return _page(*PAGES[request.path], request.path.strip("/") or "home")
    return None


def _page(title: str, body: str, name: str) -> Response:
    return html(title, f"{MENU}<h1>{title}</h1>{body}<script>mark('{name}')</script>", lang="zh-CN")
