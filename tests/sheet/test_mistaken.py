"""What newcomers write first, and what they are told: where, what it is, what to write instead."""

from __future__ import annotations

import tomllib

import pytest

from symattn.course.delivery import Wanted, deliver
from symattn.errors import SheetError, SymattnError, pointed
from symattn.sheet import loads
from symattn.sheet.lint import findings, said
from symattn.sheet.mistaken import as_lists, mistaken, rules
from symattn.sheet.stops import stops

SHEET = """title = "Heads"
decimals = 4

[[question]]
prompt = 'Compute one head.'
steps = ["Q = X @ W", "S = Q @ Q.T"]

[question.given]
X = [[1, 0], [0, 1]]
W = [[1, 2], [0, 1]]

[[question.part]]
prompt = 'Compute $Q$.'
asks = ["Q"]
"""
X, PROMPT = "X = [[1, 0], [0, 1]]", "prompt = 'Compute $Q$.'"
RIGHT = f"write {X}"

MISTAKES = [  # what stands in the sheet, what is written in its place, the line of the message, what it has to say
    (X, "X = [[1 0], [0, 1]]", 9, RIGHT),
    (X, "X = [[2, 1e−2], [0, 1]]", 9, "(U+2212)"),
    (X, "X = [[1, 0],\n  # second row\n  [0, 1]", 9, RIGHT),
    (X, "X = [[1, 0] [0, 1]]", 9, RIGHT),
    (X, "X = [1 0; 0 1]", 9, RIGHT),
    (X, "X = [1, 0; 0, 1]", 9, RIGHT),
    (X, "X = ((1, 0), (0, 1))", 9, RIGHT),
    (X, "X = [(1, 0), (0, 1)]", 9, RIGHT),
    (X, "X = np.array([[1, 0], [0, 1]])", 9, RIGHT),
    (X, "X = np.array([[1, 0], [0, 1]], dtype=float)", 9, RIGHT),
    (X, "X = Matrix([[1, 0], [0, 1]])", 9, RIGHT),
    (X, "X = Matrix([\n  [1, 0],\n  [0, 1],\n])", 9, RIGHT),
    (X, "X = torch.tensor([[1., 0.], [0., 1.]])", 9, "write X = [[1.0, 0.0], [0.0, 1.0]]"),
    (X, "X = [[1/3, 0], [0, 1]]", 9, 'write X = [["1/3", 0], [0, 1]]'),
    (X, "X = [[sqrt(2), 0], [0, 1]]", 9, 'write X = [["sqrt(2)", 0], [0, 1]]'),
    (X, "X = [[e, 0], [0, 1]]", 9, 'write X = [["e", 0], [0, 1]]'),
    (X, "X = [[2^3, 0], [0, 1]]", 9, 'write X = [["2^3", 0], [0, 1]]'),
    (X, "X = [[50%, 0], [0, 1]]", 9, 'write X = [["50%", 0], [0, 1]]'),
    (X, "X = [[01, 0], [0, 1]]", 9, RIGHT),
    (X, "X = [[.5, 0], [0, 1]]", 9, "write X = [[0.5, 0], [0, 1]]"),
    (X, "X = [[5., 0], [0, 1]]", 9, "write X = [[5.0, 0], [0, 1]]"),
    (X, "X = [[−1, 0], [0, 1]]", 9, "write X = [[-1, 0], [0, 1]]"),
    (X, "X = [[0,5, 0], [0, 1]]", 9, "a decimal has a point: 0.5"),
    (X, "X = [[1,\u00a00], [0, 1]]", 9, RIGHT),
    (X, "X\u00a0= [[1, 0], [0, 1]]", 9, RIGHT),
    (X, "X = [[1, 0], [0, 1]", 9, RIGHT),
    (X, "X = { α = 1, B = [[1]] }", 9, "U+03B1 (greek small letter alpha)"),
    (X, "X = { B = [[1]], naïve = 2 }", 9, "U+00EF (latin small letter i with diaeresis)"),
    (X, "X = { B = [[1]], C D = 2 }", 9, "write KEY = VALUE"),
    (X, "X = { B = [[1]] }, Y = [[2]]", 9, "on the next line Y = [[2]]"),
    (X, "X = [['\\sqr{2}', 0], [0, 1]]", 9, r"write numbers, e, \pi, \frac"),
    (X, "X = [['\\frac{1}{2', 0], [0, 1]]", 9, "expected '}'"),
    (X, "X = [['the', 0], [0, 1]]", 9, "tokens ="),
    (X, "X = [1, 0]", 9, "write [[1, 2]] for one row"),
    (X, "X = []", 9, "write rows of equal length"),
    (X, "X = [[1, 0], [0]]", 9, "write rows of equal length"),
    (X, "X = [[1, 0, 1], [0, 1, 1]]", 6, "W needs 3 rows"),
    (X, f"{X}\n{X}", 10, "write each key once"),
    (X, "", 6, "X"),
    (X, "X: [[1, 0], [0, 1]]", 9, RIGHT),
    ('title = "Heads"', "title = “Heads”", 1, 'write title = "Heads"'),
    ('title = "Heads"', "title = Heads", 1, 'write title = "Heads"'),
    ('title = "Heads"', 'title = "Heads', 1, 'write title = "Heads"'),
    ('title = "Heads"', 'title = "Heads";', 1, 'write title = "Heads"'),
    ("decimals = 4", "decimals: 4", 2, "write decimals = 4"),
    (X, "X = [1, 0; 0, 1];", 9, RIGHT),
    (X, "X = [[1, 0], [0, 1]]]", 9, RIGHT),
    (X, "X = [[1, 0], [0, 1]],", 9, RIGHT),
    (X, "X = [1, 0], [0, 1]", 9, RIGHT),
    (X, "X = 1, 0", 9, "write X = [[1, 0]]"),
    (X, "X [[1, 0], [0, 1]]", 9, RIGHT),
    (X, "X := [[1, 0], [0, 1]]", 9, RIGHT),
    (X, "X <- [[1, 0], [0, 1]]", 9, RIGHT),
    (X, "X: [1 0; 0 1];", 9, RIGHT),
    (X, "X = \\begin{bmatrix} 1 & 0 \\\\ 0 & 1 \\end{bmatrix}", 9, RIGHT),
    (X, "X = '\\begin{bmatrix} 1 & 0 \\\\ 0 & 1 \\end{bmatrix}'", 9, "without quotes around them: [[1, 0], [0, 1]]"),
    (X, "X = '''\n1 0\n0 1\n'''", 9, "without quotes around them: [[1, 0], [0, 1]]"),
    (X, "X = I", 9, "its rows: X = [[1, 0], [0, 1]]"),
    (X, "X = {1, 0}", 9, "write X = [1, 0]"),
    (X, "X = [[1, 0], [0, 1 000]]", 9, "write X = [[1, 0], [0, 1000]]"),
    (X, "X = [[1, 0], [0, 1,000]]", 9, "write X = [[1, 0], [0, 1000]]"),
    (X, 'X = [[1, 0], [0, "1/3]]', 9, 'write X = [[1, 0], [0, "1/3"]]'),
    (X, "X = [[1, 0], [0, 1]]  % input", 9, "write X = [[1, 0], [0, 1]]  # input"),
    (X, f"% input\n{X}", 9, "write # input"),
    (X, f"/* input */\n{X}", 9, "write # input"),
    ('title = "Heads"', "title: Heads", 1, 'write title = "Heads"'),
    ('title = "Heads"', "title = 'Heads\"", 1, 'write title = "Heads"'),
    ('title = "Heads"', "---\ntitle: Heads\n---", 1, "this looks like YAML"),
    ('title = "Heads"', '{"title": "Heads"}', 1, "this looks like JSON"),
    ('title = "Heads"', "\\title{Heads}", 1, "this looks like LaTeX"),
    ("decimals = 4", "decimals = 4.", 2, "write decimals = 4"),
    ("decimals = 4", "decimals 4", 2, "write decimals = 4"),
    ("decimals = 4", 'preamble = "\\usepackage{bm}"', 2, "LaTeX goes between single quotes"),
    (PROMPT, "prompt = 'Compute one\nhead.'", 13, "write prompt = 'Compute one head.'"),
    (PROMPT, "prompt = '''Compute $Q$.''", 13, "''' behind the text too"),
    ('asks = ["Q"]', "asks = [Q]\nmarks = 1/2", 14, 'write asks = ["Q"]'),
    ('asks = ["Q"]', 'asks = ["Q"]\nmarks = 1/2', 15, "write marks = 0.5"),
    ('asks = ["Q"]', 'asks = ["Q"]\nmarks = 0,5', 15, "write marks = 0.5"),
    ('asks = ["Q"]', 'asks = ["Q"]\nmarks = 3pt', 15, "write marks = 3"),
    ('asks = ["Q"]', 'asks = ["Q"]\nmarks = {Q: 1}', 15, "write marks = { Q = 1 }"),
    ('asks = ["Q"]', 'asks = ["Q"]\npoints = 3', 15, "points are called marks"),
    ('asks = ["Q"]', 'asks = "Q, S"', 14, 'write asks = ["Q", "S"]'),
    ("[[question.part]]", f"[question.part]\n{PROMPT}\n[[question.part]]", 12, "write [[question.part]], in two brackets"),
    ("[question.given]", "question.given", 8, "write [question.given]"),
    ("[question.given]", "[question given]", 8, "write [question.given]"),
    ("steps = [", "is_causal = true\nsteps = [", 6, 'write mask = "causal" among the options of a variant'),
    ("steps = [", "num_heads = 2\nsteps = [", 6, "write heads = 2 among the options of a variant"),
    ("steps = [", "mask = 'causal'\nsteps = [", 6, "mask is an option of the variant"),
    ("steps = [", "variant = 'self-attention'\nsteps = [", 6, 'did you mean "attention"?'),
    ('steps = ["Q = X @ W", "S = Q @ Q.T"]', "steps = [Q = X @ W, S = Q @ Q.T]", 6, 'write steps = ["Q = X @ W", "S = Q @ Q.T"]'),
    ('steps = ["Q = X @ W", "S = Q @ Q.T"]', "steps = '''\nQ = X @ W\nS = Q @ Q.T'''", 6, 'write steps = ["Q = X @ W", "S = Q @ Q.T"]'),
    ("S = Q @ Q.T", "S = Q / \\\\sqrt{2}", 6, "write sqrt(2)"),
    ("S = Q @ Q.T", "S = Q @ Q.T;", 6, "nothing ends a line"),
    ("S = Q @ Q.T", "S = np.matmul(Q, Q)", 6, "a product is A @ B"),
    ("S = Q @ Q.T", "S = softmax(Q, dim=1)", 6, "it takes axis"),
    ("S = Q @ Q.T", "S = Q @ W_{1}", 6, "stands without braces: Q_1"),
    ("decimals = 4", "decimals == 4", 2, "write decimals = 4"),
    ("decimals = 4", "decimals = 4 // four", 2, "write decimals = 4  # four"),
    ("decimals = 4", 'decimals = "4"', 2, "write a whole number"),
    ("decimals = 4", "decimals = four", 2, "a number: decimals = 4"),
    ("decimals = 4", "decimals = drei", 2, "a word where a number belongs"),
    ("decimals = 4", "decimals =", 2, "a value behind decimals ="),
    ("decimals = 4", "columns = two", 2, "a number: columns = 2"),
    ("decimals = 4", "decimals = 4.0", 2, "write a whole number"),
    ("decimals = 4", "decimals = -1", 2, "write a whole number"),
    ("decimals = 4", "language = de", 2, 'write language = "de"'),
    ("decimals = 4", 'tokens = ["a" "b"]', 2, 'write tokens = ["a", "b"]'),
    ("decimals = 4", "frames = no", 2, "write frames = false"),
    (X, "X = [[1; 0], [0; 1]]", 9, RIGHT),
    (X, "X = {{1, 0}, {0, 1}}", 9, RIGHT),
    (X, "X = eye(2)", 9, "the rows themselves: X = [[1, 0], [0, 1]]"),
    (X, "X = [[0.5, 1 /2], [0, 1]]", 9, 'write X = [[0.5, "1/2"], [0, 1]]'),
    (X, "X = [[1, 0], [0, '1/0']]", 9, "write a divisor that is not 0"),
    (X, "X = '[[1, 0], [0, 1]]'", 9, "without quotes around them"),
    (X, "x = [[1, 0], [0, 1]]", 6, 'did you mean "x"?'),
    ("decimals = 4", "decimal = 4", 2, 'did you mean "decimals"?'),
    (PROMPT, "prompt = ‘Compute $Q$.’", 13, "write prompt = 'Compute $Q$.'"),
    (PROMPT, "prompt = 'Compute the head's $Q$.'", 13, "write prompt = \"Compute the head's $Q$.\""),
    (PROMPT, "prompt = 'Compute GPT-2\\'s $Q$.'", 13, "write prompt = \"Compute GPT-2's $Q$.\""),
    (PROMPT, "prompt = 'With $h\\' = ah$: $Q$.'", 13, "write prompt = \"With $h' = ah$: $Q$.\""),
    (PROMPT, "prompt = 'With $a$, $h' = \\beta h$: $Q$.'", 13, "write prompt = \'\'\'With $a$, $h' = \\beta h$: $Q$.\'\'\'"),
    (PROMPT, "prompt = 'Le caf\\'e: $Q$.'", 13, "write prompt = \'\'\'Le caf\\'e: $Q$.\'\'\'"),
    (PROMPT, 'prompt = "Compute the "head" $Q$."', 13, "write prompt = 'Compute the \"head\" $Q$.'"),
    (PROMPT, 'prompt = "Compute $\\frac{1}{2}$."', 13, "LaTeX goes between single quotes"),
    (PROMPT, 'prompt = "Compute $\\text{softmax}$."', 13, "LaTeX goes between single quotes"),
    (PROMPT, 'prompt = "Compute $\\beta$."', 13, "LaTeX goes between single quotes"),
    (PROMPT, 'prompt = "Compute $\\nu$."', 13, "LaTeX goes between single quotes"),
    (PROMPT, 'prompt = "Compute $\\rho$."', 13, "LaTeX goes between single quotes"),
    (PROMPT, 'prompt = "Compute $\\sqrt{2}$."', 13, "write prompt = 'Compute $\\sqrt{2}$.'"),
    (PROMPT, 'promt = "Compute Q."', 13, 'did you mean "prompt"?'),
    (PROMPT, f'{PROMPT}\ntitle = "Heads"', 14, "title is a key of the sheet: write it above the first line in brackets"),
    ('asks = ["Q"]', 'asks = "Q"', 14, 'write asks = ["Q"]'),
    ('asks = ["Q"]', "asks = [Q]", 14, 'write asks = ["Q"]'),
    ('asks = ["Q"]', 'asks = ["Q"]\nmarks = two', 15, "a number: marks = 3"),
    ('asks = ["Q"]', 'asks = ["Q"]\nmarks = -2', 15, "write a number of marks"),
    ('asks = ["Q"]', 'asks = ["Q"]\nroom = 4cm', 15, 'write room = "4cm"'),
    ('asks = ["Q"]', 'asks = ["Q"]\nroom = "4 inch"', 15, 'write "4cm", "60mm"'),
    ('asks = ["Q"]', 'asks = ["Q"]\nnewpage = yes', 15, "write newpage = true"),
    ('asks = ["Q"]', 'ask = ["Q"]', 14, 'did you mean "asks"?'),
    ('asks = ["Q"]', 'asks = ["q"]', 14, 'did you mean "Q"?'),
    ('asks = ["Q"]', "asks = True", 14, "write asks = true"),
    ('asks = ["Q"]', "asks = None", 14, "or leave asks out"),
    ('asks = ["Q"]', 'asks = ["P"]', 14, "P"),
    ("[[question.part]]", "[question.part]", 12, "write [[question.part]], in two brackets"),
    ("[[question.part]]", f"[question.part]\n{PROMPT}\n[question.part]", 14, "[[question.part]], in two brackets, begins one more"),
    ("[[question.part]]", "[[part]]", 12, "write [[question.part]], in two brackets"),
    ("[[question]]", "[question]", 4, "write [[question]], in two brackets"),
    ("[question.given]", "[given]", 8, "write [question.given]"),
    ("[question.given]", "[question.vary]\n[question.given]", 8, "vary is a table of the sheet: write it as [vary]"),
    ("[[question]]", "[vary]\n[[question]]", 4, "write [[vary.draw]], and below it names"),
    ("[question.given]", "[question.given", 8, "write [question.given]"),
    ("steps = [", "variant = 'atention'\nsteps = [", 6, 'did you mean "attention"?'),
    ("steps = [", "options = {\n mask = 'causal' }\nsteps = [", 6, "on one line"),
    ("S = Q @ Q.T", "S = Q @ Q^T", 6, "write .T for the transpose"),
    ("S = Q @ Q.T", "S = Q @ Q'", 6, "write .T for the transpose"),
    ("S = Q @ Q.T", "S = sofmax(Q)", 6, 'did you mean "softmax"?'),
    ("S = Q @ Q.T", "S = Q Q.T", 6, "@ for a product of matrices"),
    (X, "X = [[1, 0],, [0, 1]]", 9, RIGHT),
    (X, "X = [[, 1, 0], [0, 1]]", 9, RIGHT),
    (X, "X = [[π, 0], [0, 1]]", 9, 'write X = [["π", 0], [0, 1]]'),
    (X, "X = [[1, O], [0, 1]]", 9, 'write X = [[1, "O"], [0, 1]]'),
    ("[question.given]", "[question.given] // matrices", 8, "write [question.given]  # matrices"),
    ("[question.given]", "[question.given]; matrices", 8, "write [question.given]  # matrices"),
    ("[question.given]", "[question.givens]", 8, 'did you mean "given"?'),
    ("[[question.part]]", "[[question.part]", 12, "write [[question.part]]"),
    ("[[question]]", "[[questions]]", 4, 'did you mean "question"?'),
    ("[[question]]", "[[question.part]]\nasks = ['Q']\n[[question]]", 4, "write it below the [[question]] to which it belongs"),
    ("[[question]]", "[question.options]\nmask = 'causal'\n[[question]]", 4, "write it below the [[question]] to which it belongs"),
    ('asks = ["Q"]', 'label "a"', 14, 'write label = "a"'),
    ("decimals = 4", 'tokens = "Thinking Machine"', 2, 'write tokens = ["Thinking Machine"]'),
    ('steps = ["Q = X @ W", "S = Q @ Q.T"]', 'steps = "Q = X @ W; S = Q @ Q.T"', 6, 'write steps = ["Q = X @ W", "S = Q @ Q.T"]'),
    ("S = Q @ Q.T", "S := Q @ Q.T", 6, "write S = Q @ Q.T"),
    ("S = Q @ Q.T", "S <- Q @ Q.T", 6, "write S = Q @ Q.T"),
    ("S = Q @ Q.T", "S == Q @ Q.T", 6, "write S = Q @ Q.T"),
    ("S = Q @ Q.T", "softmax(Q)", 6, "such as R = softmax(Q)"),
    ("S = Q @ Q.T", "S = Q @ Q^\\\\top", 6, "write sqrt(2), A.T"),
    ("S = Q @ Q.T", "S = Q.dot(Q.T)", 6, "a product is A @ B"),
    ("S = Q @ Q.T", "S = Q @ transpose(Q)", 6, "write A.T"),
    ("S = Q @ Q.T", "S = Q / np.sqrt(2)", 6, "a function stands by itself, with no np. before it"),
    ("W = [[1, 2], [0, 1]]", "W^Q = [[1 2], [0, 1]]", 10, "write W_Q = [[1, 2], [0, 1]]"),
    ("W = [[1, 2], [0, 1]]", "W_{Q}^{(1)} = [[1, 2], [0, 1]]", 10, "write W_Q_1 = [[1, 2], [0, 1]]"),
    ("W = [[1, 2], [0, 1]]", "$W_Q$ = [[1, 2], [0, 1]]", 10, "write W_Q = [[1, 2], [0, 1]]"),
    ("[question.given]", "[[question.given]]", 8, "write [question.given], in one bracket"),
    ('asks = ["Q"]', 'asks = ["Q"]\nnewpage = "yes"', 15, "write true or false, without quotes"),
    ("S = Q @ Q.T", "S = Q / sqrt(d_k)", 6, "given = { d_k = 80 }"),
    (X, "X = [[True, False], [False, True]]", 9, RIGHT),
    (X, "X = [[1 × 2, 0], [0, 1]]", 9, 'write X = [["1×2", 0], [0, 1]]'),
    (X, "X = [1, 0\n    0, 1]", 9, RIGHT),
    (X, "X = [[1, 0],\n[0, 1]],", 9, RIGHT),
    (X, "X = $\\begin{pmatrix} 1 & 0 \\\\ 0 & 1 \\end{pmatrix}$", 9, RIGHT),
    (X, "X = 1 0", 9, "each row in brackets, and brackets around the rows"),
    (X, "X = [[1, 0], [0, 1]]; Y = [[1]]", 9, "write X = [[1, 0], [0, 1]], and on the next line Y = [[1]]"),
    (X, "let X = [[1, 0], [0, 1]]", 9, RIGHT),
    (X, "X is [[1, 0], [0, 1]]", 9, RIGHT),
    (X, f"{X}\nprompt = 'Compute one head.'", 10, "prompt is a key of the question: write it above"),
    (X, f"{X}\ntitle = 'Heads'", 10, "title is a key of the sheet: write it above"),
    ("[[question]]", "[[question]]:", 4, "write [[question]]"),
    (PROMPT, "prompt = r'Compute $Q$.'", 13, "write prompt = 'Compute $Q$.'"),
    (PROMPT, "prompt = `Compute $Q$.`", 13, 'write prompt = "Compute $Q$."'),
    (PROMPT, "prompt = 'Compute ' + '$Q$.'", 13, "write prompt = 'Compute $Q$.'"),
    (PROMPT, "prompt = 'Compute' $Q$.", 13, "write prompt = 'Compute $Q$.'"),
    (PROMPT, "prompt = $Q$", 13, 'write prompt = "$Q$"'),
    ('asks = ["Q"]', "asks = Q, S", 14, 'write asks = ["Q", "S"]'),
    ("decimals = 4", "header = Name, ID", 2, 'write header = ["Name", "ID"]'),
    ("S = Q @ Q.T", "S = softmax[Q]", 6, "what a function takes stands in round brackets: softmax(A)"),
    ("S = Q @ Q.T", "S = Q[0]", 6, "write A[0:1, :] for a row"),
    ("S = Q @ Q.T", "S = softmax(Q", 6, "expected a comma or ')'"),
]


