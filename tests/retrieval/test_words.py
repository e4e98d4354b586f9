import pytest
from hypothesis import given
from hypothesis import strategies as st

from webnavigator.retrieval.words import content_terms, entity_terms, is_cjk, terms, url_words


@pytest.mark.parametrize("code", ["#000123", "v2.4", "TT10041", "SO-1002", "a_b.c", "user@host"])
def test_codes_stay_whole(code):
    assert code.lower() in terms(f"about {code}, please")


@given(st.text(max_size=200))
def test_any_text_gives_folded_terms(text):
    for term in terms(text):
        assert term
        assert " " not in term
        assert term == term.casefold() or is_cjk(term)


@given(st.text(max_size=200))
def test_content_terms_are_distinct_terms(text):
    found = content_terms(text)
    assert len(found) == len(set(found))


def test_plural_and_singular_are_one_term():
    assert terms("addresses") == terms("address")


def test_lone_characters_of_scripts_without_spaces_are_kept():
    assert terms("书") == ["书"]
    assert terms("注文一覧") == ["注文", "文一", "一覧"]


def test_names_inside_a_sentence_are_entities():
    assert entity_terms("profile of Amanda Kim") == ["amanda", "kim"]
    assert entity_terms("用户 Amanda Kim 的主页") == ["amanda", "kim"]
    assert entity_terms("Orders of last week") == []


def test_address_words_leave_out_host_and_file_endings():
    assert url_words("http://127.0.0.1:80/admin/taxRates/edit.php?id=7") == "admin tax Rates edit id 7"
