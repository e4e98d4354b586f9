"""How coding agents use webnavigator from the command line: `SKILL.md`, shipped with the package."""
