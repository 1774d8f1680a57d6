"""A class that hands in: every student's own numbers, ten ways of writing them down, right answers and kinds of mistakes.

All values are worked out here, with floats and nothing of symattn's. ``python tests/course/cohort/made_class.py FOLDER 300``
writes a class of that size, to be marked with ``symattn check FOLDER/out/manifest.json FOLDER/hand``.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import exp, sqrt
from pathlib import Path
from random import Random

Matrix = list[list[float]]
Lines = dict[str, Matrix]
FIRST = ["Ada", "Bo", "Chen", "Dina", "Emre", "Fay", "Gus", "Hana", "Ines", "Jun"]
LAST = ["Lovelace", "Noether", "Turing", "Kovalevskaya", "Ramanujan", "Germain", "Hopper", "Khayyam"]


# ---- the sheet, by hand


def product(a: Matrix, b: Matrix) -> Matrix:
    return [[sum(x * y for x, y in zip(row, column, strict=True)) for column in zip(*b, strict=True)] for row in a]


def turned(a: Matrix) -> Matrix:
    return [list(row) for row in zip(*a, strict=True)]


def each(f: Callable[[float], float], a: Matrix) -> Matrix:
    return [[f(x) for x in row] for row in a]


def weights(a: Matrix) -> Matrix:
    powers = each(exp, a)
    return [[x / sum(row) for x in row] for row in powers]


def beside(a: Matrix, b: Matrix) -> Matrix:
    return [[*x, *y] for x, y in zip(a, b, strict=True)]


@dataclass
class Way:
    """How one student works: what is done otherwise than on the sheet."""

    score: Callable[[Matrix, Matrix], Matrix] = lambda q, k: product(q, turned(k))
    scale: Callable[[Matrix, int], Matrix] = lambda s, d: each(lambda x: x / sqrt(d), s)
    soft: Callable[[Matrix], Matrix] = weights
    join: Callable[[Matrix, Matrix], Matrix] = beside
    out: Callable[[Matrix, Matrix], Matrix] = product
    after: Callable[[str, Matrix], Matrix] = lambda name, m: m


def worked(given: Lines, way: Way) -> Lines:
    """All lines of two heads, each from the ones before."""
    found: Lines = {}

    def put(name: str, value: Matrix) -> Matrix:
        found[name] = way.after(name, value)
        return found[name]

    for head in (1, 2):
        q, k, v = (put(f"{x}_{head}", product(given["X"], given[f"W_{x}_{head}"])) for x in "QKV")
        a = put(f"A_{head}", way.soft(put(f"L_{head}", way.scale(put(f"S_{head}", way.score(q, k)), len(q[0])))))
        put(f"H_{head}", product(a, v))
    put("Y", way.out(put("H", way.join(found["H_1"], found["H_2"])), given["W_O"]))
    return {name: found[name] for name in ORDER}


ORDER = [f"{x}_{head}" for head in (1, 2) for x in "QKVSLAH"] + ["H", "Y"]


def one_more(line: str, by: float) -> Way:
    def after(name: str, m: Matrix) -> Matrix:
        return [[m[0][0] + by, *m[0][1:]], *m[1:]] if name == line else m

    return Way(after=after)


def turned_at(line: str) -> Way:
    return Way(after=lambda name, m: turned(m) if name == line else m)


def unnormalised(a: Matrix) -> Matrix:
    return each(exp, a)


MISTAKES: dict[str, tuple[Way, str]] = {
    "unscaled": (Way(scale=lambda s, d: s), "unscaled"),
    "scaled by the width": (Way(scale=lambda s, d: each(lambda x: x / d, s)), "scaled-by-width"),
    "multiplied by the root": (Way(scale=lambda s, d: each(lambda x: x * sqrt(d), s)), "multiplied-by-root"),
    "not transposed": (Way(score=product), "not-transposed"),
    "scores transposed": (Way(score=lambda q, k: product(k, turned(q))), "scores-transposed"),
    "down the columns": (Way(soft=lambda a: turned(weights(turned(a)))), "softmax-columns"),
    "not normalised": (Way(soft=unnormalised), "not-normalised"),
    "scores normalised": (Way(soft=lambda a: [[x / (sum(row) or 1) for x in row] for row in a]), "normalised-scores"),
    "powers of two": (Way(soft=lambda a: [[2**x / sum(2**y for y in row) for x in row] for row in a]), "base-two"),
    "negated scores": (Way(soft=lambda a: weights(each(lambda x: -x, a))), "negated-scores"),
    "heads swapped": (Way(join=lambda a, b: beside(b, a)), "heads-swapped"),
    "projection dropped": (Way(out=lambda h, w: [row[:2] for row in h]), ""),
    "one entry": (one_more("S_1", 3), ""),
    "one weight": (one_more("A_2", 0.2), ""),
    "the result transposed": (turned_at("Y"), "result-transposed"),
}
"""What is done otherwise, and the slip that says so; nothing where no slip of the table does."""


# ---- ten ways to write it down


def cell(x: float) -> str:
    text = f"{x:.4f}"
    return "0.0000" if text == "-0.0000" else text


def rows(m: Matrix, between: str, after: str) -> str:
    return after.join(between.join(map(cell, row)) for row in m)


def listed(m: Matrix) -> str:
    return "[" + ", ".join("[" + ", ".join(map(cell, row)) + "]" for row in m) + "]"


def latex(m: Matrix) -> str:
    return r"\begin{bmatrix} " + rows(m, " & ", r" \\ ") + r" \end{bmatrix}"


def superscript(name: str) -> str:
    stem, _, head = name.partition("_")
    symbol = {"A": "P", "H": r"\mathit{head}", "Y": "M"}.get(stem, stem)
    if name == "H":
        return r"\mathit{head}_1 \oplus \mathit{head}_2"
    return rf"{symbol}_{head}" if stem == "H" else rf"\mathbf{{{symbol}}}^{head}" if head else rf"\mathbf{{{symbol}}}"


def printed(m: Matrix) -> str:
    return "[[" + "]\n [".join(" ".join(map(cell, row)) for row in m) + "]]"


def notebook(lines: Lines) -> str:
    cells = []
    for name, m in lines.items():
        out = {"output_type": "stream", "name": "stdout", "text": printed(m) + "\n"}
        cells.append({"cell_type": "code", "metadata": {}, "execution_count": 1, "source": f"print({name})", "outputs": [out]})
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells})


FORMATS: dict[str, tuple[str, Callable[[Lines], str]]] = {
    "toml": (".toml", lambda ls: "\n".join(["[q1]", *(f"{n} = {json.dumps([list(map(cell, r)) for r in m])}" for n, m in ls.items())])),
    "json": (".json", lambda ls: json.dumps({"q1": {n: [list(map(cell, r)) for r in m] for n, m in ls.items()}})),
    "latex": (".tex", lambda ls: "\n".join(rf"\[ {superscript(n)} = {latex(m)} \]" for n, m in ls.items())),
    "aligned": (
        ".tex",
        lambda ls: "\\begin{align*}\n" + " \\\\\n".join(rf"{superscript(n)} &\approx {latex(m)}" for n, m in ls.items()) + "\n\\end{align*}",
    ),
    "markdown": (".md", lambda ls: "# Question 1\n\n" + "\n\n".join(f"$${superscript(n)} = {latex(m)}$$" for n, m in ls.items())),
    "code": (".md", lambda ls: "\n".join(f"- `{n} = {listed(m)}`" for n, m in ls.items())),
    "matlab": (".txt", lambda ls: "\n".join(f"{n} = [{rows(m, ' ', '; ')}]" for n, m in ls.items())),
    "lists": (".txt", lambda ls: "\n".join(f"{n} = {listed(m)}" for n, m in ls.items())),
    "numpy": (".txt", lambda ls: "\n".join(f"{n} =\n{printed(m)}" for n, m in ls.items())),
    "notebook": (".ipynb", notebook),
}  # fmt: skip


# ---- who hands in what


@dataclass
class Student:
    """Who it is, what was done, how it was written, in which kind of folder, and whose numbers were used."""

    id: str
    name: str
    kind: str
    form: str
    place: str
    numbers: str
    gone: tuple[str, ...] = ()

    @property
    def slip(self) -> str:
        """The slip that should be named, if it is one of the table."""
        return MISTAKES[self.kind][1] if self.kind in MISTAKES else ""


PLACES = ("{id}{end}", "{id}_{last}_late{end}", "hw3_{id}_attempt_2026-03-01-10-00-00_{last}{end}", "{first} {last}_{id}/hw3{end}", "pdf")
OTHERS = ("right", "right", "right", "half", "rough", "unreadable", "copied", "absent")


def students(count: int, seed: int = 1) -> list[Student]:
    """The class: every third is right, every mistake and every other trouble comes in turn."""
    chance = Random(seed)
    kinds = [*MISTAKES, *OTHERS]
    chance.shuffle(kinds)
    width = len(str(count))
    found = []
    for n in range(count):
        id = f"s{n + 1:0{width}}"
        name = f"{FIRST[n % len(FIRST)]} {LAST[n % len(LAST)]}"
        one = Student(id, name, kinds[n % len(kinds)], list(FORMATS)[n * 7 % 10], PLACES[n % len(PLACES)], id)
        if one.kind == "copied":
            one = replace(one, numbers=f"s{max(1, n):0{width}}")
        found.append(one)
    return found


def answers(student: Student, sheets: Path) -> Lines:
    """What a student writes down."""
    question = tomllib.loads((sheets / f"{student.numbers}.toml").read_text("utf-8"))["question"][0]
    way = MISTAKES[student.kind][0] if student.kind in MISTAKES else Way()
    lines = worked(question["given"], way)
    return {name: m for name, m in lines.items() if student.kind != "half" or name.endswith("_1")}


def text_of(student: Student, sheets: Path) -> str:
    """The file of a student."""
    lines = answers(student, sheets)
    written = FORMATS[student.form][1](lines)
    if student.kind == "rough":
        written = re.sub(r"(\.\d\d)00", r"\1", FORMATS[student.form][1]({n: each(lambda x: round(x, 2), m) for n, m in lines.items()}))
    return "This is my homework.\nY = see the picture\n" if student.kind == "unreadable" else written


def hand_in(student: Student, sheets: Path, hand: Path) -> None:
    """Write a student's file where the platform would put it."""
    if student.kind == "absent":
        return
    end = ".txt" if student.kind == "unreadable" else FORMATS[student.form][0]
    first, last = student.name.split()
    about = {"id": student.id, "first": first, "last": last, "n": student.id[1:], "end": end}
    with_scan = student.place == "pdf"
    place = hand / ("{id}/hw3{end}" if with_scan else student.place).format(**about)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text_of(student, sheets), "utf-8")
    if with_scan:
        (place.parent / "scan.pdf").write_bytes(b"%PDF-1.4")


def roster(found: list[Student]) -> str:
    """The class as `symattn vary --roster` takes it."""
    return "id,name\n" + "".join(f"{one.id},{one.name}\n" for one in found)


def made(folder: Path, count: int) -> list[Student]:
    """A class of so many: roster, personal sheets in ``out``, what was handed in under ``hand``."""
    from click.testing import CliRunner

    from symattn.cli import main

    found = students(count)
    folder.mkdir(exist_ok=True)
    (folder / "roster.csv").write_text(roster(found), "utf-8")
    (folder / "secret.txt").write_text("the class of the tests\n", "utf-8")
    order = ["vary", "two-heads-template", "--roster", folder / "roster.csv", "--seed", 11, "--secret", folder / "secret.txt", "--format", "json", "-o", folder / "out"]
    result = CliRunner().invoke(main, list(map(str, order)))
    assert result.exit_code == 0, result.output
    for one in found:
        hand_in(one, folder / "out" / "sheets", folder / "hand")
    return found


if __name__ == "__main__":
    made(Path(sys.argv[1]), int(sys.argv[2]))
