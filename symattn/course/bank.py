"""A bank of questions, and an exam put together from it: the same seed gives the same exam on every machine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import tomlkit

from symattn import toml
from symattn.course.vary import DrawnVariant, variant, written
from symattn.course.vary.dice import Dice
from symattn.errors import SymattnError, nearest
from symattn.files import is_in
from symattn.formats.text import Writer
from symattn.records import frozen
from symattn.said import Integers, Keyed, Pair, Strings
from symattn.sheet import Question, Sheet, load
from symattn.sheet.sheet import About
from symattn.sheet.source import text_of
from symattn.tables import grouped, in_each, not_empty

QUARTERS = 4  # marks come in quarters
CARRIED = (
    "notation",
    "working",
)  # what a bank file may say for all of its questions, and a question for itself
LATEST = Fraction(9, 10)  # an exam of 60 minutes has questions for 54 at least


@frozen
class Entry:
    """A question of a bank, with the sheet that it stands in and what the bank knows of it."""

    sheet: Sheet
    question: Question
    about: About

    @property
    def topic(self) -> str:
        """The chief topic."""
        return self.about.topics[0]

    @property
    def quarters(self) -> int:
        """The marks, counted in quarters."""
        return int(self.question.marks * QUARTERS)

    def opening(self, most: int) -> str:
        """How the prompts begin, as plain text on one line, cut between words where it is longer than *most* letters."""
        prompts = [self.question.prompt, *(part.prompt for part in self.question.parts)]
        text = " ".join(" ".join(map(Writer().prose, prompts)).split())
        return text if len(text) <= most else f"{text[:most].rsplit(' ', 1)[0]} …"


def entries(files: Iterable[Path]) -> tuple[Entry, ...]:
    """Every question of the files that says what it is about; raises SheetError."""
    sheets = [load(path) for path in files]
    return tuple(
        Entry(sheet, q, q.about) for sheet in sheets for q in sheet.questions if q.about
    )


def topics(bank: Iterable[Entry]) -> Strings:
    """Every topic of a bank, in the order of the alphabet."""
    return tuple(sorted({topic for entry in bank for topic in entry.about.topics}))


# --- pick ---
# Which questions: those that were asked for, in an order drawn by the seed, the first few that come to the marks and minutes.


@frozen
class Wish:
    """What is asked of an exam: any of some topics and levels, so many marks, so many minutes; what is empty or None is free."""

    topics: Strings = ()
    levels: Integers = ()
    marks: Fraction | None = None
    minutes: int | None = None


def pick(bank: Sequence[Entry], wish: Wish, seed: int) -> tuple[Entry, ...]:
    """Questions that come to the marks wished for exactly, and to nine tenths of the minutes at least; no question twice.

    They stand topic by topic, as the topics are named, and by level within a topic. Raises SymattnError with what there is.
    """
    known = topics(bank)
    for topic in wish.topics:
        if topic not in known:
            raise SymattnError(
                f'no topic "{topic}"', nearest(topic, known, "the topics are")
            )
    open_ = [entry for entry in bank if _serves(entry, wish)]
    order = wish.topics or known
    found = _first_that_fit(_mixed(open_, order, seed), wish)
    return tuple(
        sorted(
            found,
            key=lambda entry: (
                _place(entry, order),
                entry.about.level,
                entry.question.id,
            ),
        )
    )


def _serves(entry: Entry, wish: Wish) -> bool:
    on_topic = not wish.topics or bool(set(wish.topics) & set(entry.about.topics))
    return on_topic and (not wish.levels or entry.about.level in wish.levels)


def _place(entry: Entry, order: Sequence[str]) -> int:
    """The place of the first of a question's topics that was named."""
    return next(order.index(topic) for topic in entry.about.topics if topic in order)


def _mixed(found: Iterable[Entry], order: Sequence[str], seed: int) -> list[Entry]:
    """The questions in an order drawn by the seed, a topic after the other in turn, so that none of them is left out for long;
    those of which it is the chief topic come first."""
    dice = Dice(seed, "pick")
    by_topic = grouped(
        (order[_place(entry, order)], entry)
        for entry in sorted(found, key=lambda entry: entry.question.id)
    )
    piles = [
        sorted(dice.shuffled(pile), key=lambda entry: entry.topic != topic)
        for topic, pile in sorted(by_topic.items())
    ]
    rounds = max(map(len, piles), default=0)
    return [
        pile[k] for k in range(rounds) for pile in dice.shuffled(piles) if k < len(pile)
    ]


def _first_that_fit(mixed: Sequence[Entry], wish: Wish) -> tuple[Entry, ...]:
    """The first few, as few as possible looked at; every sum of marks and minutes is kept with the first way to it."""
    marks, most = int((wish.marks or 0) * QUARTERS), wish.minutes or 0
    sums: dict[tuple[int, int], tuple[Entry, ...]] = {(0, 0): ()}
    for entry in mixed:
        for (quarters, minutes), chosen in list(sums.items()):
            more = quarters + (entry.quarters if wish.marks is not None else 0)
            longer = minutes + (entry.about.minutes if wish.minutes is not None else 0)
            if more > marks or longer > most:
                continue
            now = sums.setdefault((more, longer), (*chosen, entry))
            if more == marks and longer >= LATEST * most:
                return now
    raise SymattnError(*_too_few(mixed, wish, sums))


