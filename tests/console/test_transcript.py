"""The transcripts of the README and of the guide are what a session prints."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import symattn
from symattn.files import folder

README = Path(symattn.__file__).parent.parent / "README.md"
TRANSCRIPTS = [*([README] if README.exists() else []), folder("worksheets") / "guide" / "console.md"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("page", TRANSCRIPTS, ids=lambda page: page.name)
def test_the_transcript_is_true(page: Path):
    blocks = re.findall(r"^```pycon\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    for number, block in enumerate(blocks):
        test = doctest.DocTestParser().get_doctest(block, {}, f"{page.name} block {number}", str(page), 0)
        said: list[str] = []
        failures = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=said.append).failed
        assert failures == 0, "".join(said)
