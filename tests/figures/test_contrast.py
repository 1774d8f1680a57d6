"""Weights stay readable on the darkest cell of a heat map, in light and in dark."""

from __future__ import annotations

import re

import pytest

from symattn.figures.heat import DARKEST
from symattn.files import folder

CSS = (folder("templates") / "html" / "style.css").read_text(encoding="utf-8")
MODES = {"light": CSS.split("prefers-color-scheme: dark")[0], "dark": CSS.split("prefers-color-scheme: dark")[1].split("@media")[0]}


def colour(mode: str, name: str) -> tuple[int, int, int]:
    """A colour of the page's style, followed through names."""
    found = re.search(rf"--{name}: ([^;]+);", MODES[mode]) or re.search(rf"--{name}: ([^;]+);", MODES["light"])
    value = found[1]
    if value.startswith("var("):
        return colour(mode, value[6:-1])
    digits = value[1:] if len(value) == 7 else "".join(2 * x for x in value[1:])
    return tuple(int(digits[k : k + 2], 16) for k in (0, 2, 4))


def luminance(rgb) -> float:
    parts = [x / 255 / 12.92 if x / 255 <= 0.03928 else ((x / 255 + 0.055) / 1.055) ** 2.4 for x in rgb]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("percent", range(0, DARKEST + 1, 5))
def test_figures_stand_out_from_every_shade(mode, percent):
    shade, paper, text = (colour(mode, name) for name in ("figure-shade", "figure-paper", "figure-text"))
    ground = [round(percent / 100 * a + (1 - percent / 100) * b) for a, b in zip(shade, paper, strict=True)]
    low, high = sorted((luminance(ground), luminance(text)))
    assert (high + 0.05) / (low + 0.05) >= 4.5, (mode, percent)
