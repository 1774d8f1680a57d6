"""The symbols of a notation: as a key prints one and as a student types it, it is read back as its line, or it is refused."""

from __future__ import annotations

import json
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from symattn.course.delivery import Wanted, deliver, suffix
from symattn.errors import SheetError
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.notation.symbols import Symbol, SymbolTable, symbol
from symattn.sheet import load, loads

PLAIN = ("S", "s", "QK", "A")  # the letters that the others are told from
GROUPS = [  # of one group no two are the same where they are typed
    [r"\hat{S}", r"\tilde{S}", r"\bar{S}", r"\vec{S}", r"\dot{S}", r"\ddot{S}", r"\check{S}", r"\breve{S}", r"\mathring{S}",
     r"\boldsymbol{S}", r"\mathcal{S}", r"\mathbb{S}", r"\mathfrak{S}", r"\underline{S}", "S'", "S''", r"\hat{\mathbf{S}}",
     r"\tilde{S}_{ij}", r"S|_{d}", r"\hat{s}", r"\overline{QK}", r"S^{*}", r"S^{+}", r"S^{\dagger}", r"S^{(1,2)}"],
    [r"\widehat{S}", r"\widetilde{S}", r"\overline{S}", r"\bm{S}", r"\mathscr{S}", r"S^{\prime}", r"\tilde{\boldsymbol{S}}",
     r"\hat{\tilde{S}}", r"\hat{\alpha}", r"\boldsymbol{\alpha}", r"\alpha", r"\Sigma", r"\ell", r"\Delta S", r"\nabla S",
     r"\bar{S}^{(1)}_{k}", r"\mathcal{A}^{(h)}", r"S_{\mathrm{max}}", r"S^{\text{scaled}}", r"S_{\hat{k}}", r"\mathrm{Attn}_1",
     r"\mathit{logits}", r"\mathbf{A}^{[2]}_{k}", r"S_{QK}^{(3)}", r"\hat{Z}", r"S^{m}", r"S_{\text{head}}^{m}"],
    [r"H(X)", r"H(X, Y)", r"H(X \mid Y)", r"H(Y \mid X)", r"I(X; Y)", r"P(A{=}1 \mid B)", r"P_{\mathrm{KN}}(w \mid v)", r"P(3, 1, 3)",
     r"D_{\mathrm{KL}}(p \,\|\, q)", r"D_{\mathrm{KL}}(q \,\|\, p)", r"f(u_2)"],
]  # fmt: skip
TYPED = {  # what else people write for them, of the first group
    r"\hat{S}": ["S_hat", "hat S", "Ŝ", "hat(S)", "S_{hat}"], r"\tilde{S}": ["S_tilde", "tilde S", "S̃"], "S'": ["S'", "S′", "S_prime"],
    r"\bar{S}": ["S_bar", "bar S", "S̄"], r"\boldsymbol{S}": ["𝐒", r"\mathbf S"], r"\mathcal{S}": ["𝒮", r"\mathscr{S}"],
    r"\dot{S}": ["Ṡ", "S_dot"], r"S^{*}": ["S^*", r"S^\ast"], r"\overline{QK}": [r"\bar{QK}"],
    r"\hat{s}": ["ŝ", "s_hat"], r"\underline{S}": ["S̲", "underline S"],
}  # fmt: skip
FORMS = ("tex", "md", "text", "html", "ipynb", "json")


def sheet_of(symbols: list[str]) -> str:
    """Lines that are multiples of one matrix, each with a symbol of its own."""
    names = {f"N{chr(97 + k // 9)}{chr(97 + k % 9)}": shown for k, shown in enumerate([*PLAIN, *symbols])}
    steps = [f"{name} = X * {k}" for k, name in enumerate(names, 2)]
    table = "\n".join(f"{name} = {json.dumps(shown)}" for name, shown in names.items())
    return f"[[question]]\nid = 'q'\nsteps = {json.dumps(steps)}\ngiven.X = [[1, 2], [3, 5]]\n[question.notation.names]\n{table}\n"


@cache
def ready(group: int, folder: Path) -> Ready:
    file = folder / f"{group}.toml"
    file.write_text(sheet_of(GROUPS[group]), encoding="utf-8")
    return Ready(load(file))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("symbols")


def verdicts(key: Ready, file: Path) -> dict[str, str]:
    (report,) = check_file(key, file)
    assert not report.error
    return {r.name: r.verdict for q in report.questions for r in q.results}


@pytest.mark.sliced(12)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("group", range(len(GROUPS)))
def test_every_symbol_that_a_key_prints_is_read_back_as_its_line(group: int, form: str, folder: Path) -> None:
    key, file = ready(group, folder), folder / f"key{suffix(form)}"
    file.write_bytes(deliver(key.sheet, Wanted(form)))
    found = verdicts(key, file)
    wrong = {shown: found[name] for name, shown in shown_of(key).items() if found[name] != "correct"}
    assert not wrong


def shown_of(key: Ready) -> dict[str, str]:
    notation: Any = key.sheet.questions[0].notation
    return dict(notation["names"])


