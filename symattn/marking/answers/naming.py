"""Which line a student's name or label means: the line's name, the sheet's symbol, the line's formula, or words."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

from symattn.language.letters import may_be_letter, name_of
from symattn.later import pattern
from symattn.marking.answers.called import CALLED, WORDS, made_by, same
from symattn.marking.answers.catalogue import spoken
from symattn.marking.answers.headings import counted, head_in
from symattn.marking.answers.line_names import (
    LONGEST,
    MOST_KNOWN,
    LineNames,
    Meaning,
    is_of,
)
from symattn.marking.answers.pieces import PART, ROW, in_shape
from symattn.notation.symbols import plain, symbol
from symattn.ops.registry import OPS
from symattn.plan.tree import stem_and_head
from symattn.records import frozen

Sized = tuple[int, int] | None  # rows and columns, where they are known
_TAIL = pattern(
    r"(?:\\[A-Za-z]+\s*)?\(?\{?[^\W\d_]+\}?\d*(?:\s*[_^]\s*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\([^()]*\)|\[[^\[\]]*\]|\\?[^\W_]+))*(?:[⁰¹²³⁴-⁹ⁱ₀-₉ᵢᵀ]+)?"
    r"(?:\[\d+\]|\(\d+\))?\)?(?:\^\s*\{?\\?(?:top|T)\}?|ᵀ|\.T|')?\Z"
)

_OF = spoken(
    r"\b(?:«of»|«in»)(?:[ \t]+(?:«the»|«each»))?[ \t]*\Z",
    re.IGNORECASE,
)
_FINAL = spoken("«line.final»", re.IGNORECASE)
LONGEST_FORMULA = 2_000  # characters of a formula that are looked at
_NAMED = pattern(r"[^\W\d_]+")
LONGEST_SAID = 120  # characters of words that name a line
_ROOT = pattern(r"(?:sqrt|√)\s*\(?\s*(?:\d+|d_?k)\s*\)?|/\s*\d+")  # divided by sqrt(2)
MOST_SYMBOL = 8  # characters of a symbol that words begin with
_WORD = pattern(r"[(,]*[^\W\d_][^\W\d_'’-]+[),:.]*")
_BEFORE_NAME = pattern(r"[^\\=≈_^+/·*×@()\[\]{}]*[\s\-–—:,.;(]")
_IS_CALLED = spoken(r"\b«is»[ \t]+\Z", re.IGNORECASE)
_SIZED = pattern(
    r"(.*[^\s_^])\s*[_^]?[(\[{]{1,2}\s*(\d{1,3})\s*(?:[x×,*]|\\times)\s*(\d{1,3})\s*[)\]}]{1,2}"
)  # Q (3, 2)
_REMARKED = spoken(
    r"(\S+)(?:\s+\((?:[^()]*[^\W\d_]{4}[^()]*|«correction.new»)\)|[\s,–—-]+(?:«correction.new»|«correction.edits»))"
)  # V (improper fractions), V - correction
_PARTIAL = spoken(  # ∂ℓ/∂V, dL/dV, V.grad, the gradient with respect to V for dV
    r"\\[dt]?frac\s*\{\s*(?:\\partial|∂|d)\s*\\?\w+\s*\}\s*\{\s*(?:\\partial|∂|d)\s*([^{}]+(?:\{[^{}]*\})?)\}"
    r"|(?:\\partial|∂|\bd)\s*\\?\w+\s*/\s*(?:\\partial|∂|d)\s*(\S+)|(\S+)\.grad|d[ \t]+([^\W\d_]\S{0,20})"
    r"|(?:«the» )?(?:«gradient»|∇|\\nabla)\s*(?:_|«with_respect_to»)?"
    r"\s*\{?([^\s{}]+)\}?",
    re.IGNORECASE,
)
_SHAPE_OF = spoken(
    r"\.(?:shape|size(?:\(\))?)\Z|\A(?:«the» )?«shape» «of» (?:«the» )?|\s+«have»(?: «the»)? «shape»\Z",
    re.IGNORECASE,
)
_PIECE = pattern(
    r"\{?(?P<base>[^\W\d_]+)\}?(?P<scripts>(?:_?\{?\d{1,3}\}?)|_\{?(?:\d{1,2}(?:,\s*|\s+)\d{1,2}|[a-z]{2})\}?)"
)
_SLICE = pattern(
    r"(?P<base>.*[^\s(\[,])\s*[\[(]\s*(?P<row>\d{1,3})\s*(?:,\s*:\s*)?[\])]"
)
_ROW_OF = spoken(
    r"«row»\s*[#_]?(?P<row>\d{1,3})\s*[:,.)\-–—]?\s*(?:«of»\s+)?(?P<base>\S.{0,40})"
    r"|(?P<name>\S.{0,40}?)[\s,:(]+«row»\s*[#_]?(?P<number>\d{1,3})\)?"
    r"|(?:«the»\s+)?(?P<nth>«nth»)\s+«row»\s+(?:«of»\s+)?(?P<its>\S.{0,40})",
    re.IGNORECASE,
)
_COUNTED = pattern(r"(?<=[^\W\d_]{3})(\d{1,6})\Z")  # scores0
_NUMBERED = pattern(r"(?<=[^\W\d_]) \d{1,6}\Z")
_OF_HEAD = spoken(r"«head»[ _]?(\d{1,6})\.([^\W\d]\w{0,30})", re.IGNORECASE)  # head1.Q
_FOR_HEAD = spoken(
    r"[\s,(]+(?:«for»|«of»|«in»)\s+(?:«the»\s+)?(?:\w+\s+)?«head»\b.*|[\s,(]+«head»\s*\d+\)?$",
    re.IGNORECASE,
)


class NameAsked(NamedTuple):
    """A name as it may be meant, the label that it was cut from, the head of the headings around it, the shape of what it names
    and whether scores are blocked in that."""

    name: str
    label: str
    head: int | None = None
    shape: Sized = None
    masked: bool = False


@frozen
class QuestionNames(LineNames):
    """The names of one question, and what its lines may be called in words."""

    def meanings(
        self,
        label: str,
        head: int | None = None,
        shape: Sized = None,
        masked: bool = False,
    ) -> list[Meaning]:
        """What a name or a label in words may mean, likeliest first; *head* is that of the headings around.

        *masked* says that scores are blocked in what it names: then QKᵀ/√d_k is the line that masks them.

        >>> from symattn.notation.names import Names
        >>> naming = QuestionNames(("S_1", "L_1", "A_1"), (), Names({}))
        >>> [found.stem for found in naming.meanings("attention weights 1") + naming.meanings("S", head=1)]
        ['A_', 'S_']
        """
        if len(label) > LONGEST:
            return []
        heads = {self.split(name).head for name in self.sizes or ()} - {None}
        if head is None and len(heads) == 1:
            (head,) = (
                heads  # the shape of K is that of K_1, where no other head's is asked
            )
        return list(self._said(label, head, shape, masked))

    @cached_property
    def _said(self) -> Callable[[str, int | None, Sized, bool], list[Meaning]]:
        """What labels mean, remembered: a class uses the same."""
        return lru_cache(MOST_KNOWN)(self._meanings)

    def _meanings(
        self, label: str, head: int | None, shape: Sized, masked: bool
    ) -> list[Meaning]:
        if self.sizes is not None:
            label = _SHAPE_OF.sub("", label)
        if derived := _PARTIAL.fullmatch(label.strip()):
            derivative = f"d{''.join(filter(None, derived.groups())).strip()}"
            label = derivative if self.parsed(derivative) else label
        if (sized := _SIZED.fullmatch(label.strip())) and (
            int(sized[2]),
            int(sized[3]),
        ) == shape:
            bare = self.meanings(sized[1], head, shape, masked)
            label = sized[1] if any(self.fits(one, shape) for one in bare) else label
        if of_head := _OF_HEAD.fullmatch(label.strip()):
            head, label = int(of_head[1]), of_head[2]
        for name in self._candidates(label):
            asked, first = NameAsked(name, label, head, shape, masked), list[Meaning]()
            for reading_of in READINGS:
                found = reading_of.means(self, asked)
                if found is None:
                    continue
                placed = self._placed(found, asked) if reading_of.whole else [found]
                if any(one.kind is not None or self.fits(one, shape) for one in placed):
                    return placed
                first = (
                    first or placed
                )  # meant where no other has its shape: H[0] may be a head's, or a row of H
            if first:
                return first
        fits = partial(self.fits, shape=shape)
        return [*filter(fits, self._spoken(label, head))] or [
            *filter(fits, self._guessed(label, head, shape))
        ]

    def _guessed(self, label: str, head: int | None, shape: Sized) -> list[Meaning]:
        """What words may name beside the lines that people speak of: by a formula behind them, by what was done to get it, by the
        symbol that they begin with. None of these is sure.

        >>> from symattn.notation.names import Names
        >>> naming = QuestionNames(("r", "K"), (), Names({}), formulas={"r": ("sum(E, axis=1)",), "K": ("X W",)})
        >>> [naming._guessed(label, None, None)[0].stem for label in ("row sums", "the product X W", "K with the new row")]
        ['r', 'K', 'K']
        """
        text = " ".join(re.sub(r"[$*`]", " ", label).split())
        found = self._guess(text, head, shape) if len(text) <= LONGEST_SAID else None
        if found is None:
            return []
        placed = self._placed(found, NameAsked(text, label, head))
        return [
            meaning._replace(sure=False) for meaning in placed if not meaning.turned
        ]

    def _guess(self, text: str, head: int | None, shape: Sized) -> Meaning | None:
        """The line that words mean: by a formula behind them, its letter, how it is made, its own name, a symbol before them."""
        said = text.split(" ")
        for k, word in enumerate(said[:-1], 1):
            if _WORD.fullmatch(word) and (
                meant := self._of_formula(" ".join(said[k:]))
            ):
                return meant
        letter = self.parsed(text[0]) if text.isalpha() and len(text) > 2 else None
        if (
            letter and letter.stem in self.lines and self.fits(letter, shape)
        ):  # loss for l
            return letter
        made = {name for name in self._made_as(text) if self.fits(Meaning(name), shape)}
        said_of = {
            line
            for one in same()
            if one.search(text)
            for line in self.lines
            if len(line) > 3 and one.match(line)
        }
        for lines in (made, said_of):
            if len(lines) == 1:
                return self.split(*lines)
        short = len(said[0].strip("{}")) < MOST_SYMBOL
        if short and len(said) > 1 and all(map(_WORD.fullmatch, said[1:])):
            return self.parsed(said[0]) or self._headed(said[0], head)
        return None

    def _made_otherwise(self, word: str, before: str) -> bool:
        """Whether a line has words before it that say of another line how it is made: the largest loss, exponentials of L."""
        made = self._made_as(before)
        other = bool(made) and word not in made
        return other and (len(word) > 2 or _OF.search(before) is not None)

    def _made_as(self, text: str) -> list[str]:
        """The lines made by an operation whose result some words name."""
        return [name for name, called in self._called.items() if called.search(text)]

    @cached_property
    def _called(self) -> dict[str, re.Pattern[str]]:
        """The words for what the operation of each line makes, where it has any."""
        makers = {
            name: OPS.get(said[0].partition("(")[0])
            for name, said in self.formulas.items()
            if said
        }
        return {name: made_by(maker) for name, maker in makers.items() if maker}

    def _batched(self, asked: NameAsked) -> Meaning | None:
        """A matrix below the heading of a head, where the line holds those of all heads: S below "Head 1" is S[1].

        >>> from symattn.notation.names import Names
        >>> naming = QuestionNames(("Q_h", "H"), (), Names({}), shapes={"Q_h": (2, 3, 2), "H": (3, 4)})
        >>> naming._batched(NameAsked("Q", "Q", 1, (3, 2))).at, naming._batched(NameAsked("H", "H", 1, (3, 4)))
        ((1,), None)
        """
        found = symbol(asked.name) if asked.head is not None else None
        if found is None or asked.head is None or found.turned:
            return None
        for line, known in self.shapes.items():
            own = symbol(line) if known[1:] == asked.shape and len(known) > 2 else None
            if own and found.base == own.base and found.scripts in (own.scripts, ()):
                return Meaning(line, kind=PART, at=(asked.head,))
        return None

    def _blocked(self, asked: NameAsked) -> Meaning | None:
        """The line that masks scores, where some are blocked in what a formula without a mask names."""
        return self.parsed(f"{asked.name} + mask") if asked.masked else None

    def _below_head(self, asked: NameAsked) -> Meaning | None:
        """A name without a number below the heading of a head, or with one in the words around it."""
        head = head_in(asked.label) if asked.head is None else asked.head
        return self._headed(asked.name, head)

    def _piece(self, asked: NameAsked) -> Meaning | None:
        """A row or an entry of a line: q_1 = (1, 0) of Q, s_12 = 3 or S_{1,2} = 3 of S, A[0, :], Row 1 of A.

        >>> from symattn.notation.names import Names
        >>> naming = QuestionNames(("Q", "m", "S"), (), Names({}), shapes={"Q": (3, 2), "m": (2, 1), "S": (1, 1)})
        >>> pieces = [("q_1", (1, 2)), ("q_12", (1, 1)), ("m_2", (1, 1)), ("s_{mn}", (1, 1))]
        >>> [naming._piece(NameAsked(name, name, shape=shape))[::4] for name, shape in pieces]
        [('Q', (1,)), ('Q', (1, 2)), ('m', (2,)), ('S', ())]
        """
        shape = asked.shape
        if shape is None or 1 not in shape:
            return None
        text = plain(asked.name)
        if found := _ROW_OF.fullmatch(text):
            base = found["base"] or found["name"] or found["its"]
            numbers = [found["row"] or found["number"] or str(counted(found["nth"]))]
        elif found := _SLICE.fullmatch(text):
            base, numbers = found["base"], [found["row"]]
        elif found := _PIECE.fullmatch(text):
            base, numbers = found["base"], re.findall(r"\d+", found["scripts"])
        else:
            return None
        for spelling in dict.fromkeys((base, base.upper() if len(base) == 1 else base)):
            whole = self.parsed(spelling) or self._headed(spelling, asked.head)
            if whole is None or whole.turned or whole.kind == PART:
                continue
            known = self.shape_of(whole)
            if not numbers and known == (1, 1):  # s_mn of one number
                return whole
            if (
                numbers
                and len(known) == 2
                and (place := in_shape(known, numbers, shape))
            ):
                return whole._replace(kind=place[0], at=place[1])
        return None

    def fits(self, meaning: Meaning, shape: Sized) -> bool:
        """Whether a line may be meant: one row called "scores" is not the whole matrix of scores, and no matrix is a shape."""
        if self.sizes is not None:
            there = any(is_of(line, meaning) for line in self.sizes)
            return there and (shape is None or shape[0] == 1)
        known = self.shape_of(meaning)
        return shape is None or len(known) != 2 or shape in (known, known[::-1])

    def is_foreign(self, text: str) -> bool:
        """Whether what looks like a formula has numbers and nothing of the sheet in it, 2 eye(3), diag(2, 1), 5 or 6: a value
        that was not read.

        >>> from symattn.notation.names import Names
        >>> naming = QuestionNames(("Q", "S_1"), ("X",), Names({}))
        >>> [naming.is_foreign(text) for text in ("2*eye(3)", "3 I", "QX/2", "S_{1}", "eye(n)")]
        [True, True, False, False, False]
        """
        text = text[:LONGEST_FORMULA]
        if self.sizes is not None or not any(x.isdecimal() for x in text):
            return False
        return not any(
            self.parsed(name) or self.parsed(f"{name}_1")
            for word in _NAMED.findall(text)
            for name in (word, *filter(str.isupper, word))  # QKᵀ has two
            if name_of(name) or not may_be_letter(name)  # 3x is no formula of x_0
        )

    def _candidates(self, label: str) -> list[str]:
        """The label, and the symbol at its end when words or nothing stand before it."""
        found = [label]
        if re.search(r"\s", label):
            tail = _TAIL.search(label)
            if tail and tail.start():
                before = _ROOT.sub(" ", label[: tail.start()])  # for V we get V
                said = re.sub(rf"(?<!\w){re.escape(tail[0])}(?!\w)", "", before)
                worded = _BEFORE_NAME.fullmatch(said) and _prose(said)
                called = _IS_CALLED.search(said)  # the variance of an entry of Q is u
                if called or (worded and not self._made_otherwise(tail[0], said)):
                    found.append(tail[0])
            bare = (
                _FOR_HEAD.sub("", label),
                self._remarked(label),
                label.partition(":")[0],
            )
            found += [one for one in bare if one and one != label]  # norms: 4d = 3072
        return found

    def _remarked(self, label: str) -> str:
        """The name before a remark, W of "W new"; the line that is called by both, W_new, where the sheet has one."""
        remarked = _REMARKED.fullmatch(label)
        if remarked is None:
            return ""
        name = remarked[1]
        joined = name + re.sub(r"[\W_]", "", label[len(name) :])
        return next((x for x in self.lines if x.replace("_", "") == joined), name)

    def _headed(self, name: str, head: int | None) -> Meaning | None:
        """A name without a number below the heading of a head."""
        found = symbol(name)
        if found is None or head is None:
            return None
        return self._meant(
            found._replace(scripts=tuple(sorted((*found.scripts, str(head)))))
        )

    def _placed(self, found: Meaning, asked: NameAsked) -> list[Meaning]:
        """A name of a whole line below the heading of a head may be that head's."""
        if found.head is not None or asked.head is None or found.kind == PART:
            return [found]
        line = found.stem in self.lines
        if found.stem in self.stems and not line:
            return [found._replace(head=asked.head)]
        own = self._headed(asked.name, asked.head)
        if own is None:
            return [found]
        fits = asked.shape is not None and self.shapes.get(found.stem) == asked.shape
        return [found, own] if line and fits else [own, found]

    def _spoken(self, label: str, head: int | None) -> list[Meaning]:
        text = " ".join(_COUNTED.sub(r" \1", re.sub(r"[$*`\\{}_]", " ", label)).split())
        product = re.fullmatch(r"(.*[^\W\d_]{3}) · (\S+)", text)
        if product:  # weights · V
            factors = (one.stem.rstrip("_") for one in self._spoken(product[1], head))
            meant = (self._of_formula(f"{factor} {product[2]}") for factor in factors)
            return [
                m._replace(head=head) if m.stem.endswith("_") else m for m in meant if m
            ]
        if len(text) > 120 or not re.search(r"[^\W\d_]{3,}", text):
            return []
        bare = _ROOT.sub(" ", text)  # no head
        number = re.search(
            r"(?<![\w.])(\d{1,6})(?![\w.])|(?<=[a-z])[\s_]?(\d{1,6})\Z", bare
        )
        said = head_in(text)
        if said is not None or number is not None:
            head = int(number[1] or number[2]) if said is None and number else said
        for called, stems in WORDS:
            if called.search(text):
                sure = not _NUMBERED.search(
                    text
                )  # a number that no head has may be of anything
                found = [
                    Meaning(stem, head)
                    if stem.endswith("_")
                    else Meaning(stem, sure=sure)
                    for stem in stems
                    if self._there(stem, head)
                ]
                if head is not None and not _FINAL.search(
                    text
                ):  # below the heading of a head, before what all heads give
                    found = sorted(found, key=lambda meaning: meaning.head is None)
                if found:  # of whatever stands in brackets: which of them is not known
                    return (
                        [] if called is CALLED and len(self._softmaxes) > 1 else found
                    )
        return []

    @cached_property
    def _softmaxes(self) -> frozenset[str]:
        """The lines that are a softmax, those of heads once."""
        made = (
            name
            for name, said in self.formulas.items()
            if said and said[0].startswith("softmax(")
        )
        return frozenset(stem_and_head(name)[0] for name in made)

    def _there(self, stem: str, head: int | None) -> bool:
        return stem in self.lines or (head is not None and stem in self.stems)


