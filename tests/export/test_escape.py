"""Whatever a page calls its things, it stays text in every format."""

import ast
import json
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import playwright
from hypothesis import given
from hypothesis import strategies as st

from webnavigator.export.escape import (
    markdown,
    mermaid,
    one_line,
    python_string,
    typescript_string,
    web_address,
    xml_text,
)

HOSTILE = [
    '"); import os; os.system("x") #',
    "'''\"\"\"\\",
    "</script><script>alert(1)</script>",
    "`${process.exit()}`",
    "line\nbreak\r\u2028\u2029\x85",
    "\u202eright to left\u2066",
    "]]>&<!--\x00\x1b[31m",
    "](javascript:alert(1)) ![x](y) <img src=x>",
    '"]; click n0 "javascript:alert(1)"',
    "\ud800 lone",
    "订单 🧾",
]
TEXTS = st.one_of(st.sampled_from(HOSTILE), st.text(st.characters(), max_size=40))


@given(TEXTS)
def test_a_python_literal_is_one_line_and_gives_the_text_back(text):
    quoted = python_string(text)
    assert ast.literal_eval(quoted) == text
    assert len(quoted.splitlines()) == 1


@given(TEXTS)
def test_a_typescript_literal_is_one_line_and_gives_the_text_back(text):
    quoted = typescript_string(text)
    assert json.loads(quoted) == text
    assert len(quoted.splitlines()) == 1
    assert "</" not in quoted


def test_typescript_literals_are_read_by_a_javascript_engine():
    driver = Path(playwright.__file__).parent / "driver"
    code = f"process.stdout.write(JSON.stringify([{','.join(typescript_string(text) for text in HOSTILE)}]))"
    done = subprocess.run([driver / "node", "-e", code], capture_output=True, check=True, timeout=60)
    assert json.loads(done.stdout) == HOSTILE


@given(TEXTS)
def test_one_line_holds_nothing_that_is_not_seen(text):
    line = one_line(text)
    assert len(line) <= 120
    assert line.isprintable()


@given(TEXTS)
def test_mermaid_labels_cannot_end(text):
    assert not set(mermaid(text)) & set('"[]{}<>|`\n\\$')


@given(TEXTS)
def test_xml_takes_all_that_is_left(text):
    element = ElementTree.Element("a", b=xml_text(text))
    element.text = xml_text(text)
    read = ElementTree.fromstring(ElementTree.tostring(element))
    assert (read.text or "") == xml_text(text).replace("\r\n", "\n").replace("\r", "\n")


def test_markdown_makes_no_link_and_no_html():
    told = markdown("](javascript:alert(1)) <img src=x> *a*")
    assert told == r"\]\(javascript:alert\(1\)\) \<img src=x\> \*a\*"


def test_only_web_addresses_become_links():
    assert web_address("javascript:alert(1)") == ""
    assert web_address("https://[broken") == ""
    assert web_address("https://a.test/a(b)?q=<x>") == "https://a.test/a%28b%29?q=%3Cx%3E"
    assert web_address("https://a.test/%E4%B8%AD") == "https://a.test/%E4%B8%AD"
