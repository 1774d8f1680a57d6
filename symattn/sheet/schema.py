"""The worksheet format, version 1: every table and key. A new key is one line here and its use in question.py."""

from __future__ import annotations

from symattn.resources import languages
from symattn.sheet.kinds import Given, Key, ListOf, Marks, Named, Rows, Schema, Share, Table, Text, Whole
from symattn.sheet.options import VARY, Choice, FigureOf, LetteredTable, Letters, Notation, Options, ShapeOf, SizeOf
from symattn.sheet.variants import VARIANTS

NAME = "^[A-Za-z][A-Za-z0-9_]*$"
"""What a matrix may be called: a letter, then letters, digits, _."""

CLAIM = Table(
    {
        "claim": Key(Text(filled=True), "LaTeX text: what is claimed", "'A row of weights adds up to 1.'", required=True),
        "because": Key(Text(), "LaTeX text: why it holds", "'Each is divided by their sum.'"),
        "check": Key(
            Text(), 'two expressions that are equal, such as "A @ B == C"; it runs with letters for entries',
            '"X @ concat(A, B) == concat(X @ A, X @ B)"',
        ),
        "sizes": Key(
            Named(SizeOf(), NAME), "rows and columns of the matrices of letters in the check",
            "{ X = [2, 4], A = [4, 2], B = [4, 2] }",
        ),
        "given": Key(
            Named(Rows(), NAME), "matrices with values in the check, such as a permutation",
            "{ P = [[0, 1], [1, 0]] }",
        ),
        "steps": Key(ListOf(Text()), "lines that the check uses", '["H = softmax(X @ W) @ X"]'),
    }
)

ACCEPT = Table(
    {
        "line": Key(Text(filled=True), "the line that a right choice leads to", '"A"'),
        "near": Key(Rows(), "what its entries are near", '[["1/2", "1/2", 0]]'),
        "within": Key(Given(), 'how far each of them may be off, such as "0.01"', '"0.01"'),
        "equals": Key(Rows(), "what it is exactly", "[[1, 0]]"),
        "check": Key(
            Text(filled=True), 'two expressions that a right choice makes equal, such as "H == X[1, :]"',
            '"H == X[1, :]"',
        ),
    }
)

UNKNOWN = Table(
    {
        "shape": Key(SizeOf(1000), "its rows and columns", "[1, 3]", required=True),
        "example": Key(Rows(), "one right choice, which the key works out", "[[5, 5, 0]]", required=True),
    }
)

PART = Table(
    {
        "label": Key(Text(), 'the part\'s letter, such as "a"', '"a"'),
        "prompt": Key(Text(), "LaTeX text: what is asked", "'Compute $Q$, $K$ and $V$.'"),
        "asks": Key(ListOf(Text()), "names of the lines that answer it", '["Q", "K", "V"]'),
        "marks": Key(Marks(), "marks for the part; 1 for each line asked unless written", "{ Q = 2, K = 1, V = 1 }"),
        "answer": Key(Text(), "LaTeX text: the answer in the key, where it is words", "'Because no query sees a later word.'"),
        "form": Key(
            Choice(("exact", "fraction", "decimal"), "form"), "the form that answers must have; any unless written",
            '"exact"',
        ),
        "proof": Key(ListOf(CLAIM), "the steps of a proof, each a claim with its reason and a check that runs"),
        "accept": Key(ListOf(ACCEPT), "when a free choice is right: all of these hold"),
        "figures": Key(ListOf(FigureOf()), "figures below the part, answered in the key", '["multi-head"]'),
        "remark": Key(Text(), "LaTeX text: a remark in the key, in small print", "'The first row is exact.'"),
    }
)

MARKING = Table(
    {
        "rounding": Key(
            Choice(("nearest", "truncate"), "rounding"), "how decimals are cut: rounded, or just broken off",
            '"truncate"',
        ),
        "significant": Key(Whole(1, 1000), "significant digits asked, in place of decimals behind the point", "3"),
        "tolerance": Key(Given(), "how far a decimal may be off, such as 0.01, however it is rounded", '"0.01"'),
        "follow": Key(
            Share(), "share of the marks for a line that is right from a wrong earlier answer; 1 unless written",
            "0.5",
        ),
        "trivial": Key(
            Share(), "the same where the wrong answer makes the line trivial (identity, zeros); 0 unless written",
            "0.5",
        ),
        "imprecise": Key(Share(), "share of an entry's marks with too few digits; 0.5 unless written", "0.75"),
        "skipped": Key(Share(), "share for a line not handed in before a right one; 1 unless written", "0"),
    }
)

GRADIENT = Table(
    {
        "of": Key(Text(filled=True), "the line whose derivatives are asked", '"H"', required=True),
        "wrt": Key(
            ListOf(Text(filled=True)), 'with respect to which givens and lines, such as ["V", "A", "X"]',
            '["V", "A", "X"]', required=True,
        ),
        "upstream": Key(Text(filled=True), "the given that weighs its entries; d and the line's name unless written", '"dH"'),
    }
)

