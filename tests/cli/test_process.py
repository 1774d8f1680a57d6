"""The process: what it loads, how it ends, what it leaves behind, and what the shell completes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import Run, program


@pytest.mark.sliced(4)
@pytest.mark.parametrize(
    ("args", "heavy"),
    [*((args, ("sympy", "flint", "jinja2")) for args in (["--help"], ["list"], ["--version"])), (["solve", "--help"], ("sympy", "multiprocessing"))],
    ids=str,
)
def test_help_comes_without_the_heavy_libraries(args: list[str], heavy: tuple[str, ...]) -> None:
    code = (
        "import sys; from symattn.cli import run; sys.argv = ['symattn', *sys.argv[1:]]\n"
        f"try: run()\nexcept SystemExit: pass\nsys.exit(' '.join(set({heavy}) & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


HEAVY = {"sympy", "numpy", "multiprocessing", "http", "asyncio", "xml", "PIL", "IPython", "distributed", "symattn.marking", "symattn.console"}


@pytest.mark.exhaustive
@pytest.mark.parametrize("form", ["json", "tex"])
def test_a_solve_loads_what_it_needs(form: str) -> None:
    code = (
        f"import sys; from symattn.cli import run; sys.argv = ['symattn', 'solve', 'two-heads-by-hand', '--format', {form!r}]\n"
        "try: run()\nexcept SystemExit as e: assert not e.code\n"
        "sys.stderr.write(' '.join(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    loaded = set(done.stderr.split())
    assert (done.returncode, bool(done.stdout)) == (0, True)
    assert loaded & HEAVY == set()


@pytest.mark.exhaustive
def test_a_reader_that_goes_away_is_no_error() -> None:
    process = program("solve", "thinking-machine", "--format", "json")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.wait()
    process.stderr.close()


@pytest.mark.parametrize("where", ["symattn.cli.deliver.deliver", "symattn.cli.deliver.os.replace"], ids=["solving", "writing"])
def test_ctrl_c_leaves_nothing_behind(
    symattn: Run, sheet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(where, interrupt)
    code, out, err = symattn("solve", str(sheet), "-o", "key.json")
    assert (code, out, err.strip()) == (130, "", "stopped")
    assert [path.name for path in tmp_path.iterdir()] == ["week3.toml"]


@pytest.mark.exhaustive
def test_compiled_templates_alone_are_kept_and_in_the_users_cache(tmp_path: Path) -> None:
    """Where that lies as the system has it; without a home nothing is kept, and the page is the same."""
    command = [sys.executable, "-m", "symattn", "solve", "causal-mask", "--format", "tex", "-o", "-"]
    pages = set()
    for home, cache, expected in (
        ("home", "", "home/.cache/symattn/templates"), ("home2", "relative", "home2/.cache/symattn/templates"),
        ("home3", str(tmp_path / "mine"), "mine/symattn/templates"), ("", "", ""),
    ):  # fmt: skip
        at = str(tmp_path / home) if home else ""
        places = {"HOME": at, "XDG_CACHE_HOME": cache, "TMPDIR": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": ""}
        before = {path for path in tmp_path.rglob("*") if path.is_file()}
        found = subprocess.run(command, capture_output=True, env={**os.environ, **places}, check=True, cwd=tmp_path)
        assert found.stderr == b""
        pages.add(found.stdout)
        new = {path for path in tmp_path.rglob("*") if path.is_file()} - before
        assert bool(new) == bool(expected)
        assert all(path.is_relative_to(tmp_path / expected) for path in new), new
    assert len(pages) == 1


@pytest.mark.exhaustive
def test_the_shell_completes_commands_options_sheets_and_files(tmp_path: Path) -> None:
    (tmp_path / "two-words.toml").write_text("", "utf-8")

    def offered(*words: str) -> list[str]:
        said = {"_SYMATTN_COMPLETE": "bash_complete", "COMP_WORDS": " ".join(("symattn", *words)), "COMP_CWORD": str(len(words))}
        code = "import sys; from symattn.cli import run; sys.argv = ['symattn']; run()"
        found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **said}, cwd=tmp_path, check=True)
        return found.stdout.split()

    assert offered("sol") == ["plain,solve"]
    assert "plain,--booklet" in offered("solve", "--b")
    assert offered("solve", "two-") == ["plain,two-heads-by-hand", "plain,two-heads-template", "plain,two-words.toml"]
    assert offered("check", "week") == ["file,week"]
    assert offered("help", "not") == ["plain,notation"]
    assert offered("solve", "bank/soft") == ["plain,bank/softmax"]
    assert offered("pick", "--topic", "soft") == offered("list", "--topic", "soft") == ["plain,softmax"]
