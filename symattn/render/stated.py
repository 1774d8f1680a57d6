"""Stated values beside the exact ones: stated, exact, and how far they part."""

from __future__ import annotations

from markupsafe import Markup

from symattn.render.engine import Engine
from symattn.render.work import Work


def beside(engine: Engine, work: Work) -> Markup | None:
    """The comparison for a question with stated values; None for one without."""
    return None
