"""Notations: names written and read back, formulas, files that are wrong."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from symattn import page as pages
from symattn.boxes import Box, Ink
from symattn.errors import SymattnError
from symattn.files import bank, folder
from symattn.files import shipped as sheets
from symattn.formats import writer
from symattn.formats.text import flat
from symattn.marking import check
from symattn.marking.answers.formulas import of_lines
from symattn.marking.answers.naming import QuestionNames
from symattn.notation import Notation
from symattn.notation.lines import LineStyle
from symattn.notation.names import Names
from symattn.notation.symbols import symbol
from symattn.notation.table import load, shipped
from symattn.plan import Plan
from symattn.plan.turning import turned
from symattn.sheet import load as sheet_of
from symattn.sheet import loads

TEX = writer("tex")


def heads(a: int, b: int) -> Plan:
    lines = [line for h in (a, b) for line in (
        f"Q_{h} = X @ W_Q_{h}", f"K_{h} = X @ W_K_{h}", f"V_{h} = X @ W_V_{h}", f"S_{h} = Q_{h} @ K_{h}.T",
        f"L_{h} = S_{h} / sqrt(cols(K_{h}))", f"A_{h} = softmax(L_{h})", f"H_{h} = A_{h} @ V_{h}",
    )]  # fmt: skip
    return Plan.read([*lines, f"H = concat(H_{a}, H_{b})", "Y = H @ W_O"])


HEADS, FROM_0 = heads(1, 2), heads(0, 1)
COLUMNS = Plan(tuple(replace(line, tree=turned(line.tree)) for line in HEADS.lines))
ONE = Plan.read(
    [
        "N = layer_norm(X, eps=0)",
        "P = positional_encoding(rows(X), 4)",
        "Q = X @ W_Q + b_Q",
        "L = causal_mask(Q @ Q.T / 2)",
        "A = softmax(L, axis=0)",
        "C = -A.T[:, 0:1]",
    ]
)


def bound(name: str | Mapping[str, Any], plan: Plan = HEADS) -> Notation:
    return Notation.load(name).of({line.name: line.tree for line in plan.lines}, plan.givens)


WRITTEN = {
    "the paper numbers heads below": ("paper", "W_Q_1", "W_{1}^{Q}"),
    "bold letters carry the head above": ("superscript-heads", "Q_2", r"\mathbf{Q}^{2}"),
    "weights are P where A is taken": ("superscript-heads", "A_1", r"\mathbf{P}^{1}"),
    "a head is a word": ("superscript-heads", "H_1", r"\mathit{head}_{1}"),
    "joined heads without a symbol show their formula": ("superscript-heads", "H", r"\mathit{head}_{1}\oplus\mathit{head}_{2}"),
    "the illustrated one counts from 0": ("illustrated", "H_1", "Z_{0}"),
    "the illustrated output projection": ("illustrated", "W_O", "W_{o}"),
    "a role in brackets": ("course-concat", "W_K_2", "W_{2}^{(k)}"),
    "columns put role and head below": ("columns", "W_V_1", "W_{V,1}"),
    "a name the notation lacks": ("paper", "Q_masked", r"Q_{\text{masked}}"),
    "a word below": ("paper", "n_in", r"n_{\text{in}}"),
    "letters of places below": ("paper", "x_ij", r"x_{\mathit{ij}}"),
    "a Greek name": ("paper", "omega_q", r"\omega_{q}"),
    "capitals stay together": ("paper", "KT", r"\mathit{KT}"),
    "a number in a name": ("paper", "X2", "X_{2}"),
}  # fmt: skip


@pytest.mark.parametrize(("notation", "name", "latex"), WRITTEN.values(), ids=WRITTEN)
def test_names_are_written(notation: str, name: str, latex: str) -> None:
    assert TEX.write(bound(notation).symbol(name)) == latex


READ = {
    "a subscript": ("illustrated", "Z_0", "H_1"),
    "a braced subscript": ("illustrated", "Z_{1}", "H_2"),
    "in bold": ("illustrated", r"\mathbf{Z}_0", "H_1"),
    "without an underscore": ("illustrated", "Z0", "H_1"),
    "in dollars": ("illustrated", "$Z_0$", "H_1"),
    "a word": ("superscript-heads", "head_1", "H_1"),
    "an upright word": ("superscript-heads", r"\mathrm{head}_1", "H_1"),
    "a superscript": ("superscript-heads", "Q^1", "Q_1"),
    "a bold superscript in braces": ("superscript-heads", r"\mathbf{Q}^{1}", "Q_1"),
    "the head below where the sheet has it above": ("superscript-heads", "Q_1", "Q_1"),
    "scripts in either order": ("illustrated", "W^Q_0", "W_Q_1"),
    "scripts in the sheet's order": ("illustrated", "W_0^Q", "W_Q_1"),
    "a role in brackets": ("course-concat", "W_2^{(q)}", "W_Q_2"),
    "joined heads by their formula": ("superscript-heads", r"head_1 \oplus head_2", "H"),
    "the output's letter": ("superscript-heads", r"\mathbf{M}", "Y"),
    "the line's own name goes first": ("illustrated", "H_1", "H_1"),
    "a head that is not there": ("illustrated", "Z_7", None),
    "a stranger": ("paper", r"\Gamma_3", None),
}


def line_of(own: Notation, symbol: str, plan: Plan) -> str | None:
    """The line that a student's symbol means, as the reader of answers finds it."""
    formulas = of_lines({line.name: line.text for line in plan.lines}, plan.trees, own)
    naming = QuestionNames(plan.names, tuple(plan.givens), own.names, formulas=formulas, typeset=True)
    found = naming.parsed(symbol)
    if found is None or found.head is None:
        return found and found.stem
    name = f"{found.stem}{found.head + (naming.shift([found.head], naming.is_symbol(symbol)) or 0)}"
    return name if name in (*plan.names, *plan.givens) else None


