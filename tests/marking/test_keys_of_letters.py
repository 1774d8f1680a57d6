"""Keys of sheets that leave a letter free, handed in again: the letter is one, whatever unit it is called like."""

from __future__ import annotations

from pathlib import Path

import pytest

from symattn.marking import check
from symattn.page import page
from symattn.sheet import loads

FORMS = {"text": "txt", "md": "md", "tex": "tex", "html": "html"}
GIVEN = {"D": "4096", "F": "16384", "P": '"3.94e14"', "W": '"8.1e11"', "p": '"2 kB"', "w": '"2 TB/s"', "n": "8"}
LINES = {
    "a maximum": ["T_math = 2*D*F*{x} / P", "T_comms = (D*F + D*{x} + F*{x}) / W", "T = max(T_math, T_comms)", "r = solve(T_math == T_comms, {x})"],
    "a product": ["M = 2*D*{x}", "N = M*{x} + F"],
    "a quotient": ["M = 2*D*{x}", "q = F/M", "r = q + 3"],
    "a unit behind it": ["M = D*{x}*p", "t = M/w"],
}


@pytest.mark.sliced(12)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("policy", ["exact", "letters", "decimals"])
@pytest.mark.parametrize("letter", ["B", "b", "h", "s", "x_0", "b_0", "lambda_1", "n_out"])
@pytest.mark.parametrize("case", LINES)
def test_a_key_with_a_letter_reads_back_as_right(case: str, letter: str, policy: str, form: str, tmp_path: Path) -> None:
    lines = [line.format(x=letter) for line in LINES[case]]
    right = " ".join(line.split("=", 1)[1] for line in LINES[case])
    given = ", ".join(f"{x} = {text}" for x, text in GIVEN.items() if x in right.replace("math", "").replace("comms", "").replace("max", ""))
    sheet = loads(f'working = "{policy}"\n[[question]]\nsteps = {lines}\ngiven = {{ {given} }}\nletters = {{ {letter} = "positive" }}\n'.replace("'", '"'))
    key = tmp_path / f"key.{FORMS[form]}"
    key.write_text(page(sheet.solve(), form), encoding="utf-8")
    (question,) = check(sheet, key).answers[0].questions
    assert {x.name: x.verdict for x in question.results} == {line.split(" = ")[0]: "correct" for line in lines}


@pytest.mark.parametrize(
    ("letter", "answer", "verdict"),
    [
        *(("B", text, "correct") for text in ("8192B", "8192 B", "8192·B", "8.192*10^3 B", "$8192\\,B$", "B*8192")),
        *(("b", text, "correct") for text in ("8192b", "8192 b", "8192·b")),
        *(("B", text, "incorrect") for text in ("8193B", "8192", "8192 B GB")),
    ],
)
@pytest.mark.parametrize("end", ["txt", "md"])
@pytest.mark.parametrize("measured", [False, True])
def test_a_letter_behind_a_number_is_no_unit(letter: str, answer: str, verdict: str, end: str, measured: bool, tmp_path: Path) -> None:
    other = ["V = p*D"] if measured else []
    given = 'given = { D = 4096, p = "2 kB" }' if measured else "given = { D = 4096 }"
    sheet = loads(f'[[question]]\nsteps = {["M = 2*D*" + letter, *other]}\n{given}\nletters = {{ {letter} = "positive" }}\n'.replace("'", '"'))
    (tmp_path / f"a.{end}").write_text(f"M = {answer}\n", encoding="utf-8")
    first = check(sheet, tmp_path / f"a.{end}").answers[0].questions[0].results[0]
    assert (first.verdict == "correct") == (verdict == "correct")


@pytest.mark.parametrize(("letter", "written"), [("B", "B"), ("x_0", "x₀"), ("x_0", "x_0"), ("lambda_1", "λ₁"), ("n_k", "nₖ")])
@pytest.mark.parametrize("answer", ["8.192{x} MB", "8.192 {x} MB", "8192{x} kB", "0.008192{x} GB"])
def test_a_unit_stands_behind_the_letter(letter: str, written: str, answer: str, tmp_path: Path) -> None:
    sheet = loads(f'[[question]]\nsteps = ["M = D*{letter}*p"]\ngiven = {{ D = 4096, p = "2 kB" }}\nletters = {{ {letter} = "positive" }}\n')
    (tmp_path / "a.txt").write_text(f"M = {answer.format(x=written)}\n", encoding="utf-8")
    assert check(sheet, tmp_path / "a.txt").answers[0].questions[0].results[0].verdict == "correct"


@pytest.mark.parametrize("written", ["x₀", "x_0", "x_{0}", "x0"])
@pytest.mark.parametrize("answer", ["8.192{x}MB", "8192{x}kB", "8192·{x}kB", "0.008192 {x}GB"])
def test_a_unit_may_stand_right_behind_the_letters_script(written: str, answer: str, tmp_path: Path) -> None:
    sheet = loads('[[question]]\nsteps = ["M = D*x_0*p"]\ngiven = { D = 4096, p = "2 kB" }\nletters = { x_0 = "positive" }\n')
    (tmp_path / "a.txt").write_text(f"M = {answer.format(x=written)}\n", encoding="utf-8")
    assert check(sheet, tmp_path / "a.txt").answers[0].questions[0].results[0].verdict == "correct"


