"""A sheet for every student: the same questions with other numbers, drawn so that the answers stay pleasant."""

from symattn.course.vary.dice import secret_in, seed_of
from symattn.course.vary.search import DrawnVariant, variant
from symattn.course.vary.sheets import carried, code_left, written

__all__ = [
    "DrawnVariant",
    "carried",
    "code_left",
    "secret_in",
    "seed_of",
    "variant",
    "written",
]
