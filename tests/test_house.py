"""The house: floors, sizes, docstrings, and calls that have no place here."""

from __future__ import annotations

import ast
import gc
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from re import fullmatch

import pytest

import symattn
from symattn.language.tree import FUNCTIONS
from symattn.later import Pattern
from symattn.marking.answers.catalogue import SpokenPattern
from symattn.ops import OPS

PACKAGE = Path(symattn.__file__).parent
ROOT = PACKAGE.parent
MODULES = sorted(PACKAGE.rglob("*.py"))
LONGEST_MODULE, LONGEST_FUNCTION = 700, 60
"""A module is as long as its one subject: past these it has two."""
BANNED = {
    "sympify": "evaluates Python",
    "parse_expr": "evaluates Python",
    "eval": "evaluates Python",
    "exec": "evaluates Python",
    "simplify": "guesses",
    "nsimplify": "guesses",
}
DOORS = {"exact/sympy.py", "exact/sympy_in.py", "exact/sympy_out.py", "exact/sympy_matrix.py", "exact/domain.py"}
"""The only modules that may import SymPy, besides the console's."""

OTHER_WORDS = {
    "figures/heads.py": {"floor"},  # where a drawing ends below
    "figures/masks.py": {"causal_mask", "mask"},  # names of figures
    "figures/matrices.py": {"softmax"},  # a label in a figure
    "marking/answers/naming.py": {"mask"},  # a word that students write
    "exact/domain.py": {"det", "inv", "rank"},  # SymPy's own methods of a DomainMatrix
    "console/derived.py": {"limit"},  # as SymPy calls it
    "exact/zero.py": {"log2"},  # a logarithm of floats
    "exact/units.py": {"min"},  # minutes
    "language/letters.py": {"onehot"},  # what a sheet says of a matrix that is known by its shape alone
    "practice/site.py": {"trace"},  # a module of Python
    "testing/files.py": {"mask"},  # an option of kinds of attention
    "testing/operations.py": {"scalar"},  # a kind of parameter, as in samples.py
    "testing/samples.py": {"scalar"},
}
"""Where a name outside ops/ is another thing's that only sounds like an operation; nowhere else may one be known by name."""
EVERYDAY = {*FUNCTIONS, "sign", "add", "round", "stack", "copy", "select", "split", "sum", "mean", "minimum", "maximum", "solve", "where"}
"""Operations that are called as functions of numbers are, Python's own, words of JSON Schema, or what is done with a sheet."""

ASKED_FOR = {"Session": "what a page's worker asks of the module it is given", "Writer": "what is asked of a format's module"}
"""Classes that several modules have because each of these is asked for it by this name."""


def name(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(tree(path)))


def public(module: ast.Module) -> list[ast.FunctionDef | ast.ClassDef]:
    kinds = (ast.FunctionDef, ast.ClassDef)
    return [node for node in module.body if isinstance(node, kinds) and not node.name.startswith("_")]


def imported(module: ast.Module) -> Iterator[str]:
    """The modules that are loaded; what stands for types alone is not."""
    typed = {id(node) for one in ast.walk(module) if isinstance(one, ast.If) and getattr(one.test, "id", "") == "TYPE_CHECKING"
             for part in one.body for node in ast.walk(part)}  # fmt: skip
    for node in ast.walk(module):
        if id(node) in typed:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def test_a_module_keeps_the_budget() -> None:
    long = {name(path): lines for path in MODULES if (lines := path.read_text(encoding="utf-8").count("\n")) > LONGEST_MODULE}
    assert long == {}


@pytest.mark.exhaustive
def test_a_module_and_whatever_is_public_says_what_it_is() -> None:
    parts = ((path, part) for path in MODULES for part in (tree(path), *public(tree(path))))
    assert [(name(path), getattr(part, "name", "the module")) for path, part in parts if not ast.get_docstring(part)] == []


@pytest.mark.exhaustive
def test_a_function_keeps_the_budget() -> None:
    functions = [(path, f) for path in MODULES for f in nodes(path) if isinstance(f, (ast.FunctionDef, ast.AsyncFunctionDef))]
    long = {(name(path), f.name): f.end_lineno - f.lineno + 1 for path, f in functions if f.end_lineno}
    assert {f: size for f, size in long.items() if size > LONGEST_FUNCTION} == {}


@pytest.mark.exhaustive
def test_nothing_is_evaluated_and_nothing_guessed() -> None:
    calls = [(path, node.func) for path in MODULES for node in nodes(path) if isinstance(node, ast.Call)]
    called = {(name(path), getattr(function, "id", getattr(function, "attr", ""))) for path, function in calls}
    assert {(where, word): BANNED[word] for where, word in called if word in BANNED} == {}


@pytest.mark.exhaustive
def test_sympy_comes_in_by_its_door() -> None:
    others = [path for path in MODULES if name(path) not in DOORS and not name(path).startswith("console")]
    assert [name(path) for path in others if any(module.split(".")[0] == "sympy" for module in imported(tree(path)))] == []


@pytest.mark.exhaustive
def test_a_class_name_means_one_thing() -> None:
    named = Counter(node.name for path in MODULES for node in nodes(path) if isinstance(node, ast.ClassDef))
    assert {word for word, times in named.items() if times > 1} == set(ASKED_FOR)


