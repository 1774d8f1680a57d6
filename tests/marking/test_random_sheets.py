"""On random sheets a slip at a random line, handed in as the final matrix only, is found, or one that gives the same."""

from __future__ import annotations

import pytest
from by_hand import PLACES, Setup, decimals, lines, places
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from mpmath import mp
from test_slips import handed
from written_cases import differing

from symattn.marking.marking import Marking
from symattn.marking.sheet import Ready
from symattn.sheet import loads

SETUPS = st.builds(
    Setup,
    heads=st.sampled_from([1, 2, 4]),
    mask=st.sampled_from(["none", "causal", "matrix"]),
    n=st.integers(2, 3),
    d=st.integers(2, 4),
    dk=st.integers(1, 3),
    bias=st.booleans(),
    scale=st.booleans(),
    whole=st.just(False),
    seed=st.integers(0, 10_000),
)


@pytest.mark.exhaustive
@settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(SETUPS, st.data())
def test_the_final_matrix_tells_the_slip(setup: Setup, data: st.DataObject) -> None:
    slip = data.draw(st.sampled_from([slip for slip in PLACES if places(setup, slip)]))
    at = data.draw(st.sampled_from(places(setup, slip)))
    with mp.workdps(80):
        right = lines(setup)
        try:
            values = lines(setup, slip, at)
        except AssertionError:
            assume(False)
        last = "Y" if "Y" in values else "H"
        wrong, truth = decimals(values[last]), decimals(right[last])
    assume(differing(wrong, truth) > 2)  # less is too little to name a slip by, or may be rounding on the way
    key = Ready(sheet := loads(setup.sheet)).keys[sheet.questions[0].id]
    result = Marking(key, {last: handed(wrong)}).results[last]
    assert result.verdict == "slip"
    assert slip in (result.slip.id, *result.slip.others)


@settings(deadline=None, derandomize=True)
@given(SETUPS)
def test_right_answers_of_any_form_are_correct(setup: Setup) -> None:
    key = Ready(sheet := loads(setup.sheet)).keys[sheet.questions[0].id]
    with mp.workdps(80):
        answers = {n: handed(decimals(m)) for n, m in lines(setup).items() if not n.startswith("_")}
    assert {r.verdict for r in Marking(key, answers).results.values()} == {"correct"}
