"""The figures there are, each with the function that draws it."""

from __future__ import annotations

FIGURES = {
    "single-head": "blocks:single_head",
    "multi-head": "heads:multi_head",
    "projections": "matrices:projections",
    "attention": "matrices:attention",
    "joined-heads": "joined:joined_heads",
    "head-split": "split:head_split",
    "causal-mask": "masks:mask_square",
    "output-rows": "masks:output_rows",
    "heat-map": "heat:heat_map",
    "growth": "growth:growth",
}
