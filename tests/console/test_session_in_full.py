"""A session in full: what values, explanations, slips, other givens and mistakes print."""

from __future__ import annotations

import doctest
from pathlib import Path

SESSION = Path(__file__).parent / "session.txt"


def test_a_session_prints_what_is_right() -> None:
    said: list[str] = []
    test = doctest.DocTestParser().get_doctest(SESSION.read_text("utf-8"), {}, SESSION.name, str(SESSION), 0)
    assert len(test.examples) > 30
    assert doctest.DocTestRunner().run(test, out=said.append).failed == 0, "".join(said)
