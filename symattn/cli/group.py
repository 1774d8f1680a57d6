"""A click group whose commands are the modules of ``symattn.cli.commands``, found by name and imported late."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import click

from symattn.cli import commands
from symattn.errors import nearest


class Commands(click.Group):
    """Each module of ``commands/`` holds one click command, called ``command``; its name is the module's.

    >>> "list" in Commands().list_commands(click.Context(click.Command("symattn")))
    True
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted(module.name for module in iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"{commands.__name__}.{cmd_name}").command
        command.name = cmd_name
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """All commands and what they do. That is read out of their sources: to import them takes three times as long."""
        told = {name: click.Command(name, help=_help(name)) for name in self.list_commands(ctx)}
        room = formatter.width - 6 - max(map(len, told))
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.get_short_help_str(room)) for name, command in told.items()])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it, with the nearest known command in the message."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            near = nearest(args[0], self.list_commands(ctx))
            ctx.fail(f'no command "{args[0]}"; {near or "`symattn --help` lists the commands"}')
        return super().resolve_command(ctx, args)


def _help(name: str) -> str | None:
    """The docstring of a command's function."""
    (folder,) = commands.__path__
    tree = ast.parse((Path(folder) / f"{name}.py").read_text("utf-8"))
    return next(ast.get_docstring(node) for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "command")
