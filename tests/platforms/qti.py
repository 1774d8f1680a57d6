"""What of QTI can be held against a schema: the packages that ``symattn export qti`` writes, and broken ones.

With the published schemas, which 1EdTech gives to who asks for them, every shipped sheet is tried:

    python tests/platforms/qti.py 2 imsqti_v2p1.xsd
    python tests/platforms/qti.py 3 imsqti_asiv3p0_v1p0.xsd

says how many items are valid, then breaks them in every way that ``broken`` knows, each way in three items, and says how many of
these are refused, by the schema and by ``qti.rng`` beside this file. An item that ``qti.rng`` takes and the schema does not is named, and is a fault of
``qti.rng``: in CI, which has no published schema, that grammar stands for it.
"""

from __future__ import annotations

import copy
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from lxml import etree

from symattn.course.platforms import export
from symattn.errors import SymattnError
from symattn.files import shipped
from symattn.sheet import load

QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
SPACES = {
    QTI: "http://www.imsglobal.org/xsd/imsqtiasi_v3p0",
    "http://www.imsglobal.org/xsd/imscp_v1p1": "http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1",
}
RNG = "{http://relaxng.org/ns/structure/1.0}"
PLACES = {2: "items", 3: "qti3/items"}
HTML = {"p", "div", "table", "tbody", "tr", "td", "th", "strong", "em", "small", "span", "br", "img"}


class Grammar:
    """``qti.rng`` for a version, and that no two answers or outcomes have one name.

    QTI 3.0 has names of its own: ``responseIf`` is ``qti-response-if``, ``baseType`` is ``base-type``, what HTML has keeps its name,
    and what a feedback holds stands in a ``qti-content-body``.
    """

    def __init__(self, version: int) -> None:
        tree = etree.parse(Path(__file__).with_name("qti.rng"))
        if version == 3:
            for node in reversed(list(tree.iter(f"{RNG}*"))):  # from inside: what is around a name says whose name it is
                _renamed(node)
        self._rng = etree.RelaxNG(tree)

    def fault(self, tree: Any) -> str:
        """What is wrong with a package's file; nothing, if it is as it should be."""
        names = [e.get("identifier") for e in tree.iter("{*}responseDeclaration", "{*}outcomeDeclaration", "{*}qti-response-declaration")]
        if twice := [name for name, times in Counter(names).items() if times > 1]:
            return f"declared more than once: {', '.join(map(str, twice))}"
        return "" if self._rng.validate(tree) else str(self._rng.error_log[0])


def _renamed(node: Any) -> None:
    space = next(up.get("ns") for up in [node, *node.iterancestors()] if up.get("ns") is not None)
    name = node.get("name")
    if node.get("ns") in SPACES:
        node.set("ns", SPACES[node.get("ns")])
    if space != QTI or name in HTML:
        return
    if node.tag == f"{RNG}attribute" and name:
        node.set("name", _hyphened(name))
    if node.tag == f"{RNG}name" and node.text not in HTML:
        node.text = f"qti-{_hyphened(node.text)}"
    if node.tag == f"{RNG}element" and name:
        node.set("name", f"qti-{_hyphened(name)}")
        if name.endswith("Feedback") or name.startswith("feedback"):
            inside = etree.SubElement(node, f"{RNG}element", name="qti-content-body")
            inside.append(node[-2])


def _hyphened(name: str) -> str:
    return re.sub(r"[A-Z]", lambda capital: f"-{capital[0].lower()}", name)


def broken(item: Any, seen: Counter[tuple[str, str]] | None = None, most: int = 3) -> Iterator[tuple[str, Any]]:
    """An item broken in one place, once for every element in every other: it is taken away, doubled, put before the one ahead of
    it, given another name or words inside; each of its attributes is taken away, given another name, another value. What was *seen*
    in as many items as there may be at *most* is left out.

    >>> [what for what, _ in broken(etree.fromstring("<a><b c='1'/></a>"))]
    ['b away', 'b doubled', 'b with words', 'b renamed', 'b/c away', 'b/c renamed', 'b/c with words']
    """
    first: dict[tuple[str, str], int] = {}
    seen = Counter() if seen is None else seen
    for k, element in enumerate(item.iter(etree.Element)):
        if (up := element.getparent()) is not None and seen[up.tag, element.tag] < most:
            first.setdefault((up.tag, element.tag), k)
    seen.update(first)
    for (_, tag), k in first.items():
        attributes = list(item.iter(etree.Element))[k].attrib if k else {}
        tries = [(how, "") for how in OF_ELEMENTS] + [(how, name) for name in attributes for how in OF_ATTRIBUTES]
        for how, name in tries:
            one = copy.deepcopy(item)
            element = list(one.iter(etree.Element))[k]
            if OF_ATTRIBUTES[how](element.attrib, name) if name else OF_ELEMENTS[how](element):
                yield "/".join(filter(None, (etree.QName(tag).localname, name))) + f" {how}", one


def _done(_: object) -> bool:
    return True


def _ahead(element: Any) -> bool:
    before = element.getprevious()
    if before is None or before.tag == element.tag:
        return False
    return _done(before.addprevious(element))


OF_ELEMENTS: dict[str, Callable[[Any], bool]] = {
    "away": lambda element: _done(element.getparent().remove(element)),
    "doubled": lambda element: _done(element.addnext(copy.deepcopy(element))),
    "with words": lambda element: _done(setattr(element, "text", f"words {element.text or ''}")),
    "ahead": _ahead,
    "renamed": lambda element: _done(setattr(element, "tag", f"{element.tag}s")),
}
OF_ATTRIBUTES: dict[str, Callable[[Any, str], bool]] = {
    "away": lambda attributes, name: _done(attributes.pop(name)),
    "renamed": lambda attributes, name: _done(attributes.update({f"{name}s": attributes.pop(name)})),
    "with words": lambda attributes, name: _done(attributes.update({name: "two words"})),
}


def main(version: str, schema: str, *names: str) -> int:
    """Try the sheets that are named, or every shipped one, against a published schema; 1 if one is not valid or qti.rng too lax."""
    published, own = etree.XMLSchema(etree.parse(schema)), Grammar(int(version))
    count, faults, seen = Counter[str](), [], Counter[tuple[str, str]]()
    for name in names or sorted(shipped()):
        with tempfile.TemporaryDirectory() as place:
            try:
                export("qti", load(shipped()[name]), Path(place), 2)
            except SymattnError as error:
                print(f"{name}: {error}")
                continue
            for file in sorted((Path(place) / PLACES[int(version)]).glob("*.xml")):
                item = etree.parse(file).getroot()
                count["items"] += 1
                count["valid"] += (valid := published.validate(item))
                if not valid or own.fault(item):
                    faults.append(f"{name}/{file.name}: {own.fault(item) if valid else published.error_log[0]}")
                for what, one in broken(item, seen):
                    verdicts = published.validate(one), not own.fault(one)
                    count["broken"] += 1
                    count["refused by the schema"] += not verdicts[0]
                    count["refused by qti.rng"] += not verdicts[1]
                    if verdicts == (False, True):
                        faults.append(f"{name}/{file.name}: {what}: qti.rng takes it, the schema says {published.error_log[0]}")
    for what, number in count.items():
        print(what, number)
    print(len(faults), "faults", *faults[:60], sep="\n  ")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