PAPERS = ("a4", "letter")

QUESTION = LetteredTable(
    {
        "id": Key(Text(filled=True), "the question's name in answer files; q1, q2, … unless written", '"softmax"'),
        "prompt": Key(Text(), "LaTeX text: what the question is about", "'Compute the output $H$ of one head.'"),
        "variant": Key(Choice(VARIANTS, "variant"), "the kind of attention, which gives the lines", '"multi-head-attention"'),
        "steps": Key(
            ListOf(Text()), 'the lines themselves, such as "Q = X @ W_Q", in place of a variant',
            '["Q = X @ W_Q", "S = Q @ Q.T", "A = softmax(S / sqrt(2))"]',
        ),
        "options": Key(Options(), "the variant's own options", '{ heads = 2, mask = "causal" }'),
        "given": Key(Named(Given(), NAME), "the given matrices and numbers", '{ X = [[1, 0.5], ["1/3", "sqrt(2)"]] }'),
        "letters": Key(
            Letters(), 'letters that may stand in values: "integer", "positive" or "real", such as m = "integer"',
            '{ m = "integer", t = "real" }',
        ),
        "unknown": Key(
            Named(UNKNOWN, NAME), "matrices that the student chooses, each with an example",
            "{ q = { shape = [1, 2], example = [[5, 0]] } }",
        ),
        "shapes": Key(
            Named(ShapeOf(), NAME), "for a question about shapes: those of the givens, letters or numbers",
            '{ X = ["n", "d"], W_Q = ["d", 64] }',
        ),
        "where": Key(ListOf(Text()), 'what is known about the letters, such as ["d = h*d_k"]', '["d = h*d_k"]'),
        "sizes": Key(
            Named(Whole(1, 1_000_000_000), NAME), "numbers that letters of the shapes stand for",
            "{ n = 4, d = 1024 }",
        ),
        "stated": Key(
            Named(Rows(), NAME), "values of lines that the sheet itself states; later lines use them",
            '{ A = [["0.50", "0.50"], ["0.27", "0.73"]] }',
        ),
        "gradient": Key(GRADIENT, "derivatives: the lines dV, dA, … behind the question's own"),
        "notation": Key(Notation(), "overrides the sheet's notation", '{ join = "Concat(…)" }'),
        "figures": Key(ListOf(FigureOf()), "figures below the prompt", '[{ name = "heat-map", line = "A" }]'),
        "part": Key(ListOf(PART), "what is asked, in order; every line unless written"),
    }
)

SHEET = Table(
    {
        "schema": Key(Whole(1, 1), "the version of the format", "1"),
        "title": Key(Text(), "the sheet's title, as plain text", '"Two heads, two words"'),
        "course": Key(Text(), "course and institution, as plain text", '"CS 335, autumn"'),
        "logo": Key(
            Text(filled=True), "a PNG, JPG or PDF in the sheet's folder, for the head of pages; a PDF for paper alone",
            '"crest.png"',
        ),
        "header": Key(ListOf(Text()), 'blanks to fill in, such as ["Name", "ID"]', '["Name", "ID"]'),
        "student": Key(Text(), "whose sheet it is, in place of the blanks", '"Ada Lovelace (17)"'),
        "paper": Key(
            Choice(PAPERS, "paper"), "the paper that LaTeX, PDF and printed HTML are set for; A4 unless written",
            '"letter"',
        ),
        "language": Key(
            Choice(languages(), "language"), "the language of what symattn says on pages; en unless written",
            '"de"',
        ),
        "preamble": Key(
            Text(), "LaTeX before \\begin{document}, such as \\newcommand; LaTeX and PDF alone read it",
            r"'\newcommand\R{\mathbb{R}}'",
        ),
        "intro": Key(Text(), "LaTeX text before the questions", r"'Recall that $A = \operatorname{softmax}(L)$.'"),
        "note": Key(
            Text(), "LaTeX text after the questions of the key; on the students' sheet it stands before them",
            "'You may use a computer.'",
        ),
        "tokens": Key(ListOf(Text()), "the words that the rows of X stand for", '["Thinking", "Machine"]'),
        "notation": Key(Notation(), "how names are written: a shipped notation, a path or a table", '"superscript-heads"'),
        "decimals": Key(Whole(0, 1000), "digits shown behind the point, and asked of students", "4"),
        "marking": Key(MARKING, "how `symattn check` marks"),
        "vary": Key(VARY, "makes the sheet a template: what varies from student to student"),
        "question": Key(
            ListOf(QUESTION, "write [[question]], in two brackets"),
            "the questions: write [[question]] and below it what is given",
            required=True,
        ),
    }
)


def json_schema() -> Schema:
    """The format as JSON Schema, for editors that read ``#:schema``.

    >>> sorted(json_schema()["properties"])[:3]
    ['course', 'decimals', 'header']
    """
    return {"$schema": "http://json-schema.org/draft-07/schema#", "title": "A symattn worksheet", **SHEET.schema()}
