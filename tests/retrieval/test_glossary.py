import pytest

from webnavigator.retrieval.glossary import glossary, in_chinese, segments, translate


def test_latin_queries_are_not_translated():
    assert translate("order TT1") is None


def test_a_query_of_unknown_words_has_no_translation():
    assert translate("齑粉") is None


def test_codes_and_names_survive():
    found = translate("修改客户 Jean Dupont 的资料")
    assert found is not None
    assert "Jean Dupont" in found.text
    assert ("jean",) in found.groups
    assert 0 < found.known <= 1


def test_the_longest_word_wins():
    assert segments("收货地址簿") == ["收货地址"]
    assert segments("地址簿") == ["地址簿"]


def test_alternatives_count_as_one_word():
    found = translate("优惠券")
    assert found is not None
    assert found.groups == (("coupon", "voucher"),)


@pytest.mark.parametrize("word", sorted(glossary())[::40])
def test_entries_are_han_to_english(word):
    assert segments(word) == [word]
    assert all(text.isascii() for text in glossary()[word])


def test_a_meaning_of_several_words_counts_when_all_are_said():
    alone, both = in_chinese(["coupon"]), in_chinese(["coupon", "code"])
    assert alone is not None
    assert both is not None
    assert "惠码" in both[0]
    assert "惠码" not in alone[0]
    assert in_chinese(["zebra"]) is None
