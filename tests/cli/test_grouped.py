"""Groups of options: a dataclass in a command's signature is one option a field."""

from dataclasses import dataclass
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from webnavigator.cli.bench_tasks import site_urls
from webnavigator.cli.grouped import grouped


@dataclass(frozen=True, kw_only=True)
class Size:
    width: Annotated[int, typer.Option(min=1, help="How wide.")]
    deep: Annotated[bool, typer.Option("--deep", help="Deep.")] = False


@pytest.fixture
def cli() -> typer.Typer:
    app = typer.Typer()

    def command(name: Annotated[str, typer.Argument()], size: Size, times: int = 2) -> None:
        typer.echo(f"{name} {size} {times}")

    app.command()(grouped(command))
    return app


def test_fields_become_options_and_come_back_as_a_group(cli: typer.Typer):
    done = CliRunner().invoke(cli, ["box", "--width", "3", "--deep"])
    assert done.output.strip() == f"box {Size(width=3, deep=True)} 2"


def test_a_field_without_default_is_required_and_bounds_hold(cli: typer.Typer):
    assert CliRunner().invoke(cli, ["box"]).exit_code == 2
    assert CliRunner().invoke(cli, ["box", "--width", "0"]).exit_code == 2


def test_sites_that_are_given_win_over_variables():
    assert site_urls(["a=http://one.test"], {"WA_A": "http://two.test"}) == {"A": "http://one.test"}
    with pytest.raises(typer.BadParameter, match="NAME=URL"):
        site_urls(["http://one.test"], {})
