"""From files to submissions; what cannot be read is said, and never stops the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from symattn import files
from symattn.errors import LimitError, SymattnError
from symattn.language.evaluate import budget
from symattn.later import pattern
from symattn.limits import LARGEST_ANSWER, MOST_NUMBERS
from symattn.marking.answers import ledger
from symattn.marking.answers.formats import formats, suffixes
from symattn.marking.answers.handins import REFUSED, is_folder_itself, parts
from symattn.marking.answers.naming import QuestionNames
from symattn.marking.answers.submission import submission
from symattn.marking.answers.submitted import Submission
from symattn.marking.answers.written import Contents
from symattn.marking.said import fact, reading
from symattn.records import frozen, replace

_OFFICE = pattern(r"\.(?:doc|odt|rtf|pages|xlsx?|ods|pptx?|one)")


@frozen
class SubmittedFile:
    """A file of a submission, and the ``place`` that was handed in, which is the file itself or the folder it lies in."""

    path: Path
    place: Path

    @property
    def name(self) -> str:
        """The file as it is called inside the folder that was handed in, or by its own name."""
        return files.shown(
            self.path.relative_to(self.place)
            if self.path != self.place
            else self.path.name
        )

    @property
    def data(self) -> bytes:
        """The bytes of a plain file, no link on the way to it from the folder that the place lies in; raises SymattnError for a
        link, a pipe, a device or what cannot be opened, LimitError for too many."""
        root = self.place.parent
        try:
            return files.open_inside(root, self.path.relative_to(root), LARGEST_ANSWER)
        except files.LinkedFile:
            raise SymattnError(reading("link")) from None
        except files.FileError as error:
            raise SymattnError(error.why) from None
        except LimitError as error:
            raise LimitError(reading("most_bytes", said=fact(str(error)))) from None


def pieces(places: Iterable[Path]) -> list[SubmittedFile]:
    """The files of a submission, which is files and folders; raises SymattnError."""
    inside = (
        (place, parts(place) if is_folder_itself(place) else [place])
        for place in places
    )
    return [SubmittedFile(path, place) for place, found in inside for path in found]


def submissions(
    path: Path, namings: Mapping[str, QuestionNames], *more: Path, form: bool = True
) -> Iterator[Submission]:
    """The submissions in a file, one but for a form's CSV, or the one in a folder, or in several files or folders together;
    raises LimitError when it is too large. Without *form* the file is one student's, whatever it is."""
    try:
        if more or is_folder_itself(path):
            yield _several((path, *more), namings)
            return
        found = read(SubmittedFile(path, path), namings, form)
    except LimitError:
        raise
    except SymattnError as error:
        yield Submission(together(path, *more), error=str(error))
        return
    for content in found:
        name = (
            f"{files.shown(path)}: {content.who}" if content.who else files.shown(path)
        )
        yield (
            Submission(name, error=content.limit, limit=True)
            if content.limit
            else submission(name, [content], namings)
        )


def together(*paths: Path) -> str:
    """What a submission is called that lies in several places.

    >>> together(Path("in/ada-1.tex"), Path("in/ada-2.tex"))
    'in/ada-1.tex + ada-2.tex'
    """
    first, *more = paths
    return " + ".join([files.shown(first), *(files.shown(path.name) for path in more)])


def _several(
    places: Sequence[Path], namings: Mapping[str, QuestionNames]
) -> Submission:
    """Several files as one submission; what is wrong with one of them is said, and the others are read."""
    found, notes, refused = [], [], []
    every = pieces(places)
    unread = [piece.name for piece in every if piece.path.suffix.lower() in REFUSED]
    unread = unread if len(unread) < len(every) else []
    for piece in every:
        name = piece.name
        if name in unread:
            why = fact(_refused(piece.path.suffix.lower()))
            notes.append(reading("beside", name=name, said=why))
            continue
        try:
            for content in read(piece, namings):
                content.unused = [
                    replace(u, why=reading("in_file", said=fact(u.why), name=name))
                    for u in content.unused
                ]
                found.append(content)
                if content.limit:
                    whose, why = f"{name}: {content.who}", fact(content.limit)
                    notes.append(reading("unknown_contents", name=whose, said=why))
        except SymattnError as error:
            refused.append((name, fact(str(error))))
    if not found:
        notes += [reading("of_file", name=name, said=why) for name, why in refused]
        raise SymattnError(
            reading("one_after_another", told=tuple(one.said for one in notes))
        )
    made = submission(together(*places), found, namings)
    made.notes += notes
    for name, why in refused:
        made.nobody_knows(reading("unknown_contents", name=name, said=why))
    made.unread += unread
    return made


def read(
    piece: SubmittedFile, namings: Mapping[str, QuestionNames], form: bool = False
) -> Sequence[Contents]:
    """What stands in a file of a submission, or in a *form* of many; raises SymattnError for what is no answer file, LimitError
    for what is too much."""
    suffix = piece.path.suffix.lower()
    reader = formats().get(suffix)
    if reader is None:
        raise SymattnError(
            reading("link") if piece.path.is_symlink() else _refused(suffix)
        )
    with budget() as shared:
        reads = getattr(reader, "form", reader.read) if form else reader.read
        found = reads(piece.data, frozenset(question.lower() for question in namings))
    if shared.said:
        raise LimitError(shared.said)
    for content in found:
        if ledger.too_many(content.sources):
            content.sources, content.limit = (
                [],
                content.limit or reading("most_numbers", most=f"{MOST_NUMBERS:,}"),
            )
    return found


def _refused(suffix: str) -> str:
    known = ", ".join(suffixes())
    if suffix in REFUSED and not _OFFICE.fullmatch(suffix):
        return reading("picture", suffix=suffix, known=known)
    return reading(
        "save_as" if suffix in REFUSED else "read_from", suffix=suffix, known=known
    )
