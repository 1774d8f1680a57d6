"""A process of its own in which every pattern of symattn searches texts that repeat one thing many times and then end otherwise.

A pattern that can take what is repeated in two ways tries all of them before it gives up: 2 to the power of the repetitions. It is
named on standard output before it is tried, so the last one named is the one that does not end.
"""

from __future__ import annotations

import gc
import importlib
import pkgutil
import re
import resource
import sys

import symattn
from symattn import later

SECONDS = 300
"""Of the processor, for all; a pattern that is sound takes a ten-thousandth of that."""
TIMES = 45
REPEATED = (
    "1, ", "1,", "2 ", "1.5 ", "1/2 ", "1;", "1; ", "1. ", "1)", "1e5 ", "| ", "|1|", "1 & ", r"\\ ", r"\frac{1}{2} ", "(1, 2), ",
    "[1, 2], ", "[1 2]\n", " 1 2\n", "0.1, 0.2\n", "1 and ", "and ", "ln 2, ", "e^1 ", "row 1: 1 ", "1 × ", "2·", r"\cdot ", "**", "∞ ",
    "a ", "a,", "a: ", "a_1 ", "x = ", "é", "( ", "(", "[", "{", "Sqrt[", "array(", "  ", "\t", "\n", "- ", "-", r"\, ", "`", "$", "$1$",
    "'", '"', r"\text{a} ", "~", "_", "^", "%", "<td>", "<b>", "> ", "# ", ".", " .", ". ",
)  # fmt: skip
BEFORE = ("", "[", "(", "A = ", "\n", "row 1: ", "Q is ", "$")
BEHIND = ("", "!", "]", "x", "\n!", "]]", "=", "\0")


def patterns() -> list[re.Pattern[str]]:
    """All that stand in modules, compiled."""
    for module in pkgutil.walk_packages(symattn.__path__, "symattn."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found = {(one.pattern, one._flags) for one in gc.get_objects() if isinstance(one, later.Pattern) and isinstance(one.pattern, str)}
    return [re.compile(*one) for one in sorted(found)]


def main() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, resource.RLIM_INFINITY))
    tried = patterns()
    for k, one in enumerate(tried):
        print(repr(one.pattern), flush=True)
        for i, repeated in enumerate(REPEATED):
            for j, behind in enumerate(BEHIND):
                for before in {"", BEFORE[(i + j + k) % len(BEFORE)]}:
                    for _ in one.finditer(before + repeated * TIMES + behind):
                        pass
    print(len(tried), flush=True)


if __name__ == "__main__":
    sys.exit(main())
