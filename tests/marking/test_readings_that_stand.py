"""A right answer stays right whatever is written beside it, and what may be read in two ways is a person's, never wrong."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.sheet import loads
from tests.marking.told import expected, one_line, told

SHEETS = {
    "one": '[[question]]\nvariant = "attention"\n[question.given]\nX = [[1, 0], [0, 1]]\nW_Q = [["0.5", 1], [2, 1]]\n'
           'W_K = [[1, 1], [0, "1/3"]]\nW_V = [[1, 2], [3, 4]]\n',
    "two": '[[question]]\nvariant = "multi-head-attention"\n[question.given]\nX = [[1, 0], [0, 1]]\nW_Q_1 = [[1, 1], [2, 1]]\nW_K_1 = [[1, 1], [0, 2]]\n'
           "W_V_1 = [[1, 2], [3, 4]]\nW_Q_2 = [[2, 1], [0, 1]]\nW_K_2 = [[1, 0], [0, 1]]\nW_V_2 = [[1, 0], [3, 1]]\n",
    "columns": '[[question]]\nsteps = ["u = X @ a", "v = X @ b", "P = u @ v.T"]\n[question.given]\nX = [[1, 2], [3, "0.5"]]\na = [[1], [1]]\nb = [[2], [0]]\n',
    "numbers": '[[question]]\nsteps = ["a = x @ y.T", "r = a @ c.T", "u = x - c", "ff = (x @ y.T) ** 2"]\n[question.given]\nx = [[1, -2]]\ny = [[3, 4]]\nc = [[-3]]\n',
    "moments": '[[question]]\nsteps = ["m = mean(x)", "v = var(x)", "w = 2 * v"]\n[question.given]\nx = [[1, 2, 3, 4]]\n',
    "narrow heads": '[[question]]\nsteps = ["H_1 = X @ a", "H_2 = X @ b", "H = concat(H_1, H_2)"]\n[question.given]\nX = [[1, 2], [3, 4], [5, 6]]\na = [[1], [0]]\nb = [[0], [1]]\n',
    "twice": '[[question]]\nid = "q1"\nsteps = ["Q = X @ W_Q", "K = X @ W_K"]\n[question.given]\nX = [[1, 0], [0, 1]]\nW_Q = [["0.5", 1], [2, 1]]\nW_K = [[1, 1], [0, 1]]\n'
             '[[question]]\nid = "q2"\nsteps = ["Q = X @ W_Q", "K = X @ W_K"]\n[question.given]\nX = [[1, 0], [0, 1]]\nW_Q = [[3, 1], [2, 1]]\nW_K = [[5, 1], [0, 1]]\n',
    "random": '[[question]]\nsteps = ["S = q @ k.T", "m = expectation(S)", "v = variance(S)"]\nsizes = { d_k = 64 }\n[question.shapes]\nq = [1, "d_k"]\nk = [1, "d_k"]\n',
    "apart": '[[question]]\nid = "q1"\nsteps = ["s = x + x"]\n[question.given]\nx = [[1, 2, 3]]\n'
             '[[question]]\nid = "q2"\nsteps = ["S = X + Y"]\n[question.given]\nX = [[1, 0], [0, 1]]\nY = [[1, 1], [0, 1]]\n',
    "logs": 'tokens = ["ein", "alter", "hut"]\n[[question]]\nsteps = ["S = q @ k.T", "E = exp(S)"]\n[question.given]\nq = [["log(2)"], [0], ["-log(2)"]]\nk = [[1], [2], [3]]\n',
    "narrow": '[[question]]\nvariant = "attention"\noptions.mask = "causal"\n[question.given]\nX = [[1, 0], [0, 1], [1, 1]]\nW_Q = [[1], [1]]\nW_K = [[1], [2]]\n'
              "W_V = [[1], [0]]\n",
    "sizes": '[[question]]\nsteps = ["Q = X @ W_Q", "S = Q @ Q.T", "H = S @ X"]\n[question.shapes]\nX = [4, 6]\nW_Q = [6, 2]\n[[question.part]]\nlabel = "a"\nprompt = "Shapes?"\nasks = ["S"]\n',
    "letters": '[[question]]\nsteps = ["P = x @ R"]\n[question.letters]\nm = "real"\n[question.given]\nx = [[2, 1]]\nR = [["cos(m)", "-sin(m)"], ["sin(m)", "cos(m)"]]\n',
    "sums": '[[question]]\nsteps = ["A = softmax(L)"]\n[question.given]\nL = [[0, "sqrt(2)/2"], [0, "sqrt(2)/2"]]\n',
    "again": '[[question]]\nid = "q1"\nsteps = ["s = sum(x)"]\n[question.given]\nx = [[1, 2, 3]]\n[[question]]\nid = "q2"\nsteps = ["s = sum(x)"]\n[question.given]\nx = [[4, 2, 3]]\n',
}  # fmt: skip
SHEETS["two heads of two"] = SHEETS["two"] + SHEETS["moments"]
A, OTHER = "[0.6953 0.3047; 0.8683 0.1317]", "[0.5 0.5; 0.5 0.5]"
LONG = "every row of the weights adds up to one because the softmax normalises each of the rows by itself"
Q = "[[0.5, 1], [2, 1]]"
SIZES = ["Q (2, 2) = {}", "Q(2x2) = {}", "Q [2x2] = {}", "Q (2,2): {}", "Q (2 × 2) = {}", "Q_{{2x2}} = {}", "Q: {}\nQ: (2, 2)", "Q: (2, 2)\nQ: {}", "Q: 2 x 2\nQ = {}"]
PARTS = [("Question", "Answer"), ("Question", "Task"), ("Task", "Solution"), ("Question", "- Item"), ("Question", "Nr."), ("Question", "Ans")]
CORRECTED = [("en", "A (corrected) ="), ("en", "Corrected weights:"), ("en", "weights (corrected) ="), ("de", "A (Korrektur):"), ("de", "Korrektur: A =")]
CASES = [  # sheet, language, suffix, text, line -> verdict; no other line may have one
    *(("one", "en", ".txt", f"{way.format(Q)}\n", {"Q": "correct"}) for way in SIZES),
    *(("moments", "en", ".txt", f"m = 2.5{end}", {"m": "correct"}) for end in ("  ", "  \n", "\t", "\t\n\n", ".", ",", ";", ")")),
    ("two", "en", ".txt", "Queries: Q1 = (1, 1; 2, 1), Q2 = (2, 1; 0, 1)\n", {"Q_1": "correct", "Q_2": "correct"}),
    ("numbers", "en", ".txt", "a = tensor(-5.)\nr = tensor(15., grad_fn=<MulBackward0>)\n", {"a": "correct", "r": "correct"}),
    ("one", "en", ".txt", "Q =\n\n0.5 1\n\n2 1\n\nK: [1 1; 0 1/3]\n", {"Q": "correct", "K": "correct"}),
    ("one", "de", ".txt", "Q = ⎡1 − 5,000·10⁻¹  10,00·10⁻¹⎤\n    ⎣    2,000          1     ⎦\n", {"Q": "correct"}),
    ("one", "en", ".csv", 'question,line,answer\na,Q,"[[0.5, 1], [2, 1]]"\n', {"Q": "correct"}),
    ("one", "en", ".csv", 'question,line,answer\nother,Q,"[[0.5, 1], [2, 1]]"\n', {"Q": "unreadable"}),
    ("moments", "en", ".txt", "There are m = 2.5 of them on average, then v = 1.25 of all these\n", {"m": "correct", "v": "correct"}),
    ("random", "de", ".txt", "Der Mittelwert von S ist 0. Die Varianz von S ist 64.\n", {"m": "correct", "v": "correct"}),
    ("random", "en", ".txt", "The mean of S is 0. The variance of S is 8.\n", {"m": "correct", "v": "undecided"}),
    ("apart", "en", ".txt", "q2)\nS = I_2\n", {"q2 S": "slip"}),
    ("apart", "en", ".tex", "Question 2\n\n$S = \\mathbf{I}_2$, so\n", {"q2 S": "slip"}),
    ("columns", "en", ".txt", "Output: u1 = (3), u2 = (3.5)\n", {"u": "correct"}),
    *(("moments", "en", ".txt", f"{text}\n", {"m": "correct"}) for text in ("2.5 = m", "5/2 = 2.5 = m", "$2.5 = m$", "2 + 0.5 ≈ m")),
    *(("moments", "en", ".txt", f"{text}\n", {}) for text in ("a = m", "b ≈ v", "n = 4 = x")),
    ("moments", "en", ".txt", "3 = m\n", {"m": "incorrect"}),
    ("one", "en", ".txt", "[0.5 1; 2 1] = Q\n", {"Q": "correct"}),
    ("one", "en", ".txt", "[0.5 1; 2 1] = Q\n[1 1; 0 1/3] = K\n", {"Q": "unreadable", "K": "unreadable"}),  # or Q [1 1; 0 1/3] = K
    *(
        ("one", "en", ".tex", f"\\begin{{tabular}}{{l|rr}}{gap}{first}{gap}{second}{gap}{third} \\end{{tabular}}\n", {"Q": "correct", "K": "correct"})
        for gap in (" ", "\n")
        for first, second, third in [
            (r"Q & 0.5 & 1 \\", r"& 2 & 1 \\ K & 1 & 1 \\", r"& 0 & 1/3"),
            (r"$Q$ & $0.5$ & $1$ & \\", r" & $2$ & $1$ \\ \hline", r"$K$ & 1 & 1 \\ & 0 & $\frac{1}{3}$ & \\"),
        ]
    ),
    ("columns", "en", ".tex", "\\begin{tabular}{lr} u & 3 \\\\ & 3.5 \\\\ v & 2 \\\\ & 6 \\end{tabular}\n", {"u": "correct", "v": "correct"}),
    ("two", "en", ".txt", "Solution\nHead 1: Q = [1 1; 2 1]\nHead 2: Q = [2 1; 0 1]\n", {"Q_1": "correct", "Q_2": "correct"}),
    ("two", "en", ".txt", "Q1:\n1 1\n2 1\nQ2:\n2 1\n0 1\nHead 1: K = [1 1; 0 2]\n", {"Q_1": "correct", "Q_2": "correct", "K_1": "correct"}),
    ("two", "en", ".txt", "Q:\nHead 1: [1 1; 2 1]\nHead 2: [2 1; 0 1]\n", {"Q_1": "correct", "Q_2": "correct"}),
    ("two", "en", ".txt", "Queries:\n  head 1: [1 1; 2 1]\n  head 2: [2 1; 0 1]\n", {"Q_1": "correct", "Q_2": "correct"}),
    ("two", "en", ".txt", "Head 1: row 1 (0.5 7), row 2 (2 1) are the outputs\n", {"H_1": "unreadable"}),
    ("two", "en", ".txt", "Head 1: row 1 (1 2), row 2 (3 4) are the outputs\n", {"H_1": "unreadable", "V_1": "unreadable"}),  # which is so
    ("twice", "en", ".txt", f"Question 1: single head attention (3 marks)\nQ = {Q}\nQuestion 2: the same again (4 marks)\nQ = [3 1; 2 1]\n", {"q1 Q": "correct", "q2 Q": "correct"}),
    ("one", "en", ".txt", "Q: row 1 -> (0.5, 1), row 2 -> (2, 1)\n", {"Q": "correct"}),
    ("one", "en", ".txt", "Q: x1 = (0.5, 1), x2 = (2, 1)\n", {"Q": "correct"}),
    ("one", "en", ".txt", f"A = {OTHER}\nKorrigierte A: {A}\n", {"A": "correct"}),
    *(("one", "en", ".txt", f"Q: {rows}\n", {"Q": "unreadable"}) for rows in (
        "row 2 -> (0.5, 1), row 1 -> (2, 1)", "row 1 -> (0.5, 1), row 3 -> (2, 1)")),
    ("one", "en", ".txt", "Q-> [0.5 1]\n   [2 1]\n", {"Q": "correct"}),
    ("columns", "en", ".tex", "$v = \\begin{bmatrix}1\\\\2\\\\6\\end{bmatrix}$\n", {"v": "shape"}),
    ("moments", "en", ".txt", "m = 2.5 v = 1.25\n", {"m": "undecided"}),
    ("moments", "en", ".txt", "$m = 2.5 v = 1.25$\n", {"m": "undecided"}),
    ("moments", "en", ".txt", "m = 2.5  v = 1.25\n", {"m": "correct", "v": "correct"}),
    ("moments", "en", ".txt", "w = 2 v = 2.5\n", {"w": "correct"}),
    ("moments", "en", ".txt", "w = 2 v = 2.6\n", {"w": "undecided"}),
    ("one", "en", ".txt", "Q(1, 1) = 0.5\nQ(1, 2) = 1\nQ(2, 1) = 2\nQ(2, 2) = 1\n", {"Q": "correct"}),
    ("one", "en", ".txt", "Q(1, 2) = [0.5 1]\n", {"Q": "unreadable"}),
    ("one", "en", ".txt", "Q = (2, 2)\n", {"Q": "shape"}),
    ("one", "en", ".txt", f"A = {A}\nIf all scores were equal, the weights should be: {OTHER}\n", {"A": "correct"}),
    ("one", "en", ".txt", f"A = {A}\nWithout the scaling the correct weights would be: {OTHER}\n", {"A": "correct"}),
    ("one", "en", ".txt", f"A = {A}\nweights (not correct) = {OTHER}\n", {"A": "correct"}),
    ("one", "en", ".txt", f"A = {A}\nThe corrected weights of a friend = {OTHER}\n", {"A": "correct"}),
    ("one", "en", ".txt", f"A = {OTHER}\nThe weights should have been: {A}\n", {"A": "undecided"}),
    ("one", "en", ".txt", f"A = {OTHER}\nI divided by 2, it should read A = {A}\n", {"A": "correct"}),
    ("one", "en", ".txt", f"A = {A}\nWith equal scores it should read A = {OTHER}\n", {"A": "undecided"}),
    ("one", "de", ".txt", "A = [0,5 0,5; 0,5 0,5]\nKorrektur zu oben, korrigiert: A = [0,6953 0,3047; 0,8683 0,1317]\n", {"A": "correct"}),
    ("one", "en", ".txt", f"A = {OTHER}\nThe weights = {A}\n", {"A": "incorrect"}),
    ("one", "en", ".txt", f"weights1 = {A}\nweights2 = {OTHER}\n", {"A": "correct"}),
    ("one", "en", ".txt", f"weights1 = {OTHER}\nweights2 = {A}\n", {"A": "undecided"}),
    ("one", "en", ".txt", f"weights0 = {OTHER}\nA = {A}\n", {"A": "correct"}),
    ("one", "en", ".txt", "output 1 = [1.6094 2.6094; 1.2635 2.2635]\noutput 2 = [1 2; 3 4]\n", {"H": "correct"}),
    ("one", "en", ".txt", f"weights = {OTHER}\n", {"A": "incorrect"}),
    ("two", "en", ".txt", f"Head 2\nA: {LONG}\nH = [1.6605 0.3302; 2.3395 0.6698]\n", {"H_2": "correct"}),
    ("two", "en", ".txt", f"Head 2\nd: {LONG}\nK = [1 0; 0 1]\n", {"K_2": "correct"}),
    ("two", "en", ".txt", f"Head 2\n1: {LONG}\nK = [1 0; 0 1]\n", {"K_2": "correct"}),
    ("two", "en", ".txt", f"Head 1\nSee head 2: {LONG}\nK = [1 1; 0 2]\n", {"K_1": "correct"}),
    ("two", "en", ".txt", f"Head 1\nNot in head 2: {LONG[:60]}\nK = [1 1; 0 2]\n", {"K_1": "correct"}),
    ("two", "en", ".txt", f"Head 1\nQ = [1 1; 2 1]\nHead 2: {LONG}\nK = [1 0; 0 1]\n", {"Q_1": "correct", "K_2": "correct"}),
    ("two", "de", ".txt", f"Kopf 2: {LONG[:60]}\nK = [1 0; 0 1]\n", {"K_2": "correct"}),
    ("one", "fr", ".txt", "A = (0,6953 ; 0,3047)\n", {"A": "undecided"}),
    ("one", "de", ".txt", "K = [1,1;0,1/3]\n", {"K": "correct"}),
    ("one", "fr", ".txt", "La première ligne de A est (0,6953 ; 0,3047), la deuxième ligne est (0,8683 ; 0,1317).\n", {"A": "undecided"}),
    ("one", "fr", ".txt", "A :\nla première ligne est (0,6953 ; 0,3047)\nla deuxième ligne est (0,8683 ; 0,1317)\n", {"A": "correct"}),
    ("one", "de", ".txt", "A = (0,6953; 0,3047)\n    (0,8683; 0,1317)\n", {"A": "correct"}),
    ("one", "de", ".txt", "A =\n0,6953; 0,3047\n0,8683; 0,1317\n", {"A": "correct"}),
    ("columns", "en", ".txt", "P = [6; 7]\n    [18; 21]\n", {"P": "undecided"}),
    ("columns", "en", ".txt", "P =\n[6; 7]\n[18; 21]\n", {"P": "undecided"}),
    ("columns", "en", ".txt", "u = [3; 3.5]\n    [2; 6]\n", {"u": "correct", "v": "unreadable"}),
    ("columns", "en", ".txt", "P = u v^T\n  = [3; 3.5]\n  [2 6]\n", {"P": "undecided"}),
    ("columns", "en", ".txt", "u = (3; 3.5)\nv = (2; 6)\nP = [3; 3.5] [2 6] = [6 18; 7 21]\n", {"u": "correct", "v": "correct", "P": "correct"}),
    ("columns", "en", ".txt", "u = (3 ; 3,5) = (3 ; 3,5)\nP = ( 6 ; 18 )\n    ( 7 ; 21 )\n", {"u": "correct", "P": "correct"}),
    ("numbers", "en", ".txt", "a = [1 -2][3; 4] = 3·1 + 4·(-2) = 3 - 8 = -5 [1]\n", {"a": "correct"}),
    ("numbers", "en", ".txt", "a = [-5] = 1 × 1\n", {"a": "correct"}),
    ("numbers", "en", ".txt", "a = [7] = 1 × 1\n", {"a": "incorrect"}),
    ("numbers", "en", ".txt", "a = [1 -2] [3; 4] = (1×2)(2×1) = -5\n", {"a": "correct"}),
    ("numbers", "en", ".txt", "a = [1 -2] · [3 4] = -5\n", {"a": "correct"}),
    ("numbers", "en", ".txt", "a = [1 -2][3; 4] = 7\n", {"a": "incorrect"}),
    ("numbers", "en", ".txt", "r = [-5] [-3]^T = 15\n", {"r": "correct"}),
    ("numbers", "en", ".txt", "u = [1 -2] - [-3] = [4 1]\n", {"u": "correct"}),
    ("numbers", "en", ".txt", "ff = (xyᵀ)² = ([1 −2][3; 4])² = 25     [1]\n", {"ff": "correct"}),
    ("numbers", "en", ".txt", "ff = ([1 −2][3; 4])² = 26\n", {"ff": "incorrect"}),
    ("one", "en", ".txt", "S = [0.5 1; 2 1][1 0; 1 1/3] = [1.5 1/3; 3 1/3] = 5\n", {"S": "correct"}),
    ("one", "en", ".txt", "S_11 = [0.5 1][1; 1] = 1.5\nS_12 = [0.5 1][0; 1/3] = 1/3\nS_21 = [2 1][1; 1] = 3\nS_22 = [2 1][0; 1/3] = 1/3\n", {"S": "correct"}),
    ("one", "de", ".json", '{"q1": {"S": [["1.500", "1/3"], ["3.000", "1/3"]]}}', {"S": "correct"}),
    ("one", "de", ".json", '{"S": "[[1.500, 1/3], [3.000, 1/3]]"}', {"S": "correct"}),
    ("one", "fr", ".toml", 'S = [[1.500, "1/3"], [3.000, "1/3"]]\n', {"S": "correct"}),
    ("one", "de", ".txt", "S = np.array([[1.500, 1/3], [3.000, 1/3]])\n", {"S": "correct"}),
    ("one", "de", ".txt", "S = np.array([[1.500, 1/3], [4.000, 1/3]])\n", {"S": "incorrect"}),
    ("one", "de", ".txt", "S = [1.500 1/3; 3.000 1/3]\n", {"S": "unreadable"}),
    ("columns", "de", ".txt", "P = (6; 18)\n    (7; 21)\n", {"P": "correct"}),
    *(("twice", "en", ".txt", f"{below} 1\n{word} 1: Q = {Q}\n{word} 2: K = [1 1; 0 1]\n", {"q1 Q": "correct", "q1 K": "correct"}) for below, word in PARTS),
    *(("twice", "en", suffix, f"{below}\n\nAnswer 1: Q = [3 1; 2 1]\n\nAnswer 2: K = [5 1; 0 1]\n", {"q2 Q": "correct", "q2 K": "correct"})
      for suffix, below in ((".md", "# Question 2"), (".txt", "2."))),
    ("twice", "en", ".txt", f"Question 1\nQ = {Q}\nQuestion 2: Q = [3 1; 2 1]\nK = [5 1; 0 1]\n", {"q1 Q": "correct", "q2 Q": "correct", "q2 K": "correct"}),
    ("twice", "en", ".txt", f"Answer 1: Q = {Q}\nAnswer 2: Q = [3 1; 2 1]\n", {"q1 Q": "correct", "q2 Q": "correct"}),
    ("twice", "en", ".txt", f"Exercise 3\nQ1: Q = {Q}\nQ2: Q = [3 1; 2 1]\n", {"q1 Q": "correct", "q2 Q": "correct"}),
    ("one", "en", ".txt", f"A = {A}\nA: 0.6953 + 0.3047 = 1 and 0.8683 + 0.1317 = 1\n", {"A": "correct"}),
    ("one", "en", ".txt", f"A = {OTHER}\nA: 0.5 + 0.5 = 1 and 0.5 + 0.5 = 1\n", {"A": "undecided"}),
    ("moments", "en", ".txt", "m = 10/4 = 2.5 and 5/4 = 1.25\n", {"m": "undecided"}),
    ("columns", "en", ".txt", "u = 1 + 2, 3 + 1/2 = 3, 7/2\n", {"u": "undecided", "v": "unreadable"}),
    ("columns", "en", ".txt", "u = 1 + 2 = 3, 3 + 1/2 = 7/2; v = 2*1 = 2; 2*3 = 6.\n", {"u": "correct", "v": "correct"}),
    ("two", "en", ".html", "<p>Q<sub>1</sub>:</p><table><tr><td>1<td>1</tr><tr><td>2<td>1</tr></table><p>K<sub>2</sub> = [1 0; 0 1]</p>", {"Q_1": "correct", "K_2": "correct"}),
    ("narrow heads", "en", ".txt", "H_1 = (1, 3, 5)\nH_2 = (2; 4; 6)\nH[0] = (1, 2)\nH[1] = (3, 4)\nH[2] = (5, 6)\n", {"H_1": "correct", "H_2": "correct", "H": "correct"}),
    ("two", "en", ".txt", "Q1 = [1 1; 2 1]    W = 5   K1 = [1 1; 0 2]    W1 = [1 0; 0 1]\n", {"Q_1": "correct", "K_1": "correct"}),
    ("moments", "en", ".md", "| | value |\n|---|---|\n| $m$ | 2.5 |\n| $v$ | 1.25 |\n| $w = 2 v$ | 2.5 |\n", {"m": "correct", "v": "correct", "w": "correct"}),
    ("moments", "en", ".txt", "Q1a: mean m = 2.5, the variance of an entry of x is v = 1.25.\nFor x it is w = 2.5\n", {"m": "correct", "v": "correct", "w": "correct"}),
    ("columns", "en", ".txt", "u = 3 and 3.5; v = 2 and 6\n", {"u": "correct", "v": "correct"}),
    ("columns", "en", ".txt", "u = 3 and 3.5 apples; v = 2 and 6.\n", {"u": "unreadable", "v": "correct"}),
    ("numbers", "en", ".txt", "a = (1, –2)(3; 4) = –5\n", {"a": "correct"}),
    ("apart", "en", ".txt", "Question 1: S = [2 1; 0 2]\n", {"q2 S": "correct"}),
    ("apart", "en", ".txt", "Question 1: S = [2 1; 0 3]\n", {"q2 S": "undecided"}),
    ("apart", "en", ".txt", "Question 2: S = [2 1; 0 2]\nQuestion 1: S = [2 1; 0 3]\n", {"q1 s": "unreadable", "q2 S": "correct"}),
    ("apart", "en", ".txt", "Question 1: S = [2 4 6]\n", {"q1 s": "correct"}),
    *(("one", language, ".txt", f"A = {OTHER}\n{way} {A}\n", {"A": "correct"}) for language, way in CORRECTED),
    ("one", "en", ".txt", f"Q =\nX W = {Q}\n", {"Q": "correct"}),
    ("one", "en", ".txt", f"A =\nsoftmax of L =\n{A}\n", {"A": "correct"}),
    ("sizes", "en", ".txt", "Q: (4, 2), S likewise (4, 4)\nH: some words\n", {"S": "correct", "Q": "correct"}),
    ("sizes", "de", ".txt", "S: (4, 2)\nH: (4, 4)\n", {"S": "incorrect", "H": "incorrect"}),
    *(("letters", "en", ".txt", f"P = {row}\n", {"P": "correct"}) for row in (
        "(2 cos m + sin m, cos m − 2 sin m)", "[cos m + sin m + cos m, -2 sin m + cos m]")),
    ("letters", "en", ".txt", "P = (2 cos m sin m, 1)\n", {"P": "incorrect"}),
    ("letters", "en", ".txt", "P = (2 cos m m, 1)\n", {"P": "unreadable"}),
    ("sums", "en", ".txt", "Let Z = 1 + e^(√2/2) ≈ 3.0281.\nA = [1/Z  e^(√2/2)/Z]\nand with Z = e^2 + 1 = 8.3891 in the second row\n", {"A": "undecided"}),
    ("sums", "en", ".txt", "Z = 1 + e^(√2/2) = 3.0281\nA = [1/Z  e^(√2/2)/Z]\n    [1/Z  e^(√2/2)/Z]\n", {"A": "correct"}),
    ("sums", "en", ".txt", "Z = 3.0281\nA = [1/Z  e^(√2/2)/Z]\n    [1/Z  e^(√2/2)/Z]\n", {"A": "unreadable"}),
    ("logs", "en", ".txt", "The exponentials of S: [2 4 8; 1 1 1; 1/2 1/4 1/8]\n", {"E": "correct"}),
    ("logs", "en", ".txt", "The exponentials of S: [2 4 8; 1 1 1; 1/2 1/4 1/9]\n", {"E": "undecided"}),
    ("sizes", "en", ".txt", "S: (4, 4)\nH: 2*4*4*6 = 192\n", {"S": "correct"}),
    ("one", "en", ".txt", "Query matrix\n    0.5 1\n    2 1\nK = 1 1\n    0 1/3\n", {"Q": "correct", "K": "correct"}),
    ("one", "en", ".txt", "Self-attention\n1 2\n3 4\n", {"V": "unreadable"}),
    ("one", "en", ".txt", "(a) Row 1: A = 0.6953 0.3047\nRow 2: A = 0.8683 0.1317\n", {"A": "correct"}),
    ("logs", "en", ".txt", "S:\nein: ln 2 = 0.6931, 2 ln 2 = 1.3863, 3 ln 2 = 2.0794\nalter: 0, 0, 0\nhut: -ln 2 = -0.6931, -2 ln 2 = -1.3863, -3 ln 2 = -2.0794\n", {"S": "correct"}),
    ("one", "en", ".txt", "Q = [0.5 1; 2 3]\nTypo: row 2 of Q should be (2, 1).\n", {"Q": "correct"}),
    ("one", "en", ".txt", "Q = [0.5 1; 2 3]\nCorrection: Q_22 = 1\n", {"Q": "correct"}),
    ("one", "en", ".txt", "Q = [0.5 1; 2 1]\nCorrection: Q_22 = 3\n", {"Q": "undecided"}),
    ("one", "en", ".txt", "Q = [0.5 1; 2 3]\nrow 2 of Q is (2, 1)\n", {"Q": "incorrect"}),
    ("one", "en", ".txt", "Q:\nrow 1 -> 1/2 = 0.5, 1\nrow 2 -> 4/2 = 2, 1\n", {"Q": "correct"}),
    ("one", "en", ".md", "Q\n\n| i | j=1 | j=2 |\n|---|---|---|\n| 1 | 0.5 | 1 |\n| 2 | 2 | 1 |\n\nK\n\n| row | 1 | 2 |\n|---|---|---|\n| 1 | 1 | 1 |\n| 2 | 0 | 1/3 |\n", {"Q": "correct", "K": "correct"}),
    ("logs", "en", ".txt", "E\nein → (2, 4, 8)\nalter → (1, 1, 1)\nhut → (1/2, 1/4, 1/8)\nS\nein -> ln 2, 2 ln 2, 3 ln 2\nalter -> 0, 0, 0\nhut -> -ln 2, -2 ln 2, -3 ln 2\n", {"E": "correct", "S": "correct"}),
    ("again", "en", ".txt", "s = 6\n", {"q1 s": "unreadable", "q2 s": "unreadable"}),
    ("one", "de", ".txt", "Q: Zeile 1: 0,5 und 1; Zeile 2: 2 und 1\n", {"Q": "correct"}),
    ("one", "en", ".txt", f"A = {OTHER}\nA (new) = {A}\n", {"A": "correct"}),
    ("one", "en", ".txt", "(a) L =  (1.5, 1)\n    (3, 1)\nQ = (0.5, 1)\n    (2, 1)\n", {"L": "incorrect", "Q": "correct"}),
    ("sizes", "en", ".txt", "Q, S both have shape (4, 2)\n", {"S": "incorrect", "Q": "correct"}),
    ("one", "en", ".txt", f"A = {OTHER}\nups, should be A = {A}\n", {"A": "correct"}),
    ("one", "en", ".txt", f"A = {A}\nfor equal scores it should be A = {OTHER}\n", {"A": "correct"}),
    ("narrow", "en", ".txt", "The keys are 1, 2 and 2.\nSorry, a slip: the keys should be 1, 2 and 3.\n", {"K": "correct"}),
    ("narrow", "en", ".txt", "The keys are 1, 2 and 3.\nWithout the last word the keys would be 1, 2 and 0.\n", {"K": "correct"}),
    ("narrow", "en", ".txt", "l11 = 1\nl21 = 1, l22 = 2\nl31 = 2, l32 = 4, l33 = 6\nl23 = l13 = l12 = -∞\n", {"L": "correct"}),
    ("columns", "en", ".txt", "u: 3, 3.5. Each is a sum of two.\n", {"u": "correct"}),
    ("one", "en", ".txt", "Q:\n  (1/2, 1) = (0.5, 1)\n  (2, 1)\nS = (3/2, 1/3) ≈ (1.5, 0.3333)\n    (3, 1/3) ≈ (3, 0.3333)\n", {"Q": "correct", "S": "correct"}),
    ("one", "en", ".txt", "Q:\nrow 1: (1/2, 1) = (0.5, 1)\nrow 2: (2, 1)\n", {"Q": "correct"}),
    ("logs", "de", ".txt", "Scores:\nein: log 2; 2 log 2; 3 log 2\nalter: 0; 0; 0\nhut: -log 2; -2 log 2; -3 log 2\n", {"S": "correct"}),
    ("logs", "en", ".txt", "For ein the scores are\nein: ln 2, 2 ln 2, 3 ln 2\nalter: 0, 0, 0\nhut: -ln 2, -2 ln 2, -3 ln 2\n", {"S": "correct"}),
    ("logs", "en", ".txt", "S =\nln 2 2 ln 2 3 ln 2\n0 0 0\n-ln 2 -2 ln 2 -3 ln 2\n", {"S": "correct"}),
    ("logs", "en", ".txt", "S:\nln 2    2 ln 2   3 ln 2\n0       0        0\n-ln 2 -2 ln 2 -3 ln 2\n", {"S": "correct"}),
    ("logs", "en", ".txt", "S = [ln 2 2 ln 2 3 ln 2]\n    [0 0 0]\n    [-ln 2 -2 ln 2 -3 ln 2]\n", {"S": "correct"}),
    ("logs", "en", ".txt", "E = exp(S)\n\n     2    4    8\nE =  1    1    1\n    1/2  1/4  1/8\n", {"E": "correct"}),
    ("logs", "en", ".txt", "2 4 8\nE = 2 4 8\n    1 1 1\n    1/2 1/4 1/8\n", {"E": "correct"}),
    ("one", "en", ".txt", f"A = {A}\nA (corrected) = {OTHER}\n", {"A": "undecided"}),
    *(("two heads of two", language, ".txt", f"Q1 = [1 1; 2 1]\n{said} [1 1; 2 2]\n", {"q1 Q_1": "undecided"}) for language, said in
      (("en", "Q1 (corrected) ="), ("en", "Q1 corrected:"), ("en", "Q1 (corrected):"), ("de", "Q1 (korrigiert) ="), ("fr", "Q1 (corrigé) ="), ("en", "Q1 - correction:"), ("en", "Q1 fixed:"), ("en", "Q1 new ="), ("en", "Q1 again:"), ("de", "Q1 neu:"), ("fr", "Q1 – corrigé :"))),
    ("two", "en", ".txt", "Q1 = [1 1; 2 2]\nQ1 fixed: [1 1; 2 1]\n", {"Q_1": "correct"}),
    ("two", "en", ".txt", "Q1 = [1 1; 2 1]\nQ1 scaled: [1 1; 2 2]\n", {"Q_1": "correct"}),
    ("two", "en", ".txt", "Q1 = [1 1; 2 1]\nK1 = [1 1; 0 2]\nK1 corrected: [1 1; 0 3]\n", {"Q_1": "correct", "K_1": "undecided"}),
    ("two heads of two", "en", ".txt", "Q1 = [1 1; 2 1]\nQ2 (corrected) = [2 1; 0 1]\n", {"q1 Q_1": "correct", "q1 Q_2": "correct"}),
    ("one", "en", ".txt", f"A = {A}\nA (not corrected) = {OTHER}\n", {"A": "correct"}),
    ("one", "en", ".txt", f"A = {OTHER}\nweights (not corrected) = {A}\n", {"A": "undecided"}),
]  # fmt: skip


@cache
def ready(sheet: str, language: str) -> Ready:
    return Ready(loads(f'language = "{language}"\ndecimals = 4\n{SHEETS[sheet]}'))


def test_everything_is_told_of_a_file(tmp_path: Path) -> None:
    files = {f"{sheet} {language} {one_line(text)}": (ready(sheet, language), suffix, text) for sheet, language, suffix, text, _ in CASES}
    found = {name: told(files[name][0], tmp_path / f"answers{files[name][1]}", files[name][2]) for name in expected("stand")}
    assert found == expected("stand")


@pytest.mark.parametrize("case", CASES, ids=[f"{k} {case[0]} {case[1]}" for k, case in enumerate(CASES)])
def test_every_line_has_the_verdict_it_deserves(tmp_path: Path, case: tuple[str, str, str, str, dict[str, str]]) -> None:
    sheet, language, suffix, text, verdicts = case
    file = tmp_path / f"answers{suffix}"
    file.write_text(text, encoding="utf-8")
    (report,) = check_file(ready(sheet, language), file)
    several = len(report.questions) > 1
    found = {f"{q.id} {one.name}" if several else one.name: one.verdict for q in report.questions for one in q.results}
    said = [result.message for question in report.questions for result in question.results if result.verdict == "correct"]
    assert not any("equal to" in message for message in said)  # no chain breaks
    assert {name: verdict for name, verdict in found.items() if verdict != "missing"} == verdicts


NUMBERED = {  # ways to say whose question an answer is, before its name
    "text": (".txt", "Q{k} B = {v}\n"), "small": (".txt", "q{k} B: {v}\n"), "bare": (".txt", "{k} B = {v}\n"), "bracket": (".txt", "{k}) B = {v}\n"),
    "formula": (".tex", "Q{k} $B = {v}$\n\n"), "before a formula": (".tex", "Q{k} B: ${v}$\n\n"), "half a formula": (".md", "Q{k} B $= {v}$\n\n"), "heading": (".md", "## Q{k}\n\n$B = {v}$\n\n"),
}  # fmt: skip


@cache
def alike(many: int) -> Ready:
    """Questions with lines of the same names and shapes."""
    return Ready(loads("".join(f'[[question]]\nid = "q{k}"\nsteps = ["B = X * {k + 1}", "C = B + X"]\n[question.given]\nX = [[1, 2], [3, 4]]\n' for k in range(1, many + 1))))


@pytest.mark.sliced(6)
@pytest.mark.parametrize("way", NUMBERED)
@pytest.mark.parametrize(("many", "told"), [(many, told) for many in (2, 3, 11) for told in [(k,) for k in range(1, many + 1)] + [tuple(range(1, many + 1))]], ids=str)
def test_an_answer_is_that_of_the_question_whose_number_is_said_from_the_first_to_the_last(tmp_path: Path, way: str, many: int, told: tuple[int, ...]) -> None:
    suffix, written = NUMBERED[way]
    file = tmp_path / f"answers{suffix}"
    file.write_text("".join(written.replace("{k}", str(k)).replace("{v}", f"[{k + 1} {2 * k + 2}; {3 * k + 3} {4 * k + 4}]") for k in told), encoding="utf-8")
    (report,) = check_file(alike(many), file)
    found = {f"{q.id} {one.name}": one.verdict for q in report.questions for one in q.results if one.verdict != "missing"}
    assert found == {f"q{k} B": "correct" for k in told}


TRANSPOSED = {
    ".tex": ["^T", "^{T}", "^{ T }", "^\\top", "^{\\top}", "^{ \\top }", "^\\mathsf{T}", "^{\\mathsf{T}}", "^{\\mathsf T}", "^{\\rm T}", "^{\\text{T}}", "^\\intercal", "^{\\mathrm{T}}", " ^ { T }"],
    ".txt": ["^T", "^{T}", " ^T", "ᵀ", "'", ".T", "^⊤", "⊤", "^{ T }", " ^ { T }"],
}


@pytest.mark.parametrize(("suffix", "sign"), [(suffix, sign) for suffix, signs in TRANSPOSED.items() for sign in signs])
def test_a_matrix_is_turned_by_every_sign_of_it(tmp_path: Path, suffix: str, sign: str) -> None:
    sheet = Ready(loads('[[question]]\nsteps = ["B = X.T * 2"]\n[question.given]\nX = [[1, 2], [3, 4], [5, 6]]\n'))
    matrix = {".tex": r"\begin{bmatrix}2 & 4\\ 6 & 8\\ 10 & 12\end{bmatrix}", ".txt": "[2 4; 6 8; 10 12]"}[suffix] + sign
    for way in {".tex": ("$B = {}$\n", "\\[ B = {0} = {0} \\]\n", "$B = \\left({}\\right)$\n"), ".txt": ("B = {}\n", "B: {}\n")}[suffix]:
        file = tmp_path / f"answers{suffix}"
        file.write_text(way.format(matrix), encoding="utf-8")
        (report,) = check_file(sheet, file)
        assert [one.verdict for one in report.questions[0].results] == ["correct"], way


FACTORS = {".tex": (["2", "-2", r"\frac12", r"\frac{1}{2}", "(1/2)", r"\left(\frac12\right)", "0.5", r"\sqrt{2}", "2/3"], [" ", r"\cdot ", r"\times ", r"\,", " * ", r"\;\cdot\; "]),
           ".txt": (["2", "-2", "(1/2)", "0.5", "sqrt(2)", "2/3"], [" ", "*", " * ", "·", " × ", " · "])}  # fmt: skip


@cache
def multiple(factor: str) -> Ready:
    """One line: a matrix times a number that is in its given."""
    return Ready(loads(f'[[question]]\nsteps = ["B = c * X"]\n[question.given]\nc = {json.dumps(factor)}\nX = [[1, 2], [3, 4]]\n'))


@pytest.mark.sliced(6)
@pytest.mark.parametrize(("suffix", "factor", "sign"), [(suffix, factor, sign) for suffix, (factors, signs) in FACTORS.items() for factor in factors for sign in signs])
def test_a_number_before_a_matrix_multiplies_it_whatever_stands_between(tmp_path: Path, suffix: str, factor: str, sign: str) -> None:
    matrix = {".tex": r"\begin{bmatrix}1 & 2\\ 3 & 4\end{bmatrix}", ".txt": "[1 2; 3 4]"}[suffix]
    file = tmp_path / f"answers{suffix}"
    file.write_text({".tex": "$B = {}$\n", ".txt": "B = {}\n"}[suffix].format(f"{factor}{sign}{matrix}"), encoding="utf-8")
    (report,) = check_file(multiple(factor), file)
    assert [one.verdict for one in report.questions[0].results] == ["correct"]


SIZED = {"[4, 6]": 2, '["n", 6]': 2, "[2, 4, 6]": 3, '["B", "n", 6]': 3}


@pytest.mark.parametrize("shape", SIZED)
def test_so_many_sizes_of_so_many_are_said_to_be_wrong(tmp_path: Path, shape: str) -> None:
    sheet = Ready(loads(f'[[question]]\nsteps = ["Y = 2 * X"]\nshapes.X = {shape}\n[[question.part]]\nasks = ["Y"]\n'))
    total = SIZED[shape]
    for wrong in range(total + 1):
        mine = [str(size) if k >= wrong else "7" for k, size in enumerate(json.loads(shape))]
        file = tmp_path / "answers.txt"
        file.write_text(f"Y: ({', '.join(mine)})\n", encoding="utf-8")
        (report,) = check_file(sheet, file)
        (one,) = report.questions[0].results
        assert (one.verdict, f"{wrong} of {total} sizes" in one.message) == (("incorrect", True) if wrong else ("correct", False)), one.message


@pytest.mark.parametrize("name", ["W_new", "Wnew"])
@pytest.mark.parametrize("said", ["W new =", "W (new) =", "W new:", "**W new**\n\n"])
def test_a_line_that_is_called_new_is_no_correction_of_another(tmp_path: Path, name: str, said: str) -> None:
    sheet = Ready(loads(f'[[question]]\nsteps = ["W = A + A", "{name} = W - G"]\ngiven = {{ A = [[1, 2], [3, 4]], G = [[1, 1], [0, 1]] }}\n'))
    file = tmp_path / "answers.md"
    file.write_text(f"W = [[2, 4], [6, 8]]\n\n{said} [[1, 3], [6, 7]]\n", encoding="utf-8")
    (report,) = check_file(sheet, file)
    assert [one.verdict for one in report.questions[0].results] == ["correct", "correct"]
