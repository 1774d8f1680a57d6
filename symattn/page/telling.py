"""The working of a part's lines, told by the templates of their operations, and set alike beside each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from markupsafe import Markup

from symattn.boxes import BLANK, Box, Fence, Ink, number, pointed, row
from symattn.boxes.latex import read
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.text import text
from symattn.exact.zero import is_zero
from symattn.formats import writer
from symattn.formats.templates import PLAIN
from symattn.formats.text import flat
from symattn.ops import has
from symattn.page import layout
from symattn.page.axes import may_look
from symattn.page.engine import WORK, Engine, Family
from symattn.page.found import places
from symattn.page.going import going
from symattn.page.layout import Display, Eq, Eqs
from symattn.page.links import ledger
from symattn.page.shown import Shown
from symattn.page.work import Work
from symattn.page.working import (
    Lines,
    Named,
    Told,
    begun,
    equations,
    on_the_way,
    teller,
    told,
)
from symattn.plan import Call, Line
from symattn.plan.nothing import is_met
from symattn.plan.tree import GIVEN_MASK, Expr, has_trait
from symattn.records import replace
from symattn.said import Glossary, Strings
from symattn.tables import in_turn


@dataclass
class Setting:
    """How the lines of one part are set: none larger than size number ``least``; ``made`` are the displays with their sizes,
    words that stand where names do are ``labels``, and ``filled`` says how full the box of a step is, where it has one."""

    least: int = 0
    made: list[tuple[Markup, list[Display], tuple[Lines, ...]]] = field(
        default_factory=list
    )
    labels: list[Box] = field(default_factory=list)
    filled: float | None = 0.0


def worked(
    engine: Engine,
    work: Work,
    told_of: list[Told],
    axis: float,
    shaded: Told | None,
    filled: float | None = 0.0,
) -> tuple[Markup, list[Box]]:
    """The working of lines, and its labels; set once more where lines would be of several sizes, for neighbours are of one.
    Every link has been evaluated: FalseLink where one does not hold."""
    setting = Setting(filled=filled)
    while True:
        working = Markup("\n").join(
            step(engine, work, one, axis, one is shaded, setting) for one in told_of
        )
        shown = [
            display
            for text, found, _ in setting.made
            if text in working
            for display in found
        ]
        sizes = {
            layout.NAMES.index(display.size) for display in shown if not display.flush
        }
        if len(sizes) < 2 or max(sizes) <= setting.least:
            ledger(work).check(_in_order(working, setting))
            return working, setting.labels
        setting = Setting(max(sizes), filled=filled)


def _in_order(working: Markup, setting: Setting) -> Iterator[Eq]:
    """The equations that are printed, from the top of the working down."""
    places = [(working.find(text), k) for k, (text, _, _) in enumerate(setting.made)]
    for _, k in sorted(place for place in places if place[0] >= 0):
        yield from in_turn(in_turn(setting.made[k][2]))


def width_of_keys(engine: Engine, work: Work, one: Told) -> Markup:
    """What the letter for the width of keys stands for, the only sign in a formula that neither a line nor a given defines;
    nothing where the lines have none."""
    text, eqs = _width(engine, work, one)
    ledger(work).check(eqs)
    return text


def first_links(engine: Engine, work: Work, line: Line, numbers: bool) -> Markup:
    """How the working of a line begins, for whoever is to go on with it: its formula, and the *numbers* put in."""
    bare = work.unnamed
    order = ("formula", "numbers") if numbers else ("formula",)
    width = width_of_keys(engine, bare, told(bare, Family((line,))))
    return width + engine.displayed(begun(bare, line, order), ledger(bare))


def _width(engine: Engine, work: Work, one: Told) -> tuple[Markup, Eqs]:
    """The sentence on the width of keys, and what it says as an equation."""
    if not one.divisor:
        return Markup(), ()
    dk, columns = read(work.notation.table.width), work.notation.columns
    said = engine.told(
        "steps/_width.j2", PLAIN, divisor=one.divisor, columns=columns, dk=dk
    )
    return said, (Eq(dk, (("=", number(one.divisor[1])),)),)


def _width_if_new(engine: Engine, work: Work, one: Told, setting: Setting) -> Markup:
    """The sentence on the width of keys, where the page has not said so last."""
    wide = one.divisor[1] if one.divisor and work.detail != "brief" else 0
    if not wide or not work.once(
        "width", one.shown[0].name, lambda: ledger(work).is_news(wide)
    ):
        return Markup()
    said, eqs = _width(engine, work, one)
    setting.made.append((said, [], ((eqs,),)))
    return said


def _mask_on_the_way(
    engine: Engine, work: Work, one: Told, again: Callable[[str], bool]
) -> Markup:
    """A sentence on each mask that a line adds on the way to its result, where none was said before."""
    said = dict[str, Markup]()
    for line in (shown.line for shown in one.shown):
        for call in (x for x in line.calls if x.hidden and has(x.op, "names a mask")):
            down = dict(call.params).get("axis") == 0
            given = has(call.op, "takes a mask")
            key = f"masked on the way: {call.args[-1] if given else down}"
            if key not in said and not again(key):
                mask, looks = _given_mask(work, call), may_look(work, line.name)
                said[key] = engine.told(
                    "steps/_mask.j2",
                    PLAIN,
                    detail=work.detail,
                    given=given,
                    mask=mask,
                    down=down,
                    looks=looks,
                )
    return Markup().join(said.values())


def _told_on_the_way(
    engine: Engine, work: Work, one: Told, again: Callable[[str], bool]
) -> Markup:
    """What lines do on the way to their results, told as that of a line of its own is: which scores stay, which bias is added."""
    said = dict[Markup, None]()
    for line in (shown.line for shown in one.shown):
        for taken in work.answer.exact.of(line.name):
            what = f"told on the way: {taken.op} {[*map(str, taken.params.values())]}"
            if (
                taken.call.hidden
                and has(taken.op, "told on the way")
                and not again(what)
            ):
                text = engine.told(
                    f"steps/_{taken.op}.j2",
                    PLAIN,
                    detail=work.detail,
                    again=again,
                    ks=[str(taken.params.get("k", ""))],
                    w=taken.params.get("w"),
                )
                said[text] = None
    return Markup().join(said)


def _nothing_on_the_way(
    engine: Engine, work: Work, one: Told, again: Callable[[str], bool]
) -> Markup:
    """What 0 log 0 is, where a line has it first."""
    steps = (step for line in one.shown for step in work.answer.exact.of(line.name))
    if not any(map(is_met, steps)) or again("0 log 0"):
        return Markup()
    words = work.notation.table.words
    return engine.told("steps/_nothing.j2", PLAIN, detail=work.detail, words=words)


def step(
    engine: Engine, work: Work, one: Told, axis: float, shaded: bool, setting: Setting
) -> Markup:
    """Lines told by the template of their operation: it has the lines, what is to be said of them, and their working."""
    first, teller_of = one.shown[0], teller(work, one.shown[0])
    again, displays, may_ask = _may_ask(engine, work, one, axis, setting)
    before = _width_if_new(engine, work, one, setting) + _mask_on_the_way(
        engine, work, one, again
    )
    before += _told_on_the_way(engine, work, one, again)
    before += _nothing_on_the_way(engine, work, one, again)
    definitions = displays((one.definitions,))
    told_of = engine.render(
        f"steps/{one.op}.j2",
        PLAIN,
        **{WORK: work},
        fmt=engine.macros(),
        detail=work.detail,
        lines=one.shown,
        step=teller_of,
        back=first.line.back,
        weights=one.weights,
        mask=_given_mask(work, first.line.calls[-1]),
        amount=partial(_amount, engine, work, teller_of),
        tiny=one.tiny,
        asked=any(family.asked for family in one.families),
        shaded=shaded,
        columns=work.notation.columns,
        words=work.notation.table.words,
        places=lambda: places(work, [shown.line for shown in one.shown]),
        looks=lambda: all(may_look(work, line.name) for line in one.shown),
        origin=work.question.first,
        going=lambda: [*dict.fromkeys(going(work, shown) for shown in one.shown)],
        nothing=lambda: any(map(_has_nothing, one.shown)),
        several=any(shown.value.shape != (1, 1) for shown in one.shown),
        falling=_how_many({_falls(shown.line.tree) for shown in one.shown}),
        placed=any(
            _counts(tuple(call.op for call in shown.line.calls)) for shown in one.shown
        ),
        definitions=definitions,
        **may_ask,
    )
    return (
        before + (Markup() if definitions in told_of else definitions) + told_of
    )  # a template of one's own may leave them out


def _has_nothing(shown: Shown) -> bool:
    """Whether 0 is among what a line's operation is done to."""
    matrices = [x for x in shown.inputs if isinstance(x, Matrix)]
    return any(is_zero(x) for matrix in matrices for x in in_turn(matrix.values))


