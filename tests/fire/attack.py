"""What attackers and mishaps write: one generator for each kind of file, of ordinary things damaged and of known poison."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from random import Random

WORDS = ("1/3", "sqrt(2)", "e^2", "log(3)", "0.25", "-inf", "pi", "(1+2)(3)", "9^9^9^9", "1e999999999", "sqrt(" * 300 + "2" + ")" * 300,
         "0x" + "f" * 5000, "½", "−3", "1/(1+2*e^.001+e^99999)", "nan", "17" * 3000, "e^e^e^e", "cos(pi/8)", "\u202e1", "2**-3", "٣",
         "sqrt(1+e^.1+e^999999)", "sqrt(log(log(2))*(1-e))^2", "(1/3)^sqrt(2)", "1/(sqrt(2)+sqrt(3)+sqrt(5)+sqrt(7)+sqrt(11))", "9^999999",
         "(e^2-1)^(1/3)-(e-1)^(1/3)*(e+1)^(1/3)", "1+10^-900000", "log(1+10^-9000)", "log(11+10^-90001+10^-9000)", "sin(10^6)", "tanh(1000)", "e^(10^-9000)")
SHEET = """title = "A"
decimals = 4
[[question]]
id = "q1"
steps = ["Q = X @ W", "S = Q @ Q.T", "A = softmax(S)"]
given = { X = [[1, 2], [3, 4]], W = [["1/3", 0], [1, "sqrt(2)"]] }
[[question.part]]
asks = ["Q", "A"]
marks = 4
"""
LATEX = r"\begin{bmatrix} 1 & \frac{1}{3} \\ 2 & e^{2} \end{bmatrix}"
ANSWER = {
    ".toml": 'Q = [[1, 2], ["1/3", 4]]\n[q1]\nA = [[0.5, 0.5], [1, 0]]\n',
    ".json": '{"q1": {"Q": [[1, 2], ["1/3", 4]], "A": [[0.5, 0.5], [1.0, 0]]}}',
    ".tex": f"\\section*{{1}} $Q = {LATEX}$, and \\[ A \\approx {LATEX} \\]\n",
    ".md": "## Question 1\nQ = [[1, 2], [3, 4]]\n\n$$A = [1 2; 3 4]$$\n",
    ".txt": "Q = \n[[1. 2.]\n [3. 4.]]\nA = [0.5 0.5; 1 0]\n",
    ".ipynb": json.dumps({"cells": [{"cell_type": "code", "source": ["print(Q)"], "outputs": [
        {"output_type": "stream", "text": ["Q = \n", "[[1. 2.]\n", " [3. 4.]]\n"]}]}], "nbformat": 4}),
    ".yaml": 'Q: [[1, 2], ["1/3", 4]]\nq1:\n  A:\n    - [0.5, 0.5]\n    - [1, 0]\n',
    ".csv": 'who,Q,A\nada,"[[1, 2], [3, 4]]","[[0.5, 0.5], [1, 0]]"\n',
}  # fmt: skip
ANSWER[".html"] = (
    "<h2>Question 1</h2><p>Q = <math><mo>[</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mfrac><mn>1</mn><mn>3</mn></mfrac></mtd></mtr>"
    "</mtable><mo>]</mo></math></p><table><tr><td>A</td><td>[1 2; 3 4]</td></tr></table><script>1 < 2</script>"
)
ANSWER[".docx"] = "<w:document xmlns:w='w'><w:p><w:r><w:t>Q = [1 2; 3 4]</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl></w:document>"
NOTATION = 'base = "paper"\ntranspose = "T"\njoin = "[A | B]"\n[names]\nQ = "q"\nS = \'\\mathbf{S}\'\nA = "alpha"\n'
HOSTILE = (
    "<script>alert(1)</script>", "</title><img src=x onerror=alert(1)>", "{{ 7*7 }}", "{% raw %}", "{@1+1@}", "{1:SA:=x}", "\\input{/etc/passwd}",
    "\\write18{id}", "$", "\\end{document}", "%", "&", "#_^~", "]]>", "<!--", "=cmd|' /C calc'!A0", "\x00\x1b[31m", "\n\n", "Nguyễn 李明 محمد Жук Γιώργος ħĦŧŀĸŉſ",
    "\u202eabc", "a" * 3000, "`", "javascript:alert(1)", "' onmouseover='alert(1)", "&lt;b&gt;", "\ud7ff\ufffe", "[[input:ans1]]", "|", "\\verb|x|",
)  # fmt: skip
POISON: tuple[Callable[[int], str], ...] = (
    lambda n: "a" + ".a" * n + " = 1\n",
    lambda n: "x = { a" + ".a" * n + " = 1 }\n",
    lambda n: "[" * n,
    lambda n: "\n" * n + "Q=[[1]]",
    lambda n: " " * n,
    lambda n: "Q" + " " * n,
    lambda n: "Q = [" * (n // 5),
    lambda n: "Q = [[1,2],[3,4]]" + " ,;" * (n // 3),
    lambda n: "\\begin{bmatrix}" * (n // 15),
    lambda n: "{" * n + "}" * n,
    lambda n: "$" * n,
    lambda n: "Q = " + "+".join(["e^0.1"] * (n // 6)),
    lambda n: "1," * n,
    lambda n: '"' * n,
    lambda n: "\\frac" * (n // 5),
    lambda n: "Q_" * (n // 2) + " = 1",
    lambda n: "'''" + "\\" * n,
    lambda n: "`" * n + "\n",
    lambda n: "<a " * (n // 3),
    lambda n: "<a b='" * (n // 6),
    lambda n: "<!--" * (n // 4),
    lambda n: "<![" * (n // 3),
    lambda n: "<math>" + "<mi>" * (n // 10) + "</mo>" * (n // 10),
    lambda n: "<svg>" + "<g>" * (n // 10) + "</mo>" * (n // 10),
    lambda n: "&#" + "9" * n + ";",
    lambda n: "Q = [" + ", ".join(f'["{k}+sqrt({k}+e^{k})"]' for k in range(2, n // 20)) + "]",
    lambda n: "A = [[" + "+".join(f"log({k}+sqrt({k}))" for k in range(2, n // 16)) + "]]",
    lambda n: "Q = [" + ", ".join(["[1/3]"] * (n // 7)) + "]",
    lambda n: "| 1 " * (n // 4) + "|\n",
    lambda n: "\\boxed{" * (n // 7),
    lambda n: "⎡1 2⎤\n" * (n // 6),
    lambda n: "x, " * (n // 3) + "Q = [1 2]",
    lambda n: "{a: " * (n // 4),
    lambda n: "? " * (n // 2),
    lambda n: "- " * (n // 2),
    lambda n: "a: '" + "\n" * n + "'",
    lambda n: "".join(f"- &a{k} [*a{k - 1}, *a{k - 1}]\n" for k in range(n // 20)),
    lambda n: "\x00\x1b[31m\u202e\ud7ff" * (n // 8),
)  # fmt: skip


def damaged(text: str, chance: Random) -> str:
    """An ordinary text with a few pieces taken out, doubled, exchanged, or replaced by what is no ordinary number."""
    for _ in range(chance.randint(1, 6)):
        at, length = chance.randint(0, len(text)), chance.randint(0, 12)
        piece = text[at : at + length]
        other = chance.choice(
            ["", piece * chance.choice([2, 50]), piece[::-1], chance.choice(WORDS), chr(chance.choice([0, 9, 10, 34, 39, 92, 0x202E, 0xFFFD]))]
        )
        text = text[:at] + other + text[at + length :]
    return text


def poisoned(text: str, chance: Random, size: int) -> str:
    """An ordinary text damaged, or with known poison before it, behind it or in its place."""
    kind = chance.random()
    if kind < 0.6:
        return damaged(text, chance)
    poison = chance.choice(POISON)(chance.randint(1, size))
    return poison + text if kind < 0.7 else text + poison if kind < 0.85 else poison


def number(chance: Random, size: int) -> str:
    """A text for ``read``."""
    text = chance.choice([*WORDS, LATEX, "[[1, 2], [3, 4]]", "Matrix([[1, 2]])", "[1 2; 3 4]", "tensor([[1., 2.]])"])
    return text if chance.random() < 0.2 else poisoned(text, chance, size)


def sheet(chance: Random, size: int) -> str:
    """A worksheet."""
    return poisoned(SHEET, chance, size)


def answer(chance: Random, size: int) -> tuple[str, str]:
    """An answer file: its suffix and its text."""
    suffix = chance.choice(list(ANSWER))
    return suffix, poisoned(ANSWER[suffix], chance, size)


def packed(text: str) -> bytes:
    """A Word file whose document is this text."""
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("word/document.xml", text.encode("utf-8", "surrogatepass"))
    return found.getvalue()


def form(chance: Random, size: int) -> str:
    """A form of some students, one of them hostile."""
    rows = [f'ada{k},"[[1, 2], [3, {k}]]",' for k in range(4)]
    bad = poisoned('"[[1, 2], [3, 4]]","[[0.5, 0.5], [1, 0]]"', chance, size)
    return "who,Q,A\n" + "\n".join([*rows, f"eve,{bad}", *rows]) + "\n"


def notation(chance: Random, size: int) -> str:
    """A notation file."""
    return poisoned(NOTATION, chance, size)


def hostile(chance: Random) -> str:
    """A sheet whose every text is loaded."""
    def text() -> str:
        return json.dumps("".join(chance.choice(HOSTILE) for _ in range(chance.randint(1, 3))), ensure_ascii=True)

    label = json.dumps(chance.choice(HOSTILE)[:20], ensure_ascii=True)
    return (
        f"title = {text()}\ncourse = {text()}\nintro = {text()}\nnote = {text()}\nheader = [{text()}]\ntokens = [{text()}, {text()}]\n"
        f'[[question]]\nprompt = {text()}\nsteps = ["Q = X @ X", "A = softmax(Q)"]\ngiven = {{ X = [[1, 2], [3, 4]] }}\n'
        f'[question.notation.names]\nQ = {text()}\n[[question.part]]\nlabel = {label}\nprompt = {text()}\nasks = ["A"]\n'
    )


def record(chance: Random) -> str:
    """A manifest or a ledger, as a crash or a person may leave it."""
    good = json.dumps({"schema": 1, "symattn": "0.1.0", "template": "t.toml", "digest": "a", "seed": 1, "job": "head",
                       "variants": [{"job": "01", "id": "01", "files": {"sheets/01.toml": "x"}}]})  # fmt: skip
    return chance.choice([damaged(good, chance), good[: chance.randint(0, len(good))], "\x00" * 99, "[" * 5000, "null", good + "\n" + damaged(good, chance)])


def roster(chance: Random, size: int) -> str:
    """A roster."""
    text = "id,name\n" + "".join(f"{chance.choice(['ada', 'bob', 'CON', 'x/y', 'Ada', '07', '..', ''])}{n},Nguyễn {n}\n" for n in range(5))
    return poisoned(text + "zoe," + "z" * chance.choice([1, 140_000]) + "\n", chance, size)


def marks(chance: Random, size: int) -> str:
    """A grader's marks."""
    value = chance.choice(["1", "-5", "1e99", "nan", "1e-999999999", "true", "0x" + "f" * 5000, '"two"'])
    return poisoned(f'[ada.q1]\nQ = {{ marks = {value}, remark = "so" }}\n[[group]]\nscripts = ["ada", "bob"]\nq1.A = {{ marks = 1 }}\n', chance, size)


if __name__ == "__main__":  # the standing attack with what is written here
    import sys

    from standing import main

    sys.exit(main())
