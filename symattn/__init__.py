"""Exact, step-by-step attention: solved, typeset and marked by proof."""
