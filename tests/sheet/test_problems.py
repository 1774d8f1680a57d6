"""Sheets with something wrong in them: the place, the key, what is wrong and what to write instead."""

from __future__ import annotations

import pytest

from symattn.errors import SheetError
from symattn.sheet import loads

HEAD = '[[question]]\nvariant = "attention"\n'
GIVEN = "[question.given]\nX = [[1, 2]]\nW_Q = [[1, 0], [0, 1]]\nW_K = [[1, 0], [0, 1]]\nW_V = [[1, 0], [0, 1]]\n"
SOUND = HEAD + GIVEN
STEPS = '[[question]]\ngiven.X = [[1, 2]]\n'

PROBLEMS = {
    # keys and their values
    "an unknown key": ("titel = 'x'\n" + SOUND, '1:1: titel: unknown key "titel"\n  did you mean "title"?'),
    "an unknown key of a question": (
        HEAD + "promt = 'x'\n" + GIVEN,
        '3:1: question.promt: unknown key "promt"\n  did you mean "prompt"?',
    ),
    "questions": (
        SOUND.replace("[[question]]", "[[questions]]").replace("[question.", "[questions."),
        '1:3: questions: unknown key "questions"\n  did you mean "question"?',
    ),
    "givens": (
        SOUND.replace("[question.given]", "[question.givens]"),
        '3:11: question.givens: unknown key "givens"\n  did you mean "given"?',
    ),
    "an unknown option": (
        HEAD + "options.haeds = 2\n" + GIVEN,
        '3:9: question.options.haeds: unknown key "haeds"\n  did you mean "heads"?',
    ),
    "an unknown key of a part": (
        SOUND + "[[question.part]]\nLable = 'a'\n",
        '9:1: question.part.Lable: unknown key "Lable"\n  did you mean "label"?',
    ),
    "a title that is no text": ("title = 3\n" + SOUND, "1:9: title: a number where text belongs\n  write it between quotes"),
    "a truth value is no number": (
        "decimals = true\n" + SOUND,
        "1:12: decimals: true or false where a whole number belongs\n  write a whole number from 0 to 1000",
    ),
    "a number out of range": (
        "decimals = -1\n" + SOUND,
        "1:12: decimals: -1 is out of range\n  write a whole number from 0 to 1000",
    ),
    "text where a list belongs": (
        "tokens = 'a'\n" + SOUND,
        "1:10: tokens: text where a list belongs\n  write tokens = [\"a\"]",
    ),
    "one bracket about question": (
        "[question]\nvariant = 'attention'",
        "1:2: question: a table where a list belongs\n  write [[question]], in two brackets",
    ),
    "a date": (
        "title = 2026-11-21\n" + SOUND,
        "1:9: title: a date or time where text belongs\n  write it between quotes",
    ),
    "no question": ("title = 'x'\n", '1:1: file: the key "question" is missing\n  the questions: write [[question]] and below it what is given'),
    "another version": ("schema = 2\n" + SOUND, "1:10: schema: 2 is out of range\n  write a whole number from 1 to 1"),
    "a part that asks nothing": (
        SOUND + "[[question.part]]\nprompt = 'Look at this.'\n",
        "8:12: question.part: a part that asks nothing\n  write asks = [\"…\"] for lines, answer = \"…\" for words, proof or accept; "
        "marks where a person marks words",
    ),
    "negative marks": (
        SOUND + "[[question.part]]\nanswer = 'So.'\nmarks = -1\n",
        "10:9: question.part.marks: -1 marks\n  write a number of marks from 0 to 1000",
    ),
    "marks of endless digits": (
        SOUND + "[[question.part]]\nanswer = 'So.'\nmarks = 1e-2000000\n",
        "10:9: question.part.marks: 1E-2000000 marks\n  write a number of marks from 0 to 1000",
    ),
    "a share that is no number": (
        "[marking]\nfollow = nan\n" + SOUND,
        "2:10: marking.follow: a share of NaN\n  write a number from 0 to 1, such as 0.5",
    ),
    "the same id twice": (
        SOUND + SOUND.replace("variant", "id = 'q1'\nvariant"),
        '9:6: question.id: the id "q1" is that of question 1 too\n  give each question an id of its own',
    ),
    "an unknown notation": (
        "notation = 'ilustrated'\n" + SOUND,
        '1:12: notation: unknown notation "ilustrated"\n  did you mean "illustrated"?',
    ),
    "a notation with an unknown key": (
        "notation = { produt = '×' }\n" + SOUND,
        '1:14: notation.produt: unknown key\n  did you mean "product"?',
    ),
    "a notation with an unknown spelling": (
        "[notation]\ntranspose = 'tr'\n" + SOUND,
        '2:1: notation.transpose: "tr" is not known here\n  write one of',
    ),
    "a notation with a name that is no text": (
        SOUND + "[question.notation.names]\nQ_i = 3\n",
        "9:1: question.notation.names.Q_i: 3 where text belongs\n  write the symbol as LaTeX between quotes",
    ),
    "a notation based on none": (
        "notation.base = 'papr'\n" + SOUND,
        '1:1: notation: notation "papr": no such notation, and no such file\n  did you mean "paper"?',
    ),
    # variant or steps
    "an unknown variant": (
        HEAD.replace("attention", "multi-head-atention") + GIVEN,
        '2:11: question.variant: unknown variant "multi-head-atention"\n  did you mean "multi-head-attention"?',
    ),
    "both a variant and steps": (
        HEAD + "steps = []\n" + GIVEN,
        "3:1: question.steps: both a variant and steps\n  keep one of the two: a variant brings its own lines",
    ),
    "neither a variant nor steps": (
        "[[question]]\n" + GIVEN,
        '1:3: question: neither a variant nor steps\n  write variant = "attention", or steps = ["Q = X @ W_Q"]',
    ),
    # given matrices
    "a table among what is given, whose matrices are not missed beside it": (
        HEAD + GIVEN.replace("W_Q =", "[question.given.weights]\nW_Q ="),
        "5:17: question.given.weights: a table where a matrix belongs\n  write [question.given], and below it weights = [[1, 2], [3, 4]]",
    ),
    "a ragged matrix": (
        SOUND.replace("[[1, 2]]", "[[1, 2], [3]]"),
        '4:14: question.given.X: row 2 has 1 entry, but row 1 has 2\n  write rows of equal length, such as [[1, "1/3"], [0.1, 0]]',
    ),
    "an unreadable number": (
        SOUND.replace("[[1, 2]]", '[[1, "12 3"]]'),
        '4:10: question.given.X: cannot read "12 3", character 4: two numerals side by side\n'
        "  write * between them",
    ),
    "a division by zero": (
        SOUND.replace("[[1, 2]]", '[[1, "1/0"]]'),
        '4:10: question.given.X: cannot read "1/0", character 2: division by zero\n  write a divisor that is not 0',
    ),
    "a letter for a number": (
        SOUND.replace("[[1, 2]]", '[["O", 1]]'),
        '4:7: question.given.X: cannot read "O", character 1: ',
    ),
    "a number refused for its size": (
        SOUND.replace("[[1, 2]]", "[[1, 1e9999999]]"),
        "4:10: question.given.X: the number is too large or too small\n  at most 1,000,000 digits are read",
    ),
    "a number beyond Decimal": (
        SOUND.replace("[[1, 2]]", "[[1, 1e99999999999999999999999]]"),
        "4:10: question.given.X: the number is too large or too small\n  at most 1,000,000 digits are read",
    ),
    "a tower of powers": (SOUND.replace("[[1, 2]]", '[[1, "9^9^9^9"]]'), '4:10: question.given.X: cannot read "9^9^9^9"'),
    "nan": (
        SOUND.replace("[[1, 2]]", "[[1, nan]]"),
        "4:10: question.given.X: nan is no number\n  write the number itself; only a masked score is -inf",
    ),
    "a list that is no matrix": (
        SOUND.replace("[[1, 2]]", "[1, 2]"),
        "4:5: question.given.X: a list of numbers where a matrix belongs\n"
        "  write [[1, 2]] for one row, [[1], [2]] for one column",
    ),
    "a matrix without rows": (SOUND.replace("[[1, 2]]", "[]"), "4:5: question.given.X: a matrix without rows\n  write rows"),
    "a row without entries": (SOUND.replace("[[1, 2]]", "[[]]"), "4:6: question.given.X: a row without entries\n  write"),
    "a matrix of five dimensions": (
        SOUND.replace("[[1, 2]]", "[[[[[1]]]]]"),
        "4:5: question.given.X: a list where a batch belongs\n  a given has at most 4 axes",
    ),
    "a matrix between quotes": (SOUND.replace("[[1, 2]]", "'[[1, 2]]'"), "4:5: question.given.X: a matrix between quotes\n"),
    "a number where the variant needs a matrix": (
        SOUND.replace("[[1, 2]]", "3"),
        "4:5: question.given.X: a number where a matrix belongs\n  write rows, such as [[1, 2], [3, 4]]",
    ),
    "minus infinity in a product": (
        SOUND.replace("[[1, 2]]", '[[1, "-inf"]]'),
        "4:5: question.given.X: -inf in a matrix that is not added to scores\n  write numbers",
    ),
    "a name that is none": (
        SOUND + '"W-O" = [[1]]\n',
        '8:1: question.given.W-O: "W-O" is no name\n  a name is a letter, then letters, digits, _',
    ),
    "a function's name": (
        SOUND + "softmax = [[1]]\n",
        "8:1: question.given.softmax: softmax is a function\n  give the matrix another name",
    ),
    "a missing weight": (
        SOUND.replace("W_V", "w_v"),
        '7:1: question.given.w_v: W_V is not given\n  w_v stands there: is it W_V?',
    ),
    "a weight the variant does not know": (
        SOUND + "W_o = [[1, 0], [0, 1]]\n",
        '8:1: question.given.W_o: attention has no W_o here\n  did you mean "W_O"?',
    ),
    "a given that the variant computes": (
        SOUND + "Q = [[1, 2]]\n",
        "8:1: question.given.Q: Q is given, but attention computes it\n  leave it out",
    ),
    # shapes
    "wrong dimensions in a variant": (
        SOUND + "W_O = [[1, 2], [3, 4], [5, 6]]\n",
        "8:7: question.given.W_O: Y = H @ W_O: H is 1×2, W_O is 3×2",
    ),
    "wrong dimensions where two weights meet": (
        SOUND.replace("W_K = [[1, 0], [0, 1]]", "W_K = [[1], [0]]"),
        "6:7: question.given.W_K: S = Q @ K.T: Q is 1×2, K.T is 1×1",
    ),
    "wrong dimensions in a line": (
        STEPS + "steps = ['A = X.T', 'B = X @ X']\n",
        "3:21: question.steps: B = X @ X: X is 1×2, X is 1×2: 1×2 times 1×2",
    ),
    "a mask of another size": (
        SOUND.replace("[question.given]", "options.mask = [[1, 0], [1, 1]]\n[question.given]"),
        "3:16: question.options.mask: L = mask(S / sqrt(cols(K)), mask_matrix): ",
    ),
    "heads that do not divide the columns": (
        SOUND.replace('"attention"', '"fused-multi-head-attention"\noptions.heads = 3'),
        "6:7: question.given.W_Q: W_Q has 2 columns",
    ),
    # masks and scales
    "a mask with another entry": (
        SOUND.replace("[question.given]", "options.mask = [[2]]\n[question.given]"),
        "3:16: question.options.mask: a mask with other entries than 1 and 0\n"
        "  write 1 to keep a score and 0 to block it",
    ),
    "a row that is blocked entirely": (
        SOUND.replace("[question.given]", "options.mask = [[0]]\n[question.given]"),
        "3:17: question.options.mask: row 1 is blocked entirely\n  keep a score in every row: write a 1",
    ),
    "an unknown mask": (
        SOUND.replace("[question.given]", "options.mask = 'casual'\n[question.given]"),
        '3:16: question.options.mask: unknown mask "casual"\n  did you mean "causal"?',
    ),
    "a mask among the givens with another entry": (
        STEPS + "given.M = [[1, 3]]\nsteps = ['A = mask(X, M)']\n",
        "3:11: question.given.M: a mask with other entries than 1 and 0\n  write 1 to keep, 0 to block",
    ),
    "several heads where there is one": (
        SOUND.replace("[question.given]", "options.heads = 2\n[question.given]"),
        "3:17: question.options.heads: attention has one head\n  leave it out, or write variant = \"multi-head-attention\"",
    ),
    "a scale of nothing": (
        SOUND.replace("[question.given]", "options.scale = 0\n[question.given]"),
        "3:17: question.options.scale: scores cannot be divided by 0\n  write true to divide by the root of d_k, false not to divide, or the number to divide by",
    ),
    # lines
    "a line that cannot be read": (
        STEPS + "steps = ['A = X @@ X']\n",
        "3:10: question.steps: expected a name or a number, found '@'\n  a line reads NAME = EXPRESSION with + - @ * / ** .T [ , ] and the functions of `symattn ops`\n  A = X @@ X\n         ^",
    ),
    "an unknown function": (
        STEPS + "steps = ['A = softmx(X)']\n",
        '3:10: question.steps: there is no function softmx\n  did you mean "softmax"?\n  A = softmx(X)\n      ^',
    ),
    "the smallest of many": (
        STEPS + f"steps = ['a = min({', '.join('X' * 17)})']\n",
        f"3:10: question.steps: min of 17 numbers\n  write min([a, b, c]) of a row of them\n  a = min({', '.join('X' * 17)})\n      ^",
    ),
    "a name defined twice": (
        STEPS + "steps = ['A = X', 'A = X.T']\n",
        "3:19: question.steps: A is defined twice\n  give the second another name\n  A = X.T\n  ^",
    ),
    "a name never defined": (
        STEPS + "steps = ['A = X @ W_Q']\n",
        "3:10: question.steps: W_Q is neither given nor defined by a line\n  write W_Q = [[…]] under [question.given]",
    ),
    "a name used before it is defined": (
        STEPS + "steps = ['A = B', 'B = X']\n",
        "3:19: question.steps: B is used by A before it is defined\n  move this line up\n  B = X\n  ^",
    ),
    "a given name defined again": (
        STEPS + "steps = ['X = X.T']\n",
        "3:10: question.steps: X is given, and this line defines it\n  give one of them another name",
    ),
    "no lines": (STEPS + "steps = []\n", "3:9: question.steps: no lines\n  write lines, such as"),
    "a line that is no text": (STEPS + "steps = [3]\n", "3:10: question.steps: a number where text belongs\n  write it"),
    # what is asked and stated
    "a line asked that is not there": (
        SOUND + "[[question.part]]\nasks = ['Q', 'Qu']\n",
        '9:14: question.part.asks: no line defines Qu\n  did you mean "Q"?',
    ),
    "a stated value of no line": (
        SOUND + "[question.stated]\nAA = [[1]]\n",
        '9:1: question.stated.AA: no line defines AA\n  did you mean "A"?',
    ),
    "a stated value of another shape": (
        SOUND + "[question.stated]\nA = [[1, 0]]\n",
        "9:5: question.stated.A: stated is 1×2, but A is 1×1",
    ),
}


