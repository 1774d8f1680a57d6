"""What people call the lines of a sheet, in three languages: words of matrices, words for one thing, letters of books."""

from __future__ import annotations

import re

from symattn.later import pattern
from symattn.tex.signs import words

CALLED = r"^(?:text |operatorname )?softmax ?\("
WORDS = (  # what people call a matrix -> the stems of the lines it may be, likeliest first
    (CALLED, ("A_", "A")),
    (r"^perplexit", ("perplexity",)),
    (r"mask|maskier|masqu", ("L_", "L")),
    (
        r"weighted (?:sum|value)|gewichtete (?:summe|werte)|ausgabe (?:von )?kopf|somme pond[ée]r|sortie de (?:la )?t[êe]te"
        r"|second product|zweites produkt|(?:deuxi[èe]me|second) produit"
        r"|head.?s? ?(?:out|result)"
        r"|outputs?(?: of)?(?: the)? (?:\w+ )?head|context|attention output|self.?attention|attended",
        ("H_", "H"),
    ),
    (
        r"concat|multi-?head(?:ed)? (?:attention )?output|joined|stacked heads|combined|verkettet|zusammengef|aneinandergeh",
        ("H",),
    ),
    (r"multi-?head", ("Y", "H")),
    (
        r"weights?\b|gewicht(?:e|smatrix)?\b|poids\b|softmax|probabilit|pattern|attention (?:matrix|map|scores? after)|alphas?\b",
        ("A_", "A"),
    ),
    (r"scaled|skaliert|after scaling|divided|divis[ée]s?\b|normali[sz]ed score", ("L_", "L")),
    (
        r"scores?\b|bewertung|punktzahl|skalarprodukt|produits? scalaires?|ähnlichkeit|logits|energ|similarit|dot product",
        ("S_", "L_", "S", "L"),
    ),
    (r"quer(?:y|ies)\b|anfragen?\b|abfragen?\b|requ[êe]tes?\b", ("Q_", "Q")),
    (r"\bkeys?\b|schlüssel\b|cl(?:[ée]|ef)s?\b", ("K_", "K")),
    (r"\bvalues?\b|\bwerte\b|\bvaleurs?\b", ("V_", "V")),
    (
        r"results?\b|outputs?\b|ausgabe\b|ergebnis\b|sorties?\b|r[ée]sultats?\b|final|answer|projection|projected",
        ("Y", "H", "H_"),
    ),
    (r"^attention$|^attn$|^attention ?\(q, ?k, ?v\)$", ("H_", "H")),
)
SAME = tuple(  # words for one thing in three languages: a line named by one of them may be called by the others
    pattern(rf"(?<![^\W\d_])(?:{said})", re.IGNORECASE)
    for said in (
        "total|overall|all together|gesamt|insgesamt|summe|ensemble|en tout", "norm", "embed|einbett|plonge",
        "block|schicht|bloc",
        "feed|ffn|mlp|vorwärts", "attention|aufmerksamkeit", "loss|verlust|perte", "ratio|quotient|verhältnis|rapport",
        "double|verdoppel|doubl", "step|schritt|pas(?![^\\W\\d_])", "whole|complete|ganz|vollständig|entier|complet",
        "full|voll|plein", "grouped|grupp|group[ée]", "saved?(?![^\\W\\d_])|saving|gespart|erspar|économi", "best|meilleur",
        "projection|projektion", "pairs?(?![^\\W\\d_])|paare|paires", "powers?(?![^\\W\\d_])|exponential|potenz|puissance",
        "perplex", "worst|schlecht|schlimm|pire", "weights?(?![^\\W\\d_])|gewicht|poids", "masks?(?![^\\W\\d_])|maske|masque",
    )
)  # fmt: skip
ALSO = {"z": ("H", "H_"), "o": ("Y", "H", "H_"), "out": ("Y", "H", "H_"), "m": ("Y",), "p": ("A", "A_"), "α": ("A", "A_"),
    **dict.fromkeys(("head", "kopf", "tête"), ("H_",)),
         "z_out": ("Y",), "e": ("S", "S_"), "s": ("S", "S_"), "w": (), "attn": ("A", "A_"), "mha": ("Y", "H"), "c": ("H", "H_"),
         "multihead": ("Y", "H"), "y": ("Y", "H")}  # fmt: skip
SAID = words("out output final total mha multihead concat cat result attn")