@pytest.mark.sliced(4)
@pytest.mark.parametrize(("ending", "around"), [(".tex", r"\[{} = {}\]"), (".md", "${} = {}$"), (".txt", "{} = {}"), (".toml", "")])
def test_every_symbol_that_a_student_types_is_read_as_its_line(ending: str, around: str, folder: Path) -> None:
    key, file = ready(0, folder), folder / f"typed{ending}"
    wrong = {}
    for name, shown in shown_of(key).items():
        factor = int(key.sheet.questions[0].plan.lines[key.sheet.questions[0].plan.names.index(name)].text.split("*")[1])
        value = f"[[{factor}, {2 * factor}], [{3 * factor}, {5 * factor}]]"
        for typed in [shown] * (ending in (".tex", ".md")) + TYPED.get(shown, []):
            if ending == ".tex" and not typed.isascii():
                continue
            said = around.format(typed, value) if around else f"[q]\n{json.dumps(typed, ensure_ascii=False)} = {value}\n"
            file.write_text(said, encoding="utf-8")
            found = {line: v for line, v in verdicts(key, file).items() if v != "missing"}
            if found != {name: "correct"}:
                wrong[typed] = found
    assert not wrong


SAME = {
    "upright": r"\mathrm{S}", "sans serif": r"\mathsf{S}", "slanted": r"\mathit{S}", "braces": "{S}", "words": r"\text{S}",
    "transposed": "S^T", "a brace below": r"\underbrace{S}_{x}", "the same": "S",
}  # fmt: skip
HEAD = "[[question]]\nvariant = 'attention'\n[question.given]\nX = [[1]]\nW_Q = [[1]]\nW_K = [[1]]\nW_V = [[1]]\n"


@pytest.mark.parametrize("shown", SAME.values(), ids=SAME)
def test_symbols_that_are_typed_alike_are_refused(shown: str) -> None:
    with pytest.raises(SheetError) as refused:
        loads(f"{HEAD}[question.notation.names]\nL = {json.dumps(shown)}\n")
    (problem,) = refused.value.problems
    assert str(problem).startswith("9:5: question.notation.names.L: ")
    assert "S and L cannot be told apart when a student writes them" in problem.what


@pytest.mark.parametrize("shown", ["≈", "1", "", r"\sum"])
def test_a_symbol_that_nobody_could_read_back_is_refused(shown: str) -> None:
    if shown:
        with pytest.raises(SheetError, match="the symbol of L cannot be read back"):
            loads(f"{HEAD}[question.notation.names]\nL = {json.dumps(shown)}\n")
    else:
        assert loads(f"{HEAD}[question.notation.names]\nL = {json.dumps(shown)}\n").questions  # its formula stands for it


def test_a_notation_beside_a_sheet_is_looked_at_too(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("[names]\nL = '\\mathrm{S}'\n", encoding="utf-8")
    file = tmp_path / "sheet.toml"
    file.write_text("notation = 'own.toml'\n" + HEAD, encoding="utf-8")
    with pytest.raises(SheetError, match=r"1:12: notation: S and L cannot be told apart"):
        load(file)


def test_a_symbol_goes_before_another_lines_name_on_a_page_and_behind_it_in_a_table(tmp_path: Path) -> None:
    file = tmp_path / "sheet.toml"
    names = "[question.notation.names]\nA = 'B'\nB = 'A'\n"
    file.write_text("[[question]]\nid = 'q'\nsteps = ['A = X * 2', 'B = X * 3']\ngiven.X = [[1, 2]]\n" + names, encoding="utf-8")
    key = Ready(load(file))
    for name, said in {"a.md": "$A = [3, 6]$", "a.tex": r"\[A = [3, 6]\]", "a.toml": "[q]\nB = [[3, 6]]\n"}.items():
        (tmp_path / name).write_text(said, encoding="utf-8")
        assert verdicts(key, tmp_path / name) == {"A": "missing", "B": "correct"}, name


@pytest.mark.parametrize("written", ["2X", "2 X", "2*X", "2·X", "3X + 1", "2X = 2X"])
def test_a_number_before_a_name_of_the_sheet_is_no_matrix_of_one_entry(written: str, tmp_path: Path) -> None:
    """V = 2X says how V comes about, and nothing wrong; a number that is asked may be told of a name that is there."""
    sheet = Ready(loads('[[question]]\nsteps = ["V = 2 * X", "n = sum(X)"]\ngiven = { X = [[1, 2], [3, 4]] }'))
    file = tmp_path / "answers.txt"
    file.write_text(f"V = {written}\nn = 10 X\n", encoding="utf-8")
    (report,) = check_file(sheet, file)
    assert {r.name: r.verdict for q in report.questions for r in q.results} == {"V": "missing", "n": "correct"}
    file.write_text(f"V = {written} = [2 4; 6 8]\n", encoding="utf-8")
    (report,) = check_file(sheet, file)
    assert next(r for q in report.questions for r in q.results).verdict == "correct"


DRESSED = [r"\hat{S}", r"\tilde{S}", r"\mathbf{S}", r"\mathcal{S}", r"\bar{S}", r"\mathfrak{S}"]


@pytest.mark.parametrize("bare", ["S", "S_1", "S^T"])
def test_a_symbol_without_its_dress_is_the_only_one_it_can_be_and_else_none(bare: str) -> None:
    def read(latex: str) -> Symbol:
        found = symbol(latex)
        assert found is not None
        return found

    for one, other in permutations((shown.replace("S}", "S}" + bare[1:]) for shown in DRESSED), 2):
        alone, both = SymbolTable([(read(one), "A")]), SymbolTable([(read(one), "A"), (read(other), "B")])
        assert alone.get(read(bare)) == "A"
        assert both.get(read(bare)) is None, (one, other)
        assert (both.get(read(one)), both.get(read(other))) == ("A", "B")
        assert alone.get(read(bare), exactly=True) is None
