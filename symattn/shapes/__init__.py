"""The plan read as shapes: integers and letters mixed, relations between letters, and the reason of every shape."""

from symattn.shapes.letters import Letters
from symattn.shapes.table import ShapeLine, ShapeTable, table

__all__ = ["Letters", "ShapeLine", "ShapeTable", "table"]
