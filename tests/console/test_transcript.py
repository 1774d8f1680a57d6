"""The README's transcript is what a session prints."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import symattn

README = Path(symattn.__file__).parent.parent / "README.md"


@pytest.mark.skipif(not README.exists(), reason="an installed package has no README beside it")
def test_the_transcript_in_the_readme_is_true():
    blocks = re.findall(r"^```pycon\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    for number, block in enumerate(blocks):
        test = doctest.DocTestParser().get_doctest(block, {}, f"README block {number}", str(README), 0)
        said: list[str] = []
        failures = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=said.append).failed
        assert failures == 0, "".join(said)
