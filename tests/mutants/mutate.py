"""How many small faults do the nearest tests notice?

    python tests/mutants/mutate.py --count 40 --seed 2026

Draws places in ``symattn/`` by chance, changes one thing at each (a constant, a comparison, a branch, an arithmetic
sign) in a copy of the checkout, and runs the tests nearest to the module: its own doctests, the tests that name it,
those of its room, the pages' (of boxes, formats and notations all of ``tests/page/``, where they are tested). All mutants
go through one kind of tests before the next, which take longer, are tried on those that are left. Prints every mutant with what became of it; the last line is the figure.
A mutant that survives is either a fault no test would see, or changes nothing: its line is printed to be looked at.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from py_compile import PycInvalidationMode

ROOT = Path(__file__).resolve().parents[2]
COMPARED = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==", ast.In: "not in", ast.NotIn: "in",
            ast.Is: "is not", ast.IsNot: "is"}  # fmt: skip
SIGNS = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*"}
STAGES = {"its doctests": 60, "tests that name it": 300, "tests named after its folder": 300, "the other tests of its room": 900,
          "the pages' tests": 900}  # and the seconds of CPU that one run may take: a fault that takes longer has no end, and is noticed  # fmt: skip
MOST = 6  # files that name a module, of those that many name


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

    def told(self) -> str:
        """Where it is, the line as it was, and what came in."""
        line = self.path.read_text(encoding="utf-8").split("\n")[self.line - 1].strip()
        return f"{self.path.relative_to(ROOT)}:{self.line}: {line}  ->  {self.new.strip()}"


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
    """What to run in turn: the module's doctests, tests that name it, its room's tests (those named after its folder first), the pages'."""
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    short = module.removesuffix(".__init__")
    tests = copy / "tests"
    naming = [str(f) for f in sorted(tests.rglob("test_*.py")) if short in f.read_text(encoding="utf-8") and "benchmarks" not in f.parts]
    room, *inside = path.relative_to(ROOT / "symattn").with_suffix("").parts
    files = [f for f in sorted((tests / room).rglob("test_*.py")) if (tests / room).is_dir()]
    near = [f for f in files if any(part.rstrip("s") in f.stem for part in inside)]
    shown = sorted((tests / "page").glob("test_*.py")) if room in ("boxes", "formats", "notation") else []
    commands = sorted((tests / "cli").glob("test_*.py"))
    pages = [f for f in (*shown, tests / "test_pages.py", *commands, tests / "test_catalogue.py") if f.exists()]
    rest = [str(f) for f in files if f not in near and str(f) not in naming]
    return [[str(copy / path.relative_to(ROOT))], naming[:MOST], [str(f) for f in near if str(f) not in naming], rest, [str(f) for f in pages if str(f) not in naming]]


def noticed(mutant: Mutant, files: list[str], copy: Path, seconds: int) -> str:
    """Whether tests notice the change: "" if they do not, "failed", or "no end" where they take that much longer."""
    target = copy / mutant.path.relative_to(ROOT)
    original = target.read_text(encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not exhaustive and not tex and not browser", *files]
    try:
        target.write_text(mutant.applied(original), encoding="utf-8")
        run = subprocess.run(
            command, cwd=copy, capture_output=True, env=environment,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5)),
        )  # fmt: skip
    finally:
        target.write_text(original, encoding="utf-8")
    return "no end" if run.returncode < 0 else "" if run.returncode in (0, 5) else "failed"


def main() -> int:
    """Draw, change, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--only", type=int, nargs="*", help="of those drawn, these alone, counted from 0")
    parser.add_argument("--stages", type=int, default=len(STAGES), help="how far to go: doctests, naming, near, room, pages")
    options = parser.parse_args()
    places = [mutant for path in sorted((ROOT / "symattn").rglob("*.py")) for mutant in mutants(path)]
    drawn = random.Random(options.seed).sample(places, options.count)
    left = {place: drawn[place] for place in options.only or range(len(drawn))}
    total = len(left)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", "__pycache__", ".venv", "*.egg-info"))
        compileall.compile_dir(copy / "symattn", quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)  # so a change within a second is seen
        for stage, (what, seconds) in enumerate(list(STAGES.items())[: options.stages]):
            for place, mutant in list(left.items()):
                files = nearest(mutant.path, copy)[stage]
                how = noticed(mutant, files, copy, seconds) if files else ""
                if how:
                    print(f"{place:3} noticed by {what}{' (no end)' if how == 'no end' else ''}: {mutant.told()}", flush=True)
                    del left[place]
    for place, mutant in left.items():
        print(f"{place:3} SURVIVED: {mutant.told()}")
    print(f"mutants: {total - len(left)} of {total} noticed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