def _amount(
    engine: Engine, work: Work, shown: Shown, key: str, usual: object = ""
) -> str:
    """A number that an operation takes, as LaTeX: a whole one worked out, another as its line has it, 10000^{2/5}."""
    found = shown.parameters.get(key, usual)
    if not isinstance(found, Number):
        return str(found)
    written = dict(shown.step.call.params)
    whole = found.is_rational and found.rational.q == 1
    if whole or key not in written:
        return text(found)
    return writer("tex").write(
        pointed(work.notation.amount(written[key]), engine.point)
    )


def _given_mask(work: Work, call: Call) -> Box | None:
    """What the sheet calls the mask that an operation takes, where that has a name of the author's."""
    name = call.args[-1] if has(call.op, "takes a mask") else GIVEN_MASK
    named = name != GIVEN_MASK and name in {
        *work.question.given,
        *work.question.plan.names,
    }
    return work.symbol(name) if named else None


def _how_many(found: set[bool]) -> str:
    return "none" if True not in found else "some" if False in found else "all"


def _falls(tree: Expr) -> bool:
    """Whether what has the other sign is put in order, so that the largest is first."""
    return any(has_trait(arg, "a negative") for arg in tree.args)


def _counts(ops: Strings) -> bool:
    """Whether a line reads places or finds them, or tells entries by letters for places that are numbers, [j < lᵢ]."""
    found = any(has(op, "takes places", "places") for op in ops)
    return found or all(
        any(has(op, how) for op in ops) for how in ("positions", "jumps")
    )


