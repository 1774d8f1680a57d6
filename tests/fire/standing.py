"""The standing attack: hostile hand-ins, sheets, rosters and marks without end, each a command in a process of its own.

``python tests/fire/attack.py --minutes 60 --seed 7`` says what each kind came to and exits with 1 where something was found; what
was found is printed with its number, and ``--only NUMBER`` does it again. Nothing may end by a signal or a traceback, with an exit
code that is not documented, or beyond the limits: a hand-in of 100 kB in 1 second, anything else in 10, all in 500 MB. Seconds are
those of the processor, start-up apart, the least of three; where the machine is slow or busy, as a loop of known work tells, they
count for less. It ends when its minutes are over, whatever is at work then.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import attack

HANDIN, ANY, MEMORY = 1.0, 10.0, 500_000_000
"""Seconds for a hand-in, seconds for whatever else, bytes for all."""
LARGEST = 100_000
"""Bytes of a hand-in."""
HOPELESS = 4
"""Times what it may take, after which a process is ended and not tried again."""
LOOP = 0.008
"""Seconds of the processor for the loop of known work, where a second is a second."""
CODES = (0, 1, 2, 3)
"""Done, something not right, usage or a bad sheet, a limit; 4 would be a missing tool, and none is asked for."""
FORMATS = ("text", "json", "csv", "html", "tex", "gradescope")
PAGES = ("text", "html", "md", "tex", "json", "ipynb")
KILO = 1 if sys.platform == "darwin" else 1024
PIECES = (
    "&", "& ", "\n", "\n\n", " ", "\t", "$", "$$", "\\\\", "{", "}", "(", ")", "[", "]", "[1]", "[1 2]", "[1,2],", "|", "| 1 ", "||", "|-", "<", ">", "</",
    "<a>", "<b a='", "<!--", "]]>", "<![CDATA[", '"', "'", "`", "```\n", "#", "# ", "*", "**", "* ", "_", "^", "x_", "x^1 ", "~~", "!", "%", "%\n", "@", ":",
    ";", ", ", ". ", "...", "--", "- ", "+", "1+", "/", "=", "= ", "A=", "A = [1]\n", "A=[1 2]\n", "Q = ", "Q: ", "Q = [[1,2],[3,4]]\n", "1 ", "1,", "0,5 ", "1/2 ",
    "e^", "e^(", "sqrt(", "\\sqrt{", "\\frac{", "\\frac{1}{", "\\left(", "\\right)", "\\begin{bmatrix}", "\\end{bmatrix}", "\\begin{bmatrix}1&2\\\\3&4\\end{bmatrix}",
    "\\begin{align}", "\\[", "\\]", "\\(", "\\)", "\\item ", "\\section{", "\\section{1}\n", "\\text{", "\\boxed{", "\\mathbf{A}", "\\\\[8pt]", "\\newcommand{\\a}{\\b}",
    "\\a", "\\verb!", "\\underbrace{", "head ", "Head 1: Q = ", "Question 1\n", "q1 ", "q1:\n", "## q1\n", "(a) ", "A^T=", "np.array([", "tensor(", "array([[1,2],[3,4]])\n",
    "and ", "is 1 ", "A is ", "→", "⇒ ", "≈1", "≠", "½", "√", "√(", "π", "∞", "−", "×", "⎡1 2⎤\n", "⎣3 4⎦\n", "1 2\n", "1 2\n3 4\n\n", "A =\n\n   1   2\n\n", "ans =\n",
    "<td>", "<tr><td>1", "<table>", "<math>", "<mi>", "<mfrac>", "<mtable>", "<script>", "<p>A = 1</p>", "<del>", "&lt;", "&#", "é", "e\u0301", "\u200b", "\u202e", "𝐀", "𝐀=1 ",
    "\x00", "\x0c", "\u2028", "\u00a0", "a_b ", "α =", "softmax(", "QK^T = ", "A B = ", "= 1 ", "[1 2] + ", "(2) ", "50%", "1 x 2", "Q ∈ ℝ", '{"a":', "[0,", "null,",
    "a = 1\n", "a.b = 1\n", "[a]\n", "[[a]]\n", "x = {", "'''", "- a\n", "- - ", "a: ", "? ", "In [1]: ", ">>> ", "print(", "[[1. 2.]\n [3. 4.]]\n", "A[0,0] = 1\n", "{%", "{{", "<%",
)  # fmt: skip
LINES = ("{} = A @ B", "{} = A + B", "{} = A * B", "{} = softmax(A)", "{} = exp(A)", "{} = A.T", "{} = masked(A)", "{} = A / sqrt(2)", "{} = concat(A, B)",
         "{} = A @ A @ A", "{} = log(A)", "{} = A - B", "{} = layer_norm(A)", "{} = sigmoid(A)", "{} = tanh(A)", "{} = relu(A) @ softmax(B)", "{} = A @ B.T")  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A command and the files that it is given; how many seconds it may take."""

    kind: str
    args: tuple[str, ...]
    files: dict[str, bytes]
    seconds: float
    json: bool = False