@pytest.mark.parametrize(("notation", "symbol", "name"), READ.values(), ids=READ)
def test_a_students_symbol_means_a_line(notation: str, symbol: str, name: str | None) -> None:
    assert line_of(bound(notation), symbol, HEADS) == name


@pytest.mark.sliced(2)
@pytest.mark.parametrize("notation", shipped())
def test_every_name_written_is_read_back(notation: str) -> None:
    plan = FROM_0 if notation == "illustrated" else HEADS
    own = bound(notation, plan)
    names = (*plan.names, *plan.givens)
    assert {n: line_of(own, TEX.write(own.symbol(n)), plan) for n in names} == {n: n for n in names}


FORMULAS = {
    "a product": ("paper", HEADS, "Q_1", "XW_{1}^{Q}"),
    "a product sign": ("illustrated", HEADS, "Q_1", r"X\times W_{0}^{Q}"),
    "a sign of its own for scores": ("illustrated", HEADS, "S_1", r"Q_{0}\cdot K_{0}^{\top}"),
    "brackets before a transpose above a superscript": (
        "superscript-heads", HEADS, "S_1", r"\mathbf{Q}^{1}(\mathbf{K}^{1})^{\mathsf T}"),
    "the root of the key width": ("course-concat", HEADS, "L_1", r"\frac{S_{1}}{\sqrt{d_{k}}}"),
    "the spelling of softmax": ("course-concat", HEADS, "A_1", r"\operatorname{Softmax}(L_{1})"),
    "joined in brackets": ("illustrated", HEADS, "H", r"[Z_{0}\mid Z_{1}]"),
    "joined by a word": ("course-concat", HEADS, "H", r"\operatorname{Concat}[H_{1},\, H_{2}]"),
    "brackets around joined heads": ("superscript-heads", HEADS, "Y", r"(\mathit{head}_{1}\oplus\mathit{head}_{2})\mathbf{W}^{o}"),
    "columns are printed as the lines have them": ("columns", COLUMNS, "Q_1", "W_{Q,1}X"),
    "scores of columns": ("columns", COLUMNS, "S_1", r"K_{1}^{\mathsf T}Q_{1}"),
    "the root of the key width in columns": ("columns", COLUMNS, "L_1", r"\frac{S_{1}}{\sqrt{d_{k}}}"),
    "softmax down the columns is the usual one there": ("columns", COLUMNS, "A_1", r"\operatorname{softmax}(L_{1})"),
    "columns stack the heads": ("columns", COLUMNS, "H", r"\begin{bmatrix}H_{1} \\ H_{2}\end{bmatrix}"),
    "a bias": ("paper", ONE, "Q", "XW^{Q}+b^{Q}"),
    "a mask is added": ("paper", ONE, "L", r"\frac{QQ^{\mathsf T}}{2}+\text{mask}"),
    "softmax down the columns says so": ("paper", ONE, "A", r"\operatorname{softmax}_{\text{columns}}(L)"),
    "an option that does nothing is not shown": ("paper", ONE, "N", r"\operatorname{LayerNorm}(X)"),
    "positions": ("paper", ONE, "P", r"\operatorname{PE}_{\operatorname{rows}(X)\times 4}"),
    "a cut with a sign": ("paper", ONE, "C", r"{-}(A^{\mathsf T})_{:,1}"),
}  # fmt: skip


