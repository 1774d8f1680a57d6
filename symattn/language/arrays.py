"""Printed arrays: NumPy, PyTorch, MATLAB and nested lists of decimals. The digits shown are the precision claimed."""

from __future__ import annotations

import re

from symattn.errors import ReadError
from symattn.language.tree import Layout, NodeKind, Spot, Tree, Written
from symattn.later import Match, pattern
from symattn.limits import MOST_ENTRIES
from symattn.said import Fact
from symattn.wording import unread

_OPENING = pattern(
    r"\s*(?:(?:np|numpy|torch)\.)?(?:array|asarray|matrix|tensor|Matrix)\s*\("
)
_KEYWORD = (
    r"(?:dtype\s*=\s*(?:(?:np|numpy|torch)\.)?'?[a-z]+[0-9]*'?|device\s*=\s*'[a-z]+(?::[0-9]+)?'"
    r"|requires_grad\s*=\s*(?:True|False)|grad_fn\s*=\s*<[A-Za-z0-9]+(?:\s+object\s+at\s+0x[0-9a-f]+)?>)"
)
_CLOSING = pattern(rf"\s*(?:,\s*{_KEYWORD}\s*)*\)")
_DIGITS = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
_TOKEN = pattern(
    rf"(?P<space>[ \n]+)|(?P<open>\[)|(?P<close>\])|(?P<comma>,)|(?P<semicolon>;)"
    rf"|(?P<number>{_DIGITS})(?![^\s,;\])])"
    rf"|(?:np|numpy)\.(?:float|int)[0-9]*\(\s*(?P<lone>{_DIGITS})\s*\)"
    r"|(?P<blocked>-(?:inf|Inf))(?![^\s,;\])])"
)
_AFTER, _WORD = pattern("[,)]"), pattern(r"[^\s,;\[\]]{1,30}|.", re.DOTALL)
_SHORT_LINE = (
    60  # NumPy wraps one long row at 75 characters: a shorter line is no wrapped row
)


def read_array(plain: str, source: str) -> Written:
    """The tree of a printed array; raises ReadError where it is none, is cut off or has three dimensions.

    >>> read_array("[[1. 2.]]", "").layout
    [[Spot(node=0, start=2, end=4), Spot(node=1, start=5, end=7)]]
    """
    start, end = 0, len(plain)
    opening = _OPENING.match(plain)
    if opening:
        start = opening.end()
        closing = _last(plain, source, start)
        end = closing.start()
    return _Reading(plain, source, start, end).written()


def _last(plain: str, source: str, start: int) -> Match:
    """The end of array( … , dtype=…)."""
    at = plain.rfind("]")
    if at < 0:  # a lone number: what follows it begins at the first comma or bracket
        mark = _AFTER.search(plain, start)
        at = mark.start() - 1 if mark else len(plain)
    found = _CLOSING.match(plain, at + 1)
    if found is None or plain[found.end() :].strip():
        raise unread("end_of_array", source, max(at, 0))
    return found