def problems(text: str) -> str:
    with pytest.raises(SheetError) as error:
        loads(text, "week3.toml")
    return str(error.value)


@pytest.mark.parametrize("wrong", ["P[2, 2]", "log(Z) @ P", "sofmax(P)", "P["])
@pytest.mark.parametrize("asks", [["dZ"], ["dZ", "dW", "dX"], ["Z", "dX"]])
def test_a_line_that_is_wrong_makes_no_derivative_a_second_mistake(wrong: str, asks: list[str]) -> None:
    sheet = (
        f"[[question]]\nsteps = ['Z = X @ W', 'P = softmax(Z)', 'l = -log({wrong})']\ngiven = {{ X = [[1, 2]], W = [[1, 0, 2], [0, 1, 3]] }}\n"
        f"gradient = {{ of = 'l', wrt = ['Z', 'W', 'X'] }}\n[[question.part]]\nasks = "
    )
    with pytest.raises(SheetError) as found:
        loads(sheet + str(asks))
    assert {one.path for one in found.value.problems} == {"question.steps"}
    with pytest.raises(SheetError) as found:
        loads(sheet + str([*asks, "dV"]))
    told = {"question.part.asks"} if wrong in ("P[2, 2]", "log(Z) @ P") else set()  # of lines that cannot be read nothing is known
    assert {one.path for one in found.value.problems} == {"question.steps"} | told


