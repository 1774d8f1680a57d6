"""The numbers that sentences speak of, one after the other: row I looks at 0, row like at 2; (0.5, 0.5) for the one word."""

from __future__ import annotations

from collections.abc import Iterator

from symattn.later import pattern
from symattn.marking.answers.catalogue import spoken as of_words
from symattn.marking.answers.catalogue import words_for
from symattn.marking.answers.cells import entries
from symattn.marking.answers.corrections import denies
from symattn.marking.answers.numerals import single
from symattn.marking.answers.places import FAR
from symattn.said import Strings
from symattn.tex.signs import words

_FUNCTION = pattern(
    r"(?<![^\W\d_])(log|ln|exp|sqrt|√)[ \t]*(\d[\d.,]*(?<=\d))(?![\w^])"
)  # log 5
_THOUSANDS = pattern(r"(?<![\w.,])[1-9]\d{0,2}(?:[ \u202f]\d{3})+(?![\w.,]\d)")
_WORD = pattern(r"\S+")
_PADDED = pattern(r"0\d")  # 0017 is no value
_ROUND = "$*_`|,;.!?:→"
_TIMES = of_words(r"-?«fold»\Z")
_WORKED = words("+ - − * · × ÷ ^ & %")
_EQUATED = words("= ≈ == ≤ < > ≥")
_AND_NEXT = of_words(r"[ \t]+«and»[ \t]")
_OPENS, _SHUTS = frozenset("(["), frozenset(")]")


def spoken(text: str) -> Iterator[Strings]:
    """The numbers of a line that are said to be what they are, in the lists in which they stand beside each other: none that the
    line denies, leaves open, counts with or works on.

    >>> list(spoken("row I looks at 0, row like at 2, log 5 = 1.6094, so (0.5, 0.5), 3 and 4-mal 2 + 2"))
    [('0',), ('2',), ('1.6094',), ('0.5', '0.5'), ('3', '4')]
    >>> list(spoken("not 3 but 4 or 5")), list(spoken("row 1: -0.5"))
    ([], [('-0.5',)])
    >>> list(spoken("not 3, which I had written before I read the question once more and saw that there are two rows"))
    []
    >>> list(spoken("Ada, 0017: 17")), list(spoken("row 1: 1, 0, 2. Then 5")), list(spoken("(1, 2), (3, 4)"))
    ([('17',)], [('1', '0', '2'), ('5',)], [('1', '2'), ('3', '4')])
    """
    text = _THOUSANDS.sub(
        lambda m: "".join(m[0].split()), _FUNCTION.sub(r"\1(\2)", text)
    )
    found, open_, skip, goes_on = list[list[str]](), 0, False, False
    for m in _WORD.finditer(text):
        word = _bare(m[0])
        if (sign := m[0] in _WORKED or word in words_for("or")) or m[0] in _EQUATED:
            if open_:  # how many of the last numbers a sign behind them works on
                del found[-1][-open_:]
            skip, open_, goes_on = sign, 0, False
            continue
        if goes_on and word in words_for("and"):
            continue
        none = skip or m[0][-1] == ":" or _PADDED.match(word)
        row = () if none else (word,) if single(word) else entries(_TIMES.sub("", word))
        row = () if row and denies(text[max(0, m.start() - FAR) : m.start()]) else row
        if not goes_on or m[0][0] in _OPENS:
            found.append([])
        found[-1] += row
        skip, open_ = False, len(row)
        goes_on = bool(row) and (
            m[0][-1] in ",;" or _AND_NEXT.match(text, m.end()) is not None
        )
        goes_on = goes_on and m[0][-2:-1] not in _SHUTS
    yield from (tuple(row) for row in found if row)


def _bare(word: str) -> str:
    """A word without the signs round it and the bracket that it opens or closes.

    >>> _bare("(0.5,"), _bare("log(5)."), _bare("**[1,2]**")
    ('0.5', 'log(5)', '[1,2]')
    """
    word = word.strip(_ROUND)
    for opens, shuts in ("()", "[]"):
        more = word.count(opens) - word.count(shuts)
        word = (
            word.lstrip(opens) if more > 0 else word.rstrip(shuts) if more < 0 else word
        )
    return word.strip(_ROUND)
