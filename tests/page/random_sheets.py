"""Random sheets through lint, LaTeX, HTML, Markdown and text; TeX sets many in one run.

``python tests/page/random_sheets.py 1000`` says what is wrong with any of a thousand: no box stands out of its page by
more than 5 points, no format keeps a command of LaTeX that it does not know, no page of every tenth differs when it is made again.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from random import Random

from symattn import page as pages
from symattn.files import languages
from symattn.formats import pdf
from symattn.notation.table import shipped as notations
from symattn.sheet import Sheet, SolvedSheet, loads
from symattn.sheet.lint import findings

BOUND = 25
"""Sheets of one run of TeX."""
VARIANTS = ("attention", "multi-head-attention", "lines", "shapes", "words")
NUMBERS = ("0", "1", "2", "-1", "3", "-4", "0.5", "-0.25", "1/3", "-2/7", "sqrt(2)", "2 sqrt(3)", "log(3)", "12.75", "exp(1)", "10")
LINES = (
    ["S = X @ X.T", "A = softmax(S / sqrt(2))", "H = A @ X"], ["P = relu(X)", "N = layer_norm(P, eps=1)", "B = N * 2"],
    ["R = rope(X, start=1)", "S = R @ R.T", "M = causal_mask(S)", "A = softmax(M)"], ["E = exp(X)", "A = normalize(E)", "t = sum(A)"],
    ["C = concat(X, X)", "D = C[:, 0:2]", "F = sigmoid(D)", "G = F.T"],
)  # fmt: skip
TEXTS = ("Compute $Q$ \\emph{by hand}.", "What is $\\frac{1}{\\sqrt{d_k}}$ for?\n\nSay why.", "100\\% of the \\textbf{rows} add up to $1$.", "")


def matrix(chance: Random, rows: int, columns: int) -> str:
    kinds = chance.choice([NUMBERS[:6], NUMBERS[:8], NUMBERS])
    return "[" + ", ".join("[" + ", ".join(f'"{chance.choice(kinds)}"' for _ in range(columns)) + "]" for _ in range(rows)) + "]"


def question(chance: Random) -> str:
    kind, n = chance.choice(VARIANTS), chance.randint(1, 4)
    text = f"[[question]]\nprompt = '''{chance.choice(TEXTS)}'''\n"
    d, h = (2, 2) if kind == "lines" else (chance.randint(1, 4), chance.randint(1, 3))
    if kind == "words":
        return f"{text}[[question.part]]\nprompt = 'Why?'\nanswer = 'Because $1 < 2$.'\nmarks = 1.5\n"
    if kind == "shapes":
        return f"{text}steps = ['Q = X @ W', 'N = numbers(W)', 'S = Q @ Q.T']\n[question.shapes]\nX = ['n', 'd']\nW = ['d', {d}]\n"
    if kind == "lines":
        steps = chance.choice(LINES)
        return f"{text}steps = {steps!r}\ngiven.X = {matrix(chance, n, d)}\n"
    many = kind == "multi-head-attention"
    options = {"mask": f'"{chance.choice(["none", "causal"])}"', **({"heads": h} if many else {})}
    text += f"variant = '{kind}'\noptions = {{ {', '.join(f'{name} = {value}' for name, value in options.items())} }}\n[question.given]\n"
    text += f"X = {matrix(chance, n, d)}\n"
    for head in range(1, h + 1) if many else [0]:
        text += "".join(f"{name}{f'_{head}' if head else ''} = {matrix(chance, d, 2)}\n" for name in ("W_Q", "W_K", "W_V"))
    return text


def sheet(seed: int) -> str:
    """A sheet's text; the seed says which."""
    chance = Random(f"page {seed}")
    head = f"title = 'Sheet {seed}, 100% & more'\nheader = ['Name', 'ID']\ndecimals = {chance.choice([2, 4, 6])}\n"
    head += f"notation = '{chance.choice([name for name in notations() if name != 'columns'])}'\nlanguage = '{chance.choice(languages())}'\n"
    head += Random(f"working {seed}").choice(["", "", "working = 'decimals'\n", "working = 'carried'\n"])
    return head + "".join(question(chance) for _ in range(chance.randint(1, 3)))


def wrong(seeds: Sequence[int]) -> Iterator[str]:
    """What is wrong with the sheets of these seeds."""
    leaves: dict[tuple[str, bool], list[tuple[int, Sheet, str]]] = {}
    for seed in seeds:
        loaded = loads(sheet(seed))
        yield from (f"{seed}: lint: {problem}" for problem in findings(loaded))
        solution = loaded.solve()
        yield from (f"{seed}: {what}" for what in in_formats(solution, twice=seed % 10 == 0))
        key = bool(seed % 3)
        leaf = pages.page(solution, "tex", key=key, detail=("brief", "standard", "full")[seed % 3], whole="leaf")
        leaves.setdefault((loaded.language, key), []).append((seed, loaded, leaf))
    for (_, key), made in leaves.items():
        for k in range(0, len(made), BOUND):
            yield from in_print(made[k : k + BOUND], key)


def in_formats(solution: SolvedSheet, twice: bool) -> Iterator[str]:
    for form in ("html", "md", "text"):
        for key in (True, False):
            page = pages.page(solution, form, key=key)
            if twice and page != pages.page(solution, form, key=key):
                yield f"{form}: another page the second time"
            body = page.split("<body")[-1].split("<script")[0]
            unknown = [] if form == "md" else re.findall(r"\\[A-Za-z]+", body)
            if unknown:
                yield f"{form}: {unknown[0]} is left of LaTeX"


def in_print(made: Sequence[tuple[int, Sheet, str]], key: bool) -> Iterator[str]:
    marked = [f"\\message{{[sheet {seed}]}}\n{leaf}" for seed, _, leaf in made]
    _, log = pdf.compiled(pages.booklet(marked, made[0][1], key, ()), "pdflatex", 300)
    at = "?"
    for line in log.split("\n"):
        found = re.findall(r"\[sheet (\d+)\]", line)
        at = found[-1] if found else at
        over = re.match(r"Overfull \\([hv])box \(([\d.]+)pt", line)
        if over and float(over[2]) > 5:
            yield f"{at}: {over[1]}box stands out by {over[2]} pt"


if __name__ == "__main__":
    first, last = (0, int(sys.argv[1])) if len(sys.argv) == 2 else (int(sys.argv[1]), int(sys.argv[2]))
    says = list(wrong(range(first, last)))
    print("\n".join(says))
    print(f"{last - first} sheets, {len(says)} faults")
