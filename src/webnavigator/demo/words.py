"""The shop's own wording, in English and Chinese; templates name these as ``$w_key``."""

from typing import Literal

Language = Literal["en", "zh"]

_TABLE = """
shop|Shop|商品
help|Help|帮助
about|About us|关于我们
contact|Contact|联系我们
faq|Questions|常见问题
stores|Stores|门店
shipping|Shipping and returns|配送与退货
studio|Gift studio|礼品工坊
account|Account|我的账户
cart|Cart|购物车
search|Search|搜索
search_for|Search the shop|搜索商品
other_language|中文|English
tagline|Useful things, kindly made.|好用之物,用心制作。
home|Home|首页
new_in|New this season|本季新品
all_categories|All categories|全部分类
view_cart|View cart|查看购物车
cart_empty|Your cart is empty.|购物车是空的。
sort|Sort by|排序
sort_name|Name|名称
sort_price|Price, low to high|价格从低到高
sort_price_desc|Price, high to low|价格从高到低
sort_rating|Best rated|评分最高
previous|Previous|上一页
next|Next|下一页
page|Page|第
add_to_cart|Add to cart|加入购物车
share|Share this product|分享商品
size_guide|Size guide|尺码表
tab_description|Description|商品描述
tab_reviews|Reviews|评价
tab_shipping|Shipping|配送
material|Material|材质
ships|Sent from Basel in two working days; free returns.|两个工作日内从巴塞尔发货,可免费退货。
close|Close|关闭
copy_link|Copy link|复制链接
share_hint|Send this address to a friend.|把这个地址发给朋友。
write_review|Write a review|写评价
your_review|Your review|你的评价
send|Send|发送
size|Size|尺码
chest|Chest|胸围
results_for|Results for|搜索结果
no_results|Nothing found. Try another word.|没有找到,换个词试试。
newsletter|Newsletter|电子报
newsletter_hint|Four letters a year, no more.|一年四封,绝不多发。
subscribe|Subscribe|订阅
email|E-mail|电子邮箱
your_message|Your message|留言内容
quantity|Quantity|数量
total|Total|合计
remove|Remove|移除
stars|stars|星
local_time|Time in Basel|巴塞尔时间
sample_gift|A gift? Let the studio help you choose.|要送礼?让礼品工坊帮你挑。
"""

WORDS: dict[Language, dict[str, str]] = {"en": {}, "zh": {}}
for _row in _TABLE.strip().splitlines():
    _key, _english, _chinese = _row.split("|")
    WORDS["en"][f"w_{_key}"] = _english
    WORDS["zh"][f"w_{_key}"] = _chinese
