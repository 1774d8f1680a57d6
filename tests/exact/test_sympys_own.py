"""SymPy's own tests of its matrices over domains and of its domains, run with ``EXACT`` where they say ``QQ``.

Left out are tests of QQ itself: that it is what ZZ or an algebraic field lies in, or is kept in FLINT's own matrices.
"""

import importlib
import inspect

import pytest

from symattn import EXACT

MATRICES = "sympy.polys.matrices.tests.test_"
WHOLE = [f"{MATRICES}{name}" for name in ("ddm", "sdm", "dense")]
ABOUT_QQ = {
    f"{MATRICES}domainmatrix": {
        "algebraic fields over QQ": {"from_list_sympy", "from_Matrix", "to_Matrix"},
        "the field of ZZ": {
            "choose_domain", "clear_denoms", "clear_denoms_rowwise", "from_dict_sympy", "get_domain", "rref", "to_field", "truediv",
        },
        "FLINT's matrices over QQ": {"from_dod", "from_list", "ones", "to_flat_nz"},
    },
    "sympy.polys.domains.tests.test_domains": {
        "algebraic fields over QQ": {"_algebraic_field", "alg_field_from_poly", "convert", "cyclotomic_field", "unify_algebraic"},
        "what QQ is unified to": {"unify", "unify_composite", "unify_FiniteExtension"},
        "the ring and the field of QQ": {"_contains__", "get_exact", "get_field", "get_ring"},
    },
}  # fmt: skip
OTHERS = {"test_AlgebraicField_alias", "test_FractionField_from_PolynomialRing", "test_QQ_int", "test_exsqrt", "test_gaussian_domains",
          "test_not_in_any_domain"}  # fmt: skip


def functions(module):
    """The tests of a module that speak of QQ and take no arguments, without those that are about QQ itself."""
    about = {name for names in ABOUT_QQ.get(module, {}).values() for name in names}
    left_out = {f"test_{kind}_{name}" for kind in ("DomainMatrix", "Domain") for name in about} | OTHERS
    for name, function in vars(importlib.import_module(module)).items():
        speaks = name.startswith("test_") and inspect.isfunction(function) and "QQ" in function.__code__.co_names
        if speaks and name not in left_out and not inspect.signature(function).parameters:
            yield pytest.param(module, name, id=f"{module.rpartition('test_')[2]}: {name}")


@pytest.mark.sliced(2)
@pytest.mark.parametrize(("module", "name"), [case for module in [*WHOLE, *ABOUT_QQ] for case in functions(module)])
def test_sympys_test_holds_over_exact_values(module, name, monkeypatch):
    tests = importlib.import_module(module)
    monkeypatch.setattr(tests, "QQ", EXACT)
    getattr(tests, name)()


def test_there_are_as_many_as_were_counted():
    assert sum(1 for module in [*WHOLE, *ABOUT_QQ] for _ in functions(module)) >= 70