def _too_few(
    mixed: Sequence[Entry], wish: Wish, sums: Iterable[tuple[int, int]]
) -> Pair:
    """What cannot be had, what there is, and what comes nearest."""
    about = f" on {' or '.join(wish.topics)}" if wish.topics else ""
    about += f" of level {' or '.join(map(str, wish.levels))}" if wish.levels else ""
    marks = Fraction(sum(entry.question.marks for entry in mixed))
    minutes = sum(entry.about.minutes for entry in mixed)
    every = _counted(len(mixed), "question")
    size = f"{_counted(marks, 'mark')} and {_counted(minutes, 'minute')}"
    near, longest = max(sums)
    hint = f"what comes nearest is {_size(wish, Fraction(near, QUARTERS), longest)}"
    what = f"no exam of {_size(wish, wish.marks, wish.minutes)}: {every}{about}, {size} in all"
    return what, hint if near or longest else "ask for another topic or level"


def _size(wish: Wish, marks: Fraction | None, minutes: int | None) -> str:
    """Marks and minutes, those of the two that were asked for."""
    sizes = ((wish.marks, marks, "mark"), (wish.minutes, minutes, "minute"))
    return " in ".join(
        _counted(amount or 0, unit)
        for wished, amount, unit in sizes
        if wished is not None
    )


def _counted(amount: Fraction | int, unit: str) -> str:
    return (
        f"{float(amount):g} {unit}{'s' * (amount != 1)}"  # quarters are exact in binary
    )


# --- exam ---
# The exam as a worksheet file: each question as its file writes it, with numbers of its own where the bank draws them.


def exam(picked: Sequence[Entry], seed: int, title: str = "Exam") -> str:
    """The text of a worksheet with the questions; it is a template too where some of them are."""
    document = tomlkit.document()
    document["title"] = title
    document["header"] = tomlkit.item(["Name", "ID"])
    asked = tomlkit.aot()
    vary: dict[str, list[Any]] = {}
    texts = {entry.sheet.path: text_of(entry.sheet.path) for entry in picked}
    for entry in picked:
        rules = _rules(
            toml.loads(texts[entry.sheet.path]).get("vary", {}), entry.question.id
        )
        for key, items in rules.items():
            vary.setdefault(key, []).extend(items)
        asked.append(_question(entry, texts[entry.sheet.path], seed, bool(rules)))
    document["question"] = asked
    if vary:
        document["vary"] = vary
    return tomlkit.dumps(document)


def _question(entry: Entry, text: str, seed: int, varies: bool) -> Any:
    """The table of a question; a notation or a way of working that stands above all of its file's questions goes with it."""
    own = _drawn(entry, seed) if varies else DrawnVariant({}, {}, {})
    source = tomlkit.parse(written(text, own))
    table = next(
        q
        for k, q in enumerate(source["question"], start=1)
        if q.get("id", f"q{k}") == entry.question.id
    )
    for key in CARRIED:
        if key in source and key not in table:
            table[key] = source[key]
    if varies:
        table["about"].pop("published", None)
    return table


def _drawn(entry: Entry, seed: int) -> DrawnVariant:
    """Numbers of the question's own: they depend on the seed and on its id, not on its neighbours."""
    vary, name = entry.sheet.vary, entry.question.id
    assert vary is not None
    alone = replace(
        vary,
        draws=tuple(rule for rule in vary.draws if rule[0] == name),
        wishes=tuple(rule for rule in vary.wishes if rule[0] == name),
        distinct=(),
    )
    return variant(
        replace(entry.sheet, questions=(entry.question,), vary=alone), name, seed
    )


def _rules(vary: Keyed, name: str) -> dict[str, list[Any]]:
    """What a [vary] table says of one question."""
    found = {
        key: [_kept(rule) for rule in vary.get(key, ()) if rule.get("question") == name]
        for key in ("draw", "wish")
    }
    found["distinct"] = [
        line for line in vary.get("distinct", ()) if line.startswith(f"{name}.")
    ]
    return not_empty(found)


def _kept(value: Any) -> Any:
    """What was read of a rule as TOML writes it, a decimal with the digits it has."""
    if isinstance(value, dict):
        return in_each(_kept, value)
    if isinstance(value, list):
        return [_kept(item) for item in value]
    return tomlkit.value(str(value)) if isinstance(value, Decimal) else value


# --- search ---
# What `symattn list` finds: questions by topic, or by words of what they say.


def found(
    bank: Iterable[Entry], topic: str | None, words: str | None
) -> Iterator[Entry]:
    """The questions on a topic in which every one of the words occurs: in the id, the topics, the source or the texts."""
    for entry in bank:
        on_topic = topic is None or topic in entry.about.topics
        if on_topic and (words is None or is_in(words, said(entry))):
            yield entry


def said(entry: Entry) -> str:
    """The words by which a question is found."""
    question = entry.question
    texts = [text for part in question.parts for text in (part.prompt, part.answer)]
    return " ".join(
        [
            question.id,
            *entry.about.topics,
            entry.about.source,
            question.variant or "",
            question.prompt,
            *texts,
        ]
    )
