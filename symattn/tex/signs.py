"""The names LaTeX has for letters and signs, read both ways: one table for reading and for writing."""

from __future__ import annotations

import unicodedata

from symattn.later import pattern


def words(row: str) -> frozenset[str]:
    """The words of a row, as a set: names in a row are easier to read than names in quotes.

    >>> sorted(words("sin cos"))
    ['cos', 'sin']
    """
    return frozenset(row.split())


def _pairs(rows: str) -> dict[str, str]:
    """Names and signs in turns."""
    words = rows.split()
    return dict(zip(words[::2], words[1::2], strict=True))


HIGH, LOW = "⁰¹²³⁴⁵⁶⁷⁸⁹", "₀₁₂₃₄₅₆₇₈₉"
RAISED = str.maketrans("0123456789-", f"{HIGH}⁻")
ON_THE_LINE = str.maketrans(f"{LOW}{HIGH}⁺⁻", f"{'0123456789' * 2}+-")
_BELOW = pattern("[₀-₉₊₋₍₎ₐ-ₜᵢ-ᵪⱼ]+")


def lowered(text: str) -> str:
    """A text with letters set below written behind an underscore: dₖ is d_k.

    >>> lowered("(B, n, dₖ)")
    '(B, n, d_k)'
    """
    return (
        text
        if text.isascii()
        else _BELOW.sub(lambda m: "_" + unicodedata.normalize("NFKC", m[0]), text)
    )


GREEK = _pairs(r"""
    alpha α  beta β  gamma γ  delta δ  varepsilon ε  zeta ζ  eta η  theta θ  iota ι  kappa κ  lambda λ  mu μ  nu ν  xi ξ
    pi π  rho ρ  sigma σ  tau τ  upsilon υ  varphi φ  chi χ  psi ψ  omega ω  Gamma Γ  Delta Δ  Theta Θ  Lambda Λ  Xi Ξ
    Pi Π  Sigma Σ  Upsilon Υ  Phi Φ  Psi Ψ  Omega Ω  ell ℓ  varsigma ς  hbar ℏ
""")
FORMS = _pairs("vartheta ϑ  varrho ϱ  varpi ϖ  varkappa ϰ  Re ℜ  Im ℑ")
"""Letters in another form: who types a symbol may take either, a page has the one that the author wrote."""
_NAMES = str.maketrans({sign: name for name, sign in GREEK.items()})
_IN_BRACES = pattern(r"_\s*\{\s*([A-Za-z0-9]+)\s*\}")


def spelled(letter: str) -> str:
    """A letter as sheets spell its name, however people write it.

    >>> spelled("λ₁"), spelled(r"\\lambda_{1}"), spelled("x_0")
    ('lambda_1', 'lambda_1', 'x_0')
    """
    plain = _IN_BRACES.sub(r"_\1", lowered(letter)).replace(" ", "").removeprefix("\\")
    return plain if plain.isascii() else plain.translate(_NAMES)


