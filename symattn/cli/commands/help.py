"""``symattn help``: the guide, and every key of the format."""

from __future__ import annotations

import click

from symattn.errors import nearest
from symattn.site.guide import MADE, topics


def offered(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The topics that begin so, for the shell to complete."""
    return [name for name in (*topics(), *MADE) if name.startswith(incomplete)]


@click.command()
@click.argument("topic", required=False, shell_complete=offered)
def command(topic: str | None) -> None:
    """Print the guide on TOPIC; without one, the topics.

    They are the files of worksheets/guide, with worked examples, and `format`: every key of a worksheet file with an example;
    `card` has them on one page to be printed, as HTML; `problems`: what lint says, explained.
    """
    pages = topics()
    if topic is None:
        about = {
            name: path.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
            for name, path in pages.items()
        }
        about |= {name: made.about for name, made in MADE.items()}
        width = max(map(len, about))
        click.echo(
            "\n".join(
                f"{name:<{width}}  {title}" for name, title in sorted(about.items())
            )
        )
    elif topic in MADE:
        click.echo(MADE[topic].printed().rstrip("\n"))
    elif topic in pages:
        click.echo(pages[topic].read_text(encoding="utf-8"), nl=False)
    else:
        known = [*pages, *MADE]
        raise click.UsageError(
            f'no topic "{topic}"; {nearest(topic, known) or "`symattn help` lists them"}'
        )
