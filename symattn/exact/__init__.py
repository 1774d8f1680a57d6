"""Exact values: numbers, certified balls, matrices, and the decision whether two of them are equal."""