_ELIDED = pattern(
    r"(?<![^\W\d_])[cdjlmnst]['’](?=[^\W\d_]{2})", re.IGNORECASE
)  # j'obtiens, l'attention


def _prose(text: str) -> bool:
    """Whether nothing but words stands in a text: no symbol of one letter, but "a" and "I"."""
    words = re.findall(r"[^\W\d_]+", _ELIDED.sub("", text))
    return all(len(word) > 1 or word in "aAI" for word in words) and not re.search(
        r"\d\s*\Z", text.strip(" -–—:,.")
    )


class NameRule(NamedTuple):
    """A way to read a name: what it *means*, whether it may be a *whole* line's that is a head's below a heading, an example for
    a question with Q_1, Q_2, L_1 = Q_1 K_1ᵀ + mask, H (all two by two) and R_h (two of two by two), and the meaning of that."""

    means: Callable[[QuestionNames, NameAsked], Meaning | None]
    whole: bool
    example: NameAsked
    gives: Meaning


READINGS: tuple[NameRule, ...] = (
    NameRule(
        QuestionNames._batched,
        True,
        NameAsked("R", "R", 1, (2, 2)),
        Meaning("R_h", kind=PART, at=(1,)),
    ),
    NameRule(
        lambda naming, asked: naming.parsed(asked.name),
        True,
        NameAsked("Q^{(2)}", "Q^{(2)}"),
        Meaning("Q_", 2),
    ),
    NameRule(
        QuestionNames._blocked,
        True,
        NameAsked("Q_1 K_1^T", "Q_1 K_1^T", masked=True),
        Meaning("L_", 1, own=True),
    ),
    NameRule(
        QuestionNames._below_head,
        False,
        NameAsked("Q", "Q", 2),
        Meaning("Q_", 2),
    ),
    NameRule(
        QuestionNames._piece,
        False,
        NameAsked("q_1", "q_1", 2, (1, 2)),
        Meaning("Q_", 2, kind=ROW, at=(1,)),
    ),
)
"""The ways to read a name, in the order in which they are tried: one matrix of a stack before the line that is called so too,
symbols and formulas as they stand before those that the file says more of (blocked scores, a heading), pieces of a line last.
The first that has the shape of what is named is meant, else the first of all; where there is none, the words that people use
(``WORDS``) are looked for."""