@pytest.mark.parametrize(("text", "said"), PROBLEMS.values(), ids=PROBLEMS)
def test_a_problem_is_said_with_its_place(text: str, said: str) -> None:
    assert problems(text).startswith(f"week3.toml:{said}")


@pytest.mark.parametrize("text", [text for text, _ in PROBLEMS.values()], ids=PROBLEMS)
def test_nothing_else_is_said(text: str) -> None:
    assert problems(text).count("week3.toml:") == 1


def test_every_problem_of_a_file_is_said_in_one_go_in_the_order_of_its_lines() -> None:
    said = problems("titel = 'x'\n" + SOUND.replace("[[1, 2]]", "[[1, 2], [3]]") + "[question.stated]\nB = [[1]]\n[[question]]\n")
    assert [line.split(":")[1] for line in said.split("\n") if line.startswith("week3.toml:")] == ["1", "5", "10", "11"]


def test_a_problem_in_a_matrix_brings_no_others_after_it() -> None:
    text = SOUND.replace("[[1, 2]]", "[[1, 'x']]") + "W_O = [[1]]\n[question.stated]\nA = [[1, 2, 3]]\n"
    assert problems(text).count("week3.toml:") == 1


HINTS = {
    "a projection after the heads": (SOUND + "W_O = [[1]]\n", "W_O needs 2 rows, one for each column of H"),
    "weights for other embeddings": (SOUND.replace("[[1, 2]]", "[[1, 2, 3]]"), "W_Q needs 3 rows, one for each column of X"),
    "keys of another width": (
        SOUND.replace("W_K = [[1, 0], [0, 1]]", "W_K = [[1], [0]]"),
        "K needs 2 columns, as many as Q",
    ),
}