@pytest.mark.parametrize("answer", ["8192 x0", "8192x0", "8192 * x0"])
def test_a_letter_typed_without_its_line_is_none_beside_one_that_it_may_be_times_a_number(answer: str, tmp_path: Path) -> None:
    sheet = loads('[[question]]\nsteps = ["M = D*x_0 + x"]\ngiven = { D = 8192 }\nletters = { x_0 = "positive", x = "positive" }\n')
    (tmp_path / "a.txt").write_text(f"M = {answer} + x\n", encoding="utf-8")
    assert check(sheet, tmp_path / "a.txt").answers[0].questions[0].results[0].verdict not in ("correct", "incorrect")


@pytest.mark.parametrize("answer", ["3x", "3 x", "3x + x_0", "-3x", "3X", "3 times", "3×"])
@pytest.mark.parametrize(("line", "letter"), [("3*{}", "x_0"), ("a + 1", "x_0"), ("3*{}", "t_1"), ("a + 1", "t_1"), ("a + 1", "x_max")])
def test_x_behind_a_number_may_be_the_letter_without_its_script(answer: str, line: str, letter: str, tmp_path: Path) -> None:
    """Three times is 3x too; but where the sheet has x_0 nobody knows which is meant."""
    sheet = loads(f'[[question]]\nsteps = ["M = {line.format(letter)}", "N = a*{letter}"]\ngiven = {{ a = 2 }}\nletters = {{ {letter} = "real" }}\n')
    (tmp_path / "a.txt").write_text(f"M = {answer}\n", encoding="utf-8")
    verdict = check(sheet, tmp_path / "a.txt").answers[0].questions[0].results[0].verdict
    if "x" in answer and letter.startswith("x"):
        assert verdict == "unreadable"
    elif "x_0" not in answer and answer[0] == "3":
        assert verdict == ("correct" if line == "a + 1" else "incorrect")


WRITTEN = {
    "x_0": ["x₀", "x_0", "x_{0}", "x0"],
    "b_0": ["b₀", "b_0", "b_{0}", "b0"],
    "lambda_1": ["λ₁", "λ_1", "λ1", "lambda_1", r"\lambda_1", r"\lambda_{1}"],
    "n_k": ["nₖ", "n_k", "n_{k}"],
    "m_12": ["m₁₂", "m_12", "m_{12}", "m12"],
    "n_out": ["nₒᵤₜ", "n_out", "n_{out}", r"n_\text{out}", r"n_{\text{out}}", r"n_{\mathrm{out}}"],
}
VALUES = [("8192·{x}", "correct"), ("8192{x}", "correct"), ("8192 {x}", "correct"), ("{x}*8192", "correct"), ("2^13 {x}", "correct"),
          ("4096{x} + 4096{x}", "correct"), ("8193{x}", "incorrect"), ("8192·y₀", ""), ("8192·{x}·y_0", "")]


@pytest.mark.parametrize(("letter", "written"), [(letter, written) for letter, several in WRITTEN.items() for written in several])
@pytest.mark.parametrize(("answer", "verdict"), VALUES)
@pytest.mark.parametrize("end", ["txt", "md", "tex"])
def test_a_letter_with_a_script_is_read_in_any_spelling(letter: str, written: str, answer: str, verdict: str, end: str, tmp_path: Path) -> None:
    sheet = loads(f'[[question]]\nsteps = ["M = 2*D*{letter}"]\ngiven = {{ D = 4096 }}\nletters = {{ {letter} = "positive" }}\n')
    text = f"M = {answer.format(x=written)}"
    latex = "{" in written or "\\" in written or end == "tex"
    (tmp_path / f"a.{end}").write_text(f"${text.replace('*', ' ').replace('·', chr(92) + 'cdot ')}$\n" if latex else f"{text}\n", encoding="utf-8")
    first = check(sheet, tmp_path / f"a.{end}").answers[0].questions[0].results[0]
    assert first.verdict == verdict if verdict else first.verdict not in ("correct", "incorrect")


@pytest.mark.sliced(4)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("letter", ["o", "x", "b", "z", "lambda"])
@pytest.mark.parametrize("line", ["l", "ell", "loss", "L"])
@pytest.mark.parametrize("rest", ["-sum(y * log(p))", "logsumexp(o) - sum(y * o)"])
def test_a_loss_in_letters_with_scripts_is_read_back(rest: str, line: str, letter: str, form: str, tmp_path: Path) -> None:
    letters = [f"{letter}_{k}" for k in (1, 2, 3)]
    sheet = loads(f"[[question]]\nsteps = ['p = softmax(o)', '{line} = {rest}']\nletters.real = {letters}\ngiven = {{ o = [{letters}], y = [[1, 0, 0]] }}\n")
    key = tmp_path / f"key.{FORMS[form]}"
    key.write_text(page(sheet.solve(), form), encoding="utf-8")
    (question,) = check(sheet, key).answers[0].questions
    assert {x.name: x.verdict for x in question.results} == {"p": "correct", line: "correct"}
