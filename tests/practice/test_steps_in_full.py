"""Smaller questions and explained entries in full, of answers with one wrong entry each: what is asked, what is put in, what comes out.

The values are small, so that every line can be worked out by hand: Q = [1 −2; −1 4], K = [2 1; 0 −1], S = [0 2; 2 −4], √7 ≈ 2.6458.
Fractions are written ⟨above | below⟩, roots √⟨…⟩, matrices with semicolons between their rows.
"""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest

from symattn.practice.session import Session
from symattn.practice.site import page
from symattn.sheet import loads

SHEET = """decimals = 3
tokens = ["sun", "sea"]
[[question]]
id = "q1"
variant = "attention"
options.mask = "causal"
given.X = [[1, 0], [-1, 2]]
given.W_Q = [[1, -2], [0, 1]]
given.W_K = [[2, 1], [1, 0]]
given.W_V = [["1/2", 1], [0, -3]]
[[question]]
id = "q2"
steps = ["D = X - mean(X, axis=1)", "v = var(X, axis=1)", "N = D / sqrt(v + 1)", "E = exp(N)", "b = argmax(X, axis=1)"]
given.X = [[1, 4, -2], [0, 3, 3]]
[[question]]
id = "q3"
steps = ["Q = X @ W", "S = Q @ Q.T", "c = numbers(W)", "f = flops(S)"]
sizes = { n = 4, d = 8, k = 2 }
shapes.X = ["n", "d"]
shapes.W = ["d", "k"]
"""
BEFORE = {  # right but for A, from which H goes on
    "Q": [["1", "-2"], ["-1", "4"]], "K": [["2", "1"], ["0", "-1"]], "S": [["0", "2"], ["2", "-4"]], "V": [["0.5", "1"], ["-0.5", "-7"]],
    "L": [["0", "-inf"], ["1.414", "-2.828"]], "D": [["0", "3", "-3"], ["-2", "1", "1"]], "v": [["6"], ["2"]],
    "A": [["1", "0"], ["0.5", "0.5"]], "N": [["0", "1.134", "-1.134"], ["-1.155", "0.577", "0.577"]],
}  # fmt: skip
CASES: list[tuple[str, str, str, object, str, dict[str, str]]] = [  # language, question, line, what is wrong of it, the lines before, what is said
    ("en", "q1", "K", [["2", "1"], ["0", "-1"]], "", {
        "hint": "· A hint · What to do: row meets column. Multiply the numbers of the row with those of the column, one by one, and add up. K=XW^K=[[1 0; −1 2]][[2 1; 1 0]]",
        "question": "· Smaller questions · On the way to (K)_1,1: answer these one by one, numbers to three digits or more. · 1·2= · 0·1= · Now put them in: 2+0",
        "entry": "· One entry explained · (K)_1,1: row 1 of X times column 1 of W^K. row 1 of X[[1 0]]column 1 of W^K[[2; 1]] (K)_1,1=1·2+0·1=2+0=2",
    }),
    ("en", "q1", "S", None, "", {
        "hint": "· A hint · What to do: multiply the numbers of a query with those of a key, one by one, and add up. Why: the sum is large where both point the same way, so it says how well the key fits the query. S=QK^𝖳 · First find Q and K: that is what is put in.",
        "question": "· Smaller questions · First find Q and K: that is what is put in. · On the way to (Q)_1,1: answer these one by one, numbers to three digits or more. · 1·1= · 0·0= · Now put them in: 1+0",
    }),
    ("en", "q1", "S", [["0", "2"], ["2", "-3"]], "Q K", {
        "question": "· Smaller questions · On the way to (S)_2,2: answer these one by one, numbers to three digits or more. · (−1)·0= · 4·(−1)= · Now put them in: 0−4",
        "entry": "· One entry explained · (S)_2,2: row 2 of Q times column 2 of K^𝖳. row 2 of Q[[−1 4]]row 2 of K[[0 −1]] (S)_2,2=(−1)·0+4·(−1)=0−4=−4",
    }),
    ("en", "q1", "L", [["0", "0"], ["1.414", "-2.828"]], "S", {
        "hint": "· A hint · What to do: divide every entry by the root. Why: a sum over more numbers is larger, and without the root softmax would give nearly everything to one key. · What to do: write −∞ where nothing may be looked at, and leave the rest. Why: e to −∞ is 0, so softmax gives no weight there. K has 2 columns, so d_k = 2. L=⟨S | √⟨d_k⟩⟩+mask=⟨1 | √⟨2⟩⟩[[0 2; 2 −4]]+mask",
        "question": "· Smaller questions · On the way to (L)_1,2: answer these one by one, numbers to three digits or more. · (⟨S | √⟨d_k⟩⟩)_1,2= · the number of the column minus that of the row, here 2 − 1: · (L)_1,2: token 2 comes after token 1, so the score is blocked.",
        "entry": "· One entry explained · (L)_1,2: token 2 comes after token 1, so the score is blocked. its entry of S[[2]] (L)_1,2=−∞",
    }),
    ("en", "q1", "A", [["1", "0"], ["0.9", "0.014"]], "L", {
        "question": "· Smaller questions · On the way to (A)_2,1: answer these one by one, numbers to three digits or more. · e^1.414= · e^−2.828= · Now put them in: ⟨4.1124 | 4.1124+0.059131⟩",
        "entry": "· One entry explained · (A)_2,1: e to its score, over the sum of that for row 2 of L. row 2 of L[[1.414 −2.828]] (A)_2,1=⟨e^1.414 | e^1.414+e^−2.828⟩≈⟨4.1124 | 4.1124+0.059131⟩≈0.986",
    }),
    ("de", "q1", "A", [["1", "0"], ["0.9", "0.014"]], "L", {
        "question": "· Kleinere Fragen · Auf dem Weg zu (A)_2,1: eines nach dem anderen beantworten, Zahlen auf drei Stellen oder mehr. · e^1,414= · e^−2,828= · Nun einsetzen: ⟨4,1124 | 4,1124+0,059131⟩",
        "entry": "· Ein Eintrag erklärt · (A)_2,1: e hoch seinen Score, durch die Summe davon über Zeile 2 von L. Zeile 2 von L[[1,414 −2,828]] (A)_2,1=⟨e^1,414 | e^1,414+e^−2,828⟩≈⟨4,1124 | 4,1124+0,059131⟩≈0,986",
    }),
    ("en", "q1", "H", [["0.5", "1"], ["0.486", "3"]], "A V", {
        "question": "· Smaller questions · These are your own values, and A is not right yet: look there first. · On the way to (H)_2,2: answer these one by one, numbers to three digits or more. · 0.5·1= · 0.5·(−7)= · Now put them in: 0.5−3.5",
        "entry": "· One entry explained · (H)_2,2: row 2 of A times column 2 of V. row 2 of A[[0.5 0.5]]column 2 of V[[1; −7]] · These are your own values, and A is not right yet: look there first.(H)_2,2=0.5·1+0.5·(−7)=0.5−3.5=−3",
    }),
    ("en", "q2", "D", [["0", "3", "-3"], ["-2", "1", "2"]], "", {
        "hint": "· A hint · What to do: add the numbers up, and divide by how many they are. Why: it is the place around which they lie. · What to do: subtract the numbers that stand in the same place; a single row or column meets every other. D=X−⟨1 | 3⟩∑jX_i,j=[[1 4 −2; 0 3 3]]−[[⟨1+4+(−2) | 3⟩; ⟨0+3+3 | 3⟩]]",
        "question": "· Smaller questions · On the way to (D)_2,3: answer these one by one, numbers to three digits or more. · (⟨1 | 3⟩∑jX_i,j)_2,1= · Now put them in: 3−2",
        "entry": "· One entry explained · (D)_2,3: the entries of X and ⟨1 | 3⟩∑jX_i,j, subtracted. its entry of X[[3]] (D)_2,3=3−2=1",
    }),
    ("en", "q2", "v", [["9"], ["2"]], "", {
        "question": "· Smaller questions · On the way to (v)_1,1: answer these one by one, numbers to three digits or more. · the mean of row 1 of X: · (1−1)^2= · (4−1)^2= · (−2−1)^2= · Now put them in: ⟨0+9+9 | 3⟩",
        "entry": "· One entry explained · (v)_1,1: the mean of the squared distances from the mean of row 1 of X. row 1 of X[[1 4 −2]] (v)_1,1=⟨(1−1)^2+(4−1)^2+(−2−1)^2 | 3⟩=⟨0+9+9 | 3⟩=6",
    }),
    ("fr", "q2", "v", [["9"], ["2"]], "", {
        "question": "· Des questions plus petites · En chemin vers (v)_1,1 : répondez à chaque question, les nombres à trois chiffres au moins. · la moyenne de la ligne 1 de X : · (1−1)^2= · (4−1)^2= · (−2−1)^2= · Reportez-les maintenant : ⟨0+9+9 | 3⟩",
    }),
    ("en", "q2", "N", [["0", "1", "-1"], ["", "", ""]], "D v", {
        "question": "· Smaller questions · On the way to (N)_1,2: answer these one by one, numbers to three digits or more. · (√⟨v+1⟩)_1,1= · √⟨7⟩= · Now put them in: ⟨3 | 2.6458⟩",
        "entry": "· One entry explained · (N)_1,2: the entry of D over that of √⟨v+1⟩. its entry of D[[3]] (N)_1,2=⟨3 | √⟨7⟩⟩≈⟨3 | 2.6458⟩≈1.134",
    }),
    ("en", "q2", "E", [["1", "3", "0.322"], ["0.315", "1.781", "1.781"]], "N", {
        "question": "· Smaller questions · On the way to (E)_1,2: answer these one by one, numbers to three digits or more. · (N)_1,2= · Now put them in: e^1.134",
        "entry": "· One entry explained · (E)_1,2: e to the entry of N. its entry of N[[1.134]] (E)_1,2=e^1.134≈3.108",
    }),
    ("en", "q2", "b", [["2"], ["1"]], "", {
        "question": "· Smaller questions · On the way to (b)_1,1: answer these one by one, numbers to three digits or more. · the largest of row 1 of X: · (b)_1,1: the place of the largest entry in row 1 of X, counted from 0.",
        "entry": "· One entry explained · (b)_1,1: the place of the largest entry in row 1 of X, counted from 0. (b)_1,1=1",
    }),
    ("en", "q3", "Q", "(n, d)", "", {
        "question": "· Smaller questions · On the way to Q: answer these one by one. · the shape of X: · the shape of W: · Now put them in: XW",
        "entry": "· One entry explained · (n,d)×(d,k): the inner d cancels",
        "solution": "· The solution (n,k)=(4,2) · (n,d)×(d,k): the inner d cancels",
    }),
    ("de", "q3", "S", "(n, k)", "", {
        "question": "· Kleinere Fragen · Auf dem Weg zu S: eines nach dem anderen beantworten. · die Form von Q: · Nun einsetzen: QQ^𝖳",
        "entry": "· Ein Eintrag erklärt · (n,k)×(k,n): das innere k hebt sich weg",
    }),
    ("en", "q3", "c", [["18"]], "", {
        "question": "· Smaller questions · On the way to c: answer these one by one. · how many rows W has: · how many columns W has: · Now put them in: numbers(W)",
    }),
    ("en", "q3", "f", [["n k"]], "", {
        "question": "· Smaller questions · On the way to f: answer these one by one. · how many numbers S holds: · how many products are added up in one entry of S: · Now put them in: flops(S)",
    }),
]
BETWEEN = {"mfrac": " | ", "msup": "^", "msub": "_", "msubsup": "_", "mtr": " ", "mtable": "; "}
AROUND = {"mfrac": ("⟨", "⟩"), "msqrt": ("√⟨", "⟩"), "mtable": ("[", "]")}


