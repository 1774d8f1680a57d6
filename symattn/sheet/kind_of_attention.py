"""The key ``variant``: which kind of attention a question is about."""

from __future__ import annotations

from symattn.sheet.kinds import Choice, Schema
from symattn.sheet.source import Place
from symattn.sheet.variants import take_table


class KindOfAttention(Choice):
    """The name of a kind, or that of a file beside the sheet, which is looked for when it is known where the sheet lies; or what
    stands in such a file, as a table."""

    def read(self, value: object, at: Place) -> str:
        """The name; raises SymattnError."""
        if isinstance(value, dict):
            return take_table(value)
        return (
            value
            if isinstance(value, str) and value.endswith(".toml")
            else super().read(value, at)
        )

    def schema(self) -> Schema:
        """One of the names, a file, or a table."""
        return {
            "anyOf": [
                super().schema(),
                {"type": "string", "pattern": "\\.toml$"},
                {"type": "object"},
            ]
        }
