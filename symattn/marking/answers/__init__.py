"""Answer files: TOML, JSON, LaTeX, Markdown, plain text, notebooks and forms, read and never run."""

from symattn.marking.answers.files import Submission, submissions

__all__ = ["Submission", "submissions"]
