"""Plain text to signs: fractions and matrices are drawn over several lines, everything else stands on one."""

from __future__ import annotations

import re
import unicodedata

from .signs import Cases, Frac, Gap, Grid, Name, Num, Root, Sign, Stream, Sub, Sup, Text, Under, grouped

UP = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁱᵀⁿ", "0123456789+−=()iTn", strict=True))
DOWN = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "0123456789+−=()aehijklmnoprstuvx", strict=True))
BOLD = {"𝟎": "0", "𝟏": "1"}
OPEN, CLOSE = "⎡⎢⎣⎛⎜⎝⎧⎨⎩", "⎤⎥⎦⎞⎟⎠⎫⎬⎭"
TOKEN = re.compile(
    r"\d+(?:[.,]\d+)?|root\d+ |[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁱᵀⁿ]+|[₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ]+|"
    r"[^\W\d_⁰¹²³⁴⁵⁶⁷⁸⁹ⁱᵀⁿ₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ\u0300-\u036f][\u0300-\u036f]*"
    r"(?:[^\W\d_⁰¹²³⁴⁵⁶⁷⁸⁹ⁱᵀⁿ₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ][\u0300-\u036f]*|(?<=[a-z])-(?=[A-Za-z]))*|\s+|.", re.S)  # fmt: skip
ROUNDED = {"⎢⎣": ("⌊", "⌋"), "⎡⎢": ("⌈", "⌉")}
CONDITION = set("><≥≤=≠")
BARS = {"│": "|", "║": "‖"}  # over several lines
LIST = {"(": ")", "[": "]"}
ROW = re.compile(r"\[[^\[\]]*\]")


class Undrawn(Exception):
    """A drawing that is not understood."""


