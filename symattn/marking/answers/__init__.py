"""Answer files of every format, read and never run: every matrix in them is used as a line, or not used with the reason."""

from symattn.marking.answers.files import submissions, together
from symattn.marking.answers.submission import submission
from symattn.marking.answers.submitted import Submission

__all__ = ["Submission", "submission", "submissions", "together"]
