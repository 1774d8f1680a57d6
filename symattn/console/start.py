"""``symattn console``: IPython, or plain Python, with SymPy and symattn ready."""

from __future__ import annotations

import sys
from types import ModuleType

from symattn.version import VERSION

BANNER = """\
symattn {version}: exact attention.  SymPy's names are here too, and X, W_Q, W_K, W_V to try:

  d = attention(X, W_Q, W_K, W_V)     every line exact: Q K V S L A H;  mask="causal", W_O=…, memory=…
  d["A"]                              a SymPy matrix
  d.decimals("A", 20)                 correctly rounded
  d.show()                            the working;  d.show("A", detail="full") for one line
  d.why("A", 0, 1)                    one entry explained (rows and columns from 0)
  d.with_(X=[[a, 1], [0, b]])         run again, with symbols: d.with_(…)["A"].diff(a), and all that SymPy can
  d.domain_matrix("A").rank()         determinant, inverse, reduced form … by proof
  d.verify()                          every line again, by SymPy's own matrices
  d.slip("L", "unscaled")             a known slip beside the right path
  d.replace("A", [["1/2", "1/2"], [0, 1]]).show()      go on from a student's matrix
  equal(d["A"][0, 0], "0.0142")       proved, with the reason
  derive(["S = X @ X.T", "A = softmax(S)"], X=X)       lines of one's own
  worksheet("two-heads-by-hand").solve()["q1"].show()  a worksheet
"""


def variables() -> dict[str, object]:
    """What a session starts with: SymPy's names, ours, and matrices to try.

    >>> sorted(set(variables()) & {"attention", "symbols", "X"})
    ['X', 'attention', 'symbols']
    """
    import sympy

    import symattn

    found = {name: getattr(sympy, name) for name in sympy.__all__}
    found |= {name: getattr(symattn, name) for name in symattn.__all__}
    a, b = sympy.symbols("a b")
    eye = [[1, 0], [0, 1]]
    return found | {
        "sp": sympy,
        "sa": symattn,
        "a": a,
        "b": b,
        "X": [[1, 2], [3, 4]],
        "W_Q": eye,
        "W_K": eye,
        "W_V": [["1/3", 0], ["sqrt(2)", 1]],
    }


def start(plain: bool) -> None:
    """Start the session; plain Python where IPython is not installed or not wanted."""

    banner = BANNER.format(version=VERSION)
    names = variables()
    if not plain:
        try:
            import IPython
        except ImportError:
            pass
        else:
            _ipython(IPython, banner, names)
            return
    import code

    from sympy import init_printing

    sys.ps1 = ">>> "
    init_printing(use_unicode=None)
    code.interact(banner=banner, local=names, exitmsg="")


def _ipython(module: ModuleType, banner: str, names: dict[str, object]) -> None:
    from traitlets.config import Config

    config = Config()
    config.TerminalInteractiveShell.banner1 = banner
    config.TerminalInteractiveShell.banner2 = ""
    config.InteractiveShellApp.extensions = ["symattn"]
    config.InteractiveShellApp.exec_lines = ["init_printing()"]
    module.start_ipython(argv=[], user_ns=names, config=config)
