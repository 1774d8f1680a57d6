"""Proofs as claims: each with its justification, and a check that runs for matrices with letters for entries."""

from symattn.sheet.proofs.claims import Checked, Claim, check

__all__ = ["Checked", "Claim", "check"]
