"""Shipped sheets with random damage: a sheet, or a SheetError; never anything else."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from symattn.errors import SheetError
from symattn.files import shipped
from symattn.sheet import loads
from symattn.sheet.lint import findings

SHEETS = [path.read_text(encoding="utf-8") for path in shipped().values()]
PIECES = [
    "[", "]", "{", "}", '"', "'", "=", ",", "\n", "#", "[[question]]\n", "[question.given]\n", "X", "W_Q", "-inf", "nan",
    '"1/0"', "true", "1e5", "[]", "[[]]", "[[1]]", "0", "-1", "2026-01-01", '"sqrt(2)"', '"e^2"', "\\", '"""', "@", ".T", "é",
]  # fmt: skip
PLACE = st.integers(0, 10**6)
DAMAGE = st.one_of(
    st.tuples(st.just("cut"), PLACE, st.integers(1, 20)),
    st.tuples(st.just("insert"), PLACE, st.sampled_from(PIECES)),
    st.tuples(st.just("repeat"), PLACE, PLACE),
    st.tuples(st.just("swap"), PLACE, PLACE),
)


def damaged(text: str, kind: str, place: int, what: int | str) -> str:
    """The text with one piece cut out or put in, or a line repeated elsewhere or swapped with another."""
    if isinstance(what, str):
        return text[: place % len(text)] + what + text[place % len(text) :]
    if kind == "cut":
        return text[: place % len(text)] + text[place % len(text) + what :]
    lines = text.split("\n")
    one, other = place % len(lines), what % len(lines)
    if kind == "repeat":
        lines.insert(other, lines[one])
    else:
        lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(SHEETS), st.lists(DAMAGE, min_size=1, max_size=3))
def test_a_damaged_sheet_is_read_or_refused_with_places(text: str, damages: list[tuple[str, int, int | str]]) -> None:
    for damage in damages:
        text = damaged(text, *damage) or "#"
    try:
        sheet = loads(text, "damaged.toml")
        sheet.solve()
        findings(sheet)
    except SheetError as error:
        lines = text.replace("\r\n", "\n").split("\n")
        for problem in error.problems:
            assert 1 <= problem.line <= len(lines)
            assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1
            assert problem.what
