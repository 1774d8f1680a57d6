"""The plan read as shapes: integers and letters mixed, relations between letters, and the reason of every shape."""

from symattn.plan.shapes.letters import Letters
from symattn.plan.shapes.table import ShapeLine, ShapeTable, table

__all__ = ["Letters", "ShapeLine", "ShapeTable", "table"]