@pytest.mark.parametrize(("notation", "plan", "name", "latex"), FORMULAS.values(), ids=FORMULAS)
def test_formulas(notation: str, plan: Plan, name: str, latex: str) -> None:
    own = bound(notation, plan)
    assert TEX.write(own.formula(plan.line(name).tree)) == latex


WRONG: dict[str, tuple[Any, str]] = {
    "an unknown key": ({"produt": "×"}, 'notation: produt: unknown key; did you mean "product"'),
    "an unknown sign": ({"transpose": "t"}, 'transpose: "t" is not known here; write one of'),
    "a number for a text": ({"join": 3}, "join: 3 where text belongs"),
    "a head number that is none": ({"first": -1}, "first: -1 is no head number; write 0 or 1"),
    "names that are no table": ({"names": "Q"}, "names: 'Q' where a table belongs"),
    "a symbol that is no text": ({"names": {"Q": 1}}, "names.Q: 1 where text belongs"),
    "a head without its number": ({"names": {"Q_i": r"\mathit{Q}^{[c]}"}}, "no i in '\\mathit{Q}^{[c]}' for the head's number; write i where it"),
    "a name that is none": ("ilustrated", 'notation "ilustrated": no such notation, and no such file; did you mean "illustrated"'),
    "a base that is none": ({"base": "papers"}, 'did you mean "paper"'),
}  # fmt: skip


@pytest.mark.parametrize(("source", "message"), WRONG.values(), ids=WRONG)
def test_a_bad_notation_says_what_to_write(source: Any, message: str) -> None:
    with pytest.raises(SymattnError) as caught:
        Notation.load(source)
    assert message in str(caught.value)


def test_a_notation_file_beside_the_sheet(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('base = "illustrated"\n[names]\nH_i = "O_i"\n', encoding="utf-8")
    own = Notation.load("mine.toml", beside=tmp_path)
    assert TEX.write(own.symbol("H_0")) == "O_{0}"
    assert TEX.write(own.symbol("W_O")) == "W_{o}"


def test_a_notation_based_on_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "loop.toml").write_text('base = "loop.toml"\n', encoding="utf-8")
    with pytest.raises(SymattnError, match="based on itself"):
        Notation.load("loop.toml", beside=tmp_path)


def test_a_question_changes_one_name_only() -> None:
    own = Notation.load("superscript-heads").over({"names": {"Y": "O"}})
    assert TEX.write(own.symbol("Y")) == "O"
    assert TEX.write(own.symbol("X")) == r"\mathbf{X}"


@pytest.mark.parametrize(
    ("line", "entries", "said"),
    [
        ("log(A)", "2, 'log(3)'", "B = log(A) = log([2 log(3)]) = [log(2) log(log(3))]"),
        ("entropy(A)", "'1/2', '1/2'", "p log p goes when p does. B = −∑ₖ Aₖ log(Aₖ) = −(1/2·log(1/2) + 1/2·log(1/2)) = log(2)"),
        ("cross_entropy(A, 0)", "0, 0", "Each loss is −log of the weight"),
        ("sum(cross_entropy(A, 0))", "0, 0", "the derivative of −log p"),
        ("sum(entropy(A))", "'1/2', '1/2'", "the derivative of −p log p is −(log p + 1)"),
        ("sum(log(2 ** A)) / log(2)", "1, 2", "the derivative of log x is 1/x; then the derivative of c^x is c^x log c"),
    ],
)
def test_the_logarithm_is_written_as_the_course_writes_it(line: str, entries: str, said: str) -> None:
    sheet = f"[[question]]\nsteps = ['B = {line}']\ngiven.A = [[{entries}]]\n"
    sheet += "gradient = { of = 'B', wrt = ['A'] }\n" if "sum" in line else ""
    shown = " ".join(pages.page(loads(sheet + "[question.notation]\nlog = 'ln'\n"), "text", detail="full").split())
    assert said.replace("log", "ln") in shown
    assert "log" not in shown.replace("logarithm", "")
    assert said in " ".join(pages.page(loads(sheet), "text", detail="full").split())