class Drawing:
    """Lines of one formula; a part of it is rows from *top* to *bottom* and columns from *left* to *right*, all half-open."""

    def __init__(self, lines: list[str], comma: bool = False) -> None:
        self.wide = max(map(len, lines))
        self.lines = [line.ljust(self.wide) for line in lines]
        self.comma = comma

    def column(self, c: int, top: int, bottom: int) -> str:
        return "".join(self.lines[r][c] for r in range(top, bottom))

    def writing(self, top: int, bottom: int, left: int, right: int) -> int:
        """The line of writing of a part."""
        for c in range(left, right):
            marks = [(r, self.lines[r][c]) for r in range(top, bottom) if self.lines[r][c] != " "]
            if not marks:
                continue
            bars = [r for r, mark in marks if mark == "─"]
            if bars:
                return max(bars, key=lambda r: self.bar(r, c))
            if len(marks) == 1:
                return marks[0][0]
            if marks[0][1] in BARS:
                return (marks[0][0] + marks[-1][0]) // 2
            if marks[0][1] in OPEN:
                end = self.closing(marks[0][0], c, right)
                if marks[0][1] in "⎛" or (end + 1 < right and False):
                    return self.writing(marks[0][0], marks[-1][0] + 1, c + 1, end)
                return (marks[0][0] + marks[-1][0]) // 2
            raise Undrawn("two lines of writing")
        return top

    def bar(self, r: int, c: int) -> int:
        end = c
        while end < self.wide and self.lines[r][end] == "─":
            end += 1
        return end - c

    def closing(self, r: int, c: int, right: int) -> int:
        """Where the bracket that opens at a place is closed, on the same line."""
        depth = 0
        for k in range(c, right):
            depth += (self.lines[r][k] in OPEN[:6]) - (self.lines[r][k] in CLOSE[:6])  # a brace stands alone
            if depth == 0:
                return k
        raise Undrawn("a bracket left open")

    def reach(self, r: int, c: int, top: int, bottom: int) -> tuple[int, int]:
        """The lines that a tall bracket spans."""
        first, last = r, r
        while first > top and self.lines[first][c] not in "⎡⎛⎧" and self.lines[first - 1][c] in OPEN:
            first -= 1
        while last + 1 < bottom and self.lines[last][c] not in "⎣⎝⎩" and self.lines[last + 1][c] in OPEN:
            last += 1
        return first, last + 1

    def read(self, top: int, bottom: int, left: int, right: int, base: int | None = None) -> list[object]:
        """Signs of a part, in reading order."""
        if base is None:
            base = self.writing(top, bottom, left, right)
        out: list[object] = []
        c, start = left, left
        line = self.lines[base]

        def written(end: int) -> None:
            out.extend(linear(line[start:end], self.comma))

        while c < right:
            if line[c] == "─":
                written(c)
                end = c + self.bar(base, c)
                out.append(Frac(*(grouped(self.read(a, b, c, end)) for a, b in ((top, base), (base + 1, bottom)))))
                c = start = end
            elif line[c] in OPEN:
                written(c)
                first, last = self.reach(base, c, top, bottom)
                if self.lines[first][c] == "⎧":
                    c = start = self.cases(first, last, c + 1, base, out)
                    continue
                end = self.closing(base, c, right)
                self.alone(c, end + 1, (*range(top, first), *range(last, bottom)))
                mark = self.lines[first][c]
                if mark == "⎛":
                    out += [Sign("("), *self.read(first, last, c + 1, end), Sign(")")]
                elif mark + self.lines[last - 1][c] in ROUNDED:
                    left_sign, right_sign = ROUNDED[mark + self.lines[last - 1][c]]
                    out += [Sign(left_sign), *self.read(first, last, c + 1, end), Sign(right_sign)]
                elif mark == "⎡" and any(set(self.lines[r][c + 1 : end]) & CONDITION and "[" not in self.lines[r][c + 1 : end] for r in range(first, last)):
                    out += [Sign("["), *self.read(first, last, c + 1, end), Sign("]")]
                elif mark == "⎡" and self.lines[last - 1][c] == "⎣":
                    out.append(self.grid(first, last, c + 1, end))
                else:
                    raise Undrawn(f"{mark} over {last - first} lines")
                c = start = self.raised(first, end + 1, top, bottom, out) if first < base else end + 1
            elif line[c] in BARS:
                written(c)
                out.append(Sign(BARS[line[c]]))
                c = start = c + 1
            elif line[c] in CLOSE:
                raise Undrawn("a bracket without its other half")
            else:
                self.alone(c, c + 1, (*range(top, base), *range(base + 1, bottom)))
                c += 1
        written(right)
        return out

    def cases(self, first: int, last: int, left: int, base: int, out: list[object]) -> int:
        """The cases behind a brace, one on each line, put behind the rest; where they end is seen beside the line of writing."""
        wide = max(len(re.split(r" {3}|[⎞⎠]", self.lines[r][left:])[0].rstrip()) for r in range(first, last) if r != base or last == first + 1)
        rows = [re.split(" {2,}", self.lines[r][left : left + wide].strip()) for r in range(first, last)]
        if self.lines[base][left + wide :][:1].isalnum() or any(len(row) != 2 for row in rows):
            raise Undrawn("cases")
        out.append(Cases(tuple(tuple(tuple(linear(part, self.comma)) for part in row) for row in rows)))
        return left + wide

    def raised(self, top: int, left: int, first: int, last: int, out: list[object]) -> int:
        """What stands raised at the upper end of a tall bracket, put behind it; the column after it."""
        right = left
        while right < self.wide and self.lines[top][right] in UP:
            right += 1
        if right > left:
            self.alone(left, right, (*range(first, top), *range(top + 1, last)))
            out += linear(self.lines[top][left:right])
        return right

    def alone(self, left: int, right: int, others: tuple[int, ...]) -> None:
        """Raises Undrawn where something stands above or below what is read."""
        if any(self.lines[r][left:right].strip() for r in others):
            raise Undrawn("two lines of writing")

    def grid(self, top: int, bottom: int, left: int, right: int) -> Grid:
        """The entries of a matrix."""
        columns = self.columns(top, bottom, left, right)
        out = []
        for first, last, base in self.rows(top, bottom, left, right):
            if last == first + 1 and self.ruled(first, left, right):
                continue
            out.append(tuple(grouped(self.read(first, last, a, b, None if self.tall(first, last, a, b) else base)) for a, b in columns))
        return Grid(tuple(out))

    def tall(self, top: int, bottom: int, left: int, right: int) -> bool:
        return any(self.lines[r][left:right].strip() for r in range(top, bottom)) and bottom - top > 1

    def ruled(self, r: int, left: int, right: int) -> bool:
        """Whether a line is a rule between the blocks of a matrix."""
        return "╌" in self.lines[r][left:right] and not self.lines[r][left:right].strip(" ╌┼")

    def columns(self, top: int, bottom: int, left: int, right: int) -> list[tuple[int, int]]:
        """Columns of a matrix are apart by two blanks on every line, or by a rule; the blanks within a row in brackets are its own."""
        rows = [ROW.sub(lambda m: "x" * len(m[0]), self.lines[r][left:right]) for r in range(top, bottom) if not self.ruled(r, left, right)]
        blank = [all(row[c] in " │" for row in rows) for c in range(right - left)]
        out, start, c = [], left, left
        while c < right:
            if blank[c - left]:
                end = c
                while end < right and blank[end - left]:
                    end += 1
                if end - c >= 2 and c > left and end < right and any(not b for b in blank[start - left : c - left]):
                    out.append((start, c))
                    start = end
                c = end
            else:
                c += 1
        return [*out, (start, right)]

    def rows(self, top: int, bottom: int, left: int, right: int) -> list[tuple[int, int, int]]:
        """Rows of a matrix: a line each, or the lines that a fraction or a tall bracket holds together."""
        held = set()  # lines that belong to the same row as the one below
        bars = []
        for r in range(top, bottom):
            line, below = self.lines[r], self.lines[r + 1] if r + 1 < bottom else ""
            if "─" in line[left:right]:
                bars.append(r)
                held |= {r - 1, r}
            if any(line[c] in "⎡⎢⎛⎜" and below[c] in OPEN for c in range(left, right) if below):
                held.add(r)
        out, first = [], top
        for r in range(top, bottom):
            if r not in held or r + 1 == bottom:
                inside = [b for b in bars if first <= b <= r]
                out.append((first, r + 1, inside[0] if len(inside) == 1 else first))
                first = r + 1
        return out