HEADS = """title = "Two heads"
course = "LING 410"

[[question]]
variant = "multi-head-attention"
[question.options]
heads = 2
[question.given]
X = [[1, 0], [0, 1]]
W_Q_1 = [[1, 0], [0, 1]]
W_K_1 = [[1, 2], [0, 1]]
W_V_1 = [[1, 0], [1, 1]]
W_Q_2 = [[0, 1], [1, 0]]
W_K_2 = [[1, 0], [0, 1]]
W_V_2 = [[2, 0], [0, 2]]
[[question.part]]
label = "a"
asks = ["A_1", "A_2"]

[[question]]
steps = ["m = mean(Z, axis=1)", "N = Z - m"]
given = { Z = [[1, 3], [2, 6]] }
"""
OF_HEADS = [  # the same in a sheet of two heads
    ("heads = 2", "mask = true", 7, 'write one of "none", "causal"'),
    ("heads = 2", 'scale = "1/sqrt(d_k)"', 7, "write true to divide by the root of d_k"),
    ("[question.options]\nheads = 2", "heads = 2", 6, "options = { heads = … }"),
    ("W_Q_1 =", "W_Q1 =", 10, "is it W_Q_1?"),
    ("W_Q_1 = [[1, 0], [0, 1]]\n", "W_Q = [[[1, 0], [0, 1]], [[0, 1], [1, 0]]]\n", 10, "is it W_Q_1?"),
    ("[question.given]\n", "", 8, "write [question.given] above X"),
    ("[question.given]", "[question.given.X]", 8, "write [question.given], and below it X = [["),
    ('asks = ["A_1", "A_2"]', 'asks = ["A_1, A_2"]', 18, 'write asks = ["A_1", "A_2"]'),
    ('asks = ["A_1", "A_2"]', 'asks = ["$A_1$", "$A_2$"]', 18, 'did you mean "A_1"?'),
    ('label = "a"', "label = (a)", 17, 'write label = "(a)"'),
    ("given = { Z = [[1, 3], [2, 6]] }", "given = { Z = [[1, 3], [2, 6]], }", 22, "write given = { Z = [[1, 3], [2, 6]] }"),
    (X, 'X = [["sqrt2", 0], [0, 1]]', 9, 'did you mean "sqrt(2)"?'),
    (X, 'X = [["a", 0], [0, 1]]', 9, 'under [question.letters]: a = "real"'),
    (X, "X = [[1, –1], [0, 1]]", 9, "write X = [[1, -1], [0, 1]]"),
    (X, "X = 0.5 * [[1, 0], [0, 1]]", 9, "write the rows themselves"),
    (X, "X = [[1, 0], [0, 1]].T", 9, "write the rows themselves"),
    (X, 'X = "input.csv"', 9, "write its rows: X = [["),
    (X, "X = [\n  [1, 0],\n  [0, 1],\n", 9, RIGHT),
    ("W_K_2 = [[1, 0], [0, 1]]", "W_K_2 = W_K_1", 14, "write its rows: W_K_2"),
    ("N = Z - m", "N, M = Z - m, Z", 21, "a line defines one name: N ="),
    ("N = Z - m", "N = Z - m  # centred", 21, "behind the quotes of the line"),
    ("N = Z - m", "N = Z – m", 21, "this is a dash; write -"),
    ("N = Z - m", "N -= m", 21, "write R = N - m"),
    ("course =", 'language = "german"\ncourse =', 2, 'write one of "en", "de", "fr"'),
    ("course =", 'logo = "C:\\Users\\ada\\crest.png"\ncourse =', 2, "between single quotes: 'C:\\Users\\ada\\crest.png'"),
]  # fmt: skip
ALL = [(SHEET, *row) for row in MISTAKES] + [(HEADS, *row) for row in OF_HEADS]


