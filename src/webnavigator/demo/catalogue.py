"""What the demo shop sells, and the one customer it knows: plain data, the same at every start."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

SortKey = Literal["name", "price", "price-desc", "rating"]


@dataclass(frozen=True, slots=True)
class Category:
    """A shelf of the shop; `blurb` and `blurb_zh` introduce it."""

    slug: str
    name: str
    name_zh: str
    blurb: str
    blurb_zh: str


@dataclass(frozen=True, slots=True)
class Product:
    """An article.

    Attributes:
        price_cents: price in euro cents.
        rating: mean of its reviews, in tenths of a star, 10 to 50.
        sized: worn or fitted, so that its page offers a size guide.
    """

    slug: str
    name: str
    name_zh: str
    category: str
    price_cents: int
    material: str
    material_zh: str
    rating: int
    sized: bool = False


@dataclass(frozen=True, slots=True)
class Review:
    """What a customer wrote; `stars` is 1 to 5."""

    author: str
    stars: int
    text: str
    text_zh: str


@dataclass(frozen=True, slots=True)
class Order:
    """A past order; `lines` holds product slug and quantity, `placed` an ISO date."""

    number: str
    placed: str
    status: str
    carrier: str
    lines: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Address:
    """A place to deliver to."""

    key: int
    label: str
    lines: tuple[str, ...]


CATEGORIES = (
    Category("tea", "Tea & Coffee", "茶与咖啡", "Pots, cups and leaves for slow mornings.", "慢早晨的茶具与茶叶。"),
    Category("kitchen", "Kitchen", "厨房", "Tools that last and look better for it.", "经久耐用的厨房好物。"),
    Category(
        "paper",
        "Paper & Ink",
        "文具",
        "Notebooks, cards and things to write with.",
        "笔记本、卡片与书写工具。",
    ),
    Category("garden", "Garden", "园艺", "For balconies, beds and windowsills.", "阳台、花圃与窗台用品。"),
    Category("wear", "Wool & Linen", "羊毛与亚麻", "Made to be worn for years.", "可以穿很多年的衣物。"),
    Category("light", "Lamps & Candles", "灯与蜡烛", "Warm light for long evenings.", "漫长夜晚的温暖灯光。"),
)

_ROWS = """
tea|stoneware-teapot|Stoneware Teapot|粗陶茶壶|4200|stoneware|粗陶|47
tea|double-wall-glasses|Double-Wall Glasses|双层玻璃杯|2600|borosilicate glass|高硼硅玻璃|44
tea|pour-over-set|Pour-Over Coffee Set|手冲咖啡套装|5400|glass and beech|玻璃与榉木|48
tea|hand-coffee-grinder|Hand Coffee Grinder|手摇磨豆机|6900|steel|钢|46
tea|jasmine-pearls|Jasmine Pearl Tea|茉莉龙珠茶|1450|green tea|绿茶|45
tea|smoked-oolong|Smoked Oolong|烟熏乌龙茶|1650|oolong tea|乌龙茶|39
tea|bamboo-whisk|Bamboo Matcha Whisk|竹制茶筅|1900|bamboo|竹|42
kitchen|cast-iron-pan|Cast Iron Pan 26 cm|26厘米铸铁平底锅|5900|cast iron|铸铁|49
kitchen|walnut-board|Walnut Cutting Board|胡桃木砧板|4800|walnut|胡桃木|47
kitchen|paring-knife|Forged Paring Knife|锻造削皮刀|3900|carbon steel|碳钢|43
kitchen|linen-apron|Linen Apron|亚麻围裙|3600|linen|亚麻|45|sized
kitchen|spice-mill|Spice Mill|香料研磨器|3200|beech and ceramic|榉木与陶瓷|38
kitchen|rolling-pin|French Rolling Pin|法式擀面杖|1800|beech|榉木|41
kitchen|bread-tin|Sourdough Bread Tin|酸面包烤模|2700|blued steel|发蓝钢|44
paper|dot-grid-notebook|Dot Grid Notebook|点阵笔记本|1650|paper and cloth|纸与布|48
paper|brass-pen|Brass Ballpoint Pen|黄铜圆珠笔|3400|brass|黄铜|46
paper|letterpress-cards|Letterpress Card Set|凸版印刷卡片套装|1900|cotton paper|棉纸|45
paper|iron-gall-ink|Iron Gall Ink|铁胆墨水|1250|ink|墨水|40
paper|desk-calendar|Perpetual Desk Calendar|万年台历|2900|oak and paper|橡木与纸|43
paper|wax-seal-kit|Wax Seal Kit|火漆印章套装|2400|brass and wax|黄铜与火漆|37
paper|wrapping-paper|Block-Printed Wrapping Paper|木版印花包装纸|950|paper|纸|44
garden|copper-watering-can|Copper Watering Can|铜制浇水壶|7200|copper|铜|47
garden|pruning-shears|Pruning Shears|修枝剪|4400|steel|钢|46
garden|herb-seed-box|Herb Seed Box|香草种子盒|1700|seeds|种子|42
garden|terracotta-pots|Terracotta Pots, Set of 3|陶土花盆三件套|2300|terracotta|陶土|45
garden|garden-gloves|Goatskin Garden Gloves|山羊皮园艺手套|2800|goatskin|山羊皮|41|sized
garden|bird-feeder|Cedar Bird Feeder|雪松喂鸟器|3100|cedar|雪松|43
garden|jute-twine|Jute Twine|黄麻绳|600|jute|黄麻|48
wear|merino-scarf|Merino Scarf|美利奴羊毛围巾|5200|merino wool|美利奴羊毛|47
wear|fisherman-sweater|Fisherman Sweater|渔夫毛衣|12900|wool|羊毛|49|sized
wear|linen-shirt|Washed Linen Shirt|水洗亚麻衬衫|8400|linen|亚麻|44|sized
wear|wool-socks|Ribbed Wool Socks|罗纹羊毛袜|1800|wool|羊毛|46|sized
wear|felt-slippers|Felt Slippers|毛毡拖鞋|4600|felt|毛毡|42|sized
wear|lambswool-throw|Lambswool Throw|羊羔毛毯|9800|lambswool|羊羔毛|48
wear|knitted-hat|Knitted Hat|针织帽|3300|wool|羊毛|40|sized
light|paper-lantern|Paper Floor Lantern|纸质落地灯|7600|paper and bamboo|纸与竹|43
light|brass-desk-lamp|Brass Desk Lamp|黄铜台灯|11800|brass|黄铜|47
light|beeswax-candles|Beeswax Candles, Pair|蜂蜡蜡烛一对|1500|beeswax|蜂蜡|49
light|oil-lamp|Glass Oil Lamp|玻璃油灯|3700|glass|玻璃|38
light|candle-snuffer|Candle Snuffer|灭烛罩|2100|iron|铁|41
light|reading-light|Clip-On Reading Light|夹式阅读灯|2900|aluminium|铝|42
light|string-lights|Copper String Lights|铜线串灯|1950|copper|铜|44
"""


def _product(row: str) -> Product:
    category, slug, name, name_zh, cents, material, material_zh, rating, *flags = row.split("|")
    return Product(
        slug, name, name_zh, category, int(cents), material, material_zh, int(rating), sized="sized" in flags
    )


PRODUCTS = tuple(_product(row) for row in _ROWS.strip().splitlines())
PRODUCT = {product.slug: product for product in PRODUCTS}
CATEGORY = {category.slug: category for category in CATEGORIES}

_REVIEWS = (
    ("Ines", "Exactly as pictured, and heavier than I expected.", "和图片一样,比想象中更有分量。"),
    ("Tomasz", "A present for my sister; she uses it daily.", "送给姐姐的礼物,她每天都用。"),
    ("Mei", "Good, but the box arrived dented.", "东西不错,但盒子压坏了。"),
    ("Olu", "Worth saving up for.", "值得攒钱买。"),
    ("Petra", "Does what it should. Nothing more, nothing less.", "该有的都有,不多不少。"),
)

ORDERS = tuple(
    Order(f"JC-{1048 + 7 * n}", f"2026-{1 + n:02d}-{3 + 2 * n:02d}", status, carrier, lines)
    for n, (status, carrier, lines) in enumerate(
        (
            ("Delivered", "Parcel Post", (("stoneware-teapot", 1), ("jasmine-pearls", 2))),
            ("Delivered", "Parcel Post", (("dot-grid-notebook", 3),)),
            ("Returned", "Green Courier", (("felt-slippers", 1),)),
            ("Delivered", "Green Courier", (("cast-iron-pan", 1), ("walnut-board", 1))),
            ("Delivered", "Parcel Post", (("wool-socks", 4),)),
            ("Delivered", "Parcel Post", (("copper-watering-can", 1), ("jute-twine", 2))),
            ("In transit", "Green Courier", (("brass-desk-lamp", 1),)),
            ("Being packed", "Green Courier", (("fisherman-sweater", 1), ("merino-scarf", 1))),
        )
    )
)
ORDER = {order.number: order for order in ORDERS}

ADDRESSES = (
    Address(1, "Home", ("Robin Vale", "14 Orchard Lane", "4051 Basel")),
    Address(2, "Office", ("Robin Vale, Studio North", "2 Mill Street", "8004 Zürich")),
    Address(3, "Parents", ("Anna Vale", "Hauptgasse 9", "3011 Bern")),
)


def reviews(product: Product) -> tuple[Review, ...]:
    """Two to four reviews, always the same ones for the same product."""
    start = sum(map(ord, product.slug))
    picked = (_REVIEWS[(start + n) % len(_REVIEWS)] for n in range(2 + start % 3))
    return tuple(Review(author, 3 + (start + len(author)) % 3, text, zh) for author, text, zh in picked)


_SORT_KEYS: dict[SortKey, Callable[[Product], tuple[int, str]]] = {
    "name": lambda product: (0, product.name),
    "price": lambda product: (product.price_cents, product.name),
    "price-desc": lambda product: (-product.price_cents, product.name),
    "rating": lambda product: (-product.rating, product.name),
}


def shelf(category: str, sort: SortKey = "name") -> tuple[Product, ...]:
    """The products of a category in the order asked for; of equals, the name decides."""
    return tuple(sorted((p for p in PRODUCTS if p.category == category), key=_SORT_KEYS[sort]))


def find(words: str) -> tuple[Product, ...]:
    """The products whose names, material and category hold every one of the words; none for no words."""
    wanted = words.lower().split()
    if not wanted:
        return ()

    def text(product: Product) -> str:
        category = CATEGORY[product.category]
        return " ".join(
            (
                product.name,
                product.name_zh,
                product.material,
                product.material_zh,
                category.name,
                category.name_zh,
            )
        ).lower()

    return tuple(product for product in PRODUCTS if all(word in text(product) for word in wanted))
