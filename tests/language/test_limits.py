"""Limits: what is too large is refused before it is computed, whatever it is built from."""

from collections.abc import Callable

import pytest

from symattn.errors import ReadError
from symattn.language import read
from symattn.language.evaluate import HIDDEN, budget

PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47]
LONG = ["log(11+10^-90001+10^-9000)", "sqrt(11+10^-90001)", "log(10^900000+1)", "(1+10^-300000)^sqrt(2)", "log(3^100000)"]


@pytest.mark.sliced(2)
@pytest.mark.parametrize("text", LONG)
def test_a_long_number_under_a_logarithm_or_a_root_is_read_at_once(text: str, counted: Callable[..., tuple[object, int]]) -> None:
    assert counted(lambda: read(text))[1] < 50_000  # hundreds of thousands, while what small primes leave was tried to be a perfect power


REFUSED = {
    "40 million brackets": "[" * 40_000_000,
    "100,001 characters": "1" * 100_001,
    "201 brackets": "(" * 201 + "1" + ")" * 201,
    "201 braces": r"\frac{1}{1+" * 201 + "1" + "}" * 201,
    "10,000 nested fractions": r"\frac{1}{" * 10_000 + "1" + "}" * 10_000,
    "90,000 minus signs": "-" * 90_000 + "1",
    "30,000 powers": "1^" * 30_000 + "1",
    "10,001 entries": "[[" + ",".join(["1"] * 10_001) + "]]",
    "10,001 rows": "[" + ",".join(["[1]"] * 10_001) + "]",
    "a tower": "7^7^7^7",
    "a tower in brackets": "((8^8)^8888)^8888",
    "a large power": "3**10**9",
    "a small power": "3**(-10**9)",
    "a decimal to a large power": "1.25**10**8",
    "a ratio near one to a large power": "(1000001/1000000)^(10^7)",
    "a sum to a large power": "(1+e)^20000",
    "a sum of five to a power": "(1+e+exp(sqrt(2))+exp(sqrt(3))+exp(sqrt(5)))^100",
    "a root of a large power": "sqrt(2**(10**9))",
    "exponentials of exponentials": "exp(exp(exp(exp(9))))",
    "e to a large number": "exp(10**7)",
    "a power of pi": "pi^pi^pi^pi",
    "a numeral too long to write out": "1e1000001",
    "a numeral too small to write out": "1e-2000000",
    "an exponent of many digits": "1e" + "9" * 5000,
    "a product of sums": "*".join(f"(1+exp(sqrt({p})))" for p in PRIMES),
    "a product of large numbers": "*".join(["1e900000"] * 3),
    "many large numbers": "[[" + ",".join(f"1e{990_000 + i}" for i in range(500)) + "]]",
    "a product of exponentials": "exp(2000000)*exp(2000000)",
    "roots of long numbers": "+".join(f"sqrt({(10**23 + 117) * (10**23 + k)})" for k in range(0, 2000, 2)),
    "a root of a large order": "2^(1/10^20)",
    "a sine of a large exponential": "sin(exp(10^7))",
}
READ = {
    "200 brackets": ("(" * 200 + "7" + ")" * 200, "7"),
    "100 nested fractions": ("1/(1+" * 98 + "1" + ")" * 98, None),
    "10,000 entries": ("[[" + ",".join(["1"] * 10_000) + "]]", None),
    "a million digits": ("10^999999/10^999998", "10"),
    "a long sum": ("1+" * 40_000 + "1", "40001"),
    "a long product": ("1*" * 40_000 + "3", "3"),
    "a sum of many fractions": ("+".join(f"1/({n}*{n + 1})" for n in range(1, 3000)), "2999/3000"),
    "minus one to a large power": ("(-1)^(10^50)", "1"),
    "a sum to a power": ("(1+sqrt(2))^20", None),
}


@pytest.mark.sliced(11)
@pytest.mark.parametrize("written", REFUSED.values(), ids=REFUSED)
def test_refuses(written):
    with pytest.raises(ReadError) as caught:
        read(written, "latex" if "\\" in written else "text")
    assert len(str(caught.value)) < 400


@pytest.mark.exhaustive
@pytest.mark.parametrize(("written", "meant"), READ.values(), ids=READ)
def test_reads(written, meant):
    found = read(written, "text")
    assert meant is None or found.number == read(meant).number


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("written", ["abs({})", "log({})", "sqrt({})", "({})^sqrt(2)", "1/({})", "2*3/({})"])
def test_a_sign_that_shows_costs_a_file_little_and_one_that_hides_much(written, hidden):
    """No file of a few hundred differences of roots is refused for its work, and none has hundreds that are as good as zero."""
    text = written.format("sqrt(3)-1.7320508075688772935274463415058723669" if hidden else "sqrt(3)-1.7")
    with budget() as shared:
        read(text)
    assert (shared.most - shared.left > HIDDEN) == hidden
    assert hidden or shared.most - shared.left < HIDDEN / 50


def test_the_limit_is_named():
    for written, limit in [
        ("1" * 100_001, "100,000"),
        ("(" * 300, "200"),
        ("2^(10^9)", "1,000,000"),
        ("(1+e)^20000", "10,000"),
    ]:
        with pytest.raises(ReadError, match=limit):
            read(written, "text")