@pytest.mark.sliced(4)
@pytest.mark.parametrize(("sheet", "old", "new", "line", "said"), ALL, ids=[row[2][:40] or "nothing" for row in ALL])
def test_a_mistake_is_answered_with_its_line_and_what_to_write(sheet: str, old: str, new: str, line: int, said: str) -> None:
    text = sheet.replace(old, new, 1)
    assert text != sheet
    with pytest.raises(SheetError) as error:
        loads(text).solve()
    (problem,) = [p for p in error.value.problems if said in p.hint or said in p.what][:1]
    assert problem.line == line
    shown = pointed(error.value).split("\n")
    assert text.split("\n")[line - 1].replace("\u00a0", " ").strip() in " ".join(shown) or any("^" in row for row in shown)


@pytest.mark.parametrize(("old", "new", "at"), [
    (X, "X = [[1, 0], [0, 1]", "[[1"), (X, "X = [[1, 0],, [0, 1]]", ", [0"), ("S = Q @ Q.T", "S := Q @ Q.T", ":="),
    ("S = Q @ Q.T", "S = Q / sqrt(d_k)", "d_k"), ("S = Q @ Q.T", "T_1 = 2 * Q @ T_2", "T_2"), ("S = Q @ Q.T", "softmax(Q)", "softmax"),
    ("[[question]]", "[[question.part]]\nasks = ['Q']\n[[question]]", "question.part"),
    (PROMPT + '\nasks = ["Q"]', "prompt = 'Half: $\\frac{1}$'\nasks = ['Q', 'S']", "\\frac"),
])  # fmt: skip
def test_the_caret_is_below_what_is_wrong_and_nothing_else_is_said(old: str, new: str, at: str) -> None:
    text = SHEET.replace(old, new, 1)
    try:
        shown = "\n".join(said(loads(text))).split("\n")
    except SheetError as error:
        shown = pointed(error).split("\n")
    (caret,) = [k for k, row in enumerate(shown) if row.strip() == "^"]
    assert shown[caret - 1][shown[caret].index("^") :].startswith(at)


