import json

from webnavigator.viewer.text import encoded, for_script, harmless, plain


def test_what_turns_or_steers_is_gone_and_what_spells_stays():
    assert plain("a\u202eb\x1b[2J\nc") == "a b [2J c"
    assert plain("می\u200cخواهم") == "می\u200cخواهم"
    assert plain("x" * 500, 10) == "x" * 10 + "…"


def test_text_that_no_encoding_has_is_still_json():
    assert json.loads(encoded({"a": "\ud800"})) == {"a": "\ud800"}
    assert plain("\ud800") == " "


def test_nothing_ends_a_script_element():
    text = for_script({"a": "</script><!--\u2028"})
    assert "<" not in text
    assert json.loads(text) == {"a": "</script><!--\u2028"}


def test_data_from_elsewhere_is_made_harmless_all_the_way_down():
    assert harmless({"a\x00": ["\u202ex", 1, None, {"b": True}]}) == {"a ": [" x", 1, None, {"b": True}]}
