"""The picture of the gallery: the first pages of keys, as they print, beside each other.

``python tests/gallery.py`` makes it again, with pdftoppm and a Chromium.
"""

from __future__ import annotations

import subprocess
from base64 import b64encode
from pathlib import Path
from tempfile import TemporaryDirectory

from symattn.course.delivery import Wanted, deliver
from symattn.files import find, folder
from symattn.sheet import load
from tests.html.headless_chromium import Chromium

GALLERY = folder("worksheets") / "guide" / "gallery.png"
KEYS = (
    "two-heads-by-hand", "softmax-step-by-step", "causal-mask", "thinking-machine", "sliding-window",
    "gates", "seven-steps", "attention-laws", "backward-through-a-head", "positions-in-letters",
)  # fmt: skip
WIDE, HIGH, GAP, ROW = 210, 297, 10, 5


def first_page(name: str, place: Path) -> str:
    """The first page of a key, as an image of HTML."""
    pdf, png = place / f"{name}.pdf", place / name
    made = deliver(load(find(name)), Wanted("pdf"))
    pdf.write_bytes(made if isinstance(made, bytes) else made.encode())
    subprocess.run(["pdftoppm", "-png", "-singlefile", "-gray", "-scale-to-x", str(WIDE), "-scale-to-y", str(HIGH), pdf, png], check=True)
    return f'<img src="data:image/png;base64,{b64encode(png.with_suffix(".png").read_bytes()).decode()}">'


def main() -> None:
    """Make the picture."""
    with TemporaryDirectory() as made:
        place = Path(made)
        style = f"body {{ margin: {GAP}px; display: flex; flex-wrap: wrap; gap: {GAP}px; background: #ddd }}"
        pages = "".join(first_page(name, place) for name in KEYS)
        (place / "gallery.html").write_text(f"<style>{style}</style>{pages}", encoding="utf-8")
        browser = Chromium(place / "profile")
        try:
            browser.open(place / "gallery.html", ((WIDE + GAP) * ROW + GAP, (HIGH + GAP) * (len(KEYS) // ROW) + GAP))
            GALLERY.write_bytes(browser.picture())
        finally:
            browser.close()


if __name__ == "__main__":
    main()