SLICES = {  # as written over Q -> as a page shows it
    "one row": ("Q[1, :]", "Q_(2, :)"),
    "the last row": ("Q[-1, :]", "Q[-1, :]"),
    "chosen columns": ("Q[:, [0, 2]]", "Q_(:, {1, 3})"),
    "one entry": ("Q[2, 0]", "Q_(3, 1)"),
    "from a row on": ("Q[2:, :]", "Q_(3:, :)"),
    "up to a column": ("Q[:, :2]", "Q_(:, 1:2)"),
    "every second row": ("Q[::2, 0:1]", "Q[::2, 0:1]"),
}


@pytest.mark.parametrize(("text", "shown"), SLICES.values(), ids=SLICES)
def test_an_index_is_counted_from_one(text: str, shown: str) -> None:
    plan = Plan.read([f"A = {text}"])
    assert writer("text").write(bound("paper", plan).formula(plan.lines[0].tree)) == shown


def test_a_value_that_is_exactly_a_short_decimal_stays_bare() -> None:
    """1/(1+e) + e/(1+e) is 1 and shown as 1: zeros behind the point would say that it was rounded."""
    from symattn.boxes import number
    from symattn.exact.functions import exp
    from symattn.notation.values import rounded

    e = exp(1)
    assert rounded(1 / (1 + e) + e / (1 + e), 4) == number("1")
    assert rounded(3 / (1 + e) + 3 * e / (1 + e) + exp(-20), 4) == number("3.0000")


def test_a_control_character_in_a_symbol_is_refused() -> None:
    with pytest.raises(SymattnError, match=r"names\.Q: a control character in it"):
        Notation.load({"names": {"Q": "a\u0007b"}})


@pytest.mark.parametrize(("shown", "command", "instead"), [
    (r"\foo", r"\foo", "did you mean"), (r"\lamda", r"\lamda", r'did you mean "\lambda"?'), (r"W^{\foo}", r"\foo", "did you mean"),
    (r"\mathbf{\zzyzx}", r"\zzyzx", r"write a letter, or a command such as \mathbf{Q}"), (r"\foo_\bar{x} + \foe", r"\foo", ""),
])  # fmt: skip
def test_a_command_that_is_not_known_is_refused_where_a_symbol_has_it(shown: str, command: str, instead: str, tmp_path: Path) -> None:
    says = f"names.S: no command {command} is known here; {instead}"
    with pytest.raises(SymattnError) as told:
        Notation.load({"names": {"S": shown}})
    assert says in str(told.value)
    (tmp_path / "mine.toml").write_text(f"[names]\nS = '{shown}'\n", encoding="utf-8")
    sheet = tmp_path / "s.toml"
    for notation, place in (("notation = 'mine.toml'", "s.toml:1:12"), (f"notation.names.S = '{shown}'", "s.toml:1:16")):
        sheet.write_text(f"{notation}\n[[question]]\nsteps = ['A = exp(S)']\ngiven.S = [[0, 1]]\n", encoding="utf-8")
        with pytest.raises(SymattnError) as told:
            sheet_of(sheet)
        assert place in str(told.value)
        assert f"no command {command} is known here" in str(told.value)


@pytest.mark.parametrize("dress", ["{}", r"\hat{{{}}}", r"\boldsymbol{{{}}}", "{}_k^1"])
@pytest.mark.parametrize(("form", "plain", "sign"), [
    (r"\vartheta", r"\theta", "ϑ"), (r"\varrho", r"\rho", "ϱ"), (r"\varkappa", r"\kappa", "ϰ"), (r"\varpi", "", "ϖ"), (r"\Re", "", "ℜ"), (r"\Im", "", "ℑ"),
])  # fmt: skip
def test_a_letter_in_another_form_stands_as_the_notation_writes_it(form: str, plain: str, sign: str, dress: str) -> None:
    text = f"notation.names.S = '{dress.format(form)}'\n[[question]]\nsteps = ['A = exp(S)']\ngiven.S = [[0, 1]]\n"
    key = {of: pages.page(loads(text), format=of) for of in ("tex", "md", "text", "html")}
    shown = {r"\Re": r"\mathfrak{R}", r"\Im": r"\mathfrak{I}"}.get(form, form)
    assert all(shown in key[of] for of in ("tex", "md"))
    assert all(sign in key[of] for of in ("text", "html"))
    if plain:
        assert not any(re.search(rf"\{plain}\b", key[of]) for of in ("tex", "md"))
        typed = [symbol(dress.format(one)) for one in (form, plain, sign)]
        assert len({one and one._replace(face="") for one in typed}) == 1