OPERATORS = _pairs(r"""
    times ×  cdot ·  oplus ⊕  pm ±  mp ∓  circ ∘  odot ⊙  otimes ⊗  ominus ⊖  div ÷  mid ∣  ast ∗  star ⋆  bullet ∙  cap ∩
    cup ∪  setminus ∖  wedge ∧  vee ∨  land ∧  lor ∨
""")
RELATIONS = _pairs(r"""
    approx ≈  le ≤  ge ≥  ne ≠  neq ≠  leq ≤  geq ≥  in ∈  to →  mapsto ↦  sim ∼  equiv ≡  rightarrow →  Rightarrow ⇒
    ll ≪  gg ≫  lt <  gt >  notin ∉  ni ∋  subset ⊂  subseteq ⊆  supset ⊃  supseteq ⊇  propto ∝  cong ≅  simeq ≃  doteq ≐
    perp ⊥  parallel ∥  leftarrow ←  gets ←  leftrightarrow ↔  Leftarrow ⇐  Leftrightarrow ⇔  iff ⟺  implies ⟹
    longrightarrow ⟶  Longrightarrow ⟹  leqslant ⩽  geqslant ⩾  prec ≺  succ ≻  triangleq ≜  vdash ⊢  models ⊨
""")
OTHERS = _pairs(r"""
    infty ∞  top ⊤  dots …  ldots …  cdots ⋯  vdots ⋮  ddots ⋱  prime ′  varnothing ∅  emptyset ∅  sum ∑  prod ∏  int ∫
    iint ∬  oint ∮  bigcup ⋃  bigcap ⋂  bigoplus ⨁  bigotimes ⨂  partial ∂  nabla ∇  forall ∀  exists ∃  nexists ∄  neg ¬
    lnot ¬  therefore ∴  because ∵  checkmark ✓  square □  Box □  blacksquare ■  triangle △  angle ∠  dagger †  uparrow ↑
    downarrow ↓  aleph ℵ  langle ⟨  rangle ⟩  | ‖  lVert ‖  rVert ‖  Vert ‖  lceil ⌈  rceil ⌉  lfloor ⌊  rfloor ⌋  dotsc …
    dotsb ⋯  dotsm ⋯  degree °
""")
BIG = frozenset("∑∏⋃⋂⨁⨂")  # signs whose scripts are limits
FUNCTIONS = words(
    "exp log ln lg sin cos tan cot sec csc arcsin arccos arctan tanh sinh cosh coth max min sup inf lim limsup liminf det dim "
    "ker gcd arg deg Pr hom"
)
LIMITED = words(
    "max min sup inf lim limsup liminf det gcd Pr"
)  # functions whose subscript is a limit
ALSO = _pairs(r"""
    epsilon ε  phi φ  neq ≠  cdotp ·  lvert |  rvert |  vert |  lbrace {  rbrace }  lbrack [
    rbrack ]  colon :  backslash \  intercal ⊤  dag †  S §  P ¶  LaTeX LaTeX  TeX TeX  qed □  imath ı  jmath ȷ  varGamma Γ
    varDelta Δ  varTheta Θ  varLambda Λ  varXi Ξ  varPi Π  varSigma Σ  varUpsilon Υ  varPhi Φ  varPsi Ψ  varOmega Ω
""") | {"mathsf T": "ᵀ"}
SPACES = {
    ",": "thin", "thinspace": "thin", ":": "medium", ">": "medium", ";": "medium", " ": "medium", "enspace": "medium",
    "quad": "quad", "qquad": "qquad", "!": "",
}  # fmt: skip
ACCENTS = _pairs(r"""
    hat ^  widehat ^  bar ¯  overline ¯  vec →  overrightarrow →  tilde ~  widetilde ~  dot ˙  ddot ¨  check ˇ  breve ˘
    mathring ˚  overbrace ⏞  underbrace ⏟  underline _
""")  # command: the sign above, or below where "under" stands in the name
UNDER = frozenset("⏟_")
COMBINING = {
    "^": "\u0302", "¯": "\u0304", "→": "\u20d7", "~": "\u0303", "˙": "\u0307", "¨": "\u0308", "ˇ": "\u030c", "˘": "\u0306",
    "˚": "\u030a", "_": "\u0332",
}  # fmt: skip
_BB = {"C": "ℂ", "H": "ℍ", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ", "Z": "ℤ"}
_CAL = {"B": "ℬ", "E": "ℰ", "F": "ℱ", "H": "ℋ", "I": "ℐ", "L": "ℒ", "M": "ℳ", "R": "ℛ"}
_FRAK = {"C": "ℭ", "H": "ℌ", "I": "ℑ", "R": "ℜ", "Z": "ℨ"}
_CAPITALS = [chr(code) for code in range(ord("A"), ord("Z") + 1)]
ALPHABETS = {  # Unicode has no slanted-only alphabets for these: every letter is a sign of its own
    "mathbb": {c: _BB.get(c) or chr(0x1D538 + k) for k, c in enumerate(_CAPITALS)}
    | {"1": "𝟙"},
    "mathcal": {c: _CAL.get(c) or chr(0x1D49C + k) for k, c in enumerate(_CAPITALS)},
    "mathfrak": {c: _FRAK.get(c) or chr(0x1D504 + k) for k, c in enumerate(_CAPITALS)},
}
ALPHABETS["mathscr"] = ALPHABETS["mathcal"]
GLYPHS = {**GREEK, **FORMS, **OTHERS}
TO_LATEX: dict[str, str] = {
    sign: "\\" + name for table in (OTHERS, RELATIONS, OPERATORS, GREEK, FORMS) for name, sign in reversed(table.items())
} | {
    sign: rf"\{name}{{{letter}}}" for name in ("mathbb", "mathcal", "mathfrak") for letter, sign in ALPHABETS[name].items()
} | {
    "−": "-",
    "∣": r"\mid",
    "ᵀ": r"\mathsf T",
    "≠": r"\ne",
    "≤": r"\le",
    "≥": r"\ge",
    "→": r"\to",
    "…": r"\dots",
    "∅": r"\varnothing",
    "‖": r"\|",
    "⟹": r"\implies",
    "°": r"^{\circ}",
    "<": "<",
    ">": ">",
    "𝟙": r"\mathbf{1}",
    "ı": r"\imath",
    "ȷ": r"\jmath",
    "∧": r"\wedge",
    "∨": r"\vee",
    "¬": r"\neg",
    "□": r"\square",
}  # fmt: skip
