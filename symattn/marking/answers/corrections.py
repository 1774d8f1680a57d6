"""Labels that speak of what is correct: of a student's own correction, or of what would be so elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from symattn.later import pattern
from symattn.marking.answers.about import is_name
from symattn.marking.answers.catalogue import spoken
from symattn.marking.handed import Handed
from symattn.marking.said import reading
from symattn.said import Integers
from symattn.tables import in_turn

_CORRECTS = spoken(  # it should read F = …
    r"(?P<new>\(«correction.new»\)|[\s,:–—-]+«correction.new»\s*:?\Z)|"
    r"\b(?:(?P<edits>«correction.edits»)|(?P<ought>«correction.ought»)|«correction.would»)\b",
    re.IGNORECASE,
)
_ADMITS = spoken(  # oops, A should be …
    r"\b«correction.admits»\b",
    re.IGNORECASE,
)
_DENIES = spoken(  # no word for an error, which a line may be called
    r"\b«correction.denies»\b|n['’]t\b",
    re.IGNORECASE,
)
_ARTICLE = spoken(r"\A(?:«the»|«whose»)[ \t]+", re.IGNORECASE)
_BETWEEN = pattern(r"[\s()\[\]:,–—-]+")


def corrects(label: str, is_name: Callable[[str], bool]) -> bool | None:
    """Whether a label corrects what its line has, None where it speaks of nothing correct: it does with the line's name behind
    the word that says so, or with nothing beside that word but the name or a single other word; where it says what should be,
    behind a mistake that it owns up to.

    >>> [corrects(text, "S".__eq__) for text in ("I erred, it should read S", "S (corrected)", "Corrected scores", "S (new)")]
    [True, True, True, True]
    >>> [corrects(text, "S".__eq__) for text in ("S new", "S, fixed:", "S – correction", "scores new", "new S")]
    [True, True, True, None, None]
    >>> [corrects(text, "S".__eq__) for text in ("scores (not corrected)", "the corrected scores of a friend", "scores")]
    [False, False, None]
    >>> [corrects(text, "S".__eq__) for text in ("oops, should be S", "a typo, my scores should be", "the scores should be")]
    [True, True, False]
    """
    found = _CORRECTS.search(label)
    if found is None:
        return None
    behind = label[found.end() :].strip()
    if not (found["edits"] or found["new"]):
        admits = (
            found["ought"] is not None
            and _ADMITS.search(label, 0, found.start()) is not None
        )
        return admits and (not behind or is_name(behind))
    beside = _ARTICLE.sub(
        "", _BETWEEN.sub(" ", f"{label[: found.start()]} {behind}").strip()
    )
    if found["new"] and found["new"][0] != "(":  # it may be called so: scores, new
        return is_name(beside) or None
    return is_name(behind) or is_name(beside) or beside.isalpha()


def is_corrected(label: str, begins: str) -> bool:
    """Whether a label that begins with what may be the number of a question corrects the line that is called so.

    >>> from symattn.marking.answers.about import about
    >>> with about([], ["Q1"], False):
    ...     [is_corrected(f"Q1 {text}", "Q1 ") for text in ("(corrected)", "corrected", "corrected scores", "(exact)")]
    [True, True, False, False]
    """
    return is_name(begins) and corrects(label, is_name) is True


def amended(before: Handed, at: Integers, new: Handed, said: str) -> Handed:
    """A matrix with a row or an entry put right where words say so, "typo: row 2 should be (1, 2)": where it is not right then, a
    person looks at it. As it was for any other words, and for what does not fit in.

    >>> from symattn.marking.answers.tables import of_text
    >>> q, row = (Handed(one, of_text(one, text).cells) for one, text in (("Q", "[1 2; 3 3]"), ("row 2", "[3 4]")))
    >>> [[cell.text for cell in amended(q, (2,), row, said).cells[1]] for said in ("Correction: row 2", "row 2", "no typo")]
    [['3', '4'], ['3', '3'], ['3', '3']]
    """
    part, rows = [*in_turn(new.cells)], [[*row] for row in before.cells]
    first, start = at[0] - 1, (*at, 1)[1] - 1
    wide = before.shape[1] if len(at) == 1 else 1
    inside = 0 <= first < len(rows) and 0 <= start <= before.shape[1] - wide
    if not inside or len(part) != wide or not corrects(said, lambda _: True):
        return before
    rows[first][start : start + wide] = part
    doubt = reading("unaccounted", text=new.text, line=new.line)
    return replace(before, cells=tuple(map(tuple, rows)), earlier=(), open=doubt)


def denies(before: str) -> bool:
    """Whether what stands before a value says that it is not the one: not 0.5, a friend's is wrong: 0.5.

    >>> denies("the loss is not"), denies("my mistake, I had"), denies("the loss is")
    (True, True, False)
    """
    return _DENIES.search(before) is not None
