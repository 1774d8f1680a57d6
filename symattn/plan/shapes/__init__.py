"""The plan read as shapes: integers and letters mixed, relations between letters, and the reason of every shape."""

from symattn.plan.shapes.letters import SizeRelations
from symattn.plan.shapes.table import ShapeLine, ShapeTable, table

__all__ = ["ShapeLine", "ShapeTable", "SizeRelations", "table"]
