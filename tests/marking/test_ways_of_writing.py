"""Ways in which people write answers down: what is read of each under which line, and that a guess is never called wrong."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from symattn.files import find
from symattn.marking.answers import submissions
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.sheet import loads
from tests.marking.told import expected, told

A_2, Q_2 = "0.0142 0.9858; 0.0001 0.9999", "2 1; 4 3"
CASES = [  # name, sheet, language, suffix, text, question and line -> rows
    ("a title of words above rows that are lined up", "causal-mask", "fr", ".txt", "Sortie H =\n    4      0\n    4  7,048\n3,576  7,152\n", {"q1.H": "4 0; 4 7.048; 3.576 7.152"}),
    ("a title that ends in a name", "causal-mask", "en", ".txt", "Attention output H\n   4    0\n   4    7\n1.3  7.1\n", {"q1.H": "4 0; 4 7; 1.3 7.1"}),
    ("nothing but fractions in a formula's list", "next-word-loss", "en", ".md", "$p = (\\frac14, \\frac19)$\n", {"loss.p": "1/4; 1/9"}),
    ("the identity in words", "soft-capping", "en", ".txt", "V is the identity matrix.\nA = I\n", {"q1.V": "1 0; 0 1", "q1.A": "1 0; 0 1"}),
    ("a row as code between words", "norm-by-hand", "en", ".md", "The means are `M = 3 4`, as it should be.\n", {"q1.M": "3; 4"}),
    ("both heads at once", "two-heads-by-hand", "en", ".txt", "A for both heads:\n0.0142 0.9858\n0.0001 0.9999\nscores, both heads: [4 10; 10 24]\n",
     {"q1.A_1": A_2, "q1.A_2": A_2, "q1.S_1": "4 10; 10 24", "q1.S_2": "4 10; 10 24"}),
    ("both heads at once, in German", "two-heads-by-hand", "de", ".txt", "Für beide Köpfe: A = [0,1 0,9; 0,2 0,8]\n", {"q1.A_1": "0.1 0.9; 0.2 0.8", "q1.A_2": "0.1 0.9; 0.2 0.8"}),
    ("names before the rows of a table of LaTeX", "beam-search", "en", ".tex", "\\begin{tabular}{l|rr} $b_1$ & 0 & 1 \\\\ \\hline\n$s_1$ & 0.5 & 0.4\n\\end{tabular}\n", {"beam.b_1": "0 1", "beam.s_1": "0.5 0.4"}),
    ("rows counted by a column of their own", "cross-attention", "en", ".csv", "matrix,row,test 1,test 2\nQ,1,1,0\nQ,2,1,2\n", {"q1.Q": "1 0; 1 2"}),
    ("the number of a question behind the parts of another", "temperature", "en", ".md", "**1 (c)** $C = (1, 0, 0)$\n\n**2** The other one: $C = (0.5, 0.5)$\n",
     {"temperature.C": "1 0 0", "shift.C": "0.5 0.5"}),
    ("numbers that count the parts", "one-more-token", "en", ".md", "1. **(a)** `q = [1, 1]`\n2. **(b)** `H = [1, 2]`\n", {"step.q": "1 1", "step.H": "1 2"}),
    ("the same under another name, in mathematics", "temperature", "de", ".md", "**2** $B = (0{,}5, 0{,}5)$ und $C$ ist dasselbe, $c$ kürzt sich.\n", {"shift.B": "0.5 0.5", "shift.C": "0.5 0.5"}),
    ("an equation behind each row", "next-word-loss", "en", ".csv", "name,w1,w2,max\np,0.5,0.25,loss = 0.4\nc,1,2,worst = 2\n", {"loss.p": "0.5; 0.25", "loss.c": "1; 2", "loss.loss": "0.4", "loss.worst": "2"}),
    ("names in brackets before rows of a table", "beam-search", "en", ".md", "| what | x | y |\n|---|---|---|\n| kept (b_1) | 1 | 0 |\n| 2 (s_1) | 0.5 | 0.4 |\n", {"beam.b_1": "1 0", "beam.s_1": "0.5 0.4"}),
    ("commas between thousands where points are in decimals", "few-bits", "en", ".txt", "worst = 9,216\nleast = 0.27\n", {"quantised.worst": "9216", "quantised.least": "0.27"}),
    ("a column that counts the rows of each matrix, whatever stands above it", "few-bits", "en", ".csv", "Schritt\tZeile\t1\t2\t3\nm\t1\t0.7\t\t\nm\t2\t2.8\t\t\nC\t1\t7\t-3\t1\nC\t2\t4\t7\t-2\nworst\t1\t0.2\t\t\n",
     {"quantised.m": "0.7; 2.8", "quantised.C": "7 -3 1; 4 7 -2", "quantised.worst": "0.2"}),
    ("rows in brackets behind their numbers", "few-bits", "en", ".txt", "so s = 0.1 (row 1) and s = 0.4 (row 2)\n", {"quantised.s": "0.1; 0.4"}),
    ("a fraction right before a symbol that has its value", "norm-by-hand", "de", ".tex", "\\[ B = (4, 5), \\qquad C = \\tfrac15\\, B = (0{,}8;\\ 1) \\]\n", {"q2.B": "4; 5", "q2.C": "0.8; 1"}),
    ("a record of a question whose answer tells the names", "temperature", "en", ".json", '[{"question": 1, "answer": "C = (1, 0, 0)"}, {"question": "Exercise 2", "answer": "B = (0.5, 0.5); C = [0.1, 0.9]"}]',
     {"temperature.C": "1 0 0", "shift.B": "0.5 0.5", "shift.C": "0.1 0.9"}),
    ("equations beside their questions and parts", "temperature", "fr", ".csv", 'question;partie;réponse\n1;c;"C = (1 ; 0 ; 0)"\n2;;"B = (0,5 ; 0,5) et C = (0,1 ; 0,9)"\n',
     {"temperature.C": "1 0 0", "shift.B": "0.5 0.5", "shift.C": "0.1 0.9"}),
    ("a table that is called as a heading is", "temperature", "fr", ".toml", '["Exercice 1"]\nC = [1, 0, 0]\n["Exercice 2"]\nC = "(0,1 ; 0,9)"\n', {"temperature.C": "1 0 0", "shift.C": "0.1 0.9"}),
    ("commas in decimals between commas with blanks", "few-bits", "en", ".md", "m = (5, 2,2361)\n", {"quantised.m": "5; 2.2361"}),
    ("the identity before a formula", "soft-capping", "en", ".md", "since V is the identity $H = [0.2 0.8; 0.3 0.7]$\n", {"q1.V": "1 0; 0 1", "q1.H": "0.2 0.8; 0.3 0.7"}),
    ("true for a comparison", "few-bits", "en", ".toml", "[quantised]\nworst = true\n", {"quantised.worst": "1"}),
    ("brackets that commas of YAML part", "temperature", "en", ".yaml", "temperature:\n  C: [max(0, 1), 0, 0]\n", {"temperature.C": "1 0 0"}),
    ("commas in braces in decimals alone", "few-bits", "de", ".md", "worst $= \\sqrt 5 \\approx 2{,}236$ und least $= 0{,}5$, $C = (0.090, 0.665, 0.245)$\n", {"quantised.worst": "2.236", "quantised.least": "0.5", "quantised.C": "0.090 0.665 0.245"}),
    ("matrices without quotes between semicolons", "cross-attention", "en", ".csv", "name;value\nQ;[1 0; 1 2]\nS;[1 2 0; 3 2 4]\n", {"q1.Q": "1 0; 1 2", "q1.S": "1 2 0; 3 2 4"}),
    ("the lines of a sheet called as rows are", "few-bits", "en", ".csv", "Aufgabe;Zeile;Antwort\nquantised;worst;0,25\nquantised;least;-0,9\n", {"quantised.worst": "0.25", "quantised.least": "-0.9"}),
    ("bars beside what cannot be read", "linear-attention", "en", ".txt", "    | 1 1 |\nQ = | l 3 |\n    | 0 1 |\n\n    | 1 0 |\nK = | -1 2 |\n    | -1 1 |\n\n       | 1 0 |\nφ(K) = | 0 2 |\n       | 0 1 |\n",
     {"q1.K": "1 0; -1 2; -1 1", "q1.phi_K": "1 0; 0 2; 0 1"}),
    ("rows with slashes behind words", "cross-attention", "en", ".txt", "Q 1 0 / 1 2\nscores 1 2 0 / 3 2 4\nheads H 0.5641 2.5641 / 1.4359 3.4359\n",
     {"q1.Q": "1 0; 1 2", "q1.S": "1 2 0; 3 2 4", "q1.H": "0.5641 2.5641; 1.4359 3.4359"}),
    ("names behind words over columns", "few-bits", "en", ".md", "| row | largest m | scale s |\n|---|---|---|\n| 1 | 0.7 | 0.1 |\n| 2 | 2.8 | 0.4 |\n", {"quantised.m": "0.7; 2.8", "quantised.s": "0.1; 0.4"}),
    ("counted rows and columns with an empty corner", "positions", "en", ".md", "## Question 2\n\n### (b) scores S\n\n|  | 0 | 1 | 2 |\n|---|---|---|---|\n| 0 | 1 | 0.5 | -0.4 |\n| 1 | 0.5 | 1 | 0.5 |\n| 2 | -0.4 | 0.5 | 1 |\n",
     {"q2.S": "1 0.5 -0.4; 0.5 1 0.5; -0.4 0.5 1"}),
    ("words and a value in a table's row", "few-bits", "en", ".md", "| what | value |\n|---|---|\n| largest error | 0.2 |\n", {"quantised.worst": "0.2"}),
    ("names of functions over columns", "positions", "en", ".txt", "(a) P, to four decimals:\nword\tsin\tcos\tsin\tcos\ndogs\t0\t1\t0\t1\nchase\t0.5\t0.25\t0.1\t0.9\ncats\t1\t0\t0\t1\n",
     {"q1.P": "0 1 0 1; 0.5 0.25 0.1 0.9; 1 0 0 1"}),
    ("rows of semicolons in brackets", "few-bits", "de", ".txt", "C = ( 7 ; -3 ; 1 )\n    ( 4 ; 7 ; -2 )\n", {"quantised.C": "7 -3 1; 4 7 -2"}),
    ("rows of semicolons below a name", "positions", "fr", ".txt", "Exercice 2\n(b) S =\n1,0;0,5;-0,4\n0,5;1,0;0,5\n-0,4;0,5;1,0\n",
     {"q2.S": "1 0.5 -0.4; 0.5 1 0.5; -0.4 0.5 1"}),
    ("a remark at an arrow", "windows-and-slopes", "en", ".txt", "S =\n1 0 3 0\n0 0 0 0   <- q = 0\n2 0 6 0\n1 0 3 0\n",
     {"window.S": "1 0 3 0; 0 0 0 0; 2 0 6 0; 1 0 3 0"}),
    ("blanks between thousands", "few-bits", "fr", ".txt", "worst = 1048576/4 = 262 144\nleast = 4² = 1 048 576\n", {"quantised.worst": "262144", "quantised.least": "1048576"}),
    ("a name in quotes of Typst", "linear-attention", "en", ".typ", '$"KV" = mat(2, 0; 9, 15)$', {"q1.KV": "2 0; 9 15"}),
    ("one title over all columns", "beam-search", "en", ".csv", "line,values,,\nb_1,0,1,\ns_1,0.5,0.4,\n", {"beam.b_1": "0 1", "beam.s_1": "0.5 0.4"}),
    ("rows below whatever words", "cross-attention", "en", ".csv", "Q,1,0,\n,1,2,\nS = QK^T,1,2,0\n,3,2,4\nS/sqrt(2),1,1,0\n,2,1,2\nsoftmax,0.1,0.2,0.7\n,0.3,0.3,0.4\n",
     {"q1.Q": "1 0; 1 2", "q1.S": "1 2 0; 3 2 4", "q1.L": "1 1 0; 2 1 2", "q1.A": "0.1 0.2 0.7; 0.3 0.3 0.4"}),
    ("rows below whatever words, and nothing at their ends", "cross-attention", "en", ".md", "| Q | 1 | 0 |  |\n|---|---|---|---|\n|  | 1 | 2 |  |\n"
     "| divided by √2 | 1 | 1 | 0 |\n|  | 2 | 1 | 2 |\n| S = QKᵀ | 1 | 2 | 0 |\n|  | 3 | 2 | 4 |\n", {"q1.Q": "1 0; 1 2", "q1.L": "1 1 0; 2 1 2", "q1.S": "1 2 0; 3 2 4"}),
    ("a sum behind each row", "softmax-by-parts", "en", ".txt", "(b) E =\n[1 2 3] sum = 6\n[4 5 6] sum = 15\n[7 8 9] sum = 24\n(c) P\nrow 1: 0.1, 0.2, 0.7 -> total 1\n"
     "row 2: 0.3, 0.3, 0.4 -> total 1\nrow 3: 0.5, 0.5, 0 -> total 1\n", {"parts.E": "1 2 3; 4 5 6; 7 8 9", "parts.P": "0.1 0.2 0.7; 0.3 0.3 0.4; 0.5 0.5 0"}),
    ("bars between entries, rows with their numbers", "norm-by-hand", "de", ".txt", "Aufgabe 1\nM = (3 | 4)\nD = 1. Zeile (-2 | 0 | 2), 2. Zeile (-2 | -2 | 4)\n",
     {"q1.M": "3; 4", "q1.D": "-2 0 2; -2 -2 4"}),
    ("a list beside decimal commas", "why-the-root", "en", ".txt", "3\nA = [0,9997; 0,0003]\nB = [0,7311; 0,2689]\n", {"softmax.A": "0.9997 0.0003", "softmax.B": "0.7311 0.2689"}),
    ("a rule above a new row, and a remark behind it", "one-more-token", "en", ".txt", "Q1\nK = 1 0\n    0 1\n    ---\n    1 2   <- new\n", {"step.K": "1 0; 0 1; 1 2"}),
    ("rows of commas with remarks", "next-word-loss", "en", ".txt", "P = 0.5, 0.25, 0.25   (first position)\n    0.3, 0.6, 0.1   (second position)\n", {"loss.P": "0.5 0.25 0.25; 0.3 0.6 0.1"}),
    ("powers of e as they are raised", "softmax-by-parts", "en", ".txt", "P =\n  0.5    0.25   0.25\n  1/5    3/10   1/2\n  0      1      e²/e²\n", {"parts.P": "0.5 0.25 0.25; 1/5 3/10 1/2; 0 1 1"}),
    ("a question's number in bold before its mathematics", "norm-by-hand", "en", ".tex", "\\textbf{Question 1.} $M=(3,4)$\n\n\\textbf{Question 2.} $B=(1,2)$ and \\[C=(0,-1)\\]\n", {"q1.M": "3; 4", "q2.B": "1; 2", "q2.C": "0; -1"}),
    ("rows in brackets beside each other", "two-heads-by-hand", "en", ".txt", "a) Q1 = (1 2), (3 4)        Q2 = (2 1), (4 3)\n   K1 = (2 1), (4 3)\n",
     {"q1.Q_1": "1 2; 3 4", "q1.Q_2": "2 1; 4 3", "q1.K_1": "2 1; 4 3"}),
    ("words with numbers above matrices", "two-heads-by-hand", "en", ".txt", "Query 1\n1\t2\n3\t4\nKey 1\n2\t1\n4\t3\n\nb) Scores 1\n4\t10\n10\t24\n",
     {"q1.Q_1": "1 2; 3 4", "q1.K_1": "2 1; 4 3", "q1.S_1": "4 10; 10 24"}),
    ("equations after each other in a sentence", "beam-search", "en", ".txt", "then m = 0.4 gives g2 = 0.5 * 0.4 = 0.2, and g3 = 0.2 * 0.4 = 0.08 < 0.288.\n",
     {"beam.m": "0.4", "beam.g_2": "0.2", "beam.g_3": "0.08"}),
    ("rationals of Julia", "causal-mask", "en", ".txt", "julia> V = X*WV\n3×2 Matrix{Rational{Int64}}:\n 1//2  1//1\n 1//1  1//3\n 3//2  4//3\n", {"q1.V": "1/2 1; 1 1/3; 3/2 4/3"}),
    ("a row with raised powers", "softmax-step-by-step", "en", ".txt", "Question 1\n(a)\nE = [1, 2, 0], [3, 1, 0], [e²/e², 3, 0]\n", {"q1.E": "1 2 0; 3 1 0; 1 3 0"}),
    ("rows in square brackets behind a colon", "two-heads-by-hand", "en", ".txt", "q1 is just x: [1,2] [3,4]\nk1: [2,1] [4,3]\n", {"q1.Q_1": "1 2; 3 4", "q1.K_1": "2 1; 4 3"}),
    ("a table of parts, names and values", "norm-by-hand", "en", ".md", "| Part | What | Result |\n|:----:|:----:|:-------|\n| 1a | M | [3, 4] |\n| 2a | B | [1, 2] |\n", {"q1.M": "3; 4", "q2.B": "1; 2"}),
    ("a bordered array and a counted table of LaTeX", "causal-mask", "en", ".tex", "\\[ S = \\begin{array}{c|ccc} & \\text{I} & \\text{saw} & \\text{her} \\\\ \\hline \\text{I} & 1 & 2 & 3 \\\\ "
     "\\text{saw} & 0 & 1 & 1 \\\\ \\text{her} & 1 & 3 & 4 \\end{array} \\]\n$Q = X W$:\n\\begin{tabular}{r|rr} word & 1 & 2 \\\\ \\hline I & $1$ & $1$ \\\\ saw & $0$ & $1$ \\\\ her & $1$ & $2$ \\end{tabular}\n",
     {"q1.S": "1 2 3; 0 1 1; 1 3 4", "q1.Q": "1 1; 0 1; 1 2"}),
    ("names above matrices, with tabs", "split-and-join", "en", ".txt", "5a)\nQ0\t\t\tQ1\t\n1\t2\t\t3\t4\n5\t6\t\t7\t8\n", {"q5a.Q_0": "1 2; 5 6", "q5a.Q_1": "3 4; 7 8"}),
    ("names above matrices, with blanks", "two-heads-by-hand", "en", ".txt", "(a)  Q_1          K_1\n   1  2         2  -1\n   3  4         4  3\n",
     {"q1.Q_1": "1 2; 3 4", "q1.K_1": "2 -1; 4 3"}),
    ("roots in a list", "softmax-backwards", "en", ".txt", "p = 2/(3+√1), √1/(3+√1), 1/(3+√1)\n", {"jacobian.p": "1/2 1/4 1/4"}),
    ("rows counted in French", "causal-mask", "fr", ".txt", "a) Q ligne 1 : 1 1\n   Q ligne 2 : 0 1\n   Q ligne 3 : 1 2\nK, ligne 1 : 2 1\nK, ligne 2 : 0 1\nK, ligne 3 : 1 0\n"
     "V :\nla première ligne est (1, 0)\nla deuxième ligne est (0, 1)\nla troisième ligne est (1, 1)\n", {"q1.Q": "1 1; 0 1; 1 2", "q1.K": "2 1; 0 1; 1 0", "q1.V": "1 0; 0 1; 1 1"}),
    ("a rule below a heading", "norm-by-hand", "en", ".txt", "Question 1\n====\nE = 2/3\n\nQuestion 2\n====\nB = (1, 2)\n", {"q1.E": "2/3", "q2.B": "1; 2"}),
    ("tables of org", "causal-mask", "en", ".txt", "#+NAME: Q\n| 1 | 1 |\n| 0 | 1 |\n| 1 | 2 |\n", {"q1.Q": "1 1; 0 1; 1 2"}),
    ("tables of AsciiDoc", "causal-mask", "en", ".txt", ".Q\n|===\n|1 |1\n|0 |1\n|1 |2\n|===\n", {"q1.Q": "1 1; 0 1; 1 2"}),
    ("a role of reST", "norm-by-hand", "en", ".txt", ":math:`E = \\frac{2}{3}`\n", {"q1.E": "2/3"}),
    ("a root in the words before a name", "cross-attention", "en", ".txt", "after division by sqrt(2) I get H = ((1, 2), (3, 4))\n", {"q1.H": "1 2; 3 4"}),
    ("a grid of reST", "causal-mask", "en", ".txt", "Q\n+---+---+\n| 1 | 1 |\n+---+---+\n| 0 | 1 |\n+---+---+\n| 1 | 2 |\n+---+---+\n", {"q1.Q": "1 1; 0 1; 1 2"}),
    ("rows that look like counters", "one-more-token", "en", ".txt", "q: 1 1\nk: 1 2\nv: 1 4\nS: 0 1 2\nA: 0.1 0.2 0.7\n",
     {"step.q": "1 1", "step.k": "1 2", "step.v": "1 4", "step.S": "0 1 2", "step.A": "0.1 0.2 0.7"}),
    ("a table whose rows are names of lines", "causal-mask", "en", ".txt", "A =\n     a b c\nQ:  1 0 0\nK:  1/2 1/2 0\nV:  1/3 1/3 1/3\n",
     {"q1.A": "1 0 0; 1/2 1/2 0; 1/3 1/3 1/3"}),
    ("a box of drawn lines round words", "causal-mask", "en", ".txt", "┌──────────┐\n│ Ada Love │\n└──────────┘\n\nQ = [1 1; 0 1; 1 2]\n", {"q1.Q": "1 1; 0 1; 1 2"}),
    ("rows counted behind a part's label", "causal-mask", "en", ".txt", "a) Q, row 1: 1 1\n   Q, row 2: 0 1\n   Q, row 3: 1 2\n", {"q1.Q": "1 1; 0 1; 1 2"}),
    ("one row below its name", "one-more-token", "en", ".txt", "a) q\n1 1\nk\n1 2\nv:\n1 4\nS\n0 1 2\nA\n0.1\t0.2\t0.7\n",
     {"step.q": "1 1", "step.k": "1 2", "step.v": "1 4", "step.S": "0 1 2", "step.A": "0.1 0.2 0.7"}),
    ("rows named and counted behind a comma", "causal-mask", "en", ".txt", "Q, row 1: 1 1\nQ, row 2: 0 1\nQ, row 3: 1 2\n", {"q1.Q": "1 1; 0 1; 1 2"}),
    ("a grid of drawn lines", "causal-mask", "en", ".txt", "Q:\n┌───┬───┐\n│ 1 │ 1 │\n├───┼───┤\n│ 0 │ 1 │\n├───┼───┤\n│ 1 │ 2 │\n└───┴───┘\nK:\n┌───┬───┐\n│ 2 │ 1 │\n│ 0 │ 1 │\n│ 1 │ 0 │\n└───┴───┘\n",
     {"q1.Q": "1 1; 0 1; 1 2", "q1.K": "2 1; 0 1; 1 0"}),
    ("headings and derivatives of Typst", "backward-through-a-head", "en", ".txt", "== b)\n$ d V = mat(1, 2; 3, 4) $\n== c)\n$ d L = mat(5, 6; 7, 8) $\n", {"head.dV": "1 2; 3 4", "head.dL": "5 6; 7 8"}),
    ("rows of semicolons beside each other", "cross-attention", "fr", ".txt", "A = (0,2; 0,5; 0,3), (0,1; 0; 0,9)\nH = [1; 2] et [3; 4]\n", {"q1.A": "0.2 0.5 0.3; 0.1 0 0.9", "q1.H": "1 2; 3 4"}),
    ("a list of semicolons for a row", "softmax-backwards", "de", ".md", r"$p=(0{,}5\;;\;0{,}25\;;\;0{,}25)$", {"jacobian.p": "0.5 0.25 0.25"}),
    ("bars between values", "few-bits", "en", ".txt", "worst = 0.2 | least = -0.9\n", {"quantised.worst": "0.2", "quantised.least": "-0.9"}),
    ("numbers of parts with a gap or alone", "cross-attention", "en", ".txt", "1 a) Q = [1 2; 3 4]\n1b S = [1 2 3; 4 5 6]\n", {"q1.Q": "1 2; 3 4", "q1.S": "1 2 3; 4 5 6"}),
    ("names that are letters of units", "cross-attention", "en", ".md", r"$Q=(\begin{array}{cc}1&2\\3&4\end{array})$ $K=(\begin{array}{cc}1&2\\3&4\\5&6\end{array})$",
     {"q1.Q": "1 2; 3 4", "q1.K": "1 2; 3 4; 5 6"}),
    ("entries far apart between bars", "cross-attention", "en", ".txt", "H =\n| 2*exp(0)  3 |\n|       1  4 |\n", {"q1.H": "2 3; 1 4"}),
    ("a definition list", "norm-by-hand", "en", ".md", "# 1\n\nE\n: $\\frac23$\n", {"q1.E": "2/3"}),
    ("powers in HTML", "grouped-queries", "en", ".html", "<h1>2.</h1><p>full = 2<sup>32</sup></p>", {"cache.full": "4294967296"}),
    ("several counts on a line", "grouped-queries", "en", ".md", "Full: $2^{32}$ numbers, grouped: $2^{30}$, one: $2^{27}$.",
     {"cache.full": "4294967296", "cache.grouped": "1073741824", "cache.one": "134217728"}),
    ("a bordered matrix", "cross-attention", "en", ".tex", r"$$H = \bordermatrix{ & a & b \cr x & 1 & 2 \cr y & 3 & 4 }$$", {"q1.H": "1 2; 3 4"}),
    ("names of a list on one line, a weight's among them", "norm-by-hand", "en", ".txt", "Question 2\nB = (1, 2) C = (0, -1) W = (0, 1.0986)\n", {"q2.B": "1; 2", "q2.C": "0; -1", "q2.W": "0; 1.0986"}),
    ("columns beside each other", "grouped-queries", "en", ".txt", "K1 = (1, 2)^T   V1 = (3, 1)^T\n", {"grouped.K_1": "1; 2", "grouped.V_1": "3; 1"}),
    ("rows counted by a word", "cross-attention", "en", ".md", "**A** (one line per query):\n\n- query 1: 0.1, 0.2, 0.7\n- query 2: 0.3, 0.3, 0.4\n",
     {"q1.A": "0.1 0.2 0.7; 0.3 0.3 0.4"}),
    ("rows with their name before each", "softmax-by-parts", "de", ".md",
     "| | c1 | c2 | c3 |\n|--|--|--|--|\n| E, Zeile 1 | 1 | 2 | 3 |\n| E, Zeile 2 | 4 | 5 | 6 |\n| E, Zeile 3 | 7 | 8 | 9 |\n",
     {"parts.E": "1 2 3; 4 5 6; 7 8 9"}),
    ("negative numbers near their neighbours", "few-bits", "en", ".txt", "C =\n     7 -3  1\n     4  7 -2\n", {"quantised.C": "7 -3 1; 4 7 -2"}),
    ("heads below a name", "split-and-join", "en", ".txt", "5a)\nQ split into heads:\n  head 0: [[1,2],[5,6]]\n  head 1: [[3,4],[7,8]]\n",
     {"q5a.Q_0": "1 2; 5 6", "q5a.Q_1": "3 4; 7 8"}),
    ("heads in words", "two-heads-by-hand", "en", ".txt", "Head one: the queries are [[1,2],[3,4]].\nHead two: its keys are [[5,6],[7,8]].\n",
     {"q1.Q_1": "1 2; 3 4", "q1.K_2": "5 6; 7 8"}),
    ("a head's matrix in a sentence", "two-heads-by-hand", "de", ".md", r"Der zweite Kopf hat die Ausgabe $\begin{pmatrix}1&2\\3&4\end{pmatrix}$.",
     {"q1.H_2": "1 2; 3 4"}),
    ("heads in a list of YAML", "two-heads-by-hand", "en", ".json", '{"heads": [{"head": 1, "Q": [[1,2],[3,4]]}, {"head": 2, "Q": [[2,1],[4,3]]}]}',
     {"q1.Q_1": "1 2; 3 4", "q1.Q_2": Q_2}),
    ("rows named by words with = and blanks between", "causal-mask", "en", ".txt", "Q:  I = (1, 1)   saw = (0, 1)   her = (1, 2)\n",
     {"q1.Q": "1 1; 0 1; 1 2"}),
    ("rows named by words with = below a name", "causal-mask", "en", ".txt", "Q:\nI = (1, 1)\nsaw = (0, 1)\nher = (1, 2)\n", {"q1.Q": "1 1; 0 1; 1 2"}),
    ("what is done next, above a matrix", "causal-mask", "en", ".txt", "S = [1 2 3; 0 1 1; 1 3 4]\n\n÷√2, mask:\nL = [1 0 0; 2 3 0; 4 5 6]\n",
     {"q1.S": "1 2 3; 0 1 1; 1 3 4", "q1.L": "1 0 0; 2 3 0; 4 5 6"}),
    ("one is the same as the one before", "two-heads-by-hand", "en", ".txt", "S1 = (4 10 / 10 24) and S2 is the same\n",
     {"q1.S_1": "4 10; 10 24", "q1.S_2": "4 10; 10 24"}),
    ("one is the same, in German", "two-heads-by-hand", "de", ".txt", "S1 = (4 10 / 10 24), S2 ist dieselbe.\n",
     {"q1.S_1": "4 10; 10 24", "q1.S_2": "4 10; 10 24"}),
    ("a fraction before a list", "softmax-backwards", "en", ".tex", r"$g = \frac{1}{16}(6,-1,-5)$, \\ $h = \frac12\cdot(1, 0, 3)$",
     {"jacobian.g": "3/8 -1/16 -5/16", "jacobian.h": "1/2 0 3/2"}),
    ("numbers before functions in a column", "gates", "en", ".txt", "s = [3 exp(0); exp(0) + 2 exp(0)]\n",
     {"additive.s": "3; 3"}),
    ("one decimal comma in a row of a spreadsheet", "softmax-by-parts", "en", ".csv", "m;2;1,6094;4\n;;;\nz;1,5032;5,1667;2,0183\n",
     {"parts.m": "2; 1.6094; 4", "parts.z": "1.5032; 5.1667; 2.0183"}),
    ("a chain for each entry, without blanks", "soft-capping", "en", ".txt", "K: ln2 = 0.6931, ln3 = 1.0986\n", {"q1.K": "0.6931; 1.0986"}),
    ("logarithms behind an article that is a row's word", "sliding-window", "en", ".txt", "keys: the log 1, cat 0, sat log 1, down 2 log 1\n", {"q1.K": "0; 0; 0; 0"}),
    ("two matrices that are printed together", "norm-by-hand", "en", ".py", "B = Z.max(axis=1); C = Z.min(axis=1)\nprint(B, C)\n[1. 2.] [ 0. -1.]\n",
     {"q2.B": "1; 2", "q2.C": "0; -1"}),
    ("heads that are called as questions are, beside each other", "split-and-join", "en", ".txt",
     "a) Q0 = [[1,2],[5,6]]   Q1 = [[3,4],[7,8]]\nK0 = [[2,0],[1,3]]   K1 = [[1,1],[0,2]]\nV0: [[1,0],[3,1]]   V1: [[2,1],[0,2]]\n",
     {"q5a.Q_0": "1 2; 5 6", "q5a.Q_1": "3 4; 7 8", "q5a.K_0": "2 0; 1 3", "q5a.K_1": "1 1; 0 2", "q5a.V_0": "1 0; 3 1", "q5a.V_1": "2 1; 0 2"}),
    ("one record of several heads", "two-heads-by-hand", "en", ".json", '{"answers": [{"part": "b", "heads": [1, 2], "scores": [[4,10],[10,24]]}]}',
     {"q1.S_1": "4 10; 10 24", "q1.S_2": "4 10; 10 24"}),
    ("slashes between rows of semicolons", "two-heads-by-hand", "de", ".txt", "Kopf 2\nGewichte: (0,0142; 0,9858 / 0,0001; 0,9999)\nAnfragen: (2; 1 / 4; 3)\n",
     {"q1.A_2": A_2, "q1.Q_2": Q_2}),
    ("two slashes between rows", "two-heads-by-hand", "de", ".txt", "A_2: 0,0142 | 0,9858 // 0,0001 | 0,9999\n", {"q1.A_2": A_2}),
    ("a list with semicolons", "softmax-by-parts", "de", ".txt", "Zeilenmaxima: m = 2; 1; 4\n", {"parts.m": "2; 1; 4"}),
    ("a list with a word", "norm-by-hand", "en", ".txt", "Question 1\nRow means: 3 and 4\nVariances: 8/3, 8\n", {"q1.M": "3; 4", "q1.v": "8/3; 8"}),
    ("names of how they are made", "next-word-loss", "en", ".txt", "mean loss: 0.4592\nthe largest loss is 0.5108\n", {"loss.loss": "0.4592", "loss.worst": "0.5108"}),
    ("a formula behind words", "linear-attention", "en", ".md", r"The state (a sum) $\phi(K)^\top V$ is $$\begin{pmatrix}2&0\\9&15\end{pmatrix}$$", {"q1.KV": "2 0; 9 15"}),
    ("words behind a symbol", "one-more-token", "en", ".md", "# 1\n**K** with the new row:\n\n    1 0\n    0 1\n    1 2\n", {"step.K": "1 0; 0 1; 1 2"}),
    ("a name behind its value", "transformer-block", "en", ".md", r"Residual stream: $\begin{bmatrix}1&2\\3&4\end{bmatrix} = R$", {"q1.R": "1 2; 3 4"}),
    ("verbs of French", "cross-attention", "fr", ".txt", "Les poids d'attention sont [0,1 0,2 0,7 ; 0,3 0,3 0,4]\n", {"q1.A": "0.1 0.2 0.7; 0.3 0.3 0.4"}),
    ("an arrow before a list", "few-bits", "en", ".md", r"- `m` → $(0.7, 2.8)^\top$", {"quantised.m": "0.7; 2.8"}),
    ("gradients", "backward-through-a-head", "en", ".txt", "dL/dV = (1 2 / 3 4)\n>>> Q.grad\ntensor([[5., 6.],\n        [7., 8.]])\nThe gradient with respect to K is [[9,1],[2,3]]\n",
     {"head.dV": "1 2; 3 4", "head.dQ": "5 6; 7 8", "head.dK": "9 1; 2 3"}),
    ("vectors of R", "linear-attention", "en", ".txt", "> z\n[1] 1 3\n", {"q1.z": "1 3"}),
    ("a column behind its name", "few-bits", "en", ".csv", "a,0.7,0.25,0.1\n,1.4,2.8,0.9\nm,0.7\n,2.8\n", {"quantised.a": "0.7 0.25 0.1; 1.4 2.8 0.9", "quantised.m": "0.7; 2.8"}),
    ("a question in each row", "positions", "en", ".csv", "question,line,row,c1,c2\nq2,R,1,1,0\nq2,R,2,0.5,0.8\nq2,R,3,-0.4,0.9\n", {"q2.R": "1 0; 0.5 0.8; -0.4 0.9"}),
    ("what a count is about", "grouped-queries", "en", ".md", "## 2\n- **full: 4,294,967,296** (≈ 4.3 billion)", {"cache.full": "4294967296"}),
    ("a size between a name and its value", "matrices-from-nothing", "en", ".txt", "A1 = identity matrix, 3x3 = [1 0 0; 0 1 0; 0 0 1]\n",
     {"patterns.A_1": "1 0 0; 0 1 0; 0 0 1"}),
    ("what a console has no name for", "causal-mask", "en", ".txt", ">> A*V\n\nans =\n\n   1 2\n   3 4\n   5 6\n\n>> diary off\n", {"q1.H": "1 2; 3 4; 5 6"}),
    ("a name behind a statement", "norm-by-hand", "en", ".txt", ">>> E = X - M; E  # centred\narray([[1., 2.],\n       [3., 4.]])\n", {"q1.E": "1 2; 3 4"}),
    ("what Maxima draws", "slopes", "en", ".txt",
     "(%i2) Q1: X . w;\n               [ 1 ]\n               [   ]\n(%o2)          [ 2 ]\n               [   ]\n               [ 3 ]\n"
     "(%i3) A1: matrix([1,0],[1/2,1/2]);\n               [ 1  0 ]\n               [      ]\n(%o3)          [ 1  1 ]\n               [ -  - ]\n"
     "               [ 2  2 ]\n", {"q1.Q_1": "1; 2; 3", "q1.A_1": "1 0; 1/2 1/2"}),
    ("products of Mathematica", "sliding-window", "en", ".txt", "Out[3]= {{1},{2 Sqrt[4]}}\nK = {{2 Sqrt[4],1},{0,3}}\n", {"q1.K": "4 1; 0 3"}),
    ("rows of R", "next-word-loss", "en", ".r", "# what I did\nP <- rbind(c(0.5, 0.25, 0.25), c(1, 0, 0))\np <- c(0.5, 1)\nloss <- 0.75  # mean(c)\n",
     {"loss.P": "0.5 0.25 0.25; 1 0 0", "loss.p": "0.5; 1", "loss.loss": "0.75"}),
    ("one number of R", "few-bits", "en", ".r", "m <- 0\nleast <- -0.9\nworst <- 0.2  # row 2\n", {"quantised.least": "-0.9", "quantised.worst": "0.2"}),
    ("several matrices after their statement", "heads-in-batches", "en", ".txt",
     "In [3]: Q_h = X.view(3, 2, 2).transpose(0, 1); Q_h\nOut[3]: \ntensor([[[1., 0.],\n         [0., 1.],\n         [1., 1.]],\n\n        [[0., 1.],\n"
     "         [1., 1.],\n         [0., 1.]]])\n", {"q1.Q_h": "1 0; 0 1; 1 1; 0 1; 1 1; 0 1"}),
    ("a short decimal behind a word", "next-word-loss", "fr", ".txt", "p = 0,6652 et 0,6\nc = 0,4076 et 0,5108\n", {"loss.p": "0.6652; 0.6", "loss.c": "0.4076; 0.5108"}),
    ("a heading of AsciiDoc below a number", "norm-by-hand", "en", ".adoc", "== Question 1\n\nE = 0.4444\n\n== Question 2\n\nB = (1, 2)\n", {"q1.E": "0.4444", "q2.B": "1; 2"}),
    ("a name in a corner, blanks beside it", "norm-by-hand", "en", ".md", "Means:\n\n| M |\n|---|\n| 3 |\n| 4 |\n\n| D |   |   |\n|---|---|---|\n| -2 | 0 | 2 |\n| -2 | -2 | 4 |\n",
     {"q1.M": "3; 4", "q1.D": "-2 0 2; -2 -2 4"}),
    ("bullets with words", "two-heads-template", "en", ".txt",
     "- second head\n   - queries [[1, 2], [2, 0]]\n   - keys [[2, 1], [0, 2]]\n- part b\n   - S1 = [[4, 4], [4, 0]], scaled [[2, 2], [2, 0]]\n",
     {"q1.Q_2": "1 2; 2 0", "q1.K_2": "2 1; 0 2", "q1.S_1": "4 4; 4 0", "q1.L_1": "2 2; 2 0"}),
    ("a remark behind a row", "softmax-step-by-step", "en", ".txt", "Question 1\nE = 1 2 0\n    3 1 0\n    7 7 0     (row sums 3, 4, 14)\n", {"q1.E": "1 2 0; 3 1 0; 7 7 0"}),
    ("a word over the rows' words", "two-heads-by-hand", "en", ".md",
     "Weights of head 2:\n\n| word | to word 1 | to word 2 |\n|:--|--|--|\n| Thinking | 0.0142 | 0.9858 |\n| Machine | 0.0001 | 0.9999 |\n", {"q1.A_2": A_2}),
    ("a column between slashes", "attention-sink", "de", ".csv", 'name;value\n"Q";"0,75 / -0,75 / 0"\n"K";"2 / 1 / 3"\n', {"q1.Q": "3/4; -3/4; 0", "q1.K": "2; 1; 3"}),
    ("one number of a table", "few-bits", "en", ".csv", "m,0.7\n,2.8\n\nworst,0.25\nleast,-0.9\n", {"quantised.m": "0.7; 2.8", "quantised.worst": "0.25", "quantised.least": "-0.9"}),
    ("a power of HTML", "sigmoid-attention", "en", ".html", "<p>Q = (1, 0, 2)<sup>T</sup>, K = (2, 1, 3)<sup>T</sup></p>", {"q1.Q": "1; 0; 2", "q1.K": "2; 1; 3"}),
    ("a factor in words", "grouped-queries", "en", ".tex", "\\textbf{2.} one: $2^{27}$ bytes. Saved: factor $4$.", {"cache.one": "134217728", "cache.saved": "4"}),
    ("another head's matrix", "two-heads-by-hand", "en", ".txt", "A1 = 0.0142 0.9858 / 0.0001 0.9999\nA2 is the same as A1\n",
     {"q1.A_1": A_2, "q1.A_2": A_2}),
    ("words that go on", "two-heads-by-hand", "en", ".txt", "I get A1 = [[1, 0], [0, 1]],\nand so head 1 is [[3, 4], [5, 6]].\n", {"q1.A_1": "1 0; 0 1", "q1.H_1": "3 4; 5 6"}),
    ("columns of a console, some at a time", "two-heads-by-hand", "en", ".txt",
     "H =\n\n  Columns 1 through 2\n\n   1.5  -2\n   3    4\n\n  Columns 3 through 4\n\n   5   6\n   7  -8\n\nY = [1 2; 3 4]\n",
     {"q1.H": "1.5 -2 5 6; 3 4 7 -8", "q1.Y": "1 2; 3 4"}),
    ("breaks in the cells of a table", "two-heads-by-hand", "en", ".md", "| Line | Head 1 | Head 2 |\n|--|--|--|\n| Q | 1 2<br>3 4 | 2 1<br>4 3 |\n",
     {"q1.Q_1": "1 2; 3 4", "q1.Q_2": Q_2}),
    ("heads over columns without a rule", "two-heads-by-hand", "en", ".html",
     "<table><tr><th></th><th>Head 1</th><th>Head 2</th></tr><tr><td>Q</td><td>[[1,2],[3,4]]</td><td>[[2,1],[4,3]]</td></tr></table>",
     {"q1.Q_1": "1 2; 3 4", "q1.Q_2": Q_2}),
    ("a sentence that goes on", "two-heads-by-hand", "en", ".txt",
     "The query matrix for head 1 is {{1,2},{3,4}} and its keys are {{2,1},{4,3}}.\nV_2 = X W which is [[5,6],[7,8]]\n",
     {"q1.Q_1": "1 2; 3 4", "q1.K_1": "2 1; 4 3", "q1.V_2": "5 6; 7 8"}),
    ("rows of HTML that are not ended", "two-heads-by-hand", "en", ".html",
     "<p>Q<sup>2</sup> =</p><table><tbody><tr><td>2<td>1<tr><td>4<td>3</tbody></table><p>V<sup>1</sup> = [[1,-2],[3,-4]]</p>",
     {"q1.Q_2": Q_2, "q1.V_1": "1 -2; 3 -4"}),
    ("rows in a sentence", "causal-mask", "en", ".txt",
     "The rows of Q are (1,1), (0,1) and (1,2).\nK: (1,0) (1,1) (2,1)\nH = (0.5, 1) (0.75, 0.5) (1.25, 1).\n",
     {"q1.Q": "1 1; 0 1; 1 2", "q1.K": "1 0; 1 1; 2 1", "q1.H": "1/2 1; 3/4 1/2; 5/4 1"}),
    ("a corner for rows and columns", "causal-mask", "en", ".md",
     "Weights $A$:\n\n| query \\ key | I | saw | her |\n|--|--|--|--|\n| I | 1 | 0 | 0 |\n| saw | 0.25 | 0.75 | 0 |\n| her | 0.5 | 0.25 | 0.25 |\n",
     {"q1.A": "1 0 0; 1/4 3/4 0; 1/2 1/4 1/4"}),
    ("a prompt of a shell", "two-heads-by-hand", "en", ".txt", "$ python head.py\n--- head 2 ---\nQ: [[2, 1], [4, 3]]\nK: [[1, 2], [3, 4]]\n",
     {"q1.Q_2": Q_2, "q1.K_2": "1 2; 3 4"}),
    ("a decimal that begins with its point", "next-word-loss", "en", ".txt", "mean loss: .4592\n", {"loss.loss": "0.4592"}),
    ("a sign of Typst", "causal-mask", "en", ".typ", "$ Q approx mat(1, 1; 0, 1; 1, 2) $\n", {"q1.Q": "1 1; 0 1; 1 2"}),
    ("a line called as another question's given", "norm-by-hand", "en", ".md", "# Q2\n1. G:\n   ```\n   [[0.  0.5 0.25]\n    [-0.25  0. 0.75]]\n   ```\n",
     {"q2.G": "0 1/2 1/4; -1/4 0 3/4"}),
    ("bold letters of physics", "causal-mask", "en", ".tex", r"$\vb{Q} = \mqty(1&1\\0&1\\1&2)$", {"q1.Q": "1 1; 0 1; 1 2"}),
    ("points between thousands before decimal commas", "positions", "de", ".txt", "S =\n[1.000,00 0,50 -0,4]\n[0,5 1.234.567,0 0,5]\n[-0,4 0,5 2.000,5]\n",
     {"q2.S": "1000 1/2 -2/5; 1/2 1234567 1/2; -2/5 1/2 4001/2"}),
    ("points in decimals, as others in the file show", "causal-mask", "de", ".txt", "Q = [1.000 0.500; 0.000 1.000; 1.000 2.000]\n", {"q1.Q": "1 1/2; 0 1; 1 2"}),
    ("narrow blanks between thousands in brackets", "causal-mask", "fr", ".txt", "Q = [1\u202f000 0,5; 0 1; 1\u2009234\u2009567 2]\n", {"q1.Q": "1000 1/2; 0 1; 1234567 2"}),
    ("decimals of TOML", "causal-mask", "de", ".toml", "Q = [[1.000, 1.000], [0, 1.000], [1.000, 2.000]]\n", {"q1.Q": "1 1; 0 1; 1 2"}),
    ("decimals of a program", "causal-mask", "fr", ".py", "import numpy as np\nQ = np.array([[1.000, 1.000], [0, 1.000], [1.000, 2.000]])\n", {"q1.Q": "1 1; 0 1; 1 2"}),
    ("a sign of roundness in brackets", "causal-mask", "en", ".txt", "Q = [1 1; ≈ 0 1; 1 2]\nK = [[2, 1], [≈0, 1], [1, ≈ 0.0]]\nV = [1 ≈ 0; 0 1; 1 1]\n",
     {"q1.Q": "1 1; 0 1; 1 2", "q1.K": "2 1; 0 1; 1 0", "q1.V": "1 0; 0 1; 1 1"}),
    ("a formula at the prompt of Python", "causal-mask", "en", ".log", ">>> print(A @ V)\n[[1. 2.]\n [3. 4.]\n [5. 6.]]\n", {"q1.H": "1 2; 3 4; 5 6"}),
    ("a formula at the prompt of R", "causal-mask", "en", ".log", "> round(A %*% V, 2)\n     [,1] [,2]\n[1,]    1    2\n[2,]    3    4\n[3,]    5    6\n", {"q1.H": "1 2; 3 4; 5 6"}),
    ("digits of Sage", "cross-attention", "en", ".txt", "sage: A.n(digits=5)\n[ 0.5 0.25 0.25 ]\n[ 0.25 0.5 0.25 ]\n", {"q1.A": "1/2 1/4 1/4; 1/4 1/2 1/4"}),
    ("names beside each other at a prompt", "one-more-token", "en", ".log", ">>> q, k\n(tensor([[1., 1.]]), tensor([[1., 2.]]))\n>>> V\ntensor([[2., 0.],\n        [0., 2.],\n        [1., 4.]])\n",
     {"step.q": "1 1", "step.k": "1 2", "step.V": "2 0; 0 2; 1 4"}),
    ("counters with their letters over and before rows", "positions", "en", ".csv",
     "Positions;;;;\nName:;Ada;;;\n;;;;\n1a) P;j=0;j=1;j=2;j=3\ndogs;0;1;0;1\nchase;0,5;0,25;0,1;0,9\ncats;1;0;1;0\n;;;;\n1b) X+P;k=1;k=2;k=3;k=4\ndogs;1;1;0;2\n"
     "chase;0;1;1;0\ncats;2;0;1;1\n;;;;\n2b) Scores;n=0;n=1;n=2;\nm=0;1;0,5;-0,4\nm=1;0,5;1;0,5\nm=2;-0,4;0,5;1\n",
     {"q1.P": "0 1 0 1; 1/2 1/4 1/10 9/10; 1 0 1 0", "q1.Z": "1 1 0 2; 0 1 1 0; 2 0 1 1", "q2.S": "1 1/2 -2/5; 1/2 1 1/2; -2/5 1/2 1"}),
    ("a formula above its rows", "positions", "en", ".txt", "(b) X + P\ndogs: 1, 2, 3, 4\nchase: 5, 6, 7, 8\ncats: 0, 1, 0, 1\n", {"q1.Z": "1 2 3 4; 5 6 7 8; 0 1 0 1"}),
    ("a head in the corner", "slopes", "en", ".md", "| head 2 | Q | K |\n|---|---|---|\n| the | 3 | 1 |\n| cat | 2 | 0 |\n| sat | 5 | 1 |\n",
     {"q1.Q_2": "3; 2; 5", "q1.K_2": "1; 0; 1"}),
    ("rows that a corner counts", "next-word-loss", "de", ".md", "(a) Wahrscheinlichkeiten\n\n| Token | a | b | c |\n|---|---|---|---|\n| 1 | 0,5 | 0,25 | 0,25 |\n| 2 | 0 | 0,75 | 0,25 |\n",
     {"loss.P": "1/2 1/4 1/4; 0 3/4 1/4"}),
    ("a power before its decimals", "next-word-loss", "de", ".md", "Kreuzentropien: 0,25 und 0,75\n\nPerplexität: ~~1,5~~ e^0,5 ≈ 1,6487\n", {"loss.c": "0.25; 0.75", "loss.perplexity": "1.6487"}),
    ("what an entry is of", "few-bits", "de", ".txt", "Der größte Fehler ist 0,3. Der kleinste Eintrag von V ist -0,4.\n", {"quantised.worst": "0.3", "quantised.least": "-0.4"}),
    ("a quoted question above rows", "causal-mask", "en", ".md", "> Compute the queries of all words.\n\nQ =\n\n| 1 | 1 |\n|---|---|\n| 0 | 1 |\n| 1 | 2 |\n", {"q1.Q": "1 1; 0 1; 1 2"}),
    ("comments at a prompt", "norm-by-hand", "en", ".log", "octave:1> % question 2\noctave:2> B\nB =\n\n   1   2\n", {"q2.B": "1; 2"}),
    ("a comment of Maxima above its session", "causal-mask", "en", ".txt", "/* sheet 3, nr 148 */\n\n(%i1) H: A . V;\n(%o1) matrix([1,2],[3,4],[5,6])\n", {"q1.H": "1 2; 3 4; 5 6"}),
    ("questions and parts in a cell", "norm-by-hand", "en", ".csv", 'question,name,value\n1a,M,"[3, 4]"\n2a,B,"[1, 2]"\n', {"q1.M": "3; 4", "q2.B": "1; 2"}),
    ("a name at its first row alone, with titles", "causal-mask", "en", ".csv", "line,c1,c2\nQ,1,1\n,0,1\n,1,2\nV,1,2\n,3,4\n,5,6\n", {"q1.Q": "1 1; 0 1; 1 2", "q1.V": "1 2; 3 4; 5 6"}),
    ("rows and single rows of a German spreadsheet", "one-more-token", "de", ".csv", "Blatt 7;;;\nName: Kim;;;\n;;;\nq;1;1;\nk;1;2;\n;;;\nK;1;0;\n;0;1;\n;1;2;\nA;0,1;0,2;0,7\n",
     {"step.q": "1 1", "step.k": "1 2", "step.K": "1 0; 0 1; 1 2", "step.A": "0.1 0.2 0.7"}),
    ("names at the first row of drawn matrices beside each other", "causal-mask", "en", ".txt", "a)  Q = ⎡1 1⎤   V = ⎡½  1 ⎤\n        ⎢0 1⎥       ⎢1  ⅓ ⎥\n        ⎣1 2⎦       ⎣3/2 4/3⎦\n",
     {"q1.Q": "1 1; 0 1; 1 2", "q1.V": "1/2 1; 1 1/3; 3/2 4/3"}),
    ("formulas in the cells of a table", "cross-attention", "en", ".md", "H =\n\n| | a | b |\n|--|--|--|\n| x | $\\frac{1}{2}$ | 0 |\n| y | $-\\frac34$ | 2 |\n", {"q1.H": "1/2 0; -3/4 2"}),
    ("columns that are counted above one row", "one-more-token", "en", ".md", "# 1\n\nA =\n\n| 1 | 2 | 3 |\n|--|--|--|\n| 0.1 | 0.2 | 0.7 |\n", {"step.A": "0.1 0.2 0.7"}),
    ("words of the sheet before one column", "slopes", "en", ".md", "head 1\n\nH\n\n| the | 6 |\n|--|--|\n| cat | 9 |\n| sat | 7 |\n", {"q1.H_1": "6; 9; 7"}),
    ("a remark with a sign behind a name", "sliding-window", "en", ".txt", "V (rows = the words the, cat, sat, down):\nthe:  50%  0%\ncat:  0%  15%\nsat:  1%  2%\ndown: 3%  0%\n",
     {"q1.V": "1/2 0; 0 3/20; 1/100 1/50; 3/100 0"}),
    ("numbers with a wide gap between them", "few-bits", "de", ".txt", "worst = 0,25     least = -0,9\n", {"quantised.worst": "0.25", "quantised.least": "-0.9"}),
    ("symbols of one letter with another", "linear-attention", "en", ".txt", "         | 1 1 |           | 1 0 |\nφ(Q)  =  | 1 3 |  φ(K)  =  | 0 2 |\n         | 0 1 |           | 0 1 |\n",
     {"q1.phi_Q": "1 1; 1 3; 0 1", "q1.phi_K": "1 0; 0 2; 0 1"}),
    ("a short decimal beside a long one, with semicolons", "next-word-loss", "de", ".txt", "c = (0,4076; 0,5)ᵀ, p = (0,6652; 0,6)ᵀ\n", {"loss.c": "0.4076; 0.5", "loss.p": "0.6652; 0.6"}),
    ("the number of a question before a name", "norm-by-hand", "en", ".txt", "Q1a M =\n3\n4\n\nQ2 b) B = (1, 2)\n", {"q1.M": "3; 4", "q2.B": "1; 2"}),
    ("a question before equations", "norm-by-hand", "en", ".md", "Question 1: E = 2/3, M = (3, 4)\n\nQuestion 2: B = (1, 2)\n", {"q1.E": "2/3", "q1.M": "3; 4", "q2.B": "1; 2"}),
    ("fractions between slashes that are drawn", "attention-sink", "en", ".txt", "    /  3/4 \\\nQ = | -3/4 |\n    \\   0  /\n", {"q1.Q": "3/4; -3/4; 0"}),
    ("products above a name", "causal-mask", "en", ".txt", "{{1,0},{0,1},{1,1}}.{{1,1},{0,1}}\nQ = {{1, 1}, {0, 1}, {1, 2}}\n{{1,0},{0,1},{1,1}}.{{1,2},{3,4}}\nV = {{1, 2}, {3, 4}, {5, 6}}\n",
     {"q1.Q": "1 1; 0 1; 1 2", "q1.V": "1 2; 3 4; 5 6"}),
    ("rows with words and arrows before them", "two-heads-by-hand", "en", ".txt", "Q1: Thinking -> (1, 2), Machine -> (3, 4)\n", {"q1.Q_1": "1 2; 3 4"}),
    ("rows counted before each", "causal-mask", "en", ".txt", "V: row 1 = (1/2, 1), row 2 = (0, sqrt(4)), row 3 = (1, 1)\n", {"q1.V": "1/2 1; 0 2; 1 1"}),
    ("a row each time a line is named", "transformer-block", "en", ".txt", "(a) for 'red': N = (1, -1), Z = (2, 0); for 'apple': N = (-1, 1), Z = (-2, 2)\n",
     {"q1.N": "1 -1; -1 1", "q1.Z": "2 0; -2 2"}),
    ("a sentence on rows above them", "cross-attention", "en", ".txt", "K has three rows, as the memory has three words:\n    1   1\n    2   0\n    0   2\n", {"q1.K": "1 1; 2 0; 0 2"}),
    ("heads and rows below a name", "heads-in-batches", "en", ".txt", "Q_h\nhead 1:\n1 0\n0 1\n1 1\nhead 2:\n0 1\n1 1\n0 1\n", {"q1.Q_h": "1 0; 0 1; 1 1; 0 1; 1 1; 0 1"}),
    ("a remark behind the last name of a chain", "softmax-step-by-step", "en", ".txt", "Q3 S = [0 1 1; 1 0 1; 1 1 2] = L (no scaling)\n",
     {"q3.S": "0 1 1; 1 0 1; 1 1 2", "q3.L": "0 1 1; 1 0 1; 1 1 2"}),
    ("an environment of one's own", "causal-mask", "en", ".tex", "\\newenvironment{mx}{\\left[\\begin{matrix}}{\\end{matrix}\\right]}\n$Q = \\begin{mx}1&1\\\\0&1\\\\1&2\\end{mx}$\n",
     {"q1.Q": "1 1; 0 1; 1 2"}),
    ("names of lines and others over columns", "sigmoid-attention", "en", ".md", "| | Q | K | V₁ |\n|--|--|--|--|\n| the | 1 | 2 | 20 |\n| cat | 0 | 1 | 0 |\n| sat | 1 | 3 | 20 |\n",
     {"q1.Q": "1; 0; 1", "q1.K": "2; 1; 3"}),
    ("a heading of the second question alone", "softmax-step-by-step", "en", ".txt", "# Softmax\nS = [1000 1001; -1000 -1001]\nE = [1 2 0; 3 1 0; 7 7 0]\n\nQuestion 2\nS = [1 2; 3 4]\n",
     {"q1.E": "1 2 0; 3 1 0; 7 7 0", "q2.S": "1 2; 3 4"}),
    ("lists in a sentence", "beam-search", "en", ".txt", "a) The first two are kept (b1 = 0, 1), with probabilities s1 = 0.5, 0.4.\n", {"beam.b_1": "0 1", "beam.s_1": "0.5 0.4"}),
    ("an item that begins with a number", "grouped-queries", "en", ".md", "## 2\n- full: 2·2^31 = 4 GiB\n- 8 groups: 1 GiB\n", {"cache.full": "4294967296"}),
    ("a column of words beside one of values", "few-bits", "en", ".csv", "part,item,value\nc,worst,0.25\nc,least,-0.9\n", {"quantised.worst": "0.25", "quantised.least": "-0.9"}),
    ("matrices of plain TeX", "causal-mask", "en", ".tex", "\\[\\therefore\\;\\boxed{Q = \\pmatrix{1&1\\cr 0&1\\cr 1&2}}\\]", {"q1.Q": "1 1; 0 1; 1 2"}),
    ("rows under a key of JSON", "norm-by-hand", "en", ".json", '{"q1": {"a": {"M": {"rows": [["3"], ["4"]]}}}}', {"q1.M": "3; 4"}),
    ("rows of a list", "causal-mask", "en", ".txt", "Q\n- 1, 1\n- 0, 1\n- 1, 2\nV:\n• 1, 0\n• 0, 1\n• 1, 1\n", {"q1.Q": "1 1; 0 1; 1 2", "q1.V": "1 0; 0 1; 1 1"}),
    ("rows called r1, r2", "causal-mask", "en", ".txt", "Q:\n  r1 = (1, 1)\n  r2 = (0, 1)\n  r3 = (1, 2)\n", {"q1.Q": "1 1; 0 1; 1 2"}),
    ("entry by entry on a line", "causal-mask", "en", ".txt", "V[1,1] = 1   V[1,2] = 0\nV[2,1] = 0   V[2,2] = 1\nV[3,1] = 1   V[3,2] = 1\n", {"q1.V": "1 0; 0 1; 1 1"}),
    ("bold print by low lines", "causal-mask", "en", ".md", "__Q = [1 1; 0 1; 1 2]__\n\n*V*:\n\n| | |\n|--|--|\n| 1 | 0 |\n| 0 | 1 |\n| 1 | 1 |\n", {"q1.Q": "1 1; 0 1; 1 2", "q1.V": "1 0; 0 1; 1 1"}),
    ("boxes round equations", "causal-mask", "en", ".txt", "+-----------------+\n| Q = [1 1; 0 1; 1 2] |\n+-----------------+\n+-----------------+\n| V = [1 0; 0 1; 1 1] |\n+-----------------+\n",
     {"q1.Q": "1 1; 0 1; 1 2", "q1.V": "1 0; 0 1; 1 1"}),
    ("frames of polars", "cross-attention", "en", ".txt", "H:\nshape: (2, 2)\n┌──────────┬──────────┐\n│ column_0 ┆ column_1 │\n│ ---      ┆ ---      │\n│ f64      ┆ f64      │\n╞══════════╪══════════╡\n"
     "│ 1.0      ┆ 2.0      │\n│ 3.0      ┆ 4.0      │\n└──────────┴──────────┘\n", {"q1.H": "1 2; 3 4"}),
    ("tibbles of R", "two-heads-by-hand", "en", ".txt", "> V_2\n# A tibble: 2 × 2\n     V1    V2\n  <dbl> <dbl>\n1    -2     1\n2    -4     3\n", {"q1.V_2": "-2 1; -4 3"}),
    ("a given of the first question above all headings", "softmax-step-by-step", "en", ".txt",
     "S = [[0, 1, 4], [ln 3, 0, 2], [2, 2, 1]]\n\nQuestion 3\nS = [[0, 1, 1], [1, 0, 1], [1, 1, 2]]\n", {"q3.S": "0 1 1; 1 0 1; 1 1 2"}),
    ("matrices beside each other, a row of the table for each of theirs", "causal-mask", "en", ".csv", "row,Q1,Q2,K1,K2\n1,1,1,1,0\n2,0,1,1,1\n3,1,2,2,1\n", {"q1.Q": "1 1; 0 1; 1 2", "q1.K": "1 0; 1 1; 2 1"}),
    ("a name at the middle row of a spreadsheet", "causal-mask", "en", ".csv", "(a),,,\n,,1,1\nQ =,,0,1\n,,1,2\n,,,\n,,1,0\nV =,,0,1\n,,1,1\n", {"q1.Q": "1 1; 0 1; 1 2", "q1.V": "1 0; 0 1; 1 1"}),
    ("a tick behind a column", "few-bits", "en", ".txt", "Ans: m = (0.7 / 2.8) ✓\nAns: worst = (0.2) ✓\n", {"quantised.m": "0.7; 2.8", "quantised.worst": "0.2"}),
    ("one name among words above rows", "cross-attention", "en", ".txt", "so for H i get\n1 2\n3 4\n", {"q1.H": "1 2; 3 4"}),
    ("numbers in brackets of their own", "few-bits", "en", ".txt", "m = (0.7), (2.8)\n", {"quantised.m": "0.7; 2.8"}),
    ("questions and parts of an exam", "softmax-step-by-step", "en", ".tex",
     "\\documentclass{exam}\n\\begin{document}\n\\begin{questions}\n\\question\n\\begin{parts}\n\\part[2] $E = \\begin{pmatrix}1&2&0\\\\3&1&0\\\\7&7&0\\end{pmatrix}$\n\\end{parts}\n"
     "\\question[3]\n\\begin{parts}\n\\part $S = \\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}$\n\\end{parts}\n\\end{questions}\n\\end{document}\n", {"q1.E": "1 2 0; 3 1 0; 7 7 0", "q2.S": "1 2; 3 4"}),
    ("questions beside lines in JSON", "softmax-step-by-step", "en", ".json", '[{"question": "q2", "line": "S", "answer": "1 2; 3 4"}, {"question": "3a", "line": "H", "answer": "1 2; 3 4; 5 6"}]',
     {"q2.S": "1 2; 3 4", "q3.H": "1 2; 3 4; 5 6"}),
    ("questions before lines in JSON", "softmax-step-by-step", "en", ".json", '{"q2.S": [[1, 2], [3, 4]]}', {"q2.S": "1 2; 3 4"}),
    ("a column that is counted", "few-bits", "de", ".md", "**m**\n\n| 1 |\n|--|\n| 0,7 |\n| 2,8 |\n\n**worst**\n\n| 1 |\n|--|\n| 0,2 |\n", {"quantised.m": "0.7; 2.8", "quantised.worst": "0.2"}),
    ("one number of torch and of NumPy", "few-bits", "en", ".txt", "worst tensor(0.2000, grad_fn=<MaxBackward1>)\nleast: np.float64(-0.9)\n", {"quantised.worst": "0.2", "quantised.least": "-0.9"}),
    ("percents between slashes", "next-word-loss", "en", ".txt", "P:\nrow 1: 67/24/9 %\nrow 2: 30 / 60 / 10 %\n", {"loss.P": "0.67 0.24 0.09; 0.3 0.6 0.1"}),
    ("percents in ordinal rows", "next-word-loss", "en", ".txt", "a) P (in percent): first row 67 / 24 / 9, second row 30 / 60 / 10.\n", {"loss.P": "0.67 0.24 0.09; 0.3 0.6 0.1"}),
    ("the number of a question before a name, and no sign", "norm-by-hand", "en", ".txt", "1 E = 2/3\n2 B = (1, 2)\n  C = (0, -1)\n", {"q1.E": "2/3", "q2.B": "1; 2", "q2.C": "0; -1"}),
    ("several lines that are the same", "two-heads-by-hand", "en", ".txt", "S1 = (4 10 / 10 24)\nL1 = (1 2 / 3 4)\nS2 and L2 are the same as S1 and L1.\nQ1 = X = (1 2 / 3 4). K2 is the same as Q1.\n",
     {"q1.S_1": "4 10; 10 24", "q1.S_2": "4 10; 10 24", "q1.L_1": "1 2; 3 4", "q1.L_2": "1 2; 3 4", "q1.Q_1": "1 2; 3 4", "q1.K_2": "1 2; 3 4"}),
    ("two lines at once", "two-heads-by-hand", "en", ".txt", "S1 and S2 are both (4 10 / 10 24)\n", {"q1.S_1": "4 10; 10 24", "q1.S_2": "4 10; 10 24"}),
    ("ditto", "two-heads-by-hand", "en", ".txt", "A1 = (0.0142 0.9858; 0.0001 0.9999)\nA2 = ditto\n", {"q1.A_1": A_2, "q1.A_2": A_2}),
    ("formulas that a notebook displays", "causal-mask", "en", ".ipynb", '{"cells": [{"cell_type": "code", "source": "display(Math(1))", "outputs": [{"data": {"text/plain": "<IPython.core.display.Math object>", '
     '"text/latex": "$Q = \\\\left[\\\\begin{matrix}1 & 1\\\\\\\\0 & 1\\\\\\\\1 & 2\\\\end{matrix}\\\\right]$"}}]}]}', {"q1.Q": "1 1; 0 1; 1 2"}),
    ("working before a row", "causal-mask", "en", ".txt", "V:\nI: only itself, so 1 0\nsaw: e^0 = 1, sum 2 -> 1/2, 1\nher: 0.5*2 + 1 = 2 and 3 - 1 = 2\n", {"q1.V": "1 0; 1/2 1; 2 2"}),
    ("working before the entries of a row", "norm-by-hand", "de", ".txt", "Aufgabe 1\nMittelwerte M: Zeile 1: (1+3+5)/3 = 3, Zeile 2: (2+2+8)/3 = 4\n", {"q1.M": "3; 4"}),
    ("working before ordinal rows", "next-word-loss", "en", ".txt", "c: first row -ln 0.6652 = .4076, second row -ln 0.6 = .5108\n", {"loss.c": "0.4076; 0.5108"}),
    ("remarks that count, and words behind a list", "few-bits", "en", ".txt", "a) the maxima m are 0.7 (row 1) and 2.8 (row 2)\nQ1 a) s: 0.1 and 0.4, so worst = 0.2\n", {"quantised.m": "0.7; 2.8", "quantised.s": "0.1; 0.4", "quantised.worst": "0.2"}),
    ("a number that a comment of TeX cuts", "few-bits", "en", ".tex", "$e = 0.%\n2$% the worst\n$m=(0.7,2.8)$", {"quantised.worst": "0.2", "quantised.m": "0.7; 2.8"}),
    ("floors for brackets", "two-heads-by-hand", "de", ".txt", "Q¹ = ⌈1 2⌉    K¹ = ⌈2 1⌉\n     ⌊3 4⌋         ⌊4 3⌋\n", {"q1.Q_1": "1 2; 3 4", "q1.K_1": "2 1; 4 3"}),
    ("names behind their values", "split-and-join", "en", ".txt", "Problem 5\n[1 2; 5 6]   is Q0          [3 4; 7 8]   is Q1\n", {"q5a.Q_0": "1 2; 5 6", "q5a.Q_1": "3 4; 7 8"}),
    ("products in words", "two-heads-by-hand", "en", ".txt", "Q1 times K1 transposed gives [4 10; 10 24]\nA1 times V1 is [1 2; 3 4]\n", {"q1.S_1": "4 10; 10 24", "q1.H_1": "1 2; 3 4"}),
    ("several names with as many values", "beam-search", "en", ".txt", "g1, g2, g3 = 0.5, 0.2, 0.08\n[b1, s1] = [(0, 1), (0.5, 0.4)]\n",
     {"beam.g_1": "0.5", "beam.g_2": "0.2", "beam.g_3": "0.08", "beam.b_1": "0 1", "beam.s_1": "0.5 0.4"}),
    ("a table of Node", "beam-search", "en", ".txt", "> console.table(J3)\n┌─────────┬───────┬──────┬─────┐\n│ (index) │   0   │  1   │  2  │\n├─────────┼───────┼──────┼─────┤\n│    0    │ 0.288 │  0   │  1  │\n"
     "│    1    │ 0.08  │ 0.06 │  2  │\n└─────────┴───────┴──────┴─────┘\n", {"beam.J_3": "0.288 0 1; 0.08 0.06 2"}),
    ("integers over in Julia", "routing", "en", ".txt", "julia> f = sum(keep, dims=1) .// 6\n1×3 Matrix{Rational{Int64}}:\n 1//2  1//3  1//6\n", {"q1.f": "1/2 1/3 1/6"}),
    ("letters that count columns", "routing", "en", ".md", "$Z = XW_g$\n\n| | e1 | e2 | e3 |\n|--|--|--|--|\n| the | 3 | 0 | 2 |\n| cat | 1 | 2 | 0 |\n| sat | 6 | 4 | 2 |\n", {"q1.Z": "3 0 2; 1 2 0; 6 4 2"}),
    ("rows that are said to be rows", "sliding-window", "en", ".txt", "V = rows (15,0) (0,15) (15,15) (30,0)\n", {"q1.V": "15 0; 0 15; 15 15; 30 0"}),
    ("as many rows", "cross-attention", "en", ".txt", "Q has two rows, (1, 0) and (1, 2).\nH = [1 2] (x2 rows)\n", {"q1.Q": "1 0; 1 2", "q1.H": "1 2; 1 2"}),
    ("what is struck out on a line of its own", "softmax-by-parts", "en", ".html", "<p><s>Row sums: 1.4032, 2, 2.0183</s></p><p>Row sums: 1.5032, 2, 2.0183 (corrected)</p>", {"parts.z": "1.5032; 2; 2.0183"}),
    ("a row where the line is one, printed turned", "gates", "en", ".txt", "Question 2\n>>> a.T\narray([[0.4, 0.6]])\n", {"additive.a": "0.4 0.6"}),
    ("where a value holds", "beam-search", "en", ".txt", "d) g2 = 0.5 * 0.4 = 0.2 at n = 4, m = 0.3\n", {"beam.g_2": "0.2", "beam.m": "0.3"}),
    ("rows with a word between them", "norm-by-hand", "en", ".txt", "Question 1\nD = -2 0 2 and -2 -2 4\n", {"q1.D": "-2 0 2; -2 -2 4"}),
    ("times", "grouped-queries", "en", ".md", "## 2\n- saved: 4×", {"cache.saved": "4"}),
    ("a name and words over columns in one row", "routing", "en", ".txt", "Z =   e1   e2   e3\nthe   3   0   2\ncat   1   2   0\nsat   6   4   2\n\nP =   e_1   e_2   e_3\nthe   0.5   0.2   0.3\n"
     "cat   0.3   0.6   0.1\nsat   0.5   0.3   0.2\n", {"q1.Z": "3 0 2; 1 2 0; 6 4 2", "q1.P": "0.5 0.2 0.3; 0.3 0.6 0.1; 0.5 0.3 0.2"}),
    ("weights per cent below words, a product that is transposed", "causal-mask", "en", ".txt", "b) QK' = [1 2 3;0 1 1;1 3 4]\nc) attention, in %\nI    100 0 0\nsaw  33.0 67.0 0\nher  7 31 62.0\n",
     {"q1.S": "1 2 3; 0 1 1; 1 3 4", "q1.A": "1 0 0; 0.33 0.67 0; 0.07 0.31 0.62"}),
    ("weights per cent in German", "causal-mask", "de", ".txt", "Gewichte (in %)\n100 0 0\n33,0 67,0 0\n7 31 62,0\n", {"q1.A": "1 0 0; 0.33 0.67 0; 0.07 0.31 0.62"}),
    ("a spreadsheet with rows that are lines", "one-more-token", "en", ".txt", "tokens\tthe\tcat\tsat\n\t\t\t\nq\t1\t1\t\n\t\t\t\nK\t1\t0\t\n\t0\t1\t\n\t1\t2\t\n\t\t\t\nS\t0\t1\t2\n", {"step.q": "1 1", "step.K": "1 0; 0 1; 1 2", "step.S": "0 1 2"}),
    ("rows behind working and an arrow", "next-word-loss", "en", ".txt", "softmax of row 1: e^2, e, 1 over 11 -> P row 1 = (0.5, 0.25, 0.25); row 2: 3/10, 6/10, 1/10\n", {"loss.P": "0.5 0.25 0.25; 0.3 0.6 0.1"}),
    ("words before their numbers", "beam-search", "en", ".txt", "b1 = words 0 and 1, with probabilities s1 = 0.5, 0.4.\nb_2 are the positions 5 and 0 with s_2 = 0.32 and 0.2\n",
     {"beam.b_1": "0 1", "beam.s_1": "0.5 0.4", "beam.b_2": "5 0", "beam.s_2": "0.32 0.2"}),
    ("words before their numbers in German", "beam-search", "de", ".txt", "b1 = Wörter 0 und 1, s1 = 0,5 und 0,4\n", {"beam.b_1": "0 1", "beam.s_1": "0.5 0.4"}),
]  # fmt: skip


@cache
def ready(name: str, language: str) -> Ready:
    text = find(name).read_text(encoding="utf-8")
    return Ready(loads(text.replace("\ntitle =", f'\nlanguage = "{language}"\ntitle =', 1), str(find(name))))


def test_everything_is_told_of_a_file(tmp_path: Path) -> None:
    files = {name: case for name, *case in CASES}
    found = {}
    for name in expected("ways"):
        sheet, language, suffix, text, _ = files[name]
        found[name] = told(ready(sheet, language), tmp_path / f"answers{suffix}", text)
    assert found == expected("ways")


@pytest.mark.sliced(4)
@pytest.mark.parametrize("case", CASES, ids=[name for name, *_ in CASES])
def test_every_way_is_read_under_its_lines(tmp_path: Path, case: tuple[str, str, str, str, str, dict[str, str]]) -> None:
    _, name, language, suffix, text, used = case
    file = tmp_path / f"answers{suffix}"
    file.write_text(text, encoding="utf-8")
    with ready(name, language).reading():
        (found,) = submissions(file, ready(name, language).namings)
    handed = {f"{question}.{line}": one for question, lines in found.answers.items() for line, one in lines.items()}
    read = {line: [[Fraction(str(cell.number.rational)) for cell in row] for row in handed[line].cells] for line in used}
    assert read == {line: [[Fraction(x) for x in row.split()] for row in used[line].split(";")] for line in used}
    assert not any(line not in used for line, one in handed.items() if one.cells)  # nothing is invented


JUDGED = [  # sheet, suffix, text, the lines that are there, all of them right unless a verdict is told
    ("latent-cache", ".txt", "2.\nC has n rows and r columns, the keys are n × k. A_1 has n columns and n rows.\n", "shapes.C shapes.K_1 shapes.A_1"),
    ("batched-shapes", ".txt", "Question 1\nS = (B, n, n)\nThe width is gone: a table of scores is n × n for every sequence.\n", "q1.S"),
    ("seven-steps", ".txt", "X (4, 1024) ──·W_Q (1024, 8, 128)──▶ Q (4, 8, 128) ──swap──▶ Q_h (8, 4, 128) ─┐\n", "q1.X q1.W_Q q1.Q q1.Q_h"),
    ("batched-shapes", ".txt", "Question 1\nQ, K, V = X @ W_Q, X @ W_K, X @ W_V     # each torch.Size([B, n, d])\n", "q1.Q q1.K q1.V"),
    ("counting-gpt2", ".txt", "1a Attention: 4d² + 4d. Feed-forward network: 8d² + 5d. Normalisations: 4d.\n1b Embeddings: Vd + nd\n2a pairs: 4.294967296 GFLOPs\n",
     "parameters.attention parameters.feed parameters.norms parameters.embeddings work.pairs"),
    ("temperature", ".txt", "Question 3\nR = Matrix([[Max(0, t), lambda, 0]])\n", "relu.R"),
    ("two-heads-by-hand", ".txt", "The scores are the same for both heads: [[4,10],[10,24]]\n", "q1.S_1 q1.S_2"),
    ("softmax-backwards", ".txt", "p = (2, 1, 1), all divided by 4\n", "jacobian.p:undecided"),
    ("seven-steps", ".md", "# 1\n\n| step | tensor | letters | numbers |\n|--|--|--|--|\n| 1 | X | n × d | 4 × 1024 |\n| 2 | Q_h, K_h | h × n × d_k | 8 × 4 × 128 |\n| 7 | W_O | d × d_k | 1024 × 128 |\n",
     "q1.X q1.Q_h q1.K_h q1.W_O:incorrect"),
    ("seven-steps", ".txt", "Question 1\n(c) S: (h, n, n) = (8, 4, 4)\n    L: same (8, 4, 4)\n", "q1.S q1.L"),
    ("counting-gpt2", ".txt", "Question 1\n(a) One block in total: 12d^2 + 13d = 7,087,872.\n(b) The whole model has L(12d^2 + 13d) + Vd + nd + 2d = 124,439,808 parameters.\n",
     "parameters.block parameters.total parameters.attention:unreadable parameters.feed:unreadable parameters.norms:unreadable parameters.embeddings:unreadable"),
    ("counting-gpt2", ".txt", "Question 1\n(b) One block in total: 7,087,873.\n", "parameters.total:undecided"),
    ("counting-gpt2", ".json", '{"work": {"ratio": "2n/3d"}}', "work.ratio"),
    ("counting-gpt2", ".json", '{"work": {"ratio": "3n/2d"}}', "work.ratio:incorrect"),
    ("two-heads-by-hand", ".txt", "Head 1: queries (1 2; 3 4), keys (2 1; 4 3).\nHead 2: queries (2 1; 4 3), values (-2 1; -4 3).\nThe scores of head 1 come out as (4 10; 10 24) for both heads.\n",
     "q1.Q_1 q1.K_1 q1.Q_2 q1.V_2 q1.S_1 q1.S_2"),
    ("two-heads-by-hand", ".tex", "\\[\\frac{Q^1 (K^1)^\\top}{\\sqrt{d_k}} = \\frac{1}{\\sqrt 2}\\begin{bmatrix}4 & 10 \\\\ 10 & 24\\end{bmatrix} = \\begin{bmatrix}2.8284 & 7.0711 \\\\ 7.0711 & 16.9706\\end{bmatrix}\\]\n",
     "q1.S_1 q1.L_1"),
    ("two-heads-by-hand", ".txt", "S1 = [4 10; 10 24]\nL1 = 1/sqrt(2) [4 10; 10 24] = [2.8284 7.0711; 7.0711 16.9706]\n", "q1.S_1 q1.L_1"),
    ("two-heads-by-hand", ".tex", "\\[L_1 = \\frac{1}{\\sqrt 2}\\begin{bmatrix}4 & 10 \\\\ 11 & 27\\end{bmatrix}\\]\n", "q1.L_1:slip"),
    ("softmax-by-parts", ".csv", "Name;Lena;;;\nNr.;3349871;;;\n;;;;\na);;;;\nS;I;like;cats;Maximum\nZeile 1;2;1;0;2\nZeile 2;0,6931;1,0986;1,6094;1,6094\nZeile 3;0;4;4;4\n;;;;\nb);;;;\n"
     "EXP;I;like;cats;Summe\nZeile 1;1,0000;0,3679;0,1353;1,5032\nZeile 2;0,4000;0,6000;1,0000;2,0000\nZeile 3;0,0183;1,0000;1,0000;2,0183\n", "parts.m parts.E parts.z"),
    ("softmax-by-parts", ".txt", "Felix, 2207413\n(c) row 1 looks most at word 0, row 2 at word 2, row 3 at word 1\n", "parts.best"),
    ("beam-search", ".md", "| | best | second |\n|--|--|--|\n| b₂ | 5 | 0 |\n| s₂ | 0.32 | 0.2 |\n| w₂ | 2 | 0 |\n", "beam.b_2 beam.s_2 beam.w_2"),
    ("two-heads-by-hand", ".txt", "A1 = (0.0142 0.9858; 0.0001 0.9999) for all words\n", "q1.A_1"),
    ("softmax-by-parts", ".md", "b)\n\n| E | I | like | cats | z |\n|--|--|--|--|--|\n| 1 | 1 | 0.3679 | 0.1353 | 1.5032 |\n| 2 | 0.4 | 0.6 | 1 | 2 |\n| 3 | 0.0183 | 1 | 1 | 2.0183 |\n", "parts.E parts.z"),
    ("seven-steps", ".txt", "1\nX\tn × d\t4 × 1024\nQ and K\tn × h × d_k\t4 × 8 × 128\n", "q1.X q1.Q q1.K"),
    ("norm-by-hand", ".txt", "Question 1\nv = | 8/3 |      (4+0+4)/3\n    |  8  |      (4+4+16)/3 = 24/3\n", "q1.v"),
    ("routing", ".txt", "f = ( 1/2  1/3  1/6 )\n", "q1.f"),
    ("causal-mask", ".txt", "Q:\n  1 1\n  0 1\n  1 2\nL:\n  0,707 0 0\n  0,7O7 0,707 0\n  1,503 1 1\n", "q1.Q q1.L:undecided"),
    ("batched-shapes", ".md", "# Problem 1, shapes\n\n| | Question 1 | Q2 ($d_k$ is free) |\n|--|--|--|\n| $W^{(q)}$ | (d, d) | |\n| $Q$ | (B, n, d) | B x n x d_k |\n| $QK^T/\\sqrt{d}$ | (B, n, n) | (B, n, n) |\n"
     "| softmax times $V$ | (B, n, d) | (B, n, d_v) |\n| output | (B, n, d) | (B, n, d_v) |\n", "q1.W_Q q1.Q q1.L q1.H q1.Y q2.Q q2.L q2.H q2.Y:incorrect"),
    ("batched-shapes", ".txt", "            Aufgabe 1     Aufgabe 2\nQ           (B, n, d)     (B, n, d_k)\nscores      (B, n, n)     (B, n, n)\n", "q1.Q q1.S q2.Q q2.S"),
    ("batched-shapes", ".csv", "tensor,1c,1d,2\nH,,\"(B, n, d)\",\"(B, n, d_v)\"\nS,B x n x n,,-\n", "q1.S q1.H q2.H"),
    ("batched-shapes", ".tex", "\\begin{tabular}{l|ll} & Question 1 & Question 2 \\\\ \\hline $Q$ & $(B,n,d)$ & $(B,n,d_k)$ \\\\ $S$ & $B \\times n \\times n$ & $B \\times n \\times n$ \\end{tabular}\n",
     "q1.Q q1.S q2.Q q2.S"),
    ("batched-shapes", ".md", "| | Q | H |\n|--|--|--|\n| Question 1 | (B, n, d) | (B, n, d) |\n| Question 2 | (B, n, d_k) | (B, n, d) |\n", "q1.Q q1.H q2.Q q2.H:incorrect"),
    ("batched-shapes", ".md", "| | before | after |\n|--|--|--|\n| Q | B x n x d | B x n x d_k |\n", "q1.Q:unreadable q2.Q:unreadable"),
    ("norm-by-hand", ".md", "| | Question 1 | Question 2 |\n|--|--|--|\n| E | 2/3 | |\n| M | (3, 4) | |\n| B | | (1, 2) |\n| the C | | (0, -2) |\n", "q1.E q1.M q2.B q2.C:slip"),
    ("batched-shapes", ".txt", "Question 2\nthe others stay: S, L, A are B x n x n and Y is B x n x d\nThe shapes of Q and K are (B, n, d_k)\n", "q2.S q2.L q2.A q2.Y q2.Q q2.K"),
]


@pytest.mark.parametrize("case", JUDGED, ids=[case[0] for case in JUDGED])
def test_lines_are_judged_as_they_are_meant(tmp_path: Path, case: tuple[str, str, str, str]) -> None:
    name, suffix, text, told = case
    file = tmp_path / f"answers{suffix}"
    file.write_text(text, encoding="utf-8")
    (report,) = check_file(ready(name, "en"), file)
    found = {f"{q.id}.{r.name}": r.verdict for q in report.questions for r in q.results}
    there = {line: verdict for line, verdict in found.items() if verdict not in ("missing", "by-hand")}
    assert there == {line: verdict or "correct" for line, _, verdict in (one.partition(":") for one in told.split())}


def test_two_rows_behind_a_sign_that_may_be_factors_are_for_a_person(tmp_path: Path) -> None:
    file = tmp_path / "answers.txt"
    file.write_text("Q1 = (1,2) (3,4)\n", encoding="utf-8")
    with ready("two-heads-by-hand", "en").reading():
        (found,) = submissions(file, ready("two-heads-by-hand", "en").namings)
    assert found.answers["q1"]["Q_1"].open


GUESSED = [  # words that may mean another line: text with a value in it, the line that they are taken for
    ("cross-attention", "Multiplying gives the scores [[{},2,0],[3,2,4]].", "S", "1"),
    ("norm-by-hand", "Question 1\nRow means: {} and 4\n", "M", "3"),
    ("next-word-loss", "mean loss: {}\n", "loss", "0.4592"),
    ("one-more-token", "# 1\nK with the new row:\n\n    {} 0\n    0 1\n    1 2\n", "K", "1"),
    ("linear-attention", "The state φ(K)ᵀ V is [{} 0; 9 15]", "KV", "2"),
]


@pytest.mark.parametrize("case", GUESSED, ids=[case[2] for case in GUESSED])
@pytest.mark.parametrize("right", [True, False], ids=["right", "wrong"])
def test_what_words_may_mean_is_right_or_a_persons_and_never_wrong(tmp_path: Path, right: bool, case: tuple[str, str, str, str]) -> None:
    name, text, line, value = case
    file = tmp_path / "answers.txt"
    file.write_text(text.format(value if right else "77"), encoding="utf-8")
    (report,) = check_file(ready(name, "en"), file)
    (found,) = [result for question in report.questions for result in question.results if result.name == line]
    assert found.verdict == ("correct" if right else "undecided")


OPEN = [  # what is named in words that nobody knows, and a sentence above a table: for a person, never lost
    ("one-more-token", ".md", "Q2\n\na) newest token alone: $2nk = 131\\,073$\n", "step"),
    ("causal-mask", ".md", "L is the scaled S\n\n| key 1 | key 2 | key 3 |\n|--|--|--|\n| 1 | 2 | 3 |\n| 3 | 4 | 5 |\n| 6 | 7 | 8 |\n", "L"),
]


@pytest.mark.parametrize("case", OPEN, ids=[case[3] for case in OPEN])
def test_what_is_named_by_words_alone_is_for_a_person(tmp_path: Path, case: tuple[str, str, str, str]) -> None:
    name, suffix, text, line = case
    file = tmp_path / f"answers{suffix}"
    file.write_text(text, encoding="utf-8")
    (report,) = check_file(ready(name, "en"), file)
    found = [result for question in report.questions for result in question.results if result.name == line and result.verdict != "missing"]
    assert [result.verdict for result in found] == ["unreadable"]
    assert found[0].open == found[0].of > 0


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("text", ["Q = [1.000 1; 0 1; 1 2]", "Q = [1.000 1,0; 0,0 1,0; 1,0 2,0]", "Q = [1 1; 0 1; 1 1.234/2]", "Aufgabe 2.1\nQ = [1.000 1; 0 1; 1 2]"])
def test_a_point_that_may_part_thousands_is_told_with_both_readings(tmp_path: Path, language: str, text: str) -> None:
    file = tmp_path / "answers.txt"
    file.write_text(text, encoding="utf-8")
    (report,) = check_file(ready("causal-mask", language), file)
    (found,) = [result for question in report.questions for result in question.results if result.name == "Q"]
    assert found.verdict == "unreadable"
    assert found.open == found.of > 0
    written = "1.234" if "1.234" in text else "1.000"
    assert all(reading in found.message for reading in (written, written.replace(".", "")))
    (abroad,) = check_file(ready("causal-mask", "en"), file)
    assert "unreadable" not in {r.verdict for q in abroad.questions for r in q.results} or "," in text


@pytest.mark.parametrize(("text", "told"), [("[q1\nQ = [[1, 1], [0, 1], [1, 2]]\n", 1), ("Q = [1 1; 0 1; 1 2]\n", 1), ('Q = [["1", "1"], ["0", "2/2"], ["1", "2"]]\nK = [[?, "1"]]\n', 1), ("Q = [[1, 1], [0, 1], [1, 2]]\n", 0)])
def test_a_file_that_is_no_toml_is_read_by_lines_and_says_so(tmp_path: Path, text: str, told: int) -> None:
    file = tmp_path / "answers.toml"
    file.write_text(text, encoding="utf-8")
    (report,) = check_file(ready("causal-mask", "en"), file)
    assert [result.verdict for question in report.questions for result in question.results if result.name == "Q"] == ["correct"]
    assert ["so it was read line by line, as plain text" in note for note in report.notes] == [True] * told
