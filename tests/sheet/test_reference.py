"""The reference card: every key of the format, on one page."""

from __future__ import annotations

from html import escape
from pathlib import Path

import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.formats.printed import printed
from symattn.sheet.reference import card, tables


def test_every_key_stands_on_the_card() -> None:
    text = CliRunner().invoke(main, ["help", "card"]).output
    for head, table in tables():
        assert not head or f"<h2>{escape(head)}</h2>" in text
        for name, key in table.keys.items():
            assert f"<code>{escape(name)}" in text
            assert escape(key.about) in text


@pytest.mark.exhaustive
@pytest.mark.browser
def test_the_card_is_one_page(tmp_path: Path) -> None:
    assert printed(card()).count(b"/Type /Page\n") == 1
