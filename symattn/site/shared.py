"""What pages of a site share with each other: a font that is one file for all."""

from __future__ import annotations

from symattn.later import pattern

FONT = pattern(rb'url\("data:font/woff2;base64,[^"]*"\)')
"""The font within a page of its own."""


def shared_font(page: bytes, address: str) -> bytes:
    """A page whose font is a file beside it, in place of the font within it.

    >>> shared_font(b'src: url("data:font/woff2;base64,AA==") format', "../font.woff2")
    b'src: url("../font.woff2") format'
    """
    return FONT.sub(f'url("{address}")'.encode(), page)
