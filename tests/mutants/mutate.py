"""How many small faults do the nearest tests notice?

    python tests/mutants/mutate.py --count 40 --seed 2026

Draws places in ``symattn/`` by chance, changes one thing at each (a constant, a comparison, a branch, an arithmetic
sign) in a copy of the checkout, and runs the tests nearest to the module: its own doctests, the tests of its room whose
files import it, then the room's. Prints every mutant with what became of it; the last line is the figure.
A mutant that survives is either a fault no test would see, or changes nothing: its line is printed to be looked at.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMPARED = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==", ast.In: "not in", ast.NotIn: "in",
            ast.Is: "is not", ast.IsNot: "is"}  # fmt: skip
SIGNS = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*"}


@dataclass(frozen=True)
class Mutant:
    """One change of one line: the file, where the old text starts and ends, and the new text."""

    path: Path
    line: int
    start: int
    end: int
    new: str

    def applied(self, text: str) -> str:
        """The file's text with the change; columns count bytes, as in Python's syntax tree."""
        lines = text.split("\n")
        old = lines[self.line - 1].encode()
        lines[self.line - 1] = (old[: self.start] + self.new.encode() + old[self.end :]).decode()
        return "\n".join(lines)


def mutants(path: Path) -> Iterator[Mutant]:
    """Every place of a module that can be changed, docstrings and annotations left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARED:
            left, right = node.left, node.comparators[0]
            if left.end_lineno == right.lineno:
                yield Mutant(path, right.lineno, left.end_col_offset or 0, right.col_offset, f" {COMPARED[type(node.ops[0])]} ")
        elif isinstance(node, ast.BinOp) and type(node.op) in SIGNS and node.left.end_lineno == node.right.lineno:
            if not any(isinstance(side, (ast.Constant, ast.JoinedStr)) and isinstance(getattr(side, "value", ""), str) for side in (node.left, node.right)):
                yield Mutant(path, node.right.lineno, node.left.end_col_offset or 0, node.right.col_offset, f" {SIGNS[type(node.op)]} ")
        elif isinstance(node, ast.Constant) and type(node.value) is int and node.lineno == node.end_lineno:
            yield Mutant(path, node.lineno, node.col_offset, node.end_col_offset or 0, str(node.value + 1))
        elif isinstance(node, (ast.If, ast.IfExp)) and node.test.lineno == node.test.end_lineno:
            test = node.test
            yield Mutant(path, test.lineno, test.col_offset, test.end_col_offset or 0, "(not (" + ast.unparse(test) + "))")


def nearest(path: Path, copy: Path) -> list[list[str]]:
    """Commands to try in turn: the module's doctests, tests that name it, its room's tests."""
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    short = module.removesuffix(".__init__")
    tests = copy / "tests"
    naming = [str(f) for f in sorted(tests.rglob("test_*.py")) if short in f.read_text(encoding="utf-8") and "benchmarks" not in f.parts]
    room = path.relative_to(ROOT / "symattn").parts[0]
    folder = [str(tests / room)] if (tests / room).is_dir() else []
    pages = [str(f) for f in (tests / "test_pages.py", tests / "test_cli.py", tests / "test_catalogue.py") if f.exists()]
    return [[str(copy / path.relative_to(ROOT))], naming, folder, pages]


def killed(mutant: Mutant, copy: Path, seconds: int) -> str:
    """What noticed the change: the doctests, the tests that name the module, the room's, the pages'; nothing if none did."""
    target = copy / mutant.path.relative_to(ROOT)
    original = target.read_text(encoding="utf-8")
    try:
        target.write_text(mutant.applied(original), encoding="utf-8")
        for what, files in zip(("doctests", "tests that name it", "tests of its room", "pages"), nearest(mutant.path, copy)):
            if not files:
                continue
            command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not tex and not browser", *files]
            try:
                run = subprocess.run(command, cwd=copy, capture_output=True, timeout=seconds, env={**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"})
            except subprocess.TimeoutExpired:
                return f"{what} (no end)"
            if run.returncode not in (0, 5):
                return what
        return ""
    finally:
        target.write_text(original, encoding="utf-8")


def main() -> int:
    """Draw, change, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--seconds", type=int, default=300, help="for one run of tests; longer counts as noticed")
    options = parser.parse_args()
    places = [mutant for path in sorted((ROOT / "symattn").rglob("*.py")) for mutant in mutants(path)]
    drawn = random.Random(options.seed).sample(places, options.count)
    caught = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", "__pycache__", ".venv", "*.egg-info"))
        for mutant in drawn:
            by = killed(mutant, copy, options.seconds)
            caught += bool(by)
            line = mutant.path.read_text(encoding="utf-8").split("\n")[mutant.line - 1].strip()
            place = f"{mutant.path.relative_to(ROOT)}:{mutant.line}"
            print(f"{'noticed by ' + by if by else 'SURVIVED':32} {place}: {line}  ->  {mutant.new.strip()}", flush=True)
    print(f"mutants: {caught} of {options.count} noticed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
