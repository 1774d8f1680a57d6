"""What a heading says: the question, the part or the head that what follows belongs to."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from symattn.extensions import forgetting
from symattn.later import pattern
from symattn.marking.answers.catalogue import spoken
from symattn.marking.answers.corrections import is_corrected
from symattn.records import frozen
from symattn.said import Glossary

LONGEST = 80  # characters of a heading; a longer line is a sentence. One that is marked as a heading may have three times as many
_IN_WORDS = pattern(r"[^=≈\[\]{}&|\\;⎡⎛→]*")  # without an answer
MOST_KNOWN = 4_000  # lines and labels that are remembered: a class writes the same
WORDS = "«question»|«task»"
SHORT_WORDS = "«task_short»"
_BEFORE_SENTENCE = spoken(
    rf"[\W_]*(?:{WORDS}|«head»)[ \t]*[#_(]?\d{{1,3}}\)?[ \t]*(?:\(?[a-h]\)?)?[ \t*_]*",
    re.IGNORECASE,
)
_QUESTION = spoken(
    r"(?:«task»s?\s+(?:to\s+|«of»\s+|«for»\s+)?)?"
    rf"(?:(?:{WORDS})\s*[.:#]?\s*(?:«number»\.?\s*)?#?\s*\(?|(?:{SHORT_WORDS})\.?\s?#?)(?P<number>\d{{1,3}})(?!\d|,(?!\s*«part»))\)?\s*[.):]?\s*"
    r"(?:(?:[-–—,]?\s*«part»\s*)?\(?(?P<part>[a-h])\)?(?![a-z]))?(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_REST = pattern(  # behind the number of a question: few words, and no list that goes on
    r"(?=.{0,49}\Z)(?!.*,\s*\Z)(?:\s|[-–—:.,(\[|]).*|", re.DOTALL
)
_AT_END = spoken(
    rf"[^:–—]{{1,60}}[:–—]\s*(?:{WORDS})\s*(?P<number>\d{{1,3}})\s*\(?(?P<part>[a-h])?\)?",
    re.IGNORECASE,
)
_BARE = pattern(
    r"\(?(?P<number>\d{1,3})\)?\s*[.):]?\s*(?:\(?(?P<part>[a-h])\)?)?\s*[.):]?",
    re.IGNORECASE,
)
_PART = spoken(r"(?:«part»\s*)?\(?(?P<part>[a-h])\)?\s*[.):]*", re.IGNORECASE)
_HAS_PART = spoken("[().:]|«part»")
_HEAD = spoken(
    r"(?:attention\s*)?«head»\s*(?:«number»\.?|i\s*=|h\s*=)?\s*[#_:=]?\s*\(?(?P<number>\d{1,6})(?!\d)",
    re.IGNORECASE,
)
_HEAD_BEFORE = spoken(
    r"[#*_\-–—(\s]*(?:attention\s*)?(?:«head»|«group»)\s*[#_]?\s*(\d{1,6})\s*[-–—:.,)]+\s+(?=\S)",
    re.IGNORECASE,
)
_NUMBERED = spoken(
    rf"(?>(?:(?:{WORDS}|{SHORT_WORDS})\s*\.?\s*)?\(?(\d{{1,3}})\s*(?:[.)]\s*|(?=\())(?:\(?([a-h])[.)]\s*)?(?=\S)"
    r"|q(\d{1,3})([a-h])?\s*[:.)]\s*(?=\S))(?![\d.])",  # 2.5 is no question
    re.IGNORECASE,
)
_RUN_ON = spoken(
    rf"(?P<said>(?:{WORDS}|{SHORT_WORDS})\s*\.?\s*)?\(?(?P<number>\d{{1,3}})"
    r"(?(said)[\s.:,–—-]*(?:«part»\s*)?\(?|[ \t]?)(?P<part>[a-h])\s*[.):]+\s*(?=\S)",
    re.IGNORECASE,
)
_BESIDE = spoken(  # 2a  whole: …, 1b S, Q8b L
    rf"(?:(?:{WORDS}|{SHORT_WORDS})\.?\s*)?(?P<number>\d{{1,2}})\.?(?P<part>[a-h])"
    r"(?:[ \t]{2,}(?=\S)|[ \t]+(?=[^\W\d_]{3,}|[^\W\d]\w{0,6}\Z))",
    re.IGNORECASE,
)
_PART_BEFORE = pattern(r"\(([a-h])\)\s*(?=\S)|([a-h])\)\s+(?=\S)", re.IGNORECASE)
_BULLET = spoken(
    r"[-*•–+]\s+(?=\S)|«bullet»\.?\s*\d{1,3}\s*[.:)]\s*(?=\S)",
    re.IGNORECASE,
)
_COUNTED = pattern(r"\$?[ih]\s*=\s*(\d{1,3})\$?")  # as a heading, i = 1
_ORDINAL = spoken(
    r"\b(?P<word>«nth»)\s+(?:attention\s*)?«head»\b|\b«head»\s+(?P<after>«many»)\b",
    re.IGNORECASE,
)
_NAMED = pattern(r"(?:question|q)\s*[:.]?\s*(\w{1,40})")
_NUMBERS = [
    spoken(f"«nth.{number}»|«many.{number}»", re.IGNORECASE) for number in range(1, 5)
]
_DRESS = " \t#*_-–—=~.:<>|/\\`'\"$•·►▶"


@frozen
class NamedByHeading:
    """What a heading names; ``ends`` says that it ends the section of a head.

    >>> heading("## Question 2(a)")
    NamedByHeading(question='2', part='a', head=None, ends=True)
    """

    question: str | None = None
    part: str | None = None
    head: int | None = None
    ends: bool = False


_ROWS_IN = pattern(r"[(\[]\s*[-−]?[\d./]+[\s,;]+[-−]?\d")  # (1/2 1), and not (3 marks)


def heading(
    line: str, ids: frozenset[str] = frozenset(), marked: bool = False
) -> NamedByHeading | None:
    """What a line says as a heading, None when it is none; *marked* when the file marks it as one.

    >>> heading("--- head 1 ---").head, heading("2."), heading("We used one head.")
    (1, NamedByHeading(question='2', part=None, head=None, ends=True), None)
    >>> heading("Head 2: as before, only with the other weights").head, heading("See head 2: as before, with other weights")
    (2, None)
    """
    said, _, rest = line.partition(":")
    in_words = (
        rest[:1].isspace() and _IN_WORDS.fullmatch(rest) and not _ROWS_IN.search(rest)
    )
    if in_words and len(said) < LONGEST and _BEFORE_SENTENCE.fullmatch(said):
        line = f"{said}:"  # Exercise 1a: and a sentence
    return (
        _heading(line, ids, marked)
        if len(line) <= LONGEST * (3 if marked else 1)
        else None
    )


@forgetting
@lru_cache(maxsize=MOST_KNOWN)
def _heading(line: str, ids: frozenset[str], marked: bool) -> NamedByHeading | None:
    line = " ".join(line.split())
    text = line.strip(_DRESS + "()").strip()
    if not text:
        return None
    low = text.lower()
    named = _NAMED.fullmatch(low)
    for given in (low, low.replace(" ", ""), named[1] if named else ""):
        if given in ids:
            return NamedByHeading(question=given, ends=True)
    counted = _COUNTED.fullmatch(text) if marked else None
    head = int(counted[1]) if counted else head_in(text)
    found = _QUESTION.fullmatch(text)
    if found and (marked or _REST.fullmatch(found["rest"])):
        return NamedByHeading(found["number"], small(found["part"]), head, ends=True)
    if marked and (last := _AT_END.fullmatch(text)):  # Sheet 7: question 2
        return NamedByHeading(last["number"], small(last["part"]), ends=True)
    bare = _BARE.fullmatch(line.strip(_DRESS.replace(".", "") + " "))
    if bare and (marked or bare["part"] or line.strip(" #*").endswith((".", ")"))):
        return NamedByHeading(bare["number"], small(bare["part"]), ends=True)
    if head is not None and (marked or len(re.findall(r"[^\W\d_]{2,}", text)) <= 4):
        return NamedByHeading(head=head)
    part = _PART.fullmatch(line.strip(" #*_-•"))
    if part and (marked or _HAS_PART.search(line)):
        return NamedByHeading(part=small(part["part"]), ends=True)
    return NamedByHeading(ends=True) if marked else None


def head_in(text: str) -> int | None:
    """The number of the head that a text speaks of.

    >>> head_in("Head 2 - Q"), head_in("the second head"), head_in("two heads")
    (2, 2, None)
    """
    found = _HEAD.search(text)
    if found:
        return int(found["number"])
    ordinal = _ORDINAL.search(text)
    return counted(ordinal["word"] or ordinal["after"]) if ordinal else None


def counted(word: str) -> int:
    """The number that a word stands for, however it is bent: zweiter, zweiten.

    >>> counted("Zweiter"), counted("3rd")
    (2, 3)
    """
    return next(
        number for number, said in enumerate(_NUMBERS, 1) if said.fullmatch(word)
    )


def small(part: str | None) -> str | None:
    """A part in small letters; None of none.

    >>> small("B"), small("")
    ('b', None)
    """
    return part.lower() if part else None


def prefix(label: str) -> tuple[NamedByHeading, str]:
    """What stands before a name as the number of a question or part, and the rest: "2(a) Q_1".

    >>> prefix("2(a) Q_1")
    (NamedByHeading(question='2', part='a', head=None, ends=False), 'Q_1')
    >>> prefix("(b) H")[0].part, prefix("Head 2: Q")[0].head
    ('b', 2)
    """
    label = label.strip()
    said, name = _prefix(label) if len(label) <= LONGEST else _cut(label)
    own = said.question and is_corrected(label, label.removesuffix(name))
    return (NamedByHeading(), label) if own else (said, name)


def _cut(label: str) -> tuple[NamedByHeading, str]:
    if found := _HEAD_BEFORE.match(label):
        said = NamedByHeading(head=int(found[1]))
    elif found := _NUMBERED.match(label):
        said = NamedByHeading(found[1] or found[3], small(found[2] or found[4]))
    elif found := _RUN_ON.match(label) or _BESIDE.match(
        label
    ):  # 1a) Q, 1 a) Q, Question 1 a) Q
        said = NamedByHeading(found["number"], small(found["part"]))
    elif found := _PART_BEFORE.match(label):
        said = NamedByHeading(part=small(found[1] or found[2]))
    else:
        bullet = _BULLET.match(label)
        return _cut(label[bullet.end() :]) if bullet else (NamedByHeading(), label)
    return said, label[found.end() :]


_prefix = forgetting(lru_cache(maxsize=MOST_KNOWN)(_cut))


def labels(questions: Collection[str]) -> Glossary:
    """What the questions are called: by id, by number, by both with the part.

    >>> labels(["q1"])
    {'q1': 'q1', '1': 'q1', 'question1': 'q1'}
    """
    found = {bare(question): question for question in questions}
    for question in questions:
        name = bare(question)
        for start in ("question", "problem", "q"):
            if name.startswith(start) and name != start:
                found.setdefault(name.removeprefix(start), question)
    for number, question in enumerate(questions, 1):
        for start in ("", "q", "question"):
            found.setdefault(f"{start}{number}", question)
    return found


@lru_cache(maxsize=MOST_KNOWN)
def bare(label: str) -> str:
    """A label in small letters without its signs.

    >>> bare("Q 1(a)")
    'q1a'
    """
    return "".join(c for c in label.lower() if c.isalnum())
