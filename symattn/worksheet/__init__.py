"""Worksheet files."""