@pytest.mark.parametrize(("text", "hint"), HINTS.values(), ids=HINTS)
def test_matrices_that_do_not_fit_come_with_the_shape_that_would(text: str, hint: str) -> None:
    assert f"\n  {hint}" in problems(text)


def test_the_number_of_problems_stays_readable_when_many_weights_are_missing() -> None:
    text = SOUND.replace('"attention"', '"multi-head-attention"\noptions.heads = 500')
    assert len(problems(text)) < 1000


VALUES = {
    "rows of zeros": ("normalize(X - X)", "row 1 cannot be normalised: division by zero\n  divide rows whose sums are not 0"),
    "the logarithm of 0": ("log(sum(X - X))", "the logarithm of a number that is not positive\n  write one above 0; in a line maximum(A, 0.001) keeps every entry above it, maximum(A, 1) makes its logarithm 0"),
    "the logarithm of what is negative": ("log(-X)", "the logarithm of a number that is not positive\n  write one above 0; in a line maximum(A, 0.001) keeps every entry above it, maximum(A, 1) makes its logarithm 0"),
    "a number times the logarithm of 0": ("sum(X * log(X - X))", "hadamard has no value where scores are masked with minus infinity\n  take softmax first; of probabilities keep_top_k(P, k) and "
                                    "keep_top_p(P, p) put 0 in its place, entropy(P) takes 0 log 0 for 0, and maximum(A, 0.001) keeps every entry above it"),
}


@pytest.mark.parametrize(("line", "said"), VALUES.values(), ids=VALUES)
def test_a_line_without_a_value_is_told_with_a_remedy_and_quoted(line: str, said: str) -> None:
    with pytest.raises(SheetError) as told:
        loads(f'[[question]]\ngiven.X = [[1, 2]]\nsteps = [\n"A = {line}",\n]\n', "week3.toml").solve()
    assert told.value.pointed() == f'week3.toml:4:1: question.steps: A = {line}: {said}\n  "A = {line}",\n  ^'


def test_names_and_groups_are_told_with_a_remedy() -> None:
    assert "A is used in its own definition\n  give the new one another name" in problems(STEPS + 'steps = ["A = X + A"]\n')
    text = SOUND.replace('"attention"', '"grouped-query-attention"\noptions = { heads = 6, groups = 4 }')
    assert "4 groups do not divide 6 heads\n  write one of 1, 2, 3, 6" in problems(text)
