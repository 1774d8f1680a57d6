"""The HTML page of the largest shipped sheet: its size, and its time beside that of the LaTeX."""

from __future__ import annotations

import statistics
import time

from symattn import page as pages
from symattn.files import shipped
from symattn.sheet import load


def seconds(sheet: str, form: str) -> float:
    start = time.perf_counter()
    pages.page(load(shipped()[sheet]).solve(), format=form)
    return time.perf_counter() - start


def test_the_largest_page_is_small_and_written_within_twice_the_time_of_the_tex():
    sizes = {name: len(pages.page(load(path).solve(), format="html")) for name, path in shipped().items()}
    largest = max(sizes, key=sizes.__getitem__)
    pairs = [(seconds(largest, "html"), seconds(largest, "tex")) for _ in range(7)]
    ratio = statistics.median(html / tex for html, tex in pairs)
    print(f"\npage: {largest}, {sizes[largest] / 1000:.0f} kB, {ratio:.2f} times the time of the .tex")
    assert sizes[largest] < 400_000
    assert ratio < 2