STOPS = [  # what stands in a prompt, the character that LaTeX stops at, what it is answered with
    (r"Compute $\frac{1{2}$.", "{1", "write } where it ends"),
    (r"Compute $\mathbf{H$.", "{H", "write } where it ends"),
    (r"Compute $Q}$.", "}", "take it out"),
    (r"Compute $H_1_2$.", "_2", "in one pair of braces"),
    (r"Compute $a^b^c$.", "^c", "in one pair of braces"),
    (r"Compute $\mathbf{H}_1 {}_2^3^4$.", "^4", "in one pair of braces"),
    (r"Compute H_1 now.", "_1", "write $H_1$"),
    (r"Compute $Q$ and $K.", "$K", "close the formula"),
    (r"Compute \[Q = 1", r"\[", r"write \] where it ends"),
    (r"Compute Q & K.", "&", r"write \& for the sign"),
    (r"Question #2: compute $Q$.", "#", r"write \# for the sign"),
    (r"Worth some % of the course: $Q$.", "%", r"write \% for the sign"),
    (r"See \begin{itemize} \item one", r"\begin", r"\end{itemize} where it ends"),
    (r"See \item one \end{itemize}", r"\end", "open it before"),
    (r"Compute \textbf{H.", "{H", "write } where it ends"),
    (r"Compute $\left( H $.", r"\left", r"write \right where it ends"),
    (r"Compute **all** of $Q$.", "**all", r"write \textbf{all}"),
    (r"Compute \mathbf{Q}.", r"\mathbf", r"write it between dollars: $\mathbf …$"),
    (r"Compute $\frac{1}$.", r"\frac{1}$", r"write \frac{…}{…}"),
    (r"Compute $\frac12 + \sqrt$.", r"\sqrt", r"write \sqrt{…}"),
    (r"Compute ${\mathbf}$.", r"\mathbf", r"write \mathbf{…}"),
]


