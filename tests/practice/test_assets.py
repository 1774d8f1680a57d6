"""What the browser needs comes from npm and PyPI, known byte for byte; what cannot be had is named."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

import flint
import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.errors import ToolError, exit_code
from symattn.practice import assets
from symattn.practice.assets import ASSETS, SYMPY, Asset, gathered
from symattn.practice.compiled import compiled
from symattn.practice.site import late

DATA = b"a package"
HELD = Asset("npm", "held", "1.0", "held-1.0.tgz", hashlib.sha256(DATA).hexdigest())
GONE = Asset("PyPI", "gone", "2.0", "gone-2.0-py3-none-any.whl", "0" * 64)


def test_every_package_has_a_version_and_a_digest():
    for asset in ASSETS + SYMPY:
        assert asset.version in asset.file
        assert len(asset.digest) == 64
        assert f"{asset.name}{'@' if asset.source == 'npm' else '=='}{asset.version}" in asset.order("here")


def test_a_folder_of_ones_own_is_looked_in_first_and_its_bytes_are_checked(tmp_path, monkeypatch):
    (tmp_path / HELD.file).write_bytes(DATA)
    assert gathered(tmp_path, tmp_path / "kept", [HELD]) == {"held": tmp_path / HELD.file}
    (tmp_path / HELD.file).write_bytes(DATA + b" that was tampered with")
    monkeypatch.setattr(assets.shutil, "which", lambda name: None)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ToolError, match=r"held 1\.0 from npm: npm does not run"):
        gathered(tmp_path, tmp_path / "kept", [HELD])


def test_what_comes_is_kept_once_it_was_checked(tmp_path, monkeypatch):
    def comes(data):
        def run(command, **options):
            (tmp_path / "aside").mkdir(exist_ok=True)
            place = command[command.index("--pack-destination") + 1]
            (type(tmp_path)(place) / HELD.file).write_bytes(data)
            return assets.subprocess.CompletedProcess(command, 0, "", "")

        return run

    monkeypatch.setattr(assets.subprocess, "run", comes(b"another"))
    with pytest.raises(ToolError, match="SHA-256"):
        gathered(None, tmp_path, [HELD])
    monkeypatch.setattr(assets.subprocess, "run", comes(DATA))
    assert gathered(None, tmp_path, [HELD])["held"].read_bytes() == DATA
    monkeypatch.setattr(assets.subprocess, "run", None)  # nobody is asked again
    assert gathered(None, tmp_path, [HELD])["held"].read_bytes() == DATA


def test_without_node_modules_go_as_they_are(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert compiled({"symattn.zip": DATA}, {}, tmp_path) == {}


@pytest.mark.exhaustive
def test_everything_that_cannot_be_had_is_named_and_the_exit_code_is_4(tmp_path, monkeypatch):
    monkeypatch.setattr(assets, "cache", lambda: tmp_path / "kept")
    monkeypatch.setattr(assets.shutil, "which", lambda name: None)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    result = CliRunner().invoke(main, ["practice", "causal-mask", "-o", str(tmp_path / "site")])
    assert isinstance(result.exception, ToolError)
    assert exit_code(result.exception) == 4
    assert all(f"{asset.name} {asset.version} from {asset.source}" in str(result.exception) for asset in ASSETS)
    assert not (tmp_path / "site").exists()


@pytest.fixture(scope="module")
def late_flint(tmp_path_factory) -> Path:
    """FLINT as a page in the browser imports it, each part with its first use."""
    source, place = Path(flint.__file__).parent, tmp_path_factory.mktemp("late")
    shutil.copytree(source, place / "flint")
    for beside in source.parent.glob("python_flint.libs"):
        (place / beside.name).symlink_to(beside)
    (place / "flint" / "__init__.py").write_bytes(late((source / "__init__.py").read_bytes()))
    return place


@pytest.mark.sliced(26)
@pytest.mark.parametrize("name", flint.__all__)
def test_every_part_of_flint_comes_first_or_later(late_flint: Path, name: str) -> None:
    script = f"import flint; assert 'flint.types.acb_mat' not in __import__('sys').modules; from flint import {name}; print(flint.__file__)"
    done = subprocess.run([sys.executable, "-c", script], env={"PYTHONPATH": str(late_flint)}, capture_output=True, text=True)
    assert done.stdout.startswith(str(late_flint)), done.stderr
