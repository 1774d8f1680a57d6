"""A sheet for every student: the same questions with other numbers, drawn so that the answers stay pleasant."""

from symattn.vary.search import Variant, variant
from symattn.vary.sheets import written

__all__ = ["Variant", "variant", "written"]
