"""The verdict on every line a student handed in: right, right from the student's own values, one known slip, or wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial, reduce
from itertools import combinations
from math import log2

from symattn.exact.matrix import Matrix
from symattn.exact.number import Number, rational
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
    against,
    as_written,
    by_rounding,
    counted,
    either,
    following,
    is_any_count,
    is_cut,
    is_in_its_digits,
    met,
    misshapen,
    nothing_for_something,
    parts_from_right,
    told_finely,
    unreadable,
    worst,
)
from symattn.marking.key import Key, OwnLines
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
        self.key, self.own = key, OwnLines(key, answers)
        self.results: dict[str, Result] = {}
        self.kept = kept_digits(key)
        self.misread: list[Trial] = []
        self.weighed: list[Weighed] = []
        self.leaning: dict[str, Leaning] = {}
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
            self.own.handed -= {name}  # nothing follows from it
        return as_written(found, self.own.answers[name])

    def _open_before(self, name: str) -> Strings:
        """The lines that this one was worked out from and that a person has yet to decide on."""
        path = leading_to([name], self.key.plan.lines, set(self.results))
        read = dict.fromkeys(
            arg for line in path for arg in (*line.reads, *line.scalars)
        )
        return tuple(
            arg
            for arg in read
            if arg in self.results and self.results[arg].verdict in OPEN
        )

    def _marked(self, name: str) -> Result:
        answer = self.own.answers[name]
        return (
            _LineMarking(self, name).result()
            if answer.cells
            else unreadable(name, answer)
        )

    @cached_property
    def with_numbers(self) -> Marking:
        """The same answers with numbers in the place of letters."""
        key, numbers = in_letters.sampled(self.key)
        put = partial(in_letters.with_numbers, numbers=numbers)
        return Marking(key, in_each(put, self.own.answers))

    def wrong(self, used: Iterable[str]) -> Strings:
        """Those of some answers that later ones are not right from."""
        return tuple(arg for arg in used if self.results[arg].verdict not in SURE)

    def _read_together(self) -> None:
        """One wrong number that several lines say the same of is one finding: a given that was misread, or an entry of a line
        that was not handed in. It is told at the first of them, and the others are right from it.

        What they say for it adds up. That it is this number and no other is to be paid for once, so that the other lines also
        say by which of their entries are wrong; no line may be right that would not be. What most speaks for goes first.
        """
        told_at: set[str] = set()
        for evidence, weighed in shown(self.weighed):
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
                self.says(first.name, slip),
            )
            for other in others:
                found = following(self.own.answers[other.name], other.entries)
                self._again(
                    other.name, "follows", found, None, (told("as_read", slip=what),)
                )

    def _say_together(self) -> None:
        """One slip that several lines show, or the same habit in several, is told in all of them when together they say enough
        for it, though each alone may not; that it is this slip and no other is to be paid for once."""
        for evidence, lines in habits(self.results, self.leaning):
            bits = Fraction(round(10 * evidence), 10)
            for name, found in lines.items():
                if self.results[name].verdict != "incorrect":
                    continue
                entries = self.results[name].entries
                if before := same_slip_before(self.own, self.results, name, found):
                    entries = following(self.own.answers[name], entries)
                    said = told("follows", names=before)
                    self._again(name, "follows", entries, None, (said,))
                else:
                    slip = replace(
                        found, evidence=bits, lines=found.lines or (found.at,)
                    )
                    self._again(name, "slip", entries, slip, self.says(name, slip))

    def _say_turned(self) -> None:
        """Several answers that are all that is wrong, and right when transposed, are one habit: tokens as rows, or as columns."""
        wrong = [
            name
            for name, one in self.results.items()
            if one.verdict in (*NOT_RIGHT, "follows")
        ]
        entries = dict[str, Entries]()
        for name in wrong:
            answer, rights = self.own.answers[name], self.key.rights[name]
            turned = replace(answer, cells=tuple(zip(*answer.cells, strict=True)))
            found = against(turned, rights)
            if worst(found) not in SURE or self.key.letters:
                return
            entries[name] = against(answer, rights) or ()
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
            if result.verdict == "correct" and name in self.own.handed:
                way = self.key.bare[0].way(name, self.own.handed)
                found = way.again(trial.patch)
                search = Search(self.own.answers[name], (), ())
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
        notes = self.own.answers[name].notes
        self.results[name] = replace(
            self.results[name],
            verdict=verdict,
            entries=entries,
            slip=slip,
            said=(*notes, *said),
            maybe=None,
        )

    def says(self, name: str, slip: Found) -> tuple[Said, ...]:
        """What is said of a slip that explains a line."""
        if slip.id in ONE_NUMBER:
            return (told("number", slip=slip.what),)
        there = self.results.get(slip.at)
        if there is not None and slip.at != name and there.verdict in SURE:
            return (told("as_if", slip=slip.what, at=slip.at),)
        text, here = self.key.plan.line(slip.at).text.strip(), int(slip.at == name)
        said = told("slip", slip=slip.what, at=slip.at, here=here, text=text)
        return said, *(self.says(name, slip.second) if slip.second else ())


class _LineMarking:
    """One line of a student's answers, marked by itself and by what was found out about those before it."""

    def __init__(self, script: Marking, name: str) -> None:
        self.script, self.name, self.key, self.own = (
            script,
            name,
            script.key,
            script.own,
        )
        self.answer, self.rights = self.own.answers[name], self.key.rights[name]

    @cached_property
    def entries(self) -> Entries | None:
        """The verdicts on the entries by themselves; None where the answer has another shape."""
        found = against(self.answer, self.rights)
        return (self._exactly_before() if worst(found) == IMPRECISE else None) or found

    @cached_property
    def used(self) -> Strings:
        """The answers that it may be worked out from."""
        return self.own.used(self.name)

    @cached_property
    def wrong(self) -> Strings:
        """Those of them that later ones are not right from."""
        return self.script.wrong(self.used)

    @cached_property
    def search(self) -> Search:
        """The search for what explains it, from the student's values and from the right ones."""
        runs = self.own.runs[self.used] if self.used else ()
        blocked = any(self.own.answers[arg].matrix.blocked for arg in self.used)
        if not self.used or self.wrong or blocked:
            runs += self.key.bare
        ways = [run.way(self.name, self.own.handed) for run in runs]
        rights = [right.balls for right in self.rights]
        found = (way.course.whole(self.name) for way in ways)
        rights += [own for own in found if isinstance(own, Quick)]
        slips = [one.slip for one in self.script.results.values() if one.slip]
        before = [(slip.id, slip.second.id) for slip in slips if slip.second]
        return Search(self.answer, ways, rights, before, self.script.kept)

    def result(self) -> Result:
        """The verdict on it, and what is to be said."""
        if self.entries and worst(self.entries) == CORRECT:
            return Result(self.name, "correct", self.entries)
        if self.key.letters:
            return self._in_letters()
        carried = self._carried() if self.used else None
        if carried is not None and (carried.verdict == CORRECT or not self.wrong):
            rough = carried.verdict == IMPRECISE
            return carried.but(proves=rough and self._proves())
        return (
            self._rounded()
            or carried
            or self._on_the_way()
            or self._rough()
            or self._followed()
            or self._as_before()
            or self._as_read()
            or self._explained()
        )

    def _in_letters(self) -> Result:
        """The verdict on a line of a question with letters that is not right as it stands."""
        yours = {arg: self.own.answers[arg].matrix for arg in self.used}
        own = Course(self.key.plan, self.key.givens, yours).own.get(self.name)
        found = _exactly(self.answer, own) if self.used else None
        if found and worst(found) == CORRECT:
            return (
                self._following(told("follows", names=self.wrong))
                if self.wrong
                else Result(self.name, "correct", found)
            )
        with_them = self.script.with_numbers.results.get(self.name)
        truth = self.key.exact[self.name]
        return in_letters.explained(
            self.name, truth, self.answer, self.entries, with_them
        )

    def _rough(self) -> Result | None:
        if not self.entries or worst(self.entries) not in (IMPRECISE, UNDECIDED):
            return None
        proves = worst(self.entries) == IMPRECISE and self._proves()
        return self._by_entries(self.entries).but(proves=proves)

    def _digits(self, entries: Entries = ()) -> Said:
        """That digits are missing, or that the last one is cut off."""
        rule = self.answer.rule
        if is_cut(self.answer, entries):
            return told("cut")
        if not rule.significant and _is_whole(self.rights[0].value, rule.unit):
            return told("whole_digits")  # 2.68·10⁸ lacks none behind the point
        return told("digits", places=rule.places, significant=rule.significant or 0)

    def _exactly_before(self) -> Entries | None:
        """The entries of an exact value that is right, before a rougher one: 2/3 ≈ 0.667 where four digits are asked."""
        for cells in self.answer.earlier:
            exact = all(
                x.span is None and (x.precision is None or not x.precision.places)
                for x in in_turn(cells)
            )
            shown = replace(self.answer, cells=cells)
            found = against(shown, self.rights) if exact else None
            if worst(found) == CORRECT:
                return found
        return None

    def _on_the_way(self) -> Result | None:
        """Right from the rounded numbers that its own chain shows, −ln 0.6652 = 0.4077: with the digits asked, or as far as they
        go where the line of these numbers has too few digits."""
        answer, results = self.answer, self.script.results
        rough = any(result.verdict == "imprecise" for result in results.values())
        own = against(answer, self.rights) if answer.earlier else None
        for cells in answer.earlier if own else ():
            shown = replace(answer, cells=cells, earlier=())
            right = against(shown, self.rights)
            pairs = zip(in_turn(cells), in_turn(own or ()), strict=False)
            wrong = [cell for cell, verdict in pairs if verdict != CORRECT]
            if worst(right) not in (CORRECT, IMPRECISE) or not (
                rough or told_finely(wrong, answer.rule)
            ):
                continue
            found = met(answer, shown.spans)
            if found and worst(found) == CORRECT:
                return self._by_entries(found)
        return None

    def _carried(self) -> Result | None:
        """The verdict when the line is right from the student's own values."""
        wide = next(self._wide(), None)
        if wide is not None and wide.verdict != IMPRECISE:
            return wide
        sure = wide is None and not self.wrong
        courses = self.own.courses(self.used)
        if sure and any(self.name in course.own for course in courses):
            return None
        written = self._as_written()
        return (
            wide if wide and (not written or written.verdict == IMPRECISE) else written
        )

    def _wide(self) -> Iterator[Result]:
        """What a line is from all values that the student's own may be rounded from."""
        for chosen in self._subsets():
            for course in self.own.courses(chosen):
                whole = course.whole(self.name)
                path = course.before(self.name, self.own.handed)
                found = met(self.answer, whole)
                jumps = course.settles(path) or is_any_count(
                    path, whole
                )  # and a range is wide
                if found is not None and worst(found) != INCORRECT and not jumps:
                    yield self._from_own(found, chosen)

    def _from_own(self, found: Entries, chosen: Strings) -> Result:
        """The verdict on what comes of the student's own values: right, where all of these are."""
        wrong = self.script.wrong(chosen)
        return self._follows(wrong) if wrong else self._by_entries(found)

    def _as_written(self) -> Result | None:
        """The verdict when the line is right from the student's values as they stand, each entry from these or from all
        that they may be rounded from: 0.5 may be rounded, or be 1/2, whatever the number beside it is."""
        courses = self.own.courses(self.used)
        found = (met(self.answer, course.whole(self.name)) for course in courses)
        wide = list(filter(None, found))
        for run in self.own.runs[self.used]:
            exactly = _exactly(self.answer, run.exact.whole(self.name))
            best = exactly and reduce(either, wide, exactly)
            if best and worst(best) in SURE:
                return self._from_own(best, self.used)
        return None

    def _follows(self, wrong: Strings, *more: Said) -> Result:
        easy = [
            told("easy", name=arg, trivial=why)
            for arg in wrong
            if (why := self._trivial(arg))
        ]
        if easy and self.entries:
            said = easy[0], *more
            return Result(self.name, "incorrect", self.entries, said=said, trivial=True)
        return self._following(told("follows", names=wrong), *more)

    def _following(self, *said: Said) -> Result:
        found = following(self.answer, self.entries)
        return Result(self.name, "follows", found, said=said)

    def _trivial(self, arg: str) -> Said | None:
        """Why what follows from a wrong answer is easy: not where it follows itself, or a named slip made it so."""
        if self.script.results[arg].verdict in ("follows", "slip"):
            return None
        return trivial(self.own.answers[arg].matrix, in_one(self.key.exact[arg]))

    def _subsets(self) -> Iterator[Strings]:
        """All the answers used, then all but some of the wrong ones: a student may have mended one on the way."""
        yield self.used
        few = len(self.wrong) <= MOST_SUBSETS
        for size in range(len(self.wrong) - 1, 0, -1) if few else ():
            for kept in combinations(self.wrong, size):
                yield tuple(x for x in self.used if x not in self.wrong or x in kept)

    @property
    def _from_givens(self) -> list[Way]:
        """The ways to the line with nothing of the student's on them."""
        return [run.way(self.name) for run in self.key.bare]

    def _proves(self) -> bool:
        """Whether the answer, though it has too few digits, shows that what comes before it is right."""
        return self.search.proves(self.key.bare[0].way(self.name, self.own.handed))

    @property
    def _own_ways(self) -> Sequence[Way]:
        """The ways to the line from the student's values, where these were used."""
        return self.search.ways[: len(self.key.bases)]

    def _rounded(self) -> Result | None:
        """Right when the lines before it, handed in or not, are rounded to the digits asked or to a few more; from the
        student's own values when those are sure to be right."""
        if worst(self.entries) != INCORRECT and not is_cut(self.answer, self.entries):
            return None
        sure = bool(self.used) and not self.wrong
        said = self._comes_out([*self._from_givens, *(self._own_ways if sure else ())])
        return by_rounding(self.name, self.entries or (), said) if said else None

    def _comes_out(self, ways: Iterable[Way]) -> Said | None:
        """What has to be rounded to the digits that people keep for the answer to come out of one of some ways."""
        if nothing_for_something(self.answer, self.entries):
            return None
        asked, kept = self.search.as_asked, self.script.kept
        return next(filter(None, (asked.comes_out(way, kept) for way in ways)), None)

    def _followed(self) -> Result | None:
        """Right from the student's values, some of them wrong, when what is between them and this line is rounded."""
        said = self._comes_out(self._own_ways) if self.wrong else None
        return self._follows(self.wrong, told("comes_out", when=said)) if said else None

    def _as_read(self) -> Result | None:
        """Right from a number as an earlier answer shows that it was read, or worked out in a line that was not handed in."""
        for trial in self.script.misread:
            if any(self.search.leads(way, trial.patch) for way in self.search.ways):
                return self._following(told("as_read", slip=trial.what))
        return None

    def _as_before(self) -> Result | None:
        """Right from a slip that was told of an earlier line, worked on with more digits than that line has."""
        before = {line.name for line in leading_to([self.name], self.key.plan.lines)}
        for other, result in self.script.results.items():
            slip = result.slip
            if (
                slip is None
                or slip.second
                or slip.id in ONE_NUMBER
                or other not in before
            ):
                continue
            if any(self.search.follows(way, slip) for way in self._from_givens):
                return self._following(told("follows", names=(other,)))
        return None

    def _explained(self) -> Result:
        """The verdict on a wrong answer: one known slip, another shape, or simply wrong."""
        name, answer, search = self.name, self.answer, self.search
        slip = search.found() or self._undone()
        if slip and not self._is_copied(slip):
            return self._with_slip(slip)
        if self.entries is None:
            return misshapen(name, self.key.exact[name].shape, answer)
        alone = self._alone(self.entries)
        if worst(alone) == FOLLOWS:
            slip = search.beyond([right.balls for right in self.rights])
            if slip and not self._is_copied(slip):
                return self._with_slip(slip)
        if worst(alone) != INCORRECT:
            return self._by_entries(alone)
        parted = parts_from_right(answer, self.rights[0], alone, search.turned)
        said = answer.slipped or counted(alone), *parted
        if search.maybe:
            self._weigh()
            self.script.leaning[name] = Leaning(
                tuple(search.leaning), log2(max(search.tried, 1))
            )
            if not is_rounded(answer, search.rights):
                maybe = search.maybe.what
                return Result(name, "incorrect", alone, said=said, maybe=maybe)
        if any(is_in_its_digits(answer, right) for right in self.rights):
            return Result(name, "incorrect", alone, said=(self._digits(),))
        rounded = self._coarsely()
        return Result(
            name,
            "incorrect",
            alone,
            said=(*said, *rounded),
            rounded_on_the_way=bool(rounded),
        )

    def _is_copied(self, slip: Found) -> bool:
        """Whether what looks like another matrix in the place of one is an earlier answer written down again."""
        return slip.id == OPERAND and self.own.is_copied(self.name, slip)

    def _with_slip(self, slip: Found) -> Result:
        """The verdict on an answer that a slip explains; where the same slip was told before, it follows from that."""
        if slip.id in ONE_NUMBER:
            self.script.misread += [
                trial for trial, _ in self.search.changes if trial.what == slip.what
            ]
            self._weigh()
        if before := same_slip_before(self.own, self.script.results, self.name, slip):
            return self._following(told("follows", names=before))
        says = self.script.says(self.name, slip)
        return Result(self.name, "slip", self.entries or (), slip=slip, said=says)

    def _undone(self) -> Found | None:
        """A slip at an earlier line that is right as it was handed in, and that this one was not worked out from."""
        if self.wrong:
            return None
        slip = self.search.undone(self._from_givens)
        read = {*self.key.plan.line(self.name).reads} & {*self.script.results}
        if slip is None or slip.lines != (slip.at,) or slip.at not in read:
            return None
        copied = self.own.copied(self.name, self.key.plan.names)
        return None if copied or self.script.wrong([slip.at]) else slip

    def _by_entries(self, entries: Entries) -> Result:
        """The verdict on a line of which every entry is right, though in more than one way."""
        said = {
            CORRECT: told("carried"),
            IMPRECISE: self._digits(entries),
            UNDECIDED: told("open"),
            FOLLOWS: told("follows_or_right", names=self.wrong),
        }
        return Result(self.name, worst(entries), entries, said=(said[worst(entries)],))

    def _alone(self, entries: Entries) -> Entries:
        """The entries of a wrong answer, each as good as by itself: a wrong one leaves those beside it what they are from the
        student's own values, and with rounding on the way."""
        asked, mine = self.search.as_asked, list[Entries]()
        nothing = nothing_for_something(self.answer, entries)
        digits = [] if nothing else self.script.kept
        if self.used and not any(map(self._trivial, self.wrong)):
            courses = (
                course
                for course in self.own.courses(self.used)
                if not course.settles(course.before(self.name, self.own.handed))
            )
            found = (met(self.answer, course.whole(self.name)) for course in courses)
            mine += filter(None, found)
            mine += [asked.come_out(way, digits) for way in self._own_ways]
        if self.wrong:
            mine = [
                every(lambda entry: FOLLOWS if entry == CORRECT else INCORRECT, found)
                for found in mine
            ]
        bare = [asked.come_out(way, digits) for way in self._from_givens]
        return reduce(either, (*mine, *bare), entries)

    def _weigh(self) -> None:
        """Remember what the line says for each number that may be wrong before it: other lines may say the same."""
        self.script.weighed += [
            Weighed(self.name, trial, bits, self.search.tried, self.entries)
            for trial, bits in self.search.changes
        ]

    def _coarsely(self) -> tuple[Said, ...]:
        """That fewer digits than asked were kept on the way, when that is what it looks like; a root rounded to a whole number
        is a slip."""
        fewer, search = fewer_digits(self.key), self.search
        said = [found for way in search.ways if (found := search.comes_out(way, fewer))]
        return (told("coarsely", when=said[0]),) if said else ()


def _exactly(answer: Handed, value: object) -> Entries | None:
    """The verdict on every entry of an answer against an exact value of its shape; None for any other."""
    rights = [Right(value, answer.rule)] if isinstance(value, Matrix) else []
    return against(answer, rights)


def _is_whole(value: Matrix, unit: Fraction) -> bool:
    """Whether all entries are whole numbers of the unit in which digits are asked."""
    entries = in_turn(value.cells())
    return all(
        isinstance(x, Number) and x.is_rational and (x.rational / rational(unit)).q == 1
        for x in entries
    )