@dataclass(frozen=True)
class Outcome:
    """What became of a case."""

    code: int
    seconds: float
    bytes: int
    out: bytes
    err: str
    late: bool = False
    """Whether it was ended because the time was over, not for what it did."""

    def faults(self, case: Case, pace: float = 1.0) -> list[str]:
        """What must not be."""
        if self.late:
            return []
        found = [f"exit {self.code}"] if self.code not in CODES else []
        found += [f"said {word!r}" for word in ("Traceback", "something in symattn failed", "Internal") if word in self.err or word.encode() in self.out]
        found += [f"{self.seconds:.2f} s, {case.seconds:.1f} allowed"] if self.seconds > case.seconds * pace else []
        found += [f"{self.bytes:,} bytes"] if self.bytes > MEMORY else []
        found += ["not a word of why"] if self.code > 1 and not self.err.strip() else []
        if case.json and self.code in (0, 1):
            try:
                json.loads(self.out)
            except ValueError as error:
                found.append(f"no JSON: {error}")
        return found


# ---- what is tried


def repeated(chance: Random, size: int) -> str:
    """A few pieces over and over: what makes a reader go back and forth."""
    run = "".join(chance.choice(PIECES) for _ in range(chance.choice((1, 1, 2, 3, 5))))
    return (run * (size // len(run) + 1))[:size]


def text_of(chance: Random, whole: str, size: int) -> str:
    """An ordinary text, damaged, poisoned, or with repeated pieces in it or in its place."""
    way = chance.random()
    if way < 0.4:
        return attack.poisoned(whole, chance, size)
    if way < 0.6:
        return repeated(chance, size)
    at = chance.randint(0, len(whole))
    return whole[:at] + repeated(chance, size) + whole[at:]


def sized(chance: Random) -> int:
    """Mostly small, now and then as large as may be."""
    return chance.choice((20, 200, 2_000, 20_000, LARGEST - 3_000))


def handin(chance: Random) -> Case:
    """An answer file in one of the formats, checked or read."""
    suffix = chance.choice(list(attack.ANSWER))
    data = text_of(chance, attack.ANSWER[suffix], sized(chance)).encode("utf-8", "replace" if chance.random() < 0.9 else "surrogatepass")[:LARGEST]
    if suffix == ".docx":
        data = attack.packed(data.decode("utf-8", "replace"))
    students = max(1.0, data.count(b"\n") / 1_000) if suffix == ".csv" else 1.0
    form = chance.choice(FORMATS)
    args = ("read", "sheet.toml", f"ada{suffix}") if chance.random() < 0.2 else ("check", "sheet.toml", f"ada{suffix}", "--format", form)
    return Case(f"hand-in {suffix}", args, {"sheet.toml": attack.SHEET.encode(), f"ada{suffix}": data}, HANDIN * students, args[-1] == "json")


def steps(chance: Random) -> str:
    """A sheet of made-up lines."""
    names = [f"L{k}" for k in range(chance.choice((1, 3, 8, 30)))]
    lines = [chance.choice(LINES).format(name).replace("A", chance.choice(["X", *names[:k]])).replace("B", chance.choice(["X", "W", *names[:k]]))
             for k, name in enumerate(names)]  # fmt: skip
    size = chance.choice((1, 2, 3, 6))
    entry = lambda: chance.choice(["1", "-2", "0", "3", "7", '"1/3"', '"sqrt(2)"', '"e"', "0.25", '"log(3)"', '"pi"', "1000000"])  # noqa: E731
    matrix = lambda: "[" + ", ".join("[" + ", ".join(entry() for _ in range(size)) + "]" for _ in range(size)) + "]"  # noqa: E731
    return f"[[question]]\nsteps = {json.dumps(lines)}\n[question.given]\nX = {matrix()}\nW = {matrix()}\n"


def sheet(chance: Random) -> Case:
    """A worksheet, solved, blanked, linted, varied, marked against."""
    way, size = chance.random(), sized(chance)
    if way < 0.35:
        text = steps(chance)
    elif way < 0.7:
        text = text_of(chance, attack.SHEET, size)
    else:
        said = json.dumps(repeated(chance, size), ensure_ascii=True)
        key = chance.choice(("intro", "note", "title", "course", "preamble"))
        text = f"{key} = {said}\n{attack.SHEET}" if chance.random() < 0.4 else attack.SHEET.replace('id = "q1"', f'id = "q1"\nprompt = {said}')
    form = chance.choice(PAGES)
    args = chance.choice((("solve", "sheet.toml", "--format", form), ("blank", "sheet.toml", "--format", form), ("lint", "sheet.toml"),
                          ("vary", "sheet.toml", "--count", "1", "--seed", "1", "--format", form, "-o", "out"), ("check", "sheet.toml", "ada.toml")))  # fmt: skip
    files = {"sheet.toml": text.encode("utf-8", "replace"), "ada.toml": attack.ANSWER[".toml"].encode()}
    return Case("sheet", args, files, ANY)


def roster(chance: Random) -> Case:
    """A class list."""
    data = text_of(chance, attack.roster(chance, 200), sized(chance)).encode("utf-8", "replace")
    files = {"sheet.toml": attack.SHEET.encode(), "in/ada0.toml": attack.ANSWER[".toml"].encode(), "class.csv": data}
    return Case("roster", ("check", "sheet.toml", "in", "--roster", "class.csv", "--format", "csv"), files, ANY)


def marks(chance: Random) -> Case:
    """A grader's marks."""
    data = text_of(chance, attack.marks(chance, 200), sized(chance)).encode("utf-8", "replace")
    files = {"sheet.toml": attack.SHEET.encode(), "in/ada.toml": attack.ANSWER[".toml"].encode(), "marks.toml": data}
    return Case("marks", ("check", "sheet.toml", "in", "--marks", "marks.toml", "--format", "json"), files, ANY, json=True)


def folder(chance: Random) -> Case:
    """A folder of hand-ins under names that a student chose."""
    files = {"sheet.toml": attack.SHEET.encode()}
    for _ in range(chance.randint(1, 6)):
        room = "".join(chance.choice(("ada", "bob_1_2_", "s02", "_", "-", " ", "é", "\u202e", "'", "$(id)", "%2e", "submission_9")) for _ in range(chance.randint(1, 3)))
        suffix = chance.choice((*attack.ANSWER, ".yml", ".pdf", "", ".TOML", ".toml.jsonl"))
        files[f"in/{room}/{chance.choice(('hw', 'submission_metadata', 's01', '..x', '-rf', '--marks=x'))}{suffix}"] = text_of(
            chance, attack.ANSWER.get(suffix, "?"), 500).encode("utf-8", "replace")  # fmt: skip
    return Case("folder", ("check", "sheet.toml", "in", "--format", chance.choice(FORMATS)), files, ANY)


KINDS: tuple[Callable[[Random], Case], ...] = (handin, handin, handin, sheet, sheet, roster, marks, folder)


def case(seed: str, number: int) -> Case:
    """The case of a number."""
    chance = Random(f"{seed} {number}")
    return chance.choice(KINDS)(chance)


# ---- and how


def tried(one: Case, end: float = float("inf")) -> Outcome:
    """Run a command in a fork of this process, in a folder of its own, until *end* at most."""
    with tempfile.TemporaryDirectory(prefix="symattn-fire-") as name:
        place = Path(name)
        for file, data in one.files.items():
            (place / file).parent.mkdir(parents=True, exist_ok=True)
            (place / file).write_bytes(data)
        pid = os.fork()
        if not pid:
            _child(one, place)
        status, used, late = _waited(pid, end)
        code = os.waitstatus_to_exitcode(status)
        out, err = ((place / said).read_bytes() if (place / said).exists() else b"" for said in (".out", ".err"))
        return Outcome(code, used.ru_utime + used.ru_stime, used.ru_maxrss * KILO, out, err.decode("utf-8", "replace"), late)


def _waited(pid: int, end: float) -> tuple[int, resource.struct_rusage, bool]:
    """How a child ended, what it used, and whether it was killed because *end* had come: nothing is sent to one that is gone."""
    late = False
    while True:
        got, status, used = os.wait4(pid, 0 if late or end == float("inf") else os.WNOHANG)
        if got:
            return status, used, late
        if time.monotonic() >= end:
            late = True
            os.kill(pid, signal.SIGKILL)  # not waited for yet, so the number is still this child's
        else:
            time.sleep(0.002)


def _child(one: Case, place: Path) -> None:
    """Never returns."""
    from symattn.cli import run

    os.chdir(place)
    for number, said in ((1, ".out"), (2, ".err")):
        os.dup2(os.open(place / said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))
    most = int(HOPELESS * one.seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))
    os.environ["XDG_STATE_HOME"] = os.environ["XDG_DATA_HOME"] = str(place / ".state")
    sys.argv = ["symattn", *one.args]
    code = 70
    try:
        run()
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(code)


def pace() -> float:
    """How slow the machine is just now, 1 at least: on a busy one the same instructions take longer on the processor's clock too."""
    began = time.process_time()
    for _ in range(5):
        sum(k * k for k in range(200_000))
    return max(1.0, (time.process_time() - began) / (5 * LOOP))


def looked_at(one: Case, end: float = float("inf")) -> tuple[Outcome, list[str]]:
    """What a case came to and what is wrong with it, the least of three where it took too long."""
    found = tried(one, end)
    wrong = found.faults(one)
    for _ in range(3):
        if found.code < 0 or not wrong or found.seconds <= one.seconds:
            break
        wrong = found.faults(one, pace())
        if wrong:
            again = tried(one, end)
            found = min(found, again, key=lambda outcome: (not outcome.late, outcome.seconds))
            wrong = found.faults(one, pace())
    return found, wrong


def warmed() -> None:
    """Load what the commands load with their first use, so that every fork has it: start-up is not what is measured."""
    import contextlib
    import io

    from click.testing import CliRunner

    from symattn.cli import main

    runner = CliRunner()
    with runner.isolated_filesystem(), contextlib.redirect_stdout(io.StringIO()):
        Path("sheet.toml").write_text(attack.SHEET + "[vary]\ndraw = [{ names = ['X'] }]\n", "utf-8")
        for suffix, text in attack.ANSWER.items():
            Path(f"a{suffix}").write_bytes(attack.packed(text) if suffix == ".docx" else text.encode())
            runner.invoke(main, ["read", "sheet.toml", f"a{suffix}"])
        for form in FORMATS:
            runner.invoke(main, ["check", "sheet.toml", "a.toml", "--format", form])
        for form in PAGES:
            runner.invoke(main, ["solve", "sheet.toml", "--format", form])
            runner.invoke(main, ["blank", "sheet.toml", "--format", form])
        runner.invoke(main, ["lint", "sheet.toml"])


def main(arguments: list[str] | None = None) -> int:
    """The attack from the command line; 1 where something was found."""
    import argparse

    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--minutes", type=float, default=1.0)
    options.add_argument("--seed", default="1")
    options.add_argument("--only", type=int, help="one case again, its files left in the folder that is named")
    asked = options.parse_args(arguments)
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    warmed()
    if asked.only is not None:
        one = case(asked.seed, asked.only)
        place = Path(tempfile.mkdtemp(prefix="symattn-fire-"))
        for file, data in one.files.items():
            (place / file).parent.mkdir(parents=True, exist_ok=True)
            (place / file).write_bytes(data)
        found, wrong = looked_at(one)
        print(place, *one.args)
        print(f"exit {found.code}, {found.seconds:.2f} s, {found.bytes:,} bytes; {'; '.join(wrong) or 'nothing wrong'}\n{found.err[-2000:]}")
        return bool(wrong)
    end, number, bad = time.monotonic() + asked.minutes * 60, 0, 0
    counts: Counter[str] = Counter()
    codes: Counter[int] = Counter()
    slowest: dict[str, tuple[float, int]] = {}
    largest = 0
    while time.monotonic() < end:
        one = case(asked.seed, number)
        found, wrong = looked_at(one, end)
        if found.late:
            break
        counts[one.kind] += 1
        codes[found.code] += 1
        largest = max(largest, found.bytes)
        slowest[one.kind] = max(slowest.get(one.kind, (0.0, 0)), (found.seconds, number))
        if wrong:
            bad += 1
            print(f"--seed {asked.seed} --only {number}: {one.kind}: {' '.join(one.args)}: {'; '.join(wrong)}", flush=True)
        number += 1
    for kind in sorted(counts):
        print(f"{kind:16} {counts[kind]:6,} tried, the slowest {slowest[kind][0]:.2f} s (number {slowest[kind][1]})")
    print(f"{number:,} commands, exit codes {dict(sorted(codes.items()))}, at most {largest / 1e6:.0f} MB, {bad} wrong")
    return bool(bad)
