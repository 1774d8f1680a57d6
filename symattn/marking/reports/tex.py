"""A report as a LaTeX feedback sheet. Nothing a student wrote is in it but as text that was escaped."""

from __future__ import annotations

from symattn.marking.reports.page import page
from symattn.marking.results import Report


def write(report: Report) -> str:
    """One page for every submission; it needs nothing but TeX Live's own packages."""
    return page(report, "tex")
