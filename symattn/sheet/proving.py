"""The claims of a part: read from their tables, their checks readable and complete."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from symattn.errors import LineError, SymattnError
from symattn.exact.matrix import Matrix
from symattn.sheet.cells import values_of
from symattn.sheet.lettered import NAME, LettersOf
from symattn.sheet.proofs import Checked, Claim, check
from symattn.sheet.source import Place
from symattn.tables import among, not_empty, of_type

if TYPE_CHECKING:
    from symattn.sheet.schema import ClaimKeys


def claims_of(
    tables: Sequence[ClaimKeys | None], at: Place, letters: LettersOf
) -> tuple[Claim, ...]:
    """The claims of a proof, in which the question's letters may stand; what cannot be read or run is reported at its place."""
    return tuple(
        _claim(table, at / index, letters)
        for index, table in enumerate(tables)
        if table
    )


def run(claim: Claim) -> Checked:
    """A claim's check; one that cannot be run is undecided, with the reason."""
    try:
        return check(claim)
    except SymattnError as error:
        return Checked(claim, "undecided", str(error))


def _claim(table: ClaimKeys, at: Place, letters: LettersOf) -> Claim:
    claim = Claim(
        table.claim,
        table.because,
        table.check,
        not_empty(table.sizes),
        of_type(values_of(table.given), Matrix),
        tuple(filter(None, table.steps)),
        letters,
        among(letters.rows, table.sizes),
    )
    if claim.check:
        _readable(claim, at)
    return claim


def _readable(claim: Claim, at: Place) -> None:
    try:
        needs = claim.plan.givens
    except LineError as error:
        inside = error.line < len(claim.steps)
        place = at / "steps" / error.line if inside else at / "check"
        place.wrong(
            error.what,
            error.hint,
            "" if inside else "write two sides with == between them: A @ B == C",
        )
        return
    for name in needs:
        if (
            name not in claim.sizes
            and name not in claim.given
            and name not in claim.letters
        ):
            (at / "check").wrong(
                f"{name} has no size",
                f"write sizes = {{ {name} = [2, 2] }} for any matrix; the lines of the question are unknown here, so for "
                f"one of them write it in the proof's own steps and given",
            )
    for name in claim.sizes:
        if not re.match(NAME, name) or name in claim.given:
            (at / "sizes" / name).misnamed(
                f"{name} is given or no name", "give the matrix another name"
            )
