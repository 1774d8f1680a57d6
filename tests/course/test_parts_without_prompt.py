"""A part that has neither a label nor a prompt leaves nothing where these would stand."""

from __future__ import annotations

from importlib import import_module

import pytest

from symattn.sheet import loads

SHEET = """title = "x"
[[question]]
prompt = "Do."
steps = ["A = 2 * X"]
given.X = [[1, 2]]
[[question.part]]
{}asks = ["A"]
"""


def exported(platform: str, text: str) -> str:
    """All that is written for a platform, archives opened up."""
    files = import_module(f"symattn.course.platforms.{platform}").files(loads(text), text)
    return "\n".join(data.decode("utf-8", "replace") for name, data in files.items() if not name.endswith(".zip"))


@pytest.mark.parametrize("platform", ["moodle", "qti", "canvas", "ilias"])
def test_no_empty_paragraph(platform: str) -> None:
    bare, told = (exported(platform, SHEET.format(prompt)) for prompt in ("", 'prompt = "Why so"\n'))
    assert "Why so" in told
    for empty in ("<p></p>", "<div></div>", "&lt;p&gt;&lt;/p&gt;", "&lt;div&gt;&lt;/div&gt;"):
        assert empty not in bare