class Told(HTMLParser):
    """A page as text: what is raised behind ^, what is lowered behind _, and a bar between the two parts of a fraction."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.open: list[tuple[str, int]] = [("", 0)]  # the tags around, and how many there are in each

    def handle_starttag(self, tag: str, attrs: object) -> None:
        above, count = self.open[-1]
        self.text += BETWEEN.get(above, "") if count else ""
        self.open[-1] = above, count + 1
        self.text += " · " if tag in ("li", "p", "dt", "h4", "h3") else AROUND.get(tag, ("", ""))[0]
        self.open.append((tag, 0))

    def handle_endtag(self, tag: str) -> None:
        self.text += AROUND.get(tag, ("", ""))[1]
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.text += data


def told(page: str) -> str:
    """A piece of help as one line of text."""
    reader = Told()
    reader.feed(page)
    assert len(reader.open) == 1, "all that is begun is ended"
    return " ".join(reader.text.split())


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Session]:
    """A session for each language."""
    folder = tmp_path_factory.mktemp("steps")
    found = {}
    for language in ("en", "de", "fr"):
        (folder / f"{language}.toml").write_text(f'language = "{language}"\n{SHEET}', "utf-8")
        found[language] = Session(folder)
        assert "error" not in json.loads(found[language].answer(json.dumps({"do": "open", "sheet": str(folder / f"{language}.toml")})))
    return found


@pytest.mark.parametrize(("language", "question", "line", "mine", "before", "said"), CASES, ids=[f"{case[0]} {case[1]}.{case[2]}" for case in CASES])
def test_every_step_to_an_entry_is_right(opened: dict[str, Session], language: str, question: str, line: str, mine: object, before: str, said: dict[str, str]) -> None:
    answers = {name: BEFORE[name] for name in before.split()} | ({line: mine} if mine else {})
    for step, expected in said.items():
        asked = {"do": "help", "question": question, "line": line, "step": step, "answers": {question: answers}}
        found = json.loads(opened[language].answer(json.dumps(asked)))
        assert told(found["html"]) == expected
        i, j = found["at"]
        assert step != "entry" or question == "q3" or f"({line})_{i + 1},{j + 1}" in expected, "what is said is of this place"


PIECES: list[tuple[str, str, object, str, tuple[int, int], list[str], str]] = [  # question, line, what is wrong of it, before, where, right answers, a wrong one
    ("q1", "A", [["1", "0"], ["0.9", "0.014"]], "L", (1, 0), ["4.112", "0.0591"], "4.2"),
    ("q1", "S", [["0", "2"], ["2", "-3"]], "Q K", (1, 1), ["0", "-4"], "4"),
    ("q2", "v", [["9"], ["2"]], "", (0, 0), ["1", "0", "9", "9"], "3"),
    ("q3", "Q", "(n, d)", "", (0, 0), ["(n, d)", "d × k"], "(k, n)"),
    ("q3", "c", [["18"]], "", (0, 0), ["d", "k"], "n"),
]


@pytest.mark.parametrize(("question", "line", "mine", "before", "at", "right", "wrong"), PIECES, ids=[f"{case[0]}.{case[1]}" for case in PIECES])
def test_every_smaller_question_is_judged(opened: dict[str, Session], question: str, line: str, mine: object, before: str, at: tuple[int, int], right: list[str], wrong: str) -> None:
    answers = {question: {name: BEFORE[name] for name in before.split()} | {line: mine}}

    def small(piece: int, text: str) -> object:
        asked = {"do": "small", "question": question, "line": line, "row": at[0], "column": at[1], "piece": piece, "text": text, "answers": answers}
        return json.loads(opened["en"].answer(json.dumps(asked)))

    assert [small(piece, text) for piece, text in enumerate(right)] == [{"right": True, "read": True}] * len(right)
    assert small(len(right) - 1, wrong) == {"right": False, "read": True}
    assert small(0, "?") == {"right": False, "read": False}
    assert "not asked any more" in str(small(len(right), right[0]))


WORDS, SHAPES, NUMBERS = '[[question]]\n[[question.part]]\nanswer = "x"\nmarks = 1\n', '[[question]]\nshapes.X = ["n", "d"]\nsteps = ["Y = X.T"]\n', '[[question]]\nsteps = ["Y = X.T"]\ngiven.X = [[1, 2]]\n'


@pytest.mark.parametrize(("sheet", "moves"), [(WORDS + SHAPES, False), (SHAPES + NUMBERS, True)])
def test_a_page_lets_what_is_given_be_moved_where_any_question_has_numbers(sheet: str, moves: bool) -> None:
    about = re.search(rb'<script id="about" type="application/json">(.*?)</script>', page(loads(sheet), "mine"))
    assert about
    assert json.loads(about[1])["moves"] is moves