@pytest.mark.parametrize(("prompt", "at", "said"), STOPS, ids=[prompt for prompt, _, _ in STOPS])
@pytest.mark.parametrize("quote", ["'", "'''", "'''\n"])
def test_what_latex_stops_at_is_told_at_its_character(prompt: str, at: str, said: str, quote: str) -> None:
    text = SHEET.replace("'Compute $Q$.'", f"{quote}{prompt}{quote.strip()}")
    (problem,) = [found for found in findings(loads(text)) if said in found.hint]
    assert text.split("\n")[problem.line - 1][problem.column - 1 :].startswith(at)


@pytest.mark.exhaustive
@pytest.mark.tex
@pytest.mark.sliced(24)
@pytest.mark.parametrize("prompt", [prompt for prompt, _, said in STOPS if "textbf{all}" not in said and "%" not in said])
def test_latex_stops_there_and_the_sheet_is_told_of_it_in_place_of_its_log(prompt: str) -> None:
    with pytest.raises(SymattnError) as error:
        deliver(loads(SHEET.replace("'Compute $Q$.'", f"'{prompt}'")), Wanted("pdf", via="tex"))
    assert "LaTeX cannot" not in str(error.value) or "mathbf" in prompt
    assert "13:" in str(error.value)


@pytest.mark.parametrize("text", [
    r"Half of $H_1$ is $\left(\tfrac12\right)H_1$, 50\% \& more, \$3 each; $x_{1_2}^{2^3}$, $x'_1^2$, $\text{for $n_1$ rows}$.",
    r"$\fbox{$2$}$, $\textsc{for $n$}$, $\frac\pi2 + \sqrt[3]{x} + \tfrac{1}2 + \binom nk$",
    "\\begin{tabular}{ll} a & b \\\\ $x_1$ & 2 \\end{tabular} % a comment with $ and {",
    r"\begin{align*} Q &= X W_Q \\[4pt] K &= X W_K \end{align*} \verb|a_b & c| \[ \begin{bmatrix} 1 & 0 \end{bmatrix} \] $$H_1$$ \(H_2\)",
    r"\newcommand{\Attn}[1]{\operatorname{Attn}(#1)} $\Attn{Q}$", r"$S_{ij} = \sum_{k} Q_{ik} K_{jk}$, ${}_1 F_2$, 2 * 3 * 4 and $a^\top$, $\sqrt{x}_1$",
])  # fmt: skip
def test_what_latex_sets_is_no_slip(text: str) -> None:
    assert stops(text) == []


