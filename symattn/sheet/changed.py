"""What changed of a worksheet since it was handed out: its texts, what is given and asked, marks, and the values of its lines.

What was handed out is known by its file or by the JSON that ``solve`` or ``blank`` made of it, which has a part of that.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

from symattn.errors import SymattnError, how_many
from symattn.files import contents, shown
from symattn.limits import LARGEST_SHEET
from symattn.said import Keyed
from symattn.sheet import Sheet, load
from symattn.sheet.json import blank_json, to_json
from symattn.tables import in_turn, without

Facts: TypeAlias = dict[str, Any]
"""A sheet as the JSON formats have it, that of the key and that of the blank sheet in one."""
# Letters of a value in a report, where it is to be recognized and not read.
_SHORT = 60


def facts(sheet: Sheet) -> Facts:
    """What is compared of a sheet.

    >>> from symattn.sheet import loads
    >>> facts(loads("[[question]]\\nsteps = ['B = A']\\ngiven.A = [[2]]"))["questions"]["q1"]["given"]
    {'A': [['2']]}
    """
    found = _read(json.loads(to_json(sheet.solve(), sheet.decimals)))
    for name, question in _read(json.loads(blank_json(sheet)))["questions"].items():
        found["questions"].setdefault(name, {}).update(question)
    return {**found, "intro": sheet.intro, "note": sheet.note}


def facts_in(place: Path) -> Facts:
    """The same of a file, a worksheet or JSON that was made of one; raises SymattnError."""
    if place.suffix.lower() != ".json":
        return facts(load(place))
    try:
        found = _read(json.loads(contents(place, LARGEST_SHEET)))
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
        raise SymattnError(
            f"{shown(place)}: is no JSON that `symattn solve` or `symattn blank` made"
        ) from None
    return found


def _read(tree: Keyed) -> Facts:
    """The questions by their ids, the lines of each by their names."""
    questions: Facts = {}
    for question in tree["questions"]:
        table: Facts = {
            key: question[key]
            for key in ("prompt", "given", "parts")
            if key in question
        }
        if "steps" in question:
            table["lines"] = {
                step["name"]: step.get("exact") or step.get("shape")
                for step in question["steps"]
                if step["name"]
            }
        questions[str(question["id"])] = table
    return {"title": tree["title"], "questions": questions}


def changes(before: Facts, now: Facts) -> list[str]:
    """What is not as it was, in the order of the sheet; nothing where only its notation, its room or its working is another.

    >>> from symattn.sheet import loads
    >>> one = "[[question]]\\nprompt = 'Find'\\nsteps = ['B = A', 'C = B @ B']\\ngiven.A = [[2]]"
    >>> changes(facts(loads(one)), facts(loads(one.replace("Find", "Compute"))))
    ['q1: the prompt is another; no number and no value is']
    >>> changes(facts(loads(one)), facts(loads(one.replace("2", "3"))))
    ['q1: A is given as [["3"]], and was [["2"]]', 'q1: the values of B, C are others']
    """
    found = [
        f"the {key} is another"
        for key in ("title", "intro", "note")
        if key in before and before[key] != now[key]
    ]
    for name in {**before["questions"], **now["questions"]}:
        was, is_now = before["questions"].get(name), now["questions"].get(name)
        if was is None or is_now is None:
            found.append(f"{name}: this question is {'new' if was is None else 'gone'}")
        else:
            found += [f"{name}: {line}" for line in _question(was, is_now)]
    return found


def unchanged(before: Facts) -> str:
    """What to say where nothing has changed of what is known.

    >>> unchanged({"questions": {"q1": {"lines": {}}}})
    'the values of its lines are as they were handed out; JSON of a key says nothing of prompts, givens and marks'
    """
    known = set(in_turn(before["questions"].values()))
    if "prompt" not in known:
        return "the values of its lines are as they were handed out; JSON of a key says nothing of prompts, givens and marks"
    if "lines" not in known:
        return "prompts, givens and marks are as they were handed out; JSON of a blank sheet says nothing of values"
    return "as it was handed out: the same texts, givens, parts, marks and values"


def _question(was: Facts, now: Facts) -> Iterator[str]:
    both = {key: (was[key], now[key]) for key in was if key in now}
    given = list(_tables(*both.get("given", ({}, {})), "given"))
    lines = list(_lines(*both.get("lines", ({}, {}))))
    if was.get("prompt", now.get("prompt")) != now.get("prompt"):
        yield "the prompt is another" + (
            ""
            if given or lines or "lines" not in was
            else "; no number and no value is"
        )
    yield from given
    yield from _parts(*both.get("parts", ([], [])))
    yield from lines


def _tables(was: Facts, now: Facts, what: str) -> Iterator[str]:
    for name in {**was, **now}:
        if name not in was or name not in now:
            yield f"{name} is {'now' if name in now else 'no longer'} {what}"
        elif was[name] != now[name]:
            yield f"{name} is {what} as {_short(now[name])}, and was {_short(was[name])}"


def _lines(was: Facts, now: Facts) -> Iterator[str]:
    others = [name for name in now if name in was and was[name] != now[name]]
    for names, said in (
        (without(now, was), "new"),
        (without(was, now), "gone"),
    ):
        if names:
            yield f"{', '.join(names)}: {'this line is' if len(names) == 1 else 'these lines are'} {said}"
    if others:
        yield (
            f"the value of {others[0]} is another"
            if len(others) == 1
            else f"the values of {', '.join(others)} are others"
        )


def _parts(was: list[Facts], now: list[Facts]) -> Iterator[str]:
    if len(was) != len(now):
        yield f"it has {how_many(len(now), 'part')}, and had {len(was)}"
        return
    for number, (one, two) in enumerate(zip(was, now, strict=True), start=1):
        part = f"part {two['label'] or number}"
        if one["prompt"] != two["prompt"]:
            yield f"{part}: the prompt is another"
        if one["asks"] != two["asks"]:
            yield f"{part}: asks {', '.join(two['asks']) or 'for words'}, and asked {', '.join(one['asks']) or 'for words'}"
        if one["marks"] != two["marks"]:
            yield f"{part}: {how_many(two['marks'], 'mark')}, and had {one['marks']}"


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHORT else f"{text[:_SHORT]}…"