@pytest.mark.parametrize("written", [r"\mathrm{d}Q^0", "dQ^{0}", "dQ_1", r"d\mathbf{Q}_0"])
def test_a_derivative_is_known_however_its_matrix_is_written(written):
    names = Names({"Q_i": "Q^i"}, shift=-1)
    known = QuestionNames(("Q_1", "Q_2", "dQ_1", "dQ_2"), (), names).parsed(written)
    assert known is not None
    assert (known.stem, known.head) in [("dQ_", 0), ("dQ_", 1)]
    assert QuestionNames(("Q_1", "Q_2"), (), names).parsed(written) is None


ACCENTED = """
[[question]]
steps = ["m_hat = m / (1 - beta)", "x_bar_1 = 2 * m_hat", "gamma_tilde = -x_bar_1 / 3", "S_hat = X * gamma_tilde"]
given = { m = 0.4, beta = 0.9, X = [[1, 2], [3, 4]] }
"""


@pytest.mark.parametrize(("format", "signs"), {
    "tex": [r"\hat{m}", r"{\bar{x}}_{1}", r"\tilde{\gamma}", r"\hat{S}"], "md": [r"\hat{m}", r"{\bar{x}}_{1}", r"\tilde{\gamma}"],
    "text": ["m\u0302 = ", "x\u0304₁ = ", "γ\u0303 = ", "\u015c = "], "html": [],
}.items())  # fmt: skip
def test_a_hat_a_bar_and_a_tilde_stand_above_and_are_read_back(tmp_path: Path, format: str, signs: list[str]) -> None:
    sheet = loads(ACCENTED)
    text = pages.page(sheet.solve(), format)
    assert [sign for sign in signs if sign not in text] == []
    file = tmp_path / f"key.{'txt' if format == 'text' else format}"
    file.write_text(text, encoding="utf-8")
    (question,) = check(sheet, file).answers[0].questions
    assert {r.name: r.verdict for r in question.results} == dict.fromkeys(sheet.questions[0].plan.names, "correct")


STARTS = {path.name: path for path in sorted((folder("worksheets") / "new").glob("*.toml"))}


