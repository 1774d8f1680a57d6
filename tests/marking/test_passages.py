"""A text read passage by passage says what it says as a whole, and a student's report does not hang on what others wrote."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from symattn.files import folder
from symattn.limits import MOST_DIAGNOSED, MOST_PASSAGES, MOST_RIGHT
from symattn.marking.answers import cells, grids, prose, statements
from symattn.marking.answers.numerals import country, evidence
from symattn.marking.answers.passages import passages
from symattn.marking.answers.written import START, Contents
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.sheet import load
from tests.marking.answers_corpus import CASES

TEXTS = [text for _, suffix, text, *_ in CASES if suffix in (".txt", ".md")]
LATEX = [text for _, suffix, text, *_ in CASES if suffix == ".tex"]
WAYS = ["[[{}, {}], [{}, {}]]", "[{} {}; {} {}]", "({} {} / {} {})", "\n{}  {}\n{}  {}\n", "[[{}, {}]\n [{}, {}]]", "{{{{{},{}}},{{{},{}}}}}",
        "⎡{} {}⎤\n    ⎣{} {}⎦", "\n⎡{} {}⎤\n⎣{} {}⎦\n", "⎛{}  {}⎞\n    ⎝{}  {}⎠\n", "\\begin{{pmatrix}} {} & {} \\\\ {} & {} \\end{{pmatrix}}"]
TABLES = ["\n{}\t{}\n{}\t{}", "\n{} {}\n{} {}", "\n\n|  |  |\n|---|---|\n| {} | {} |\n| {} | {} |\n", "\n| {}| {}|\n| {}| {}|\n"]
DRESSES = ["{}", "{}", "$${}$$", "${}$", "\\[ {} \\]\n", "$$\n{}\n$$\n", "\n$$ {} $$\n", "so ${}$."]
LINES = ["Ada, ID 17", "now the next one", "(a)", "Head 2", "# Question 2", "", "1 2", "3 4", "S", "as above:", "d = 2", "x = 1 2", "[5 6]"]
TYPESET = [
    "\\[ {} \\]", "\\[\n{}\n\\]", "$${}$$\n", "\\( {} \\) and", "\\begin{{align*}}\n{}\n\\end{{align*}}", "\\begin{{equation}} {} \\end{{equation}}\n",
    "\\section*{{Part (a)}}\n$${}$$", "\\subsection{{Head 2}}\n\\[{}\\]", "{}", "\\[ {}.\n\\]", "\\begin{{gather*}}\n{}\n\\end{{gather*}}\nso",
    "\\begin{{align}}{} \\\\ K_2 &= \\begin{{pmatrix}} 1 & 2 \\end{{pmatrix}} \\end{{align}}", "\\begin{{align*}}\n{}\n\\\\ \\end{{align*}} [5 6]",
]
HARDLY = ["\\[ {} V", "\\item ${}$", "% {}", "\\text{{so}} ${}$", "\\[ {} [", "\\section{{A}} {}", "\\section*{{}}", "\\subsection*{{(b)}}\n{}", "\\section{{Question 2}}"]
BEFORE = ["", "", "\\documentclass{article}\n\\begin{document}\n", "\\usepackage{amsmath}\n\\begin{document}", "\\newcommand{\\V}{W}\n\\begin{document}\nAda\n\n", "\\usepackage{a} % V\n\\begin{document}"]
ODD = ["K =", "1\t2", "3\t4", "\tQ\tK", "\n| 1 | 2 |\n", "| 3| 4|", "K = | 3 4 |", "**S_1**", "**Q**:", "="]


def joined(seed: int, odd: bool = False) -> str:
    """Lines of the corpus, of matrices in every way, and of whatever stands between them, below each other; *odd* ones have tables
    and signs alone on a line, which hardly ever let a text be cut."""
    ways, between = (WAYS + TABLES, LINES + ODD) if odd else (WAYS, LINES)
    rng, lines = Random(seed), []
    for _ in range(rng.randint(2, 9)):
        kind = rng.random()
        if kind < 0.5:
            numbers = [rng.choice(["1", "0.5", "0,25", "-3"]) for _ in range(4)]
            name = rng.choice("QKVSA") + rng.choice(["", "_1", "2", "_{1}", "^{(1)}"])
            equation = f"{name}{rng.choice([' = ', '=', ' ='])}{rng.choice(ways).format(*numbers)}"
            lines.append(rng.choice(DRESSES).format(equation) if "\n" not in equation else equation)
        else:
            some = rng.choice(TEXTS).split("\n") if kind < 0.7 else between
            lines.append(rng.choice(some))
    return "\n".join(lines)


def typeset(seed: int) -> str:
    """Lines of LaTeX below each other, as in a document."""
    rng, lines = Random(seed), []
    for _ in range(rng.randint(2, 9)):
        numbers = [rng.choice(["1", "0.5", "0{,}25", "-3"]) for _ in range(4)]
        name = rng.choice(["Q", "K", "V", "S_1", "S_{1}", "\\mathbf{A}_1", "A^{(1)}", "V_{\\text{in}}"])
        kind = rng.choice(["p", "b", "small", ""])
        matrix = "\\begin{{{4}matrix}} {0} & {1} \\\\ {2} & {3} \\end{{{4}matrix}}".format(*numbers, kind)
        made = rng.choice(TYPESET if rng.random() < 0.9 else HARDLY).format(f"{name}{rng.choice([' = ', ' &= ', '='])}{matrix}")
        lines.append(made if rng.random() < 0.8 else rng.choice([*LINES, *rng.choice(LATEX).split("\n")]))
    return rng.choice(BEFORE) + rng.choice(["\n", "\n\n"]).join(lines) + rng.choice(["", "\n\\end{document}\n"])


def said(found: Contents) -> tuple[object, ...]:
    unused = sorted((one.line, one.text, str(one.why), one.question or "") for one in found.unused)
    return [(answer, answer.whole) for answer in found.answers], unused, (found.end.question, found.end.part, found.end.head)


@pytest.mark.exhaustive
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("kind", ["plain", "odd", "latex"])
@pytest.mark.parametrize("seeds", [range(k, k + 200) for k in range(0, 600, 200)], ids=str)
def test_a_text_says_the_same_by_passages(seeds: range, kind: str, language: str) -> None:
    cut, latex = 0, kind == "latex"
    texts = [typeset(seed) if latex else joined(seed, kind == "odd") for seed in seeds]
    for text in [*texts, *((LATEX if latex else TEXTS) if not seeds.start else [])]:
        with country(language), evidence(text):
            parts = passages(text, latex)
            assert "".join(parts) == text
            if len(parts) > 1:
                cut += 1
                whole = statements.read(prose.flat(text.rstrip(), latex))
                assert said(prose._by_passages(parts, frozenset(), START, latex)) == said(whole), text
    assert cut > len(seeds) / (8 if kind == "odd" else 4)


ENGLISH = [
    "Q_1 = [[1, 2], [3, 4]]\nS_1 = [4 10; 10 24]\n\nA_1 =\n0.0142 0.9858\n0.0001 0.9999\n",
    "S_1 = [4 10; 10 24]\nQ_1 = [[1, 2], [3, 4]]\nA_1 = [0.0142 0.9858; 0.0001 0.9998]\n",
    "Q_1 = [[1, 2], [3, 5]]\nS_1 = [4 10; 11 27]\n",
]
GERMAN = [
    "A_1 = [0,762,0,238]\nS_1 = [1.000 2.000; 3.500 1.250]\n",
    "A_1 = [0,762,0,238]\nS_1 = [1.000 2.000; 3.500 1.250]\nQ_1 = [0,500 1,000; 2,000 1,000]\nH_1 = [0,762 0,238; 0,935 0,065]\n",
    "A_1 = [0,762,0,238]\nS_1 = [1.000 2.000; 3.500 1.250]\nQ_1 = [0.5 1; 2 1]\nH_1 = [0.762 0.238; 0.935 0.065]\nZ = 0.762\n",
]


def forget() -> None:
    """As a new process begins: nothing read yet."""
    for remembered in (prose._passage, grids._cells_of, cells._known_entries):
        remembered.cache_clear()


@pytest.mark.parametrize(("language", "texts"), [("en", ENGLISH), ("de", GERMAN), ("en", GERMAN)])
def test_nobodys_report_hangs_on_what_others_wrote_and_what_is_remembered_is_bounded(language: str, texts: list[str], tmp_path: Path) -> None:
    sheet = replace(load(folder("worksheets") / "two-heads-by-hand.toml"), language=language)
    files = [tmp_path / f"{number}.txt" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text, "utf-8")
    alone = []
    for file in files:
        forget()
        alone.append(check_file(Ready(sheet), file))
    for first in range(len(files)):
        forget()
        ready = Ready(sheet)
        for file in (files[first:] + files[:first]) * 2:
            assert check_file(ready, file) == alone[files.index(file)]
    assert prose._passage.cache_info().maxsize == MOST_PASSAGES
    assert all(len(found) <= MOST_RIGHT for found in ready.right.values())
    assert all(len(found) <= MOST_DIAGNOSED for found in ready.diagnosed.values())


ROWS = {"Q_1": "1 2 3 4", "S_1": "4 10 10 24", "A_1": "0.0142 0.9858 0.0001 0.9999"}
WHOLE = {
    ".txt": "{0} =\n{1} {2}\n{3} {4}\n\n",
    ".md": "**{0}**\n\n|  |  |\n|---|---|\n| {1} | {2} |\n| {3} | {4} |\n\n",
    ".html": "<p>{0} =</p><table><tr><td>{1}</td><td>{2}</td></tr><tr><td>{3}</td><td>{4}</td></tr></table>",
    ".csv": "{0},{1},{2}\n{0},{3},{4}\n",
    ".tex": "\\[ {0} = \\begin{{pmatrix}} {1} & {2} \\\\ {3} & {4} \\end{{pmatrix}} \\]\n\n",
}


@pytest.mark.parametrize("suffix", WHOLE)
def test_what_a_class_writes_alike_is_read_once_as_tables_too(suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the second script only what is its student's own is read again."""
    read: list[str] = []
    monkeypatch.setattr(prose, "flat", lambda text, latex=False, flat=prose.flat: read.append(text) or flat(text, latex))
    forget()
    ready = Ready(load(folder("worksheets") / "two-heads-by-hand.toml"))
    for student in ("Ada, 17", "Bob, 18"):
        begins = {".csv": "line,c1,c2\n", ".html": f"<h1>{student}</h1>"}.get(suffix, f"{student}\n\n")
        file = tmp_path / f"{student}{suffix}"
        file.write_text(begins + "".join(WHOLE[suffix].format(name, *row.split()) for name, row in ROWS.items()), "utf-8")
        before = len(read)
        (report,) = check_file(ready, file)
        assert [one.verdict for one in report.questions[0].results if one.name in ROWS] == ["correct"] * 3
    assert before >= 3
    assert len(read) - before <= 1
