"""Marking: answers read, verdicts earned, slips named."""
