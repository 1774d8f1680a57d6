"""The names LaTeX has for letters and signs, read both ways: one table for reading and for writing."""

from __future__ import annotations

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "varepsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π",
    "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
    "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ",
    "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "ell": "ℓ",
}  # fmt: skip
OPERATORS = {
    "times": "×", "cdot": "·", "oplus": "⊕", "pm": "±", "circ": "∘", "odot": "⊙", "otimes": "⊗", "div": "÷",
    "mid": "∣", "ast": "∗",
}  # fmt: skip
RELATIONS = {
    "approx": "≈", "le": "≤", "ge": "≥", "ne": "≠", "neq": "≠", "leq": "≤", "geq": "≥", "in": "∈", "to": "→",
    "mapsto": "↦", "sim": "∼", "equiv": "≡", "rightarrow": "→", "Rightarrow": "⇒", "ll": "≪", "gg": "≫",
}  # fmt: skip
OTHERS = {
    "infty": "∞", "top": "⊤", "dots": "…", "ldots": "…", "cdots": "⋯", "vdots": "⋮", "ddots": "⋱", "prime": "′",
    "varnothing": "∅", "sum": "∑", "prod": "∏", "partial": "∂", "langle": "⟨", "rangle": "⟩", "|": "‖",
    "lceil": "⌈", "rceil": "⌉", "lfloor": "⌊", "rfloor": "⌋",
}  # fmt: skip
FUNCTIONS = frozenset(["exp", "log", "ln", "sin", "cos", "tan", "tanh", "sinh", "cosh", "max", "min", "det"])
ALSO = {"epsilon": "ε", "phi": "φ", "vartheta": "θ", "varrho": "ρ", "neq": "≠", "cdotp": "·", "mathsf T": "ᵀ"}
SPACES = {",": "thin", ":": "medium", ";": "medium", " ": "medium", "quad": "quad", "qquad": "qquad", "!": ""}
GLYPHS = {**GREEK, **OTHERS}
TO_LATEX: dict[str, str] = {
    sign: "\\" + name for table in (OTHERS, RELATIONS, OPERATORS, GREEK) for name, sign in reversed(table.items())
} | {
    "−": "-",
    "∣": r"\mid",
    "ᵀ": r"\mathsf T",
    "≠": r"\ne",
    "≤": r"\le",
    "≥": r"\ge",
    "→": r"\to",
    "…": r"\dots",
}
