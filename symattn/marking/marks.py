"""Marks: a part's marks spread over the lines it asks, and earned in the order of the verdicts.

A line that is right earns all its marks, one with too few digits a share of them, one with a named slip a smaller one, one that
is wrong its right entries' part of a share that is smaller still (`Rule`). Of two scripts that differ in the verdict on one
line, the better verdict never earns less; that rests on three things:

- Precision is charged once in a question, where it costs most, and never costs more than a slip told by the same line would.
- A slip is charged once, where it was made, whichever line shows it.
- What is open, for a person to decide, counts as earned until then: so do lines that were not handed in before an answer
  that is open itself, or that has so few digits that a slip might have led to it as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil

from symattn.marking.findings import family
from symattn.marking.key import Key
from symattn.marking.results import OPEN, Found, Result
from symattn.marking.rule import Rule
from symattn.marking.said import told
from symattn.plan import Plan
from symattn.plan.tree import Made, leading_to
from symattn.said import Glossary, Said
from symattn.sheet import Question
from symattn.tables import in_turn

FULL, NONE = Fraction(1), Fraction(0)
Proof = tuple[Fraction, Said]  # the share that a line not handed in earns, and why


def with_marks(
    question: Question, results: tuple[Result, ...], rule: Rule, key: Key | None
) -> tuple[Result, ...]:
    """The results with what each may earn and what it earns, in quarters. A line that was not handed in earns what an
    answer after it proves of it; a slip costs the line where it happened."""
    script = _Script(key or question.plan, question.shares, results, rule)
    found = []
    for result in results:
        most, said = script.of(result.name), result.said
        if (
            result.verdict == "missing"
            and result.name in script.proved
            and result.name not in question.unknown
        ):
            earned, why = script.proved[result.name]
            marks, said = (
                quarters(most, earned, wrong=result.name in script.charged),
                (why,),
            )
        else:
            marks = script.marks(result)
        still_open = most if result.verdict in OPEN else NONE
        if result.verdict == "missing" and not marks and result.name in script.unsure:
            still_open = quarters(most, rule.skipped)
            said = (script.unsure[result.name],)
        found.append(result.but(marks=marks, of=most, open=still_open, said=said))
    return tuple(found)


def quarters(most: Fraction, earned: Fraction, wrong: bool = False) -> Fraction:
    """A share of some marks in whole quarters, half of one rounded up; everything and nothing as they are.

    What is *wrong* never earns everything, whatever its share rounds to.

    >>> quarters(Fraction(1), Fraction(2, 3)), quarters(Fraction(1, 10), Fraction(1))
    (Fraction(3, 4), Fraction(1, 10))
    >>> quarters(Fraction(1), Fraction(8, 9), wrong=True)
    Fraction(3, 4)
    """
    if earned is FULL or earned in (NONE, FULL):  # most are
        return most if earned else NONE
    found = Fraction(int(most * earned * 4 + Fraction(1, 2)), 4)
    return (
        found
        if found < most
        else Fraction(max(0, ceil(most * 4) - 1), 4)
        if wrong
        else most
    )


@dataclass
class _Script:
    """One student's results in one question, and what they say of each other's marks."""

    known: Key | Plan
    shares: Mapping[str, Fraction]
    results: tuple[Result, ...]
    rule: Rule

    def of(self, name: str) -> Fraction:
        """The marks there are for a line."""
        return self.shares.get(name, NONE)

    @cached_property
    def lines(self) -> Sequence[Made]:
        """The lines, each with those that its value tells of."""
        return self.known.lines if isinstance(self.known, Plan) else self.known.telling

    @cached_property
    def verdicts(self) -> Glossary:
        """The verdict on each line."""
        return {result.name: result.verdict for result in self.results}

    @cached_property
    def handed(self) -> set[str]:
        """The lines that were handed in and could be read."""
        return {
            name
            for name, verdict in self.verdicts.items()
            if verdict not in ("missing", "unreadable")
        }

    def marks(self, result: Result) -> Fraction:
        """What a line that was handed in earns."""
        most = self.of(result.name)
        if result.name in self.charged:
            share = self._share(result) if result.verdict == "follows" else FULL
            return quarters(most, min(self.rule.slip, share), wrong=True)
        if result.verdict == "imprecise":
            return most - (
                self._lack(result) if result is self._least_precise else NONE
            )
        wrong = result.verdict == "incorrect"
        return quarters(most, self._share(result), wrong)

    def _share(self, result: Result) -> Fraction:
        """What part of its marks a line earns by itself; one that follows its right entries' part, where that is more."""
        if result.verdict == "correct":
            return FULL
        if result.verdict == "slip":  # that is charged at another line
            return self.rule.follow
        if result.verdict not in ("follows", "incorrect"):
            return NONE
        worth = {
            "correct": FULL,
            "imprecise": self.rule.imprecise,
            "follows": self.rule.follow,
        }
        entries = [worth.get(entry, NONE) for entry in in_turn(result.entries)]
        right = (
            self.rule.entries * sum(entries, NONE) / len(entries) if entries else NONE
        )
        return max(
            right,
            self.rule.follow
            if result.verdict == "follows"
            else self.rule.trivial
            if result.trivial
            else NONE,
        )

    @cached_property
    def charged(self) -> set[str]:
        """The lines at which mistakes are charged. A slip is where it happened, handed in or not, where that carries marks and
        is not shown to be right; else at the first line with marks that shows it. One habit in several heads is one slip, and of
        two that one answer alone tells the first is charged: with fewer right entries, and no name, it would cost no more. What
        is wrong without a name in a line without marks is charged there too, as a slip: the better verdict costs no more."""
        made: dict[object, list[tuple[Found | None, Result]]] = {}
        for result in self.results:
            slips = {(slip.id, family(slip)): slip for slip in result.slips}
            new = [key for key in slips if key not in made]
            for key in [key for key in slips if key not in new[1:]]:
                made.setdefault(key, []).append((slips[key], result))
            if result.verdict == "incorrect" and not self.of(result.name):
                made[result.name] = [(None, result)]
        found = set()
        for members in made.values():
            at = [slip.at for slip, _ in members if slip and self._happened(slip.at)]
            found.update(
                [*at, *self._showing({result.name for _, result in members})][:1]
            )
        return found

    def _showing(self, wrong: set[str]) -> list[str]:
        """The lines with marks that show a mistake: those at which it was told, those that follow from them, and those between
        that were not handed in, or leaving one out would spare a student what it costs."""
        showing = ("follows", "slip", "missing")
        found = _with_later(
            wrong,
            (line for line in self.lines if self.verdicts.get(line.out) in showing),
        )
        told_at = {name for name in found if self.verdicts[name] in ("follows", "slip")}
        between = set[str]().union(
            *(
                self._between(result.name)
                for result in self._telling
                if result.name in told_at
            )
        )
        shown = told_at | (found & between - self._behind)
        return [
            line.out
            for line in self.lines
            if line.out in shown and self._loses(line.out)
        ]

    def _happened(self, at: str) -> bool:
        """Whether a slip can be charged at a line."""
        verdict = self.verdicts.get(at)
        return bool(self._loses(at)) and (
            verdict in ("slip", "shape")
            or (verdict == "missing" and at not in self._behind)
        )

    @cached_property
    def _least_precise(self) -> Result | None:
        """The line at which precision is charged: of those with too few digits the one that it costs most."""
        rough = [result for result in self.results if result.verdict == "imprecise"]
        return max(
            rough,
            key=lambda result: (self._lack(result), self.of(result.name)),
            default=None,
        )

    def _lack(self, result: Result) -> Fraction:
        """What too few digits cost at a line: no more than a slip would at any line that it would tell one of."""
        slips = map(self._loses, (*self._between(result.name), result.name))
        most = self.of(result.name)
        return min([most - quarters(most, self.rule.imprecise), *filter(None, slips)])

    def _loses(self, name: str) -> Fraction:
        """What a slip costs at a line: at one that was not handed in no more than it would earn."""
        missing = self.verdicts.get(name) == "missing"
        earned, most = self.rule.skipped if missing else FULL, self.of(name)
        return quarters(most, earned) - quarters(
            most, min(earned, self.rule.slip), wrong=True
        )

    @cached_property
    def _telling(self) -> list[Result]:
        """The wrong answers that say how the lines before them were worked out."""
        return [
            result
            for result in self.results
            if result.verdict in ("slip", "follows") and not result.trivial
        ]

    @cached_property
    def proved(self) -> dict[str, Proof]:
        """What lines that were not handed in earn, and why: those before a right answer are right; where one slip, or wrong
        earlier answers, explain an answer, so are the lines that led there, but for the one with the slip."""
        found: dict[str, tuple[Fraction, str, Said]] = {}
        for result in self._telling:
            between = self._between(result.name)
            after = between
            if result.slip:
                lost_at = set(result.slip.lines)
                after = _with_later(lost_at, self.lines) - lost_at
            for name in between:
                lost = name in self.charged
                earned = min(
                    self.rule.skipped,  # what is not handed in earns no more for a slip
                    self.rule.slip
                    if lost
                    else self.rule.follow
                    if name in after
                    else FULL,
                )
                said = told("shown_slip" if lost else "shown_by", name=result.name)
                if name not in found or (earned, result.name) < found[name][:2]:
                    found[name] = earned, result.name, said
        behind = dict.fromkeys(self._behind, (self.rule.skipped, told("behind")))
        return {
            name: (earned, said) for name, (earned, _, said) in found.items()
        } | behind

    def _between(self, name: str) -> set[str]:
        """The lines that lead to one, back to the givens and to what was handed in."""
        return {line.out for line in leading_to([name], self.lines, self.handed)} - {
            name
        }

    @cached_property
    def _behind(self) -> set[str]:
        """The lines that right answers were worked out from."""
        return self._before(
            {
                result.name
                for result in self.results
                if result.verdict == "correct" or result.proves
            }
        )

    @cached_property
    def unsure(self) -> dict[str, Said]:
        """The lines behind an answer that may show that they are right, and why: one with too few digits to do so, or one that a
        person has yet to read or to decide on. Then a person looks at them too."""
        rough = [
            result
            for result in self.results
            if result.verdict == "imprecise" and not result.proves
        ]
        still_open = [result for result in self.results if result.verdict in OPEN]
        known = [
            *((result, "may_show") for result in still_open),
            *((result, "unsure") for result in rough),
        ]
        return {
            name: told(why, name=result.name)
            for result, why in known
            for name in self._before({result.name})
        }

    def _before(self, names: set[str]) -> set[str]:
        """The lines that some others were worked out from."""
        found: set[str] = set()
        for line in reversed(self.lines):
            if line.out in names or line.out in found:
                found.update(line.reads)
        return found


def _with_later(first: set[str], lines: Iterable[Made]) -> set[str]:
    """Some lines, and those of others that come from them."""
    found = set(first)
    for line in lines:
        if found.intersection(line.reads):
            found.add(line.out)
    return found
