"""Help that names the formats of answer files, as they are registered: looked up only when that help is asked for."""

from __future__ import annotations

import click

from symattn.marking.answers.formats import suffixes

FORMATS = "FORMATS"


class OnAnswers(click.Command):
    """A command whose help says FORMATS where the suffixes of answer files belong."""

    def format_help_text(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """The help, with the suffixes in it."""
        *first, last = suffixes()
        told, self.help = (
            self.help,
            (self.help or "").replace(FORMATS, f"{', '.join(first)} or {last}"),
        )
        super().format_help_text(ctx, formatter)
        self.help = told
