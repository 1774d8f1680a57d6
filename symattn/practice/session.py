"""What runs in the browser: one function from JSON to JSON, by which everything on the page is decided.

A page sends ``{"do": "check", …}`` and is sent back what to show. Answers are marked as ``symattn check`` marks them: they are
written as an answer file, which is read and marked, and the page can save the very same file.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from symattn.errors import SymattnError, internal
from symattn.practice.desk import Desk
from symattn.said import Named

Json: TypeAlias = Named


class Session:
    """One page's conversation with the engine; *folder* is where the sheet's files lie and answers are written.

    >>> import tempfile
    >>> from symattn.files import find
    >>> session = Session(Path(tempfile.mkdtemp()))
    >>> asked = json.loads(session.answer(json.dumps({"do": "open", "sheet": str(find("causal-mask"))})))
    >>> sorted(asked)
    ['decimals', 'digest', 'fields', 'title']
    >>> json.loads(session.answer('{"do": "sing"}'))["error"]
    'no such request: sing'
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.desk: Desk | None = None

    def answer(self, request: str) -> str:
        """The answer to a request; what went wrong is said in ``error``, and raised to nobody."""
        asked = json.loads(request)
        try:
            found = self._answer(asked)
        except SymattnError as error:
            found = {"error": str(error)}
        except (
            Exception
        ) as error:  # a page goes on; what failed is told to whoever looks
            found = {"error": internal(error), "failed": True}
        return json.dumps(found, ensure_ascii=False)

    def _answer(self, asked: dict[str, object]) -> Json:
        wanted = str(asked.pop("do", ""))
        if wanted == "open":
            sheet = Path(str(asked["sheet"]))
            own = (
                sheet.parent / "templates"
            )  # a site holds those alone that were trusted when it was made
            who = str(asked.get("student", ""))
            self.desk = Desk.opened(
                sheet,
                self.folder,
                asked.get("seed"),
                who,
                (own,) if own.is_dir() else (),
            )
            found = self.desk.page()
            return (
                found
                if asked.get("seed") is None
                else {**found, "html": self.desk.html()}
            )  # else it stands there already
        if wanted not in REQUESTS:
            raise SymattnError(f"no such request: {wanted}")
        if self.desk is None:
            raise SymattnError("no sheet is open")
        return REQUESTS[wanted](self.desk, **asked)


REQUESTS: dict[str, Callable[..., Json]] = {
    "cells": Desk.cells,
    "change": Desk.change,
    "check": Desk.check,
    "explain": Desk.explain,
    "export": Desk.export,
    "givens": Desk.givens,
    "help": Desk.help,
    "made of": Desk.made_of,
    "picture": Desk.picture,
    "prepare": Desk.prepare,
    "read": Desk.read,
    "small": Desk.small,
}
"""What a page may ask for once a sheet is open."""
