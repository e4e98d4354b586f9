"""States of a small back office, as documents."""

from webnavigator.retrieval.document import Document

SHOP = (
    Document("home", "https://s.test/", title="Welcome", main=("Welcome to the back office",)),
    Document(
        "orders",
        "https://s.test/orders",
        title="Orders",
        url_words="orders",
        headings=("All orders",),
        labels=("Orders",),
        main=("TT10001 Amanda Kim", "TT10041 Jean Dupont"),
    ),
    Document(
        "order-1",
        "https://s.test/orders/1",
        title="Order TT10001",
        url_words="orders 1",
        headings=("Order TT10001",),
        labels=("TT10001",),
        main=("Customer Amanda Kim", "3 items"),
    ),
    Document(
        "order-41",
        "https://s.test/orders/41",
        title="Order TT10041",
        url_words="orders 41",
        headings=("Order TT10041",),
        labels=("TT10041",),
        main=("Customer Jean Dupont", "1 item"),
    ),
    Document(
        "assign",
        "https://s.test/orders/1",
        kind="dialog",
        title="Order TT10001",
        name="Assign to another customer",
        labels=("Assign to another customer",),
        added=("Search for a customer", "Assign"),
        main=("Customer Amanda Kim",),
        host="order-1",
    ),
    Document("promotions", "https://s.test/promotions", title="Promotions", labels=("Promotions", "Coupon codes")),
    Document("release", "https://s.test/v2.4", title="Release v2.4", main=("Changes since v2.3",)),
    Document("stockroom", "https://s.test/stockroom", title="Stockroom"),
    Document("invoice", "https://s.test/i/000123", title="Invoice #000123"),
    Document("zh", "https://s.test/zh/leave", title="请假申请", headings=("年假",), language="zh"),
)
