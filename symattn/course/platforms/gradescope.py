"""Gradescope: an autograder folder that marks a submission with ``symattn check`` and writes results.json."""

from __future__ import annotations

import symattn
from symattn.marking.answers.formats import suffixes
from symattn.page.engine import Engine
from symattn.sheet import Sheet


def files(sheet: Sheet, source: str) -> dict[str, bytes]:
    """``setup.sh``, ``run_autograder`` and the sheet: zip them and upload the archive as the autograder."""
    engine = Engine("text")
    known = {"version": symattn.__version__, "endings": [suffix.removeprefix(".") for suffix in suffixes()]}
    made = {name: engine.render(f"gradescope/{name}.j2", **known) for name in ("setup.sh", "run_autograder")}
    return {name: str(text).encode() for name, text in made.items()} | {"sheet.toml": source.encode()}