def _in_five(one: Told, words: Glossary) -> Eqs:
    """The equations of the row of a softmax that is told in five lines; none where no row is."""
    row5 = one.weights.one if one.weights else None
    lines = row5.lines if row5 else ()
    return tuple(Eq(Ink(words[what], "text"), links) for what, links in lines if links)


def _each_once(work: Work, one: Told, words: Named) -> Lines:
    """What lines show on the way: once where several of the question show the same, and with whose it is, angles (Q), where what
    neighbours call so is not."""
    found = [on_the_way(work, teller(work, line), words) for line in one.shown]
    first = one.shown[0].name
    shown = set[str]()
    lines = list[Eqs]()
    heads = [(flat(eq.lhs), str(eq.chain)) for eq in in_turn(found)]
    for line, eqs in zip(one.shown, found, strict=True):
        own, new = row(BLANK, Fence("(", line.symbol, ")")), list[Eq]()
        for eq in eqs:
            head, chain = flat(eq.lhs), str(eq.chain)
            if (
                head + chain in shown
                or work.once("said", head + chain, lambda: first) != first
            ):
                continue
            shown.add(head + chain)
            alike = all(c == chain for h, c in heads if h == head)
            new.append(eq if alike else replace(eq, lhs=row(eq.lhs, own)))
        lines.append(tuple(new))
    return tuple(lines)


def _may_ask(
    engine: Engine, work: Work, one: Told, axis: float, setting: Setting
) -> tuple[
    Callable[[str], bool],
    Callable[..., Markup],
    dict[str, Callable[..., bool | Markup]],
]:
    """What the template of some lines may ask for while it tells them, whether something was said and how equations are set
    before all."""

    first = one.shown[0].name

    def again(what: str) -> bool:
        """Whether this was said of other lines of the question before."""
        return work.once("said", what, lambda: first) != first

    def on_sheet(what: str) -> bool:
        """Whether this was said before anywhere on the sheet."""
        place = work.question.id, first
        return engine.said.setdefault(what, place) != place

    def displays(groups: tuple[Lines, ...], block: bool = False) -> Markup:
        found = engine.laid_out(groups, axis, setting.least)
        if block:
            eqs = [*in_turn(in_turn(groups))]
            again = partial(engine.laid_out, groups)
            found = layout.as_a_block(eqs, found, again, setting.least)
        if setting.filled is not None:
            found, setting.filled = layout.boxed(found, setting.filled)
        text = engine.displays(found)
        setting.made.append((text, found, groups))
        return text

    def working(*order: str, places: int | None = None) -> Markup:
        """The equations, each chain in this order, perhaps rounded to other places than the sheet's."""
        at = work if places is None else work.to(places)
        return displays(equations(at, one, order))

    def five(words: Glossary) -> Markup:
        """One row of a softmax in five lines, each with its words."""
        eqs = _in_five(one, words)
        setting.labels.extend(eq.lhs for eq in eqs)
        return displays(((eqs,),), block=True)

    def parts(words: Named) -> Markup:
        """What the operation's record shows on the way (a LayerNorm's mean), each with its words."""
        found = _each_once(work, one, words)
        setting.labels.extend(eq.lhs for eq in in_turn(found))
        return displays((found,))

    asks: dict[str, Callable[..., bool | Markup]] = {
        "again": again,
        "on_sheet": on_sheet,
        "working": working,
        "five": five,
        "parts": parts,
    }
    return again, displays, asks
