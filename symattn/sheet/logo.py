"""The logo at the head of a page: a picture beside the sheet, or within it, that is what its name says.

A sheet names a file of its own folder (``logo = "crest.png"``). What is made of a sheet and read elsewhere, a student's
variant or a platform's folder, holds the same picture as an address (``logo = "data:image/png;base64,…"``).
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from dataclasses import field
from hashlib import sha256
from pathlib import Path

from symattn.errors import LimitError, SymattnError
from symattn.files import FileError, open_inside
from symattn.later import pattern
from symattn.limits import LARGEST_LOGO
from symattn.records import frozen
from symattn.sheet.source import short

SIGNS = {
    "pdf": (b"%PDF-", b"%%EOF"),
    "png": (b"\x89PNG\r\n\x1a\n", b"IEND"),
    "jpg": (b"\xff\xd8\xff", b"\xff\xd9"),
}
"""The kinds of picture: what a file of each begins with, and what stands near its end."""
TAIL = 1024
"""Bytes at the end of a file among which that stands."""
MEDIA = {"pdf": "application/pdf", "png": "image/png", "jpg": "image/jpeg"}
_NAME = pattern(
    r"(?!page\.pdf$)[A-Za-z0-9][A-Za-z0-9_-]*\.(pdf|png|jpe?g)", re.IGNORECASE
)  # page.pdf is what TeX writes
_ADDRESS = pattern(
    rf"data:({'|'.join(MEDIA.values())});base64,([A-Za-z0-9+/]+={{0,2}})"
)


@frozen
class Logo:
    """A picture: the name under which LaTeX finds it, its kind (pdf, png or jpg) and its bytes."""

    name: str
    kind: str
    data: bytes = field(repr=False)

    @property
    def address(self) -> str:
        """The picture as an address that holds it whole.

        >>> Logo("crest.png", "png", b"abc").address
        'data:image/png;base64,YWJj'
        """
        return f"data:{MEDIA[self.kind]};base64,{b64encode(self.data).decode('ascii')}"

    @property
    def digest(self) -> str:
        """The same for the same picture."""
        return sha256(self.data).hexdigest()

    @property
    def shown(self) -> bool:
        """Whether browsers show it as a picture, which they do not a PDF."""
        return self.kind != "pdf"


def logo_of(written: str, folder: Path) -> Logo:
    """The picture that a sheet in *folder* names or holds; raises SymattnError for what is no picture, or none of that folder.

    >>> logo_of("../crest.png", Path())
    Traceback (most recent call last):
        ...
    symattn.errors.SymattnError: "../crest.png" is no picture in the folder of the sheet; write the name of a PDF, PNG or ...
    """
    if held := _ADDRESS.fullmatch(written):
        kind = next(kind for kind, media in MEDIA.items() if media == held[1])
        return _checked(Logo(f"logo.{kind}", kind, _decoded(held[2])))
    named = _NAME.fullmatch(written)
    if named is None:
        raise SymattnError(
            f'"{short(written)}" is no picture in the folder of the sheet',
            "write the name of a PDF, PNG or JPG file that lies there, of letters, digits, - and _, such as crest.png",
        )
    try:
        data = open_inside(folder, written, LARGEST_LOGO)
    except FileError as error:
        raise SymattnError(
            f"{written}: {error.why}",
            "the picture has to lie in the folder of the sheet",
        ) from None
    except LimitError as error:
        raise SymattnError(
            f"{written}: {error}", "600 pixels across are enough for a logo"
        ) from None
    return _checked(Logo(written, named[1].lower().replace("jpeg", "jpg"), data))


def _decoded(text: str) -> bytes:
    if len(text) > LARGEST_LOGO * 4 // 3 + 4:
        raise SymattnError(
            f"a logo of more than {LARGEST_LOGO:,} bytes",
            "600 pixels across are enough for a logo",
        )
    try:
        return b64decode(text, validate=True)
    except ValueError:
        raise SymattnError(
            "an address that is no base64", "name the picture's file in its place"
        ) from None


def _checked(logo: Logo) -> Logo:
    """The logo, if its bytes are what its kind says from the first to the last."""
    found = next(
        (kind for kind, (head, _) in SIGNS.items() if logo.data.startswith(head)), None
    )
    what = logo.kind.upper()
    if found != logo.kind:
        hint = (
            f"it is a {found.upper()}: name it so"
            if found
            else f"save the picture as {what}"
        )
        raise SymattnError(f"{logo.name} is no {what}", hint)
    if SIGNS[logo.kind][1] not in logo.data[-TAIL:]:
        raise SymattnError(
            f"{logo.name} ends before the picture does", "copy it here again"
        )
    return logo
