"""A task done with a map, from the command line: scripted, judged, and repeated without the model."""

import json
from pathlib import Path

import pytest

from cli.little_shop import Command, Ran

pytestmark = pytest.mark.browser

ANSWERS = (
    {"label": "act", "answer": {"action": "navigate", "text": "size chart with the chest widths"}},
    {"label": "select", "when": r"1\. .*Size chart", "answer": {"reason": "it holds them", "candidate": 1}},
    {"label": "act", "when": r"(?s)reached “.*100 cm", "answer": {"action": "note", "text": "M is 100 cm"}},
    {"label": "act", "answer": {"action": "navigate", "text": "shipping costs"}},
    {"label": "select", "when": r"1\. .*Shipping", "answer": {"reason": "they are told there", "candidate": 1}},
    {"label": "act", "when": "M is 100 cm", "answer": {"action": "stop", "text": "100 cm, 9 euros"}},
    {"label": "verify", "answer": {"complete": True}},
)


def test_a_task_is_done_with_a_map_judged_and_repeated_without_the_model(
    explored: tuple[Path, Ran], little_shop: str, command: Command, tmp_path: Path
) -> None:
    task = {
        "task_id": "m",
        "sites": ["shop"],
        "start_url": f"{little_shop}/",
        "intent": "How wide is size M, and what does a parcel to Europe cost?",
        "eval": {
            "eval_types": ["string_match", "url_match"],
            "reference_answers": {"must_include": ["100", "9"]},
            "reference_url": f"{little_shop}/shipping",
        },
    }
    (tmp_path / "tasks.json").write_text(json.dumps([task]), "utf-8")
    (tmp_path / "m.jsonl").write_text("\n".join(map(json.dumps, ANSWERS)), "utf-8")
    common = ("bench", "tasks", tmp_path / "tasks.json", "--map", explored[0], "--json")
    first = command(*common, "--model", f"scripted:{tmp_path}/{{task}}.jsonl", "--out", tmp_path / "first")
    assert first.code == 0, first.err
    row = json.loads(first.out)["rows"][0]
    assert (row["score"], row["steps"], row["answer"]) == (1, 4, "100 cm, 9 euros"), row
    record = tmp_path / "first" / "runs" / "{task}-0" / "exchanges.jsonl"
    again = command(*common, "--model", f"replay:{record}", "--out", tmp_path / "again")
    assert again.code == 0, again.err
    assert json.loads(again.out)["rows"][0]["score"] == 1
    compared = command("bench", "compare", tmp_path / "first", tmp_path / "again", "--json")
    assert compared.code == 0, compared.err