def signs(lines: list[str], comma: bool = False) -> Stream:
    """The signs of a formula's lines."""
    drawing = Drawing(lines, comma)
    try:
        return grouped(drawing.read(0, len(lines), 0, drawing.wide))
    except Undrawn:
        parts = beside(drawing)
        if len(parts) == 1:
            raise
    out: list[object] = []
    for left, right in parts:  # a tall matrix, and beside it formulas below each other
        try:
            out += [*drawing.read(0, len(lines), left, right), Gap("wide")]
        except Undrawn:
            for line in drawing.lines:
                if set(line[left:right]) & set(OPEN + CLOSE + "─"):
                    raise
                out += [*linear(line[left:right].strip(), comma), Gap("wide")]
    return grouped(out)


def beside(drawing: Drawing) -> list[tuple[int, int]]:
    """The columns of what stands apart: three blanks between, on every line."""
    page = ["".join(mark) for mark in zip(*drawing.lines, strict=True)]
    blank = "".join(" " if not column.strip() else "x" for column in page)
    return [part.span() for part in re.finditer(r"x(?: {0,2}x)*", blank)]


WORDS = re.compile(r"\((?=[^()]*[a-z]{3})[A-Za-z]+(?:/[A-Za-z]+)*(?:,\s+[A-Za-z]+(?:/[A-Za-z]+)*)+\)")


def linear(text: str, comma: bool = False) -> list[object]:
    """Signs that stand on one line; a list of words, (I, cats, like/cats), is none of them."""
    text = WORDS.sub("", text)
    out: list[object] = []
    tokens = [m[0] for m in TOKEN.finditer(text)]
    k = 0
    while k < len(tokens):
        k = one(tokens, k, out, comma)
    return out


def close(tokens: list[str], k: int) -> int:
    """The place of the bracket that closes the one at a place."""
    depth = 0
    for at in range(k, len(tokens)):
        depth += (tokens[at] in LIST) - (tokens[at] in LIST.values())
        if depth == 0:
            return at
    raise Undrawn("a bracket left open on its line")


