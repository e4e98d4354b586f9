"""SKILL.md: what it says exists, and it can be installed."""

import re
from pathlib import Path

from cli.little_shop import Command


def test_it_is_printed_and_names_only_commands_and_options_that_exist(command: Command):
    ran = command("skill")
    assert ran.code == 0
    head, body = ran.out.split("---\n")[1:3]
    assert re.search(r"^name: webnavigator$", head, re.MULTILINE)
    assert len(re.search(r"^description: (.*)$", head, re.MULTILINE)[1]) < 1024
    reference = (Path(__file__).parents[2] / "docs" / "cli.md").read_text("utf-8")
    for line in re.findall(r"webnavigator (?!for\b)[a-z]+ ?[^`\n]*", body):
        name, *rest = line.split()[1:]
        section = reference.partition(f"\n## webnavigator {name}\n")[2].partition("\n## ")[0]
        assert section, line
        assert all(option in section for option in rest if option.startswith("-")), line


def test_it_is_installed_where_an_agent_looks(command: Command, tmp_path: Path):
    assert command("skill", "--install", tmp_path / ".claude" / "skills").code == 0
    assert (tmp_path / ".claude/skills/webnavigator/SKILL.md").read_text("utf-8") == command("skill").out
    (tmp_path / "file").touch()
    refused = command("skill", "--install", tmp_path / "file")
    assert (refused.code, len(refused.errors)) == (1, 1)