class _Reading:
    """One pass over a printed array."""

    def __init__(self, plain: str, source: str, at: int, end: int) -> None:
        self.plain, self.source, self.end = plain, source, end
        self.tree = Tree()
        self.rows: list[list[Spot]] = []
        self.style = (
            ""  # what stands between the entries of a row, and between its rows
        )
        self.kinds = self._tokens(at)

    def fail(self, kind: str, position: int, **facts: Fact) -> ReadError:
        return unread(kind, self.source, position, **facts)

    def _tokens(self, at: int) -> list[tuple[str, str, int]]:
        out = []
        while at < self.end:
            found = _TOKEN.match(self.plain, at, self.end)
            if found is None:
                raise self._unknown(at)
            kind = str(found.lastgroup)
            if kind == "lone":
                out.append(("number", found[kind], found.start(kind)))
            else:
                out.append((kind, found[0], at))
            at = found.end()
        return out

    def _unknown(self, at: int) -> ReadError:
        word = _WORD.match(self.plain, at)
        assert word is not None
        endless = re.match(r"[-+]?(?:nan|inf)", word[0], re.IGNORECASE)
        return self.fail(
            "not_finite" if endless else "not_printed", at, text=repr(word[0])
        )

    def written(self) -> Written:
        tokens = [t for t in self.kinds if t[0] != "space"]
        if len(tokens) == 1 and tokens[0][0] == "number":
            return Written(self.tree, self._spot(*tokens[0]))
        if tokens and tokens[0][0] == "blocked":
            raise self.fail("infinity_alone", tokens[0][2])
        if not tokens or tokens[0][0] != "open":
            raise self.fail("no_array", 0)
        return Written(self.tree, self._array())

    def _array(self) -> Layout:
        depth, deepest, gap, seen = 0, 0, "", False
        for kind, text, at in self.kinds:
            if kind in ("space", "comma", "semicolon"):
                gap = self._gap(gap, kind, text, at, seen, depth)
                continue
            self._check(kind, depth, deepest, seen, at)
            if kind == "close":
                if gap.strip():
                    raise self.fail("missing_entry", at, sign=repr(gap.strip()))
                depth, gap, seen = depth - 1, "", True
                continue
            if seen:
                self._separate(depth, gap, deepest, at)
            elif gap.strip() or (kind != "open" and depth == 0):
                raise self.fail("number_or_bracket", at)
            gap, seen = "", kind != "open"
            if kind == "open":
                depth, deepest = depth + 1, max(deepest, depth + 1)
                if depth == 2 or not self.rows:
                    self.rows.append([])
            else:
                self._add(self._spot(kind, text, at), at)
        if depth:
            raise self.fail("not_closed", self.end, count=depth)
        return self.rows[1:] if deepest == 2 else self.rows

    def _check(self, kind: str, depth: int, deepest: int, seen: bool, at: int) -> None:
        if kind == "open" and depth == 2:
            raise self.fail("three_dimensions", at)
        if kind == "close" and (depth == 0 or not seen):
            raise self.fail("empty_row" if depth else "not_opened", at)
        if (kind == "open" and depth == 1 and self.rows[0]) or (
            kind in ("number", "blocked") and depth == 1 and deepest == 2
        ):
            raise self.fail("rows_and_numbers", at)
        if depth == 0 and seen:
            raise self.fail("after_array", at)

    def _gap(
        self, gap: str, kind: str, text: str, at: int, seen: bool, depth: int
    ) -> str:
        if kind == "space":
            return gap if gap else (" " if "\n" not in text else "\n")
        if gap.strip() or not seen or depth == 0:
            raise self.fail("separates_nothing", at, sign=repr(text))
        return text

    def _separate(self, depth: int, gap: str, deepest: int, at: int) -> None:
        if not gap and depth != 1:
            raise self.fail("run_together", at)
        if gap == ";":
            if deepest == 2:
                raise self.fail("semicolon_in_row", at)
            self.rows.append([])
            return
        if (
            gap == "\n"
            and deepest == 1
            and len(self.plain.strip().split("\n")[0]) < _SHORT_LINE
        ):
            raise self.fail("one_row_or_several", at)
        style = "," if gap == "," else " "
        if self.style not in ("", style):
            raise self.fail("some_commas", at)
        self.style = style

    def _add(self, spot: Spot, at: int) -> None:
        self.rows[-1].append(spot)
        if len(self.rows[-1]) * len(self.rows) > 2 * MOST_ENTRIES:
            raise self.fail("more_entries", at, most=f"{MOST_ENTRIES:,}")

    def _spot(self, kind: str, text: str, at: int) -> Spot:
        end = at + len(text)
        if kind == "blocked":
            return Spot(self.tree.add(NodeKind.BLOCKED, (), "", at), at, end)
        digits = text.lstrip("+-")
        if len(digits) > 1 and digits[0] == "0" and digits[1].isdigit():
            raise self.fail(
                "leading_zero", at, text=text, plain=digits.lstrip("0") or "0"
            )
        value = float(text)
        if value in (float("inf"), float("-inf")) or (
            value == 0 and re.search("[1-9]", re.split("[eE]", text)[0])
        ):
            raise self.fail("beyond_floats", at, text=text[:20])
        node = self.tree.add(NodeKind.NUMERAL, (), digits, at)
        return Spot(
            self.tree.add(NodeKind.NEGATIVE, (node,), "", at)
            if text[0] == "-"
            else node,
            at,
            end,
        )
