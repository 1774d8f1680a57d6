"""Many at once: one function over many items, on one machine or a cluster, with results in the order of the items."""

from symattn.course.batch.pool import Outcome, executor, run

__all__ = ["Outcome", "executor", "run"]
