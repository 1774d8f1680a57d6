"""A link is read as it stands on the page, and a page with one that does not hold is not written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from math import prod
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from flint import arb

from symattn.boxes import INFINITE, Box, Fence, Frac, Grid, Ink, Root, Row, Script, number, row
from symattn.boxes.latex import read
from symattn.cli import main
from symattn.course import feedback
from symattn.course.delivery import Marked
from symattn.course.platforms.markup import engine as platform_engine
from symattn.course.platforms.view import views
from symattn.errors import FalseLink, exit_code
from symattn.exact.defined import BallMatrix
from symattn.exact.matrix import Matrix
from symattn.files import folder, languages
from symattn.formats.text import flat as text_of
from symattn.marking import check
from symattn.marking.sheet import Ready
from symattn.notation import Notation
from symattn.page import DETAILS, evaluated, links, notebook, page, worth
from symattn.page.arithmetic import Unread, as_matrix
from symattn.page.layout import Eq
from symattn.page.links import PageNames, Tally
from symattn.page.work import Work
from symattn.page.worth import Misread, Reader, known
from symattn.plan import Plan
from symattn.plan.derivation import solve
from symattn.practice.helps import Helper
from symattn.records import replace
from symattn.sheet import Sheet, load, loads
from symattn.sheet.working import POLICIES

NAMES = known([(Ink("a"), arb(2)), (Ink("b"), arb(3)), (read("x_1"), arb(5)), (read(r"\sigma_1"), arb(7))])
MINUS, DOT, PLUS = Ink("−", "operator"), Ink("·", "operator"), Ink("+", "operator")
A, B = Ink("a"), Ink("b")

READ = {  # what stands there, and what a reader takes it for
    "a product binds tighter than a sum": (row(number(2), DOT, A, PLUS, B), 7),
    "juxtaposition does too": (row(number(2), A, PLUS, B), 7),
    "a bracket holds together": (row(number(2), Fence("(", row(A, PLUS, B), ")")), 10),
    "a sign takes the first term alone": (row(Ink("−", "punct"), A, PLUS, B), 1),
    "a slash takes the next factor alone": (row(A, Ink("/", "punct"), number(2), B), 3),
    "a power takes the last thing alone": (Script(row(A, PLUS, B), sup=number(2)), 11),
    "a power of a name with something below": (Script(Ink("x"), number(1), number(2)), 25),
    "a power of what stands in brackets": (Script(Fence("(", row(A, PLUS, B), ")"), sup=number(2)), 25),
    "an exponent is a formula of its own": (Script(A, sup=row(B, MINUS, number(1))), 4),
    "a fraction": (Frac(row(A, PLUS, B), number(2)), 2.5),
    "a root": (Root(number(27), 3), 3),
    "digits in groups": (row(number(786), Ink("thin", "space"), number(944)), 786944),
    "a name is more than its letters": (row(read(r"\sigma_1"), A), 14),
    "an entry": (Script(Fence("(", Grid(((A, B),)), ")"), sub=number(12)), 3),
}
REFUSED = {  # what nobody writes on purpose
    "two signs side by side": row(number(3), MINUS, number(-1)),
    "a sign behind a dot": row(number(2), DOT, number(-3)),
    "a power of a fraction": Script(Frac(number(1), number(2)), sup=number(2)),
    "two numbers side by side": row(number(2), number(3)),
    "digits that run into each other": row(number(16), Script(number(3), sup=number(2))),
    "nothing behind a sign": row(A, PLUS),
}


@pytest.mark.parametrize(("box", "value"), READ.values(), ids=READ)
def test_a_formula_is_read_by_the_rules_of_print(box: Box, value: float) -> None:
    found = Reader(NAMES).worth(box)
    assert isinstance(found, arb)
    assert found.overlaps(arb(value))
    assert found.rad() < 1e-9


@pytest.mark.parametrize(("rows", "cols"), [(1, 3), (3, 1), (2, 2), (2, 3)])
@pytest.mark.parametrize("between", ["", ","])
@pytest.mark.parametrize(("i", "j"), list(product(range(5), repeat=2)))
def test_an_entry_is_read_where_there_is_one(rows: int, cols: int, between: str, i: int, j: int) -> None:
    """Counted from 1; one that is blocked is no number, and beyond its ends a matrix has none."""
    blocked = (rows - 1, cols - 1)
    shown = [[INFINITE if (r, c) == blocked else number(10 * (r + 1) + c + 1) for c in range(cols)] for r in range(rows)]
    box = Script(Fence("(", Grid(tuple(map(tuple, shown))), ")"), sub=number(f"{i}{between}{j}"))
    if 1 <= i <= rows and 1 <= j <= cols and (i - 1, j - 1) != blocked:
        assert as_matrix(Reader(NAMES).worth(box)).values[0][0].overlaps(arb(10 * i + j))
    else:
        with pytest.raises(Unread):
            Reader(NAMES).worth(box)


@pytest.mark.parametrize("places", ["1", "123", "1,2,3"])
def test_no_entry_has_one_place_or_three(places: str) -> None:
    matrix = Grid(((number(11), number(12)), (number(21), number(22))))
    with pytest.raises(Unread):
        Reader(NAMES).worth(Script(Fence("(", matrix, ")"), sub=number(places)))


@pytest.mark.parametrize("length", [1, 2, 3, 4])
@pytest.mark.parametrize(("made", "value"), [
    (lambda name: name, 11), (lambda name: row(number(2), name), 22), (lambda name: row(name, A), 22), (lambda name: row(A, DOT, name, PLUS, B), 25),
    (lambda name: Frac(name, number(2)), 5.5), (lambda name: row(name, name), 121), (lambda name: Fence("(", row(name, MINUS, A), ")"), 9),
])  # fmt: skip
def test_a_name_of_several_signs_is_read_as_one(made: Callable[[Box], Box], value: float, length: int) -> None:
    name = row(*map(Ink, "dPQa"[:length]))
    found = Reader(NAMES | known([(name, arb(11))])).worth(made(name))
    assert isinstance(found, arb)
    assert found.overlaps(arb(value))


@pytest.mark.parametrize("text", [
    "Q[1, :]", "Q[:, 0:2]", "Q[1:, 1]", "Q[[0, 2], :2]", "Q[0:1, 0:1]", "Q[:, :]", "Q[:, 1:].T", "Q[-1, :]", "Q[::2, :]",
    "kron(Q, Q)", "kron(Q, Q).T", "2 * kron(Q, Q)", "kron(Q, Q) @ kron(Q.T, Q)", "kron(Q * Q, Q)", "kron(Q, kron(Q, Q) + 1)",
])  # fmt: skip
def test_what_is_cut_out_is_read_as_it_is_counted_on_the_page(text: str) -> None:
    plan, value = Plan.read([f"B = {text}"]), Matrix.of([[1, 2, 3], [4, 5, 6], [7, 8, 10]])
    names = known([(Ink("Q"), BallMatrix.lifted(value))])
    box = Notation.load("paper").of(plan.trees, ["Q"]).formula(plan.lines[0].tree)
    found, right = Reader(names).worth(box), BallMatrix.lifted(solve(plan, {"Q": value}).output)
    assert [[float(x) for x in row] for row in found.values] == [[float(x) for x in row] for row in right.values]


SUMS = {  # of p and q in a row, Q of three rows, c = [1; 2; 4]
    "sum(p * log(p))": "∑ₖ pₖ log(pₖ)",
    "-sum(p * log(p / q))": "−∑ₖ pₖ log(pₖ/qₖ)",
    "sum(Q)": "∑_(i, j) Q_(i, j)",
    "sum((Q.T - p)**2)": "∑_(i, j) (Q_(j, i) − pⱼ)²",
    "2 * sum(p * q)**2": "2(∑ₖ pₖqₖ)²",
    "mean(Q * c)": "(1/9)∑_(i, j) Q_(i, j)cᵢ",
    "sum(c ** 2 * c_1.T)": "∑ₖ cₖ²c_(1, k)",
    "prod(p + q)": "∏ₖ (pₖ + qₖ)",
    "sum(p) * sum(c) + sum(p * 3)": "∑ₖ pₖ·∑ₖ cₖ + ∑ₖ 3pₖ",
    "sum(c_1 * c.T / 2)": "∑ₖ (c_(1, k)cₖ)/2",
    "exp(-sum(p * log(q)) / 3)": "exp((−∑ₖ pₖ log(qₖ))/3)",
    "sum(relu(c.T - p))": "∑ₖ ReLU(cₖ − pₖ)",
}


@pytest.mark.parametrize("text", SUMS)
def test_a_sum_over_all_entries_has_its_sign_and_is_read_so(text: str) -> None:
    plan = Plan.read([f"B = {text}"])
    given = {"p": Matrix.of([[Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]]), "q": Matrix.of([[Fraction(1, 3), Fraction(1, 2), Fraction(1, 6)]]), "Q": Matrix.of([[1, 2, 3], [4, 5, 6], [7, 8, 10]]),
             "c": Matrix.of([[1], [2], [4]]), "c_1": Matrix.of([[3, 1, 5]])}  # fmt: skip
    notation = replace(Notation.load("paper").of(plan.trees, list(given)), known={name: m.shape for name, m in given.items()})
    box = notation.formula(plan.lines[0].tree)
    assert text_of(box) == SUMS[text]
    names = known((notation.symbol(name), BallMatrix.lifted(m)) for name, m in given.items())
    found = as_matrix(Reader(names, {"ReLU": "relu"}).worth(box))
    right = BallMatrix.lifted(solve(plan, given).output)
    assert float(found.values[0][0]) == pytest.approx(float(right.values[0][0]))


@pytest.mark.parametrize("text", [r"\sum_k a", r"\sum_k v_k w_k", r"\sum_{i,j} v_i", r"\sum_k Q_k", r"\sum_k u_k"])
def test_a_sum_whose_letters_have_no_places_of_their_own_is_passed_over(text: str) -> None:
    vectors = {"v": [[1, 2]], "w": [[1, 2, 3]], "Q": [[1, 2], [3, 4]]}
    names = known((Ink(name), BallMatrix.lifted(Matrix.of(rows))) for name, rows in vectors.items())
    with pytest.raises(Unread):
        Reader(NAMES | names).worth(read(text))


@pytest.mark.parametrize("box", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_read_as_it_stands_is_a_fault(box: Box) -> None:
    with pytest.raises(Misread):
        Reader(NAMES).worth(box)


@pytest.mark.parametrize("box", [Ink("mask", "text"), read("c_4"), Row((Ink("f", "upright"), Fence("(", A, ")")))])
def test_what_is_no_arithmetic_is_passed_over(box: Box) -> None:
    with pytest.raises(Unread):
        Reader(NAMES).worth(box)


def test_a_rounded_number_stands_for_all_that_are_rounded_to_it() -> None:
    third = Reader({}, rough=True).worth(number("0.33"))
    assert isinstance(third, arb)
    assert third.contains(arb(1) / 3)
    assert not third.contains(arb("0.336"))


def ledger_of(text: str) -> PageNames:
    sheet = loads(text)
    answer = sheet.solve().answers[0]
    return PageNames(Work.of(answer, Notation.load(sheet.notation), 4, "standard"))


@pytest.mark.parametrize(
    ("sign", "written"), [("=", "2 a + b"), ("=", "a + 2 b"), ("≈", "3.4143"), ("≈", "3.41"), ("=", "a + b - 1")]
)
def test_a_false_link_is_found_with_its_place(sign: str, written: str) -> None:
    ledger = ledger_of('[[question]]\nid = "q7"\nsteps = ["c = a + b"]\ngiven = { a = "sqrt(2)", b = 1 }\n')
    ledger.check([Eq(Ink("c"), (("=", row(A, PLUS, B)), ("≈", number("2.4142")), ("≈", number("2.41"))))])
    assert ledger.tally.evaluated == 3
    with pytest.raises(FalseLink, match="q7: c") as told:
        ledger.check([Eq(Ink("c"), ((sign, read(written)),))])
    assert exit_code(told.value) == 3


def test_a_name_is_defined_before_it_is_used() -> None:
    ledger = ledger_of('[[question]]\nsteps = ["A = softmax(S)"]\ngiven = { S = [[0, 1]] }\n')
    work = ledger.work
    (name,) = work.naming.names.values()
    use = Eq(Ink("A"), (("=", Grid(((row(number(1), MINUS, name.box), name.box),))),))
    shown = Grid(((name.box, row(number(1), MINUS, name.box)),))
    with pytest.raises(FalseLink, match="ε₁ stands in a formula before"):
        ledger.check([Eq(Ink("A"), (("=", shown),))])
    ledger.check([Eq(name.box, (("≈", number("0.2689")),)), Eq(Ink("A"), (("=", shown),))])
    assert ledger.tally.evaluated == 2
    with pytest.raises(FalseLink):
        ledger.check([use])


def test_letters_have_sample_values_of_their_kinds() -> None:
    text = '[[question]]\nsteps = ["c = 2 * (a + b)"]\nletters = { a = "positive", b = "positive" }\n'
    ledger = ledger_of(text)
    ledger.check([Eq(Ink("c"), (("=", row(number(2), Fence("(", row(A, PLUS, B), ")"))),))])
    with pytest.raises(FalseLink):
        ledger.check([Eq(Ink("c"), (("=", row(number(2), A, PLUS, B)),))])


@pytest.mark.exhaustive
@pytest.mark.parametrize(("step", "share"), [  # those that count are most of what is not evaluated, and stand close together
    pytest.param(1, 0.95, marks=pytest.mark.exhaustive, id="every sheet"), pytest.param(3, 0.93, id="every third"),
])  # fmt: skip
def test_nearly_every_link_of_the_shipped_sheets_is_evaluated(step: int, share: float) -> None:
    found = Tally.all(evaluated(load(path).solve()) for path in sorted(folder("worksheets").glob("*.toml"))[::step])
    assert found.evaluated > share * (found.evaluated + found.passed.total())


@pytest.mark.parametrize("working", POLICIES)
@pytest.mark.parametrize("lead", [(1,), (3,), (2, 2)])
@pytest.mark.parametrize("detail", DETAILS)
def test_every_link_of_a_batch_holds(lead: tuple[int, ...], working: str, detail: str) -> None:
    """What is put into a line of one matrix is what stands for that one: where it is rounded, nothing is put in."""
    sizes = {"Q": (2, 2), "K": (3, 2), "V": (3, 2)}
    given = "\n".join(f"{name} = {(np.arange(prod(lead) * m * n).reshape(*lead, m, n) * 7 % 5 - 2).tolist()}" for name, (m, n) in sizes.items())
    lines = ["S = Q @ K.T", "A = softmax(S / sqrt(cols(K)))", "H = A @ V", "R = relu(H) * 2"]
    tally = evaluated(loads(f"working = '{working}'\n[[question]]\nsteps = {lines}\n[question.given]\n{given}").solve(), detail)
    assert tally.evaluated >= 4 * prod(lead)


def test_no_page_is_written_over_a_false_link(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = loads('[[question]]\nid = "q3"\nsteps = ["C = A - (B - A)"]\ngiven = { A = [[1, 2]], B = [[3, 5]] }\n').solve()
    assert page(sheet, "md")
    monkeypatch.setattr("symattn.boxes.paper.Paper.fenced", lambda pen, box, needed: box)
    with pytest.raises(FalseLink, match="q3: C = A − B − A"):
        page(sheet, "md")


COUNTS = (
    '[[question]]\nid = "q5"\nsteps = ["S = Q @ K.T", "A = additions(S)", "F = 2 * A"]\n[question.shapes]\nQ = ["n", "d"]\nK = ["n", "d"]\n'
    '[[question.part]]\nlabel = "a"\nprompt = "Count."\nasks = ["A", "F"]\n'
)


def test_what_is_counted_in_letters_is_evaluated_too(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = loads(COUNTS).solve()
    assert evaluated(sheet).evaluated >= 2
    monkeypatch.setattr("symattn.boxes.paper.Paper.fenced", lambda pen, box, needed: box)  # n·n·(d − 1)
    with pytest.raises(FalseLink, match="q5: A"):
        page(sheet, "md")


REASONS = {
    reason: facts
    for path in (links, worth)
    for reason, facts in re.findall(r'Unread\("(\w+)"([^()]*)\)', Path(path.__file__).read_text("utf-8"))
}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_is_said_in_every_language(reason: str, language: str) -> None:
    facts = re.findall(r"(\w+)=", REASONS[reason])
    passed = Tally(1, Counter({Unread(reason, **dict.fromkeys(facts, "§")).said: 2}))
    told = passed.told(language)
    assert re.search(r": 2 \(.+\)$", told)
    assert told.count("§") == len(facts)
    assert language == "en" or told != passed.told("en")


def test_reasons_are_told_in_the_sheets_language_with_their_counts(tmp_path: Path) -> None:
    sheet = tmp_path / "a.toml"
    sheet.write_text('language = "de"\n[[question]]\nsteps = ["Q = split_heads(X, 2)", "B = 2 * X"]\ngiven = { X = [[1, 2]] }\n', "utf-8")
    said = CliRunner().invoke(main, ["solve", str(sheet), "--verify", "links"]).stderr
    assert re.search(r"^\d+ von \d+ Gleichungen ausgewertet; nicht ausgewertet: \d+ \(.+\)$", said, re.M), said


WIDTHS = (  # two heads whose keys are not as wide: one letter for both widths, said anew each time
    "[[question]]\nid = 'q2'\nsteps = ['K_1 = X @ W_K_1', 'K_2 = X @ W_K_2', 'S_1 = K_1 @ K_1.T', 'S_2 = K_2 @ K_2.T', "
    "'L_1 = S_1 / sqrt(cols(K_1))', 'L_2 = S_2 / sqrt(cols(K_2))']\n"
    "[question.given]\nX = [[1, 2], [3, 4]]\nW_K_1 = [[1, 0, 2], [0, 1, 1]]\nW_K_2 = [[1, 1], [2, 0]]\n"
)


@pytest.mark.parametrize("form", ["text", "tex"])
def test_keys_of_two_widths_have_each_theirs(form: str) -> None:
    shown = " ".join(page(loads(WIDTHS).solve(), form).split())
    first, second = (shown.index(f"has {wide} columns") for wide in (3, 2))
    assert first < second


def test_the_width_of_keys_is_said_before_it_is_used() -> None:
    ledger = ledger_of(WIDTHS)
    line = Eq(read("L_2"), (("=", read(r"\frac{S_2}{\sqrt{d_k}}")),))
    with pytest.raises(FalseLink, match="dₖ stands in a formula before"):
        ledger.check([line])
    ledger.check([Eq(read("d_k"), (("=", number(2)),))])
    ledger.check([Eq(read("S_2"), ()), line])
    ledger.check([Eq(read("d_k"), (("=", number(3)),))])
    with pytest.raises(FalseLink, match="not what it comes to"):
        ledger.check([line])


@pytest.mark.parametrize(("wrong", "code"), [(False, 0), (True, 3)])
def test_lint_evaluates_the_links_of_the_keys(wrong: bool, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = tmp_path / "a.toml"
    sheet.write_text('[[question]]\nsteps = ["C = A - (B - A)"]\ngiven = { A = [[1, 2]], B = [[3, 5]] }\n', "utf-8")
    if wrong:
        monkeypatch.setattr(UNFENCED, lambda pen, box, needed: box)
    found = CliRunner().invoke(main, ["lint", str(sheet)])
    assert (exit_code(found.exception) if isinstance(found.exception, FalseLink) else found.exit_code) == code


UNFENCED = "symattn.boxes.paper.Paper.fenced"
DIFFERENCES = '[[question]]\nid = "q6"\nsteps = ["C = A - (B - A)", "D = C @ A.T"]\ngiven = { A = [[1, 2]], B = [[3, 5]] }\n'


def fed_back(sheet: Sheet, form: str) -> str:
    """What a student gets back whose C is wrong."""
    report = check(sheet, {"C": [[7, 7]]}).answers[0]
    return feedback.page([Marked(Ready(sheet), report)], form)


def helped(sheet: Sheet, wanted: str) -> str:
    """A step of help with the line C."""
    ready = Ready(sheet)
    report = check(sheet, {}).answers[0].questions[0]
    return str(Helper(feedback.Pages("html", (), "en"), ready, sheet.questions[0], report).step("C", wanted))


TEXTS: dict[str, Callable[[Sheet], object]] = {
    "a key": lambda sheet: page(sheet.solve(), "html"),
    "feedback on paper": lambda sheet: fed_back(sheet, "tex"),
    "feedback": lambda sheet: fed_back(sheet, "html"),
    "a hint": lambda sheet: helped(sheet, "hint"),
    "an entry": lambda sheet: helped(sheet, "entry"),
    "the working": lambda sheet: helped(sheet, "working"),
    "the solution": lambda sheet: helped(sheet, "solution"),
    "a platform's question": lambda sheet: views(sheet.solve(), platform_engine(), hints=True),
}


@pytest.mark.parametrize("text", TEXTS)
def test_wherever_a_chain_is_printed_its_links_are_evaluated(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert TEXTS[text](loads(DIFFERENCES))
    monkeypatch.setattr(PageNames, "_agree", lambda *args: False)
    with pytest.raises(FalseLink):
        TEXTS[text](loads(DIFFERENCES))


def test_the_exact_values_of_a_notebook_are_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = loads(DIFFERENCES).solve()
    assert notebook.page(sheet)
    monkeypatch.setattr(PageNames, "_agree", lambda *args: False)
    with pytest.raises(FalseLink, match="q6"):
        notebook.page(sheet)


@pytest.mark.sliced(3)
@pytest.mark.parametrize("text", [text for text in TEXTS if text not in ("an entry",)])
def test_the_width_of_keys_stands_in_no_text_that_does_not_say_it(text: str) -> None:
    heads = "[[question]]\nsteps = ['C = Q @ K.T / sqrt(cols(K))']\ngiven = { Q = [[1, 2]], K = [[3, 5], [1, 0]] }\n"
    assert TEXTS[text](loads(heads))


PARTS = (
    "[[question]]\nsteps = ['S = Q @ K.T', 'L = S / sqrt(cols(K))', 'A = softmax(L)', 'M = 2 * S / sqrt(cols(K))', 'H = A @ K']\n"
    "given = { Q = [[1, 2], [3, 0]], K = [[0, 1], [2, 1]] }\n"
    "[[question.part]]\nlabel = 'a'\nasks = ['L', 'A']\n[[question.part]]\nlabel = 'b'\nasks = ['M']\n[[question.part]]\nlabel = 'c'\nasks = ['H']\n"
)


@pytest.mark.exhaustive
def test_a_part_that_is_read_by_itself_says_what_its_names_are() -> None:
    solution, engine = loads(PARTS).solve(), platform_engine()
    for apart in (False, True):
        (view,) = views(solution, engine, apart=apart)
        a, b, c = (str(section.solution) for section in view.sections)
        assert "columns, so" in a
        assert ("columns, so" in b) == apart
        assert (r"\varepsilon" in c) != apart
        assert r"\varepsilon_{1}&=" in a.replace(" ", "")


@pytest.mark.parametrize("name", ["e", "C", "S_1"])
def test_an_entry_is_of_its_line_whatever_the_line_is_called(name: str) -> None:
    sheet = loads(f"[[question]]\nsteps = ['{name} = A @ A']\ngiven = {{ A = [[1, 2], [3, 4]] }}\n")
    report = check(sheet, {}).answers[0].questions[0]
    assert Helper(feedback.Pages("html", (), "en"), Ready(sheet), sheet.questions[0], report).explain(name, 0, 1)


def test_an_entry_told_from_a_students_own_values_comes_to_that_entry() -> None:
    ledger = ledger_of(DIFFERENCES)
    own = ledger.over({"C": Matrix.of([[7, 8]])})
    entry = Script(Fence("(", Ink("C"), ")"), sub=Ink("1,2", "number"))
    own.check([Eq(entry, (("=", number(8)),))])
    ledger.check([Eq(entry, (("=", number(-1)),))])
    for where, wrong in ((own, -1), (own, 7), (ledger, 8)):
        with pytest.raises(FalseLink, match="not what it comes to"):
            where.check([Eq(entry, (("=", number(wrong)),))])


SHARED = {
    "two lines": ("steps = ['A = softmax(L)', 'B = softmax(M)', 'C = A @ B']\ngiven = { L = [[1, 0], [0, 2]], M = [[1, 0], [0, 3]] }", "A B C"),
    "multi-head": (
        "variant = 'multi-head-attention'\noptions = { heads = 2, scale = false }\ngiven = { X = [[1, 0], [0, 1]], W_Q_1 = [[1], [2]], "
        "W_Q_2 = [[2], [1]], W_K_1 = [[1], [2]], W_K_2 = [[1], [2]], W_V_1 = [[1], [-1]], W_V_2 = [[2], ['0.5']] }",
        "A_1 A_2 H",
    ),
    "grouped": (
        "variant = 'grouped-query-attention'\noptions = { heads = 4, groups = 2, mask = [[1, 0, 0], [1, 1, 0], [0, 1, 1]], scale = '-2' }\n"
        "given = { X = [[1, 0], [0, 1], [2, -1]], W_Q_1 = [[1], [0]], W_Q_2 = [[0], [1]], W_Q_3 = [['1/2'], [1]], W_Q_4 = [[-1], [1]], "
        "W_K_1 = [[1], [2]], W_K_2 = [[0], ['1.5']], W_V_1 = [[1], [-1]], W_V_2 = [[2], ['0.5']] }",
        "A_1 A_4 H",
    ),
}  # fmt: skip
"""Questions where several lines have the same small weight, and what their parts ask for."""


@pytest.mark.exhaustive
@pytest.mark.sliced(36)
@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("kind", SHARED)
def test_a_weight_is_named_where_it_first_stands_whatever_order_the_parts_ask_in(
    kind: str, detail: str, policy: str, order: tuple[int, ...]
) -> None:
    body, asks = SHARED[kind]
    parts = "\n".join(f"[[question.part]]\nasks = ['{asks.split()[k]}']" for k in order)
    text = page(loads(f"working = '{policy}'\n[[question]]\n{body}\n{parts}\n").solve(), "text", detail=detail)
    names = dict.fromkeys(re.findall("ε[₀-₉]+", text))
    assert bool(names) == (detail != "brief" and policy in ("exact", "letters"))
    for name in names:
        assert re.search(rf"{name} = .* ≈ 0\.", text[: text.index(name) + 40]), f"{name} is defined where it stands first"
    if kind == "two lines":
        assert list(names) == sorted(names), "names are counted from the top of the page"
