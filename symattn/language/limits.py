"""What is looked at before anything is read: length, characters that cannot be seen, nesting."""

from __future__ import annotations

import re

from symattn.errors import ReadError
from symattn.limits import MOST_CHARACTERS, MOST_NESTING

# One character for one character, so that positions stay what the writer counts.
_PLAIN = str.maketrans(
    {
        **{chr(0xFF10 + d): str(d) for d in range(10)},
        **dict(zip("＋－．，（）［］｛｝＊／＾＝；｜＆＼＿", "+-.,()[]{}*/^=;|&\\_", strict=True)),
        **dict(zip("−×·⋅∙∗÷∕", "-*****//", strict=True)),
        **dict.fromkeys("\u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t\r", " "),
    }
)
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\ud800-\udfff\ue000-\uf8ff"
    "\U000e0000-\U0010ffff]"
)
_ELLIPSIS = re.compile(r"…|⋯|⋮|⋱|\.\s?\.\s?\.|\\[lcvdi]?dots[a-z]?(?![A-Za-z])")
_BRACKET = re.compile(r"[()\[\]{}]")


def prepared(text: object) -> str:
    """The text with signs, digits and brackets in their plain form; raises ReadError past a stated limit.

    >>> prepared("１−２")
    '1-2'
    """
    if not isinstance(text, str):
        raise ReadError(f"expected a text, got {type(text).__name__}", hint="write the number in quotes, such as '1/3'")
    if len(text) > MOST_CHARACTERS:
        raise ReadError(f"the text has {len(text):,} characters", hint=f"at most {MOST_CHARACTERS:,} are read")
    unseen = _UNSEEN.search(text)
    if unseen:
        code = f"U+{ord(unseen[0]):04X}"
        raise ReadError(f"an invisible or unassigned character ({code})", text, unseen.start(), hint="delete it")
    plain = text.translate(_PLAIN)
    if not plain.strip():
        raise ReadError("nothing is written here", hint="write a number such as 1/3 or a matrix such as [[1, 2], [3, 4]]")
    dots = _ELLIPSIS.search(plain)
    if dots:
        raise ReadError("an ellipsis leaves entries out", text, dots.start(), hint="write every entry and every digit")
    _check_nesting(plain, text)
    return plain


def _check_nesting(plain: str, text: str) -> None:
    depth = 0
    for found in _BRACKET.finditer(plain):
        depth += 1 if found[0] in "([{" else -1
        if depth > MOST_NESTING:
            raise ReadError(f"brackets nested deeper than {MOST_NESTING}", text, found.start(), hint="write it with fewer")