@pytest.mark.parametrize("path", [*sheets().values(), *bank().values(), *STARTS.values()], ids=lambda path: path.stem)
def test_what_an_author_writes_turns_a_matrix_by_the_sign_of_the_sheets_notation(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    sign = load(tomllib.loads(text).get("notation", ""), path.parent).transpose
    written = {here for here, there in {"⊤": r"\^\{?\\top\b", "ᵀ": r"\^\{?\\mathsf *\{?T", "T": r"\^(T|\{T)\b"}.items() if re.search(there, text)}
    assert written <= {sign}


@pytest.mark.parametrize(("name", "shown"), [("l_1", r"\ell_{1}"), ("W_12", r"\mathbf{W}_{12}"), ("b_1", "b_{1}"), ("c_2", "c_{2}")])
def test_a_numbered_line_has_the_symbol_of_its_name(name: str, shown: str) -> None:
    own = Notation.load("paper").over({"names": {"l": r"\ell", "W": r"\mathbf{W}", "c": "c_t"}})
    assert TEX.write(own.symbol(name)) == shown


@pytest.mark.parametrize(("sign", "shown"), [("I", "I₂"), ("E", "E₂"), ("Id", "Id(2)"), ("One", "One(2)")])
def test_a_word_for_the_identity_is_a_function_and_a_letter_has_its_size_below(sign: str, shown: str) -> None:
    sheet = loads(f'notation = {{ eye = "{sign}" }}\n[[question]]\nsteps = ["B = X + eye(2)"]\ngiven.X = [[1, 2], [3, 4]]\n')
    assert f"B = X + {shown} = " in pages.page(sheet.solve(), "text")


@pytest.mark.parametrize("sign", ["+", "-", "@", "*", "/"])
@pytest.mark.parametrize("numeric", [False, True])
@pytest.mark.parametrize(("before", "behind"), [("X {} ", ""), ("(", " {} X)"), ("(X {} ", ")")])
def test_each_name_of_a_long_line_is_written_once(sign: str, numeric: bool, before: str, behind: str) -> None:
    """A rule that had what stands beside its sign written twice took twice the time for each sign more."""
    many = 14
    (line,) = Plan.read([f"A = {before.format(sign) * many}X{behind.format(sign) * many}"]).lines
    asked: list[str] = []

    def atom(name: str, turned: bool) -> Box:
        asked.append(name)
        return Ink(name)

    style = LineStyle(Notation.load("paper"), atom, Ink, lambda axis, name: Ink(name), numeric=numeric)
    style.write(line.tree)
    assert many < len(asked) <= 3 * (many + 1)


SAME = (  # spellings of one symbol; each is another one than those of every other row
    ("Q′", "Q'", r"Q^\prime", r"Q^{\prime}", "Q_{}'"), ("Q″", "Q''", "Q′′", r"Q^{\prime\prime}"), ("Q'''", "Q″′", "Q′″", "Q‴"),
    ("Q_1'", "Q'_1", "Q1'", "Q′₁", r"Q_{1}^{\prime}", r"Q^\prime_1", r"Q_1^\prime"), (r"\hat{Q}", "Q̂", r"\hat Q", r"\widehat{Q}", "Q_hat", "Q_{hat}"),
    (r"\tilde{Q}_1", "Q̃₁", r"\tilde Q_1"), (r"\bar{x}", "x̄", r"\overline{x}", "x_bar"), (r"\mathbf{Q}_1", "𝐐₁", r"\bm Q_1", r"\boldsymbol{Q}_{1}"),
    ("Q_1^T", "Q₁ᵀ", r"Q_1^\top", r"Q_{1}^{\mathsf T}", "Q1^T", "Q_1.T"), ("W^Q_1", "W_1^Q", "W_{1}^{Q}", "W^{Q}_{1}", "W₁^Q"), ("W_1",),
    ("H_{head 1}", "H^{(1)}", "H^{[1]}", "H_1", "H1", "H¹"), ("H_{head 2}", "H^{(2)}", "H_2", "H²"), (r"\alpha", "α", "alpha"),
    ("Δ_1", r"\Delta_1", r"\Delta_{1}"), ("∂L", r"\partial L"), ("Q_{out_{1}}", "Q_{out,1}", "Q_{1}^{out}"), ("Q^*", r"Q^{\ast}", r"Q^\star"),
    ("d_model", r"d_{\text{model}}", r"d_{\mathrm{model}}", "d_{model}"), ("K_cache", r"K_{\text{cache}}", r"K_{\mathrm{cache}}"),
    ("head1", "head 1", "head_1", r"\text{head}_1", r"\operatorname{head}_1", r"\mathrm{head}_{1}", "head#1"), ("Q",),
)  # fmt: skip


def test_each_symbol_is_the_same_in_all_its_spellings_and_another_than_all_others() -> None:
    read = [{symbol(text) for text in row} for row in SAME]
    assert None not in set().union(*read)
    assert [row for row, found in zip(SAME, read, strict=True) if len(found) != 1] == []
    assert len(set().union(*read)) == len(SAME)


@pytest.mark.parametrize(("lines", "written"), [
    (["H_1 = A_1 @ V_1"], "head₁"), (["V_1 = X @ W_V_1", "H_1 = A_1 @ V_1"], "head₁"), (["H_1 = A_1 @ (X @ W_V_1)"], "head₁"),
    (["H = concat(H_0, H_0)", "H_1 = A_1 @ B_1"], "head₁"), (["H_1 = A_1 @ B_1"], "H₁"), (["H_1 = X * 2"], "H₁"), (["H_1 = A_1 @ VW"], "H₁"),
])  # fmt: skip
def test_a_head_is_called_so_where_values_or_joined_heads_are_about(lines: list[str], written: str) -> None:
    plan = Plan.read(lines)
    own = Notation.load("paper").of({line.name: line.tree for line in plan.lines}, plan.givens)
    assert flat(own.symbol("H_1")) == written
