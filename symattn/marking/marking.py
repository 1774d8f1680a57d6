"""The verdict on every line a student handed in: right, right from the student's own values, one known slip, or wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial, reduce
from itertools import combinations
from math import log2
from typing import cast

from symattn.exact.any_matrix import Mat
from symattn.exact.interval import IntervalMatrix
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.marking import in_letters
from symattn.marking.course import Course, in_one
from symattn.marking.diagnosis import Search
from symattn.marking.evidence import is_rounded
from symattn.marking.handed import Handed
from symattn.marking.judging import (
    CORRECT,
    FOLLOWS,
    IMPRECISE,
    INCORRECT,
    UNDECIDED,
    Entries,
    Right,
    as_written,
    better,
    by_rounding,
    counted,
    either,
    following,
    is_any_count,
    is_cut,
    judged,
    met,
    misshapen,
    nothing_for_something,
    parts_from_right,
    told_finely,
    unreadable,
    worst,
)
from symattn.marking.key import Key, OwnLines, handed_in, ruled
from symattn.marking.quick import Quick
from symattn.marking.results import OPEN, Found, Result, failed
from symattn.marking.rounding import fewer_digits, kept_digits
from symattn.marking.said import told
from symattn.marking.together import Leaning, Weighed, habits, same_slip_before, shown
from symattn.marking.trials import Trial
from symattn.marking.trivial import trivial
from symattn.marking.ways import Way
from symattn.ops.slips import ONE_NUMBER
from symattn.plan.tree import leading_to
from symattn.said import Said, Strings
from symattn.tables import every, in_each, in_turn, not_empty

MOST_SUBSETS = 3  # a line may use some of so many wrong earlier answers, and the right values of the others
SURE = ("correct", "imprecise")  # lines that later ones are right from
NOT_RIGHT = ("incorrect", "shape", "slip")
OPERAND = "wrong-operand"


class Marking:
    """One student's answers to one question, marked line by line."""

    def __init__(self, key: Key, answers: Mapping[str, Handed]) -> None:
        self.key = key
        self.answers = ruled(key, answers)
        self.handed = handed_in(key, answers)
        self.results: dict[str, Result] = {}
        self.own = OwnLines(key, self.answers, self.handed)
        self._kept = kept_digits(key)
        self._misread: list[Trial] = []
        self._weighed: list[Weighed] = []
        self._leaning: dict[str, Leaning] = {}
        for name in key.plan.names:
            if name in answers:
                self.results[name] = self._line(name)
        self._read_together()
        self._say_together()
        self._say_turned()
        for name, result in self.results.items():
            if result.trivial:  # what it follows from may be explained by now
                self.results[name] = self._line(name)

    def _line(self, name: str) -> Result:
        """One line's result; whatever fails there is that line's, and the others are marked all the same."""
        try:
            found = self._marked(name)
        except Exception as error:
            found = failed(name, error)
        if found.verdict in NOT_RIGHT and (waits := self._open_before(name)):
            unread = tuple(
                arg for arg in waits if self.results[arg].verdict == "unreadable"
            )
            others = tuple(arg for arg in waits if arg not in unread)
            why = not_empty({"unread": unread, "waits": others})
            said = tuple(told(what, names=names) for what, names in why.items())
            found = Result(name, "undecided", said=said)
        if found.verdict == "shape":
            self.handed -= {name}  # nothing follows from it
            self.own.handed = self.handed
        return as_written(found, self.answers[name])

    def _open_before(self, name: str) -> Strings:
        """The lines that this one was worked out from and that a person has yet to decide on."""
        path = leading_to([name], self.key.plan.lines, set(self.results))
        read = dict.fromkeys(arg for line in path for arg in line.reads)
        return tuple(
            arg
            for arg in read
            if arg in self.results and self.results[arg].verdict in OPEN
        )

    def _marked(self, name: str) -> Result:
        answer = self.answers[name]
        if not answer.cells:
            return unreadable(name, answer)
        entries = self._against_truth(name, answer)
        if entries and worst(entries) == IMPRECISE:
            entries = self._exactly_before(name, answer) or entries
        if entries and worst(entries) == CORRECT:
            return Result(name, "correct", entries)
        used = self.own.used(name)
        if self.key.letters:
            return self._in_letters(name, entries, used)
        sure = not self._wrong(used)
        carried = self._carried(name, entries, used) if used else None
        if carried is not None and carried.verdict == CORRECT:
            return carried
        search = self._search(name, answer, used)
        if carried is not None and sure:
            rough = carried.verdict == IMPRECISE
            return carried.but(proves=rough and self._proves(search, name))
        return (
            (
                self._rounded(search, name, entries, bool(used) and sure)
                if _is_wrong(entries) or is_cut(self.answers[name], entries)
                else None
            )
            or carried
            or self._on_the_way(name, answer)
            or self._rough(search, name, entries)
            or (
                self._followed(search, name, entries, used)
                if used and not sure
                else None
            )
            or self._as_before(search, name, entries)
            or self._as_read(search, name, entries)
            or self._explained(search, name, entries)
        )

    def _in_letters(self, name: str, entries: Entries | None, used: Strings) -> Result:
        """The verdict on a line of a question with letters that is not right as it stands."""
        answer, truth = self.answers[name], self.key.exact[name]
        yours = {arg: self.answers[arg].matrix for arg in used}
        own = Course(self.key.plan, self.key.givens, yours).own.get(name)
        found = in_letters.following(
            name, answer, own, entries, used, self._wrong(used)
        )
        return found or in_letters.explained(
            name, truth, answer, entries, self._with_numbers.results.get(name)
        )

    @cached_property
    def _with_numbers(self) -> Marking:
        """The same answers with numbers in the place of letters."""
        key, numbers = in_letters.sampled(self.key)
        put = partial(in_letters.with_numbers, numbers=numbers)
        return Marking(key, in_each(put, self.answers))

    def _rough(
        self, search: Search, name: str, entries: Entries | None
    ) -> Result | None:
        if entries and worst(entries) == IMPRECISE:
            return Result(
                name,
                "imprecise",
                entries,
                said=(self._digits(name, entries),),
                proves=self._proves(search, name),
            )
        if entries and worst(entries) == UNDECIDED:
            return Result(name, "undecided", entries, said=(told("open"),))
        return None

    def _digits(self, name: str, entries: Entries = ()) -> Said:
        """That digits are missing, or that the last one is cut off."""
        rule = self.key.rule_of(name)
        if is_cut(self.answers[name], entries):
            return told("cut")
        if not rule.significant and _is_whole(in_one(self.key.exact[name])):
            return told("whole_digits")  # 2.68·10⁸ lacks none behind the point
        return told("digits", places=rule.places, significant=rule.significant or 0)

    def _against_truth(self, name: str, answer: Handed) -> Entries | None:
        fitting = [
            right
            for right in self.key.rights(name)
            if right.value.shape == answer.shape
        ]
        if not fitting:
            return None
        first, *others = (judged(answer, right) for right in fitting)
        return better(first, others)

    def _exactly_before(self, name: str, answer: Handed) -> Entries | None:
        """The entries of an exact value that is right, before a rougher one: 2/3 ≈ 0.667 where four digits are asked."""
        for cells in answer.earlier:
            exact = all(
                x.span is None and (x.precision is None or not x.precision.places)
                for x in in_turn(cells)
            )
            found = (
                self._against_truth(name, replace(answer, cells=cells))
                if exact
                else None
            )
            if found and worst(found) == CORRECT:
                return found
        return None

    def _on_the_way(self, name: str, answer: Handed) -> Result | None:
        """Right from the rounded numbers that its own chain shows, −ln 0.6652 = 0.4077: with the digits asked, or as far as they
        go where the line of these numbers has too few digits."""
        rough = any(result.verdict == "imprecise" for result in self.results.values())
        own = self._against_truth(name, answer) if answer.earlier else None
        for cells in answer.earlier if own else ():
            shown = replace(answer, cells=cells, earlier=())
            right = self._against_truth(name, shown)
            pairs = zip(in_turn(cells), in_turn(own or ()), strict=False)
            wrong = [cell for cell, verdict in pairs if verdict != CORRECT]
            known = right is not None and worst(right) in (CORRECT, IMPRECISE)
            if not known or not (rough or told_finely(wrong, answer.rule)):
                continue
            found = met(answer, shown.spans, answer.rule)
            if found and worst(found) == CORRECT:
                return Result(name, "correct", found, said=(told("carried"),))
        return None

    def _wrong(self, used: Iterable[str]) -> list[str]:
        """Those of some answers that later ones are not right from."""
        return [arg for arg in used if self.results[arg].verdict not in SURE]

    def _carried(
        self, name: str, entries: Entries | None, used: Strings
    ) -> Result | None:
        """The verdict when the line is right from the student's own values."""
        wide = next(self._wide(name, entries, used), None)
        if wide is not None and wide.verdict != IMPRECISE:
            return wide
        sure = wide is None and not self._wrong(used)
        if sure and any(name in course.own for course in self.own.courses(used)):
            return None
        written = self._as_written(name, entries, used)
        return (
            wide if wide and (not written or written.verdict == IMPRECISE) else written
        )

    def _wide(
        self, name: str, entries: Entries | None, used: Strings
    ) -> Iterator[Result]:
        """What a line is from all values that the student's own may be rounded from."""
        for chosen in self._subsets(used):
            for course in self.own.courses(chosen):
                whole, path = course.whole(name), course.before(name, self.handed)
                found = self._met(self.answers[name], whole)
                jumps = course.settles(path) or is_any_count(
                    path, whole
                )  # and a range is wide
                if found is not None and worst(found) != INCORRECT and not jumps:
                    yield self._from_own(name, found, entries, chosen)

    def _from_own(
        self, name: str, found: Entries, entries: Entries | None, chosen: Strings
    ) -> Result:
        """The verdict on what comes of the student's own values: right, where all of these are."""
        if self._wrong(chosen):
            return self._follows(name, entries, chosen)
        said = told("carried") if worst(found) == CORRECT else self._digits(name, found)
        return Result(name, worst(found), found, said=(said,))

    def _as_written(
        self, name: str, entries: Entries | None, used: Strings
    ) -> Result | None:
        """The verdict when the line is right from the student's values as they stand, each entry from these or from all
        that they may be rounded from: 0.5 may be rounded, or be 1/2, whatever the number beside it is."""
        answer = self.answers[name]
        courses = self.own.courses(used)
        wide = list(
            filter(None, (self._met(answer, course.whole(name)) for course in courses))
        )
        for run in self.own.runs(used):
            value = run.exact.whole(name)
            if isinstance(value, Matrix) and value.shape == answer.shape:
                found = reduce(either, wide, judged(answer, Right(value, answer.rule)))
                if worst(found) in SURE:
                    return self._from_own(name, found, entries, used)
        return None

    def _met(self, answer: Handed, value: Mat | None) -> Entries | None:
        return met(answer, cast("IntervalMatrix | None", value), answer.rule)

    def _follows(
        self, name: str, entries: Entries | None, chosen: Strings, *more: Said
    ) -> Result:
        wrong = self._wrong(chosen)
        easy = [
            told("easy", name=arg, trivial=why)
            for arg in wrong
            if (why := self._trivial(arg))
        ]
        if easy and entries:
            return Result(
                name, "incorrect", entries, said=(easy[0], *more), trivial=True
            )
        return self._following(
            name, entries, told("follows", names=tuple(wrong)), *more
        )

    def _following(self, name: str, entries: Entries | None, *said: Said) -> Result:
        return Result(
            name, "follows", following(self.answers[name], entries), said=said
        )

    def _trivial(self, arg: str) -> Said | None:
        """Why what follows from a wrong answer is easy: not where it follows itself, or a named slip made it so."""
        if self.results[arg].verdict in ("follows", "slip"):
            return None
        return trivial(self.answers[arg].matrix, in_one(self.key.exact[arg]))

    def _subsets(self, used: Strings) -> Iterator[Strings]:
        """All the answers used, then all but some of the wrong ones: a student may have mended one on the way."""
        yield used
        wrong = self._wrong(used)
        for size in range(len(wrong) - 1, 0, -1) if len(wrong) <= MOST_SUBSETS else ():
            for kept in combinations(wrong, size):
                yield tuple(arg for arg in used if arg not in wrong or arg in kept)

    def _search(self, name: str, answer: Handed, used: Strings) -> Search:
        ways = list(self._ways(name, used))
        rights = [right.balls for right in self.key.rights(name)]
        rights += [
            own for way in ways if isinstance(own := way.course.whole(name), Quick)
        ]
        slips = [result.slip for result in self.results.values() if result.slip]
        before = [(slip.id, slip.second.id) for slip in slips if slip.second]
        return Search(answer, ways, rights, before, self._kept)

    def _from_givens(self, name: str) -> list[Way]:
        """The ways to a line with nothing of the student's on them."""
        return [run.way(name) for run in self.key.bare]

    def _proves(self, search: Search, name: str) -> bool:
        """Whether the answer, though it has too few digits, shows that what comes before it is right."""
        return search.proves(self.key.bare[0].way(name, self.handed))

    def _rounded(
        self, search: Search, name: str, entries: Entries | None, sure: bool
    ) -> Result | None:
        """Right when the lines before it, handed in or not, are rounded to the digits asked or to a few more; from the
        student's own values when those are *sure* to be right."""
        said = self._comes_out(
            search,
            entries,
            [*self._from_givens(name), *search.ways[: len(self.key.bases) * sure]],
        )
        return by_rounding(name, entries or (), said) if said else None

    def _comes_out(
        self, search: Search, entries: Entries | None, ways: Iterable[Way]
    ) -> Said | None:
        """What has to be rounded to the digits that people keep for the answer to come out of one of some ways."""
        if nothing_for_something(search.answer, entries):
            return None
        tried = (search.as_asked.comes_out(way, self._kept) for way in ways)
        return next(filter(None, tried), None)

    def _followed(
        self, search: Search, name: str, entries: Entries | None, used: Strings
    ) -> Result | None:
        """Right from the student's values when what is between them and this line is rounded."""
        said = self._comes_out(search, entries, search.ways[: len(self.key.bases)])
        return (
            self._follows(name, entries, used, told("comes_out", when=said))
            if said
            else None
        )

    def _as_read(
        self, search: Search, name: str, entries: Entries | None
    ) -> Result | None:
        """Right from a number as an earlier answer shows that it was read, or worked out in a line that was not handed in."""
        for trial in self._misread:
            if any(search.leads(way, trial.patch, trial.given) for way in search.ways):
                return self._following(name, entries, told("as_read", slip=trial.what))
        return None

    def _as_before(
        self, search: Search, name: str, entries: Entries | None
    ) -> Result | None:
        """Right from a slip that was told of an earlier line, worked on with more digits than that line has."""
        before = {line.name for line in leading_to([name], self.key.plan.lines)}
        for other, result in self.results.items():
            slip = result.slip
            if (
                slip is None
                or slip.second
                or slip.id in ONE_NUMBER
                or other not in before
            ):
                continue
            if any(search.follows(way, slip) for way in self._from_givens(name)):
                return self._following(name, entries, told("follows", names=(other,)))
        return None

    def _explained(self, search: Search, name: str, entries: Entries | None) -> Result:
        """The verdict on a wrong answer: one known slip, another shape, or simply wrong."""
        answer, rights = search.answer, self.key.rights(name)
        slip = search.found() or self._undone(search, name)
        if slip and not self._is_copied(name, answer, slip):
            return self._with_slip(search, name, entries, slip)
        if entries is None:
            return misshapen(name, self.key.exact[name].shape, answer)
        used = self.own.used(name)
        alone = self._alone(search, name, entries, used)
        if worst(alone) == FOLLOWS:
            slip = search.beyond([right.balls for right in rights])
            if slip and not self._is_copied(name, answer, slip):
                return self._with_slip(search, name, entries, slip)
        if worst(alone) != INCORRECT:
            return self._each_right(name, alone, used)
        parted = parts_from_right(answer, rights[0], alone, search.turned)
        said = answer.slipped or counted(alone), *parted
        if search.maybe:
            self._weigh(search, name, entries)
            self._leaning[name] = Leaning(
                tuple(search.leaning), log2(max(search.tried, 1))
            )
            if not is_rounded(answer, search.rights):
                return Result(
                    name, "incorrect", alone, said=said, maybe=search.maybe.what
                )
        if is_rounded(answer, (right.balls for right in rights)):
            return Result(name, "incorrect", alone, said=(self._digits(name),))
        rounded = self._coarsely(search)
        return Result(
            name,
            "incorrect",
            alone,
            said=(*said, *rounded),
            rounded_on_the_way=bool(rounded),
        )

    def _is_copied(self, name: str, answer: Handed, slip: Found) -> bool:
        """Whether what looks like another matrix in the place of one is an earlier answer written down again."""
        return slip.id == OPERAND and self.own.is_copied(name, answer, slip)

    def _with_slip(
        self, search: Search, name: str, entries: Entries | None, slip: Found
    ) -> Result:
        """The verdict on an answer that a slip explains; where the same slip was told before, it follows from that."""
        if slip.id in ONE_NUMBER:
            self._misread += [
                trial for trial, _ in search.changes if trial.what == slip.what
            ]
            self._weigh(search, name, entries)
        if told_before := same_slip_before(
            self.key, self.results, self.answers, name, slip
        ):
            return self._following(name, entries, told("follows", names=told_before))
        says = tuple(self._says(name, slip))
        return Result(name, "slip", entries or (), slip=slip, said=says)

    def _undone(self, search: Search, name: str) -> Found | None:
        """A slip at an earlier line that is right as it was handed in, and that this one was not worked out from."""
        if self._wrong(self.own.used(name)):
            return None
        slip, read = (
            search.undone(self._from_givens(name)),
            self.key.plan.line(name).reads,
        )
        if (
            slip is None
            or slip.lines != (slip.at,)
            or slip.at not in {*read} & {*self.results}
        ):
            return None
        copied = self.own.copied(name, search.answer, self.key.plan.names)
        return None if copied or self._wrong([slip.at]) else slip

    def _each_right(self, name: str, entries: Entries, used: Strings) -> Result:
        """The verdict on a line of which every entry is right, though in more than one way."""
        said = {
            CORRECT: told("carried"),
            IMPRECISE: self._digits(name, entries),
            UNDECIDED: told("open"),
            FOLLOWS: told("follows_or_right", names=tuple(self._wrong(used))),
        }
        return Result(name, worst(entries), entries, said=(said[worst(entries)],))

    def _alone(
        self, search: Search, name: str, entries: Entries, used: Strings
    ) -> Entries:
        """The entries of a wrong answer, each as good as by itself: a wrong one leaves those beside it what they are from the
        student's own values, and with rounding on the way."""
        asked, mine = search.as_asked, list[Entries]()
        digits = [] if nothing_for_something(asked.answer, entries) else self._kept
        if used and not any(map(self._trivial, self._wrong(used))):
            courses = (
                course
                for course in self.own.courses(used)
                if not course.settles(course.before(name, self.handed))
            )
            found = (self._met(search.answer, course.whole(name)) for course in courses)
            mine += filter(None, found)
            mine += [
                asked.come_out(way, digits)
                for way in search.ways[: len(self.key.bases)]
            ]
        if self._wrong(used):
            mine = [
                every(lambda entry: FOLLOWS if entry == CORRECT else INCORRECT, found)
                for found in mine
            ]
        bare = [asked.come_out(way, digits) for way in self._from_givens(name)]
        return reduce(either, (*mine, *bare), entries)

    def _weigh(self, search: Search, name: str, entries: Entries | None) -> None:
        """Remember what a line says for each number that may be wrong before it: other lines may say the same."""
        self._weighed += [
            Weighed(name, trial, bits, search.tried, entries)
            for trial, bits in search.changes
        ]

    def _read_together(self) -> None:
        """One wrong number that several lines say the same of is one finding: a given that was misread, or an entry of a line
        that was not handed in. It is told at the first of them, and the others are right from it.

        What they say for it adds up. That it is this number and no other is to be paid for once, so that the other lines also
        say by which of their entries are wrong; no line may be right that would not be. What most speaks for goes first.
        """
        told_at: set[str] = set()
        for evidence, weighed in shown(self._weighed):
            first, *others = [one for one in weighed if one.name not in told_at]
            if len(others) + 1 < len(weighed) or self._read_rightly(first.trial):
                continue
            told_at.update(one.name for one in weighed)
            trial, what = first.trial, first.trial.what
            bits = Fraction(round(10 * evidence), 10)
            slip = Found(trial.at, trial.id, what, evidence=bits, lines=trial.lines)
            self._again(
                first.name,
                "slip",
                first.entries or (),
                slip,
                tuple(self._says(first.name, slip)),
            )
            for other in others:
                found = following(self.answers[other.name], other.entries)
                self._again(
                    other.name, "follows", found, None, (told("as_read", slip=what),)
                )

    def _say_together(self) -> None:
        """One slip that several lines show, or the same habit in several, is told in all of them when together they say enough
        for it, though each alone may not; that it is this slip and no other is to be paid for once."""
        for evidence, lines in habits(self.results, self._leaning):
            bits = Fraction(round(10 * evidence), 10)
            for name, found in lines.items():
                if self.results[name].verdict != "incorrect":
                    continue
                entries = self.results[name].entries
                if before := same_slip_before(
                    self.key, self.results, self.answers, name, found
                ):
                    entries = following(self.answers[name], entries)
                    said = told("follows", names=before)
                    self._again(name, "follows", entries, None, (said,))
                else:
                    slip = replace(
                        found, evidence=bits, lines=found.lines or (found.at,)
                    )
                    self._again(
                        name, "slip", entries, slip, tuple(self._says(name, slip))
                    )

    def _say_turned(self) -> None:
        """Several answers that are all that is wrong, and right when transposed, are one habit: tokens as rows, or as columns."""
        wrong = [
            name
            for name, one in self.results.items()
            if one.verdict in (*NOT_RIGHT, "follows")
        ]
        entries = dict[str, Entries]()
        for name in wrong:
            answer = self.answers[name]
            turned = replace(answer, cells=tuple(zip(*answer.cells, strict=True)))
            found = self._against_truth(name, turned)
            if found is None or worst(found) not in SURE or self.key.letters:
                return
            entries[name] = self._against_truth(name, answer) or ()
        what = Said("slips", "result-transposed")
        all_of_it = Said("slips", "together", (("what", what), ("how", "lines")))
        alone = [name for name in wrong if self.results[name].verdict in NOT_RIGHT]
        for name in wrong if len(alone) > 1 else ():
            slip = Found(wrong[0], "result-transposed", all_of_it, lines=tuple(wrong))
            self._again(
                name, "slip", entries[name], slip, (told("number", slip=all_of_it),)
            )

    def _read_rightly(self, trial: Trial) -> bool:
        """Whether a line is right that would be wrong had that number been another one."""
        for name, result in self.results.items():
            if (
                result.verdict == "correct"
                and name in self.handed
                and name in self.answers
            ):
                search = self._search(name, self.answers[name], ())
                found = search.ways[0].again(trial.patch, trial.given)
                if found is not None and not search.meets(found):
                    return True
        return False

    def _again(
        self,
        name: str,
        verdict: str,
        entries: Entries,
        slip: Found | None,
        said: tuple[Said, ...],
    ) -> None:
        """Another verdict on a line, after the others were seen."""
        notes = self.answers[name].notes
        self.results[name] = replace(
            self.results[name],
            verdict=verdict,
            entries=entries,
            slip=slip,
            said=(*notes, *said),
            maybe=None,
        )

    def _coarsely(self, search: Search) -> tuple[Said, ...]:
        """That fewer digits than asked were kept on the way, when that is what it looks like; a root rounded to a whole number
        is a slip."""
        fewer = fewer_digits(self.key)
        said = [found for way in search.ways if (found := search.comes_out(way, fewer))]
        return (told("coarsely", when=said[0]),) if said else ()

    def _ways(self, name: str, used: Strings) -> Iterator[Way]:
        """The ways an explanation is looked for on: from the student's values, and from the right ones."""
        runs = self.own.runs(used) if used else ()
        if (
            not used
            or self._wrong(used)
            or any(self.answers[arg].matrix.blocked for arg in used)
        ):
            runs += self.key.bare
        return (run.way(name, self.handed) for run in runs)

    def _says(self, name: str, slip: Found) -> Iterator[Said]:
        if slip.id in ONE_NUMBER:
            yield told("number", slip=slip.what)
            return
        there = self.results.get(slip.at)
        if there is not None and slip.at != name and there.verdict in SURE:
            yield told("as_if", slip=slip.what, at=slip.at)
            return
        text = self.key.plan.line(slip.at).text.strip()
        yield told(
            "slip", slip=slip.what, at=slip.at, here=int(slip.at == name), text=text
        )
        if slip.second:
            yield from self._says(name, slip.second)


def _is_wrong(entries: Entries | None) -> bool:
    return entries is not None and worst(entries) == INCORRECT


def _is_whole(value: Matrix) -> bool:
    entries = in_turn(value.cells())
    return all(
        isinstance(x, Number) and x.is_rational and x.rational.q == 1 for x in entries
    )