@pytest.mark.parametrize("rule", rules(), ids=[rule.what for rule in rules()])
def test_every_rule_has_an_example_that_is_no_toml(rule: object) -> None:
    example = rule.example  # type: ignore[attr-defined]
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads(example)
    found = mistaken(example, 0)
    assert found is not None
    assert found.what == rule.what or "without quotes" in found.what  # type: ignore[attr-defined]


def test_the_sheets_themselves_are_right() -> None:
    assert all(said(sheet, sheet.solve()) == () for sheet in (loads(SHEET.replace(', "S = Q @ Q.T"', "")), loads(HEADS)))


def test_two_parts_of_one_label_are_told() -> None:
    text = HEADS.replace('asks = ["A_1", "A_2"]', 'asks = ["A_1"]\n[[question.part]]\nlabel = "(a)"\nasks = ["A_2"]')
    (problem,) = findings(loads(text))
    assert (problem.line, problem.what) == (20, "part a stands above too")


@pytest.mark.parametrize("written", [r'"a\nand b"', r'"a\tb"', r"'$\nu$'", r'"$\\nu$"'])
def test_an_escape_that_is_meant_is_one(written: str) -> None:
    assert loads(SHEET.replace("'Compute $Q$.'", written))


MANY = r'''title = “Week 3”
decimals = drei
columns: 2

[[question]]
prompt = "Compute $\sqrt{2}$ and $\frac{1}{2}$."
steps = ["B = X @ W"]
[question.given]
X = [1 0; 0 1]
W = np.array([[1, 0],
  [1/2, 1]])
[[question.part]]
prompt = 'the head's output'
asks = [B]
marks = 1/2
'''