def test_tests_mirror_the_package() -> None:
    others = {"cases", "golden", "benchmarks", "courses", "fire", "mutants", "paper", "platforms", "pytorch", "__pycache__"}
    folders = {path.name for path in (ROOT / "tests").iterdir() if path.is_dir()} - others
    assert [f for f in folders if not (PACKAGE / f).is_dir() and not (ROOT / "templates" / f).is_dir()] == []


def test_only_the_agreed_folders_stand_at_the_top() -> None:
    if not (ROOT / "pyproject.toml").exists():
        pytest.skip("an installed package")
    git = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    folders = {line.split("/")[0] for line in git.stdout.split("\n") if "/" in line and not line.startswith(".")}
    assert folders <= {"symattn", "templates", "worksheets", "tests"}
    pages = {line for line in git.stdout.split("\n") if "/" not in line and Path(line).suffix in (".html", ".tex", ".pdf", ".docx")}
    assert not pages, "what a run has written at the top is not kept"


@pytest.mark.exhaustive
def test_no_module_imports_itself_in_a_circle() -> None:
    """Modules that import each other, at whatever depth, cannot be understood one at a time; hints of types do not count.

    Imports inside functions count, and so do modules that are named to be loaded later.
    """
    grimp = pytest.importorskip("grimp")
    graph = grimp.build_graph("symattn", exclude_type_checking_imports=True, cache_dir=None)
    below = {m: set(graph.find_modules_directly_imported_by(m)) for m in graph.modules}
    for path in MODULES:
        module = ".".join(("symattn", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
        late = (call for call in nodes(path) if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("later", "import_module"))
        below[module] |= {arg.value for call in late for arg in call.args if isinstance(arg, ast.Constant)} & below.keys()
    while free := {m for m, others in below.items() if not others}:  # what imports nothing that is left is understood
        below = {m: others - free for m, others in below.items() if m not in free}
    assert not below


def test_a_module_imports_only_from_lower_floors() -> None:
    lint_imports = pytest.importorskip("importlinter.cli").lint_imports
    sys.path.insert(0, str(ROOT))
    try:
        assert lint_imports(config_filename=str(ROOT / "pyproject.toml")) == 0
    finally:
        sys.path.remove(str(ROOT))


def own_words(module: ast.Module) -> set[str]:
    """The texts and the names of a module's own, but not what it says of itself in docstrings."""
    nodes = list(ast.walk(module))
    told = {
        id(node.body[0].value)
        for node in nodes
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and node.body and isinstance(node.body[0], ast.Expr)
    }
    words = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told}
    called = {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    return {word.lstrip("_") for word in words | called}


@pytest.mark.exhaustive
def test_operations_are_known_by_name_in_their_own_room_alone() -> None:
    """What an operation is, its record says: a module that asks for one by name would have to be changed with it."""
    known = {name(path): own_words(tree(path)) & OPS.keys() - EVERYDAY for path in MODULES if "ops" not in path.relative_to(PACKAGE).parts}
    assert {where: words - OTHER_WORDS.get(where, set()) for where, words in known.items() if words - OTHER_WORDS.get(where, set())} == {}


@pytest.mark.exhaustive
def test_what_is_beyond_a_limit_is_refused_by_one_of_limits_py() -> None:
    """Every LimitError that names a number of its own module has a limit beside the list of limits."""
    found = []
    for path in MODULES:
        own = {target.id for one in tree(path).body if isinstance(one, ast.Assign) and isinstance(one.value, ast.Constant) and isinstance(one.value.value, int)
               for target in one.targets if isinstance(target, ast.Name)}  # fmt: skip
        raised = [one.exc for one in nodes(path) if isinstance(one, ast.Raise) and isinstance(one.exc, ast.Call)]
        told = [one for one in raised if isinstance(one.func, ast.Name) and one.func.id == "LimitError"]
        found += [f"{path}:{one.lineno}: {name.id}" for one in told for name in ast.walk(one) if isinstance(name, ast.Name) and name.id in own]
    assert not found


@pytest.mark.exhaustive
def test_every_pattern_is_one() -> None:
    """They are compiled with their first use, so what is wrong with one is seen here and by no user; none is compiled beside the door."""
    for path in MODULES:
        import_module(".".join((PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__"))
    gc.unfreeze()  # conftest.py has put by what was there before the first test
    patterns = [one for one in gc.get_objects() if type(one) in (Pattern, SpokenPattern)]
    assert [one.pattern for one in patterns if type(one) is Pattern and fullmatch(r".*«[a-z.]+».*", str(one.pattern))] == []  # no plain one
    assert len(patterns) > 300
    assert all(one.flags is not None for one in patterns)
    at_the_top = {
        (name(path), node.lineno)
        for path in MODULES
        for part in tree(path).body
        if not isinstance(part, (ast.FunctionDef, ast.ClassDef)) and name(path) != "later.py"
        for node in ast.walk(part)
        if isinstance(node, ast.Attribute) and node.attr == "compile" and getattr(node.value, "id", "") == "re"
    }
    assert at_the_top == set()
