"""Markdown in the programs that courses make their sites with, set up as the guide says: each builds the keys of all shipped sheets
without a warning, and has every formula of them as a formula.

Their commands are looked for in the folder that SYMATTN_SITES names, where `.ci/run` installs them: they ask for versions of each
other's libraries, so they have an environment of their own.
"""

from __future__ import annotations

import os
import re
import subprocess
from functools import cache
from html import unescape
from pathlib import Path
from typing import NamedTuple

import pytest

from symattn import page as pages
from symattn.files import find, folder
from symattn.formats import word
from symattn.sheet import load

SHIPPED = sorted(path.stem for path in folder("worksheets").glob("*.toml"))
TOOLS = Path(os.environ.get("SYMATTN_SITES", ""))
FORMULA = re.compile(r"\$\$\n(.*?)\n\$\$|(?<![\\$])\$(?!\$)((?:[^$\\\n]|\\.)+)\$", re.S)
MYST = 'project = "Course"\nextensions = ["myst_parser", "sphinx.ext.mathjax"]\nmyst_enable_extensions = ["dollarmath"]\n'


class System(NamedTuple):
    """A program: its files beside the keys, where those lie, the command, a page it makes, and how a formula begins there."""

    files: dict[str, str]
    keys: str
    command: str
    made: str
    formula: str


SYSTEMS = {
    "MkDocs": System({"mkdocs.yml": "site_name: Course\nplugins: []\nmarkdown_extensions:\n  - pymdownx.arithmatex: { generic: true }\n"},
                     "docs", "mkdocs build -q --strict", "site/{}/index.html", 'class="arithmatex"'),
    "Sphinx": System({"conf.py": MYST, "index.md": "# Course\n\n```{toctree}\n:glob:\n*\n```\n"},
                     ".", "sphinx-build -q -W -b html . out", "out/{}.html", 'class="math notranslate'),
    "Jupyter Book": System({"_config.yml": "title: Course\nexecute: { execute_notebooks: 'off' }\n", "_toc.yml": "format: jb-book\nroot: "
                            + SHIPPED[0] + "\nchapters:\n" + "".join(f"- file: {name}\n" for name in SHIPPED[1:])},
                           ".", "jupyter-book build -q -W .", "_build/html/{}.html", 'class="math notranslate'),
}  # fmt: skip


BARE = re.compile(r"<(script|code).*?</\1>", re.S)


@cache
def keys() -> dict[str, str]:
    return {name: pages.page(load(find(name)).solve(), "md") for name in SHIPPED}


@pytest.mark.exhaustive
@pytest.mark.skipif(not os.environ.get("SYMATTN_SITES") and not os.environ.get("CI"), reason="SYMATTN_SITES names no folder")
@pytest.mark.parametrize("name", SYSTEMS)
def test_a_site_of_all_keys_has_every_formula(name: str, tmp_path: Path) -> None:
    system = SYSTEMS[name]
    (tmp_path / system.keys).mkdir(exist_ok=True)
    for file, text in system.files.items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    for key, text in keys().items():
        (tmp_path / system.keys / f"{key}.md").write_text(text, encoding="utf-8")
    command, *words = system.command.split()
    done = subprocess.run([str(TOOLS / command), *words], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    for key, text in keys().items():
        made = (tmp_path / system.made.format(key)).read_text(encoding="utf-8")
        assert made.count(system.formula) == len(FORMULA.findall(text)) > 0, key
        assert "$$" not in unescape(BARE.sub("", made)), key


@pytest.mark.exhaustive
@pytest.mark.skipif(not word.there(), reason="pandoc is not installed")
@pytest.mark.parametrize("key", SHIPPED)
def test_pandoc_has_every_formula_and_so_has_quarto_which_reads_with_it(key: str) -> None:
    command = ["pandoc", "--from=markdown", "--to=html", "--mathjax", "--wrap=none", "--fail-if-warnings"]
    made = subprocess.run(command, input=keys()[key], capture_output=True, text=True, check=True).stdout
    assert made.count('<span class="math ') == len(FORMULA.findall(keys()[key])) > 0
    assert "$" not in re.sub(r'<span class="math .*?</span>', "", made, flags=re.S)