def one(tokens: list[str], k: int, out: list[object], comma: bool) -> int:
    """The sign at a place, put behind the others; the place after it."""
    t = tokens[k]
    if t[0].isspace():
        if len(t) > 2 or (len(t) == 2 and not (out and out[-1] in (Sign(","), Sign(";")))):
            out.append(Gap("wide"))
    elif t[0].isdigit() and t[0].isascii():
        out += [Num(t.replace(",", "."))] if comma or "," not in t else [Num(t.split(",")[0]), Sign(","), Num(t.split(",")[1])]
    elif t[0] in UP:
        out.append(Sup(tuple(linear("".join(UP[c] for c in t)))))
    elif t[0] in DOWN:
        out.append(Sub(tuple(linear("".join(DOWN[c] for c in t)))))
    elif t in "^_" or t[0] in "√∛∜" or re.fullmatch(r"root\d+ ", t):
        return scripted(tokens, k, out, comma)
    elif t == "[":
        end = close(tokens, k)
        within = "".join(tokens[k + 1 : end])
        out += [Text(f"[{within}]")] if within.isdigit() and out and isinstance(out[-1], (Name, Sub, Sup)) else bracketed(within, comma)
        return end + 1
    elif t in BOLD:
        out.append(Name(f"b:{BOLD[t]}"))
    elif t[0].isalpha():
        out.append(Name(unicodedata.normalize("NFD", t)))
    else:
        out.append(Sign({"∣": "|", "│": "|", "⊙": "∘", "⊤": "ᵀ", "-": "−", "′": "′"}.get(t, t)))
    return k + 1


def scripted(tokens: list[str], k: int, out: list[object], comma: bool) -> int:
    """A script behind ^ or _, or what stands under a root: a bracket, or the next sign with its scripts."""
    t = tokens[k]
    if k + 1 >= len(tokens):
        raise Undrawn(f"nothing behind {t}")
    root = t not in "^_"
    if tokens[k + 1] == "(":
        end = close(tokens, k + 1)
        body = linear("".join(tokens[k + 2 : end]), comma)
    elif tokens[k + 1] == "[":
        end = close(tokens, k + 1)
        body = linear("".join(tokens[k + 1 : end + 1]), comma)
    else:
        end, body = k + 1, []
        one(tokens, k + 1, body, comma)
        while t != "^" and end + 1 < len(tokens) and tokens[end + 1][0] in DOWN:
            end = one(tokens, end + 1, body, comma) - 1
        if not root and tokens[k + 1] in "−-" and end + 1 < len(tokens):
            end = one(tokens, end + 1, body, comma) - 1
    if root:
        out.append(Root(tuple(body), {"√": 2, "∛": 3, "∜": 4}.get(t) or int(t[4:])))
    elif t == "_" and out and out[-1] in (Name("lim"), Sign("∑")):
        out.append(Under(tuple(body)))
    else:
        out.append((Sub if t == "_" else Sup)(tuple(body)))
    return end + 1


def bracketed(text: str, comma: bool) -> list[object]:
    """A matrix on one line, [1 2; 3 4], or brackets around something else."""
    if set(text) & CONDITION:
        return [Sign("["), *linear(text, comma), Sign("]")]
    if ":" in text or "|" in text or "∣" in text or re.search(r",\s", re.sub(r"\w\([^()]*\)", "", text)):
        if ":" in text:
            return [Text(f"[{text}]")]
        return [Sign("["), *linear(text, comma), Sign("]")]
    return [Grid(tuple(tuple(tuple(linear(cell, comma)) for cell in cells(row)) for row in text.split(";")))]


def cells(row: str) -> list[str]:
    """Entries apart by a blank that does not stand beside an operator with blanks on both sides."""
    out, depth, start = [], 0, 0
    row = row.strip()
    if "  " in row:
        return [cell for cell in re.split(" {2,}", row) if cell]
    for k, c in enumerate(row):
        depth += (c in "([") - (c in ")]")
        if c == " " and depth == 0:
            around = (row[k - 1], row[k - 2] if k > 1 else ""), (row[k + 1], row[k + 2] if k + 2 < len(row) else " ")
            if (around[0][0] in "+−∘×/" and around[0][1] == " ") or (around[1][0] in "+−∘×/" and around[1][1] == " "):
                continue
            if re.search(r"[+−] \d+$", row[:k]) and re.match(r"[a-z]+\(", row[k + 1 :]):
                continue  # a − 3 sin(m)
            if row[start:k].strip():
                out.append(row[start:k].strip())
            start = k
    return [*out, row[start:].strip()]