def test_all_statements_that_are_no_toml_are_answered_in_one_go() -> None:
    with pytest.raises(SheetError) as error:
        loads(MANY)
    assert [problem.line for problem in error.value.problems] == [1, 2, 3, 6, 9, 10, 13, 14, 15]
    mended = MANY.split("\n")
    for problem in error.value.problems:
        if not problem.hint.startswith("write a number"):
            mended[problem.line - 1] = problem.hint.removeprefix("write ")
    assert loads("\n".join(mended).replace("drei", "3").replace("\n  [1/2, 1]])", "")).solve()


def test_what_ends_nowhere_ends_the_list_of_mistakes() -> None:
    with pytest.raises(SheetError) as error:
        loads(MANY.replace("“Week 3”", "'''Week 3''").replace("drei", "3").replace("[1 0; 0 1]", "[[1, 0], [0, 1]]"))
    assert len(error.value.problems) == 1


@pytest.mark.parametrize("depth", [0, 1, 2])
@pytest.mark.parametrize("rows", ["1 2{}3 4", "1{}0", "1, 2{}3, 4{}5, 6"])
@pytest.mark.parametrize("beside", ["", ", [7 8]"])
def test_the_end_of_a_line_parts_rows_as_a_semicolon_does(depth: int, rows: str, beside: str) -> None:
    """In a list in a list too, whose numbers are one row however they are parted."""
    text = "[" * (depth + 1) + rows + "]" + (beside if depth else "") + "]" * depth
    told, made = as_lists(text.replace("{}", "\n")) or ("", "")
    assert as_lists(text.replace("{}", "; ")) == (told.replace("the end of a line", "a semicolon"), made)
    numbers = rows.replace(",", "").replace("{}", " ").split()
    inner = f"[{', '.join(numbers)}]" if depth else "[" + ", ".join(f"[{', '.join(row.replace(',', '').split())}]" for row in rows.split("{}")) + "]"
    assert made == "[" * depth + inner + (", [7, 8]" if beside and depth else "") + "]" * depth
