"""A report as one HTML page without scripts and without anything from elsewhere."""

from __future__ import annotations

from symattn.check.reports.page import page
from symattn.check.results import Report


def write(report: Report) -> str:
    """One section for every submission, the mathematics as MathML."""
    return page(report, "html")
