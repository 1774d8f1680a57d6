"""``symattn templates``: the templates of a page, to word a step of one's own."""

from __future__ import annotations

from pathlib import Path

import click

from symattn.errors import nearest
from symattn.files import folder, reason, write_whole
from symattn.formats.templates import PLAIN
from symattn.ops import OPS
from symattn.said import Strings

ABOUT = """\
<# One step of the working. `step` is the line, `lines` are all lines told together; each has
   name, op, args, inputs, parameters, value, line. Filters take a line or a name ("X", step.args[0]):
   symbol, formula, numbers, exact, approx (approx(2): to two places), names.
   << working() >> sets the equations as usual, << working("formula", "exact", "approx", places=2) >> in another order;
   detail is "brief", "standard" or "full"; << prose("...") >> sets LaTeX text; <% call fmt.say() %>..<% endcall %> a sentence. #>
"""


@click.command()
@click.option(
    "--copy",
    "names",
    metavar="NAME",
    multiple=True,
    help="Copy the template of an operation, to change it.",
)
@click.option(
    "-o",
    "--output",
    "out",
    metavar="DIR",
    type=click.Path(path_type=Path),
    default="templates",
    show_default=True,
)
def command(names: Strings, out: Path) -> None:
    """List the templates of steps, or copy some to change.

    A folder `templates` beside a worksheet is looked in before the shipped ones, and before that the one --templates names;
    only what differs has to be in it.
    """
    steps = folder("templates") / "steps"
    own = {
        path.stem: path for path in steps.glob("*.j2") if not path.stem.startswith("_")
    }
    known = sorted({*own, *OPS})
    wanted = [(name, out / "steps" / f"{name}.j2") for name in names]
    for name, target in wanted:
        if name not in known:
            raise click.UsageError(
                f'no template "{name}"; {nearest(name, known) or "`symattn templates` lists them"}'
            )
        if target.exists():
            raise click.UsageError(
                f"{target} is there already; change it, or take it away first"
            )
    for name, target in wanted:
        try:
            text = own.get(name, folder("templates") / PLAIN).read_text(
                encoding="utf-8"
            )
            target.parent.mkdir(parents=True, exist_ok=True)
            write_whole(target, (ABOUT + text).encode())
        except OSError as error:
            raise click.UsageError(f"cannot write {target}: {reason(error)}") from None
        click.echo(target)
    if not names:
        click.echo("\n".join(known))
