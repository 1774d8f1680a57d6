"""A report as one HTML page without scripts and without anything from elsewhere."""

from __future__ import annotations

from symattn.marking.reports.page import page
from symattn.marking.results import Report


def write(report: Report) -> str:
    """One section for every submission, the mathematics as MathML."""
    return page(report, "html")
