"""What a template may do: read fields of records, call what it was given, and so much work.

Jinja2's sandbox keeps a template from Python's insides and lets it at all else that an object has. Here it is the other way
round: nothing is open but what is named. A template reads the fields of records, the plain values among them; it has some
methods of texts and tables, and calls the functions that it was handed. Whatever it makes is counted, before it is made where
it could be large, so that a template without an end is told with its line.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cached_property, wraps
from pathlib import Path
from types import FrameType, FunctionType, GeneratorType, MethodType
from typing import Any, NamedTuple, NoReturn, TypeVar

from jinja2 import Template, Undefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.exceptions import SecurityError
from jinja2.filters import FILTERS
from jinja2.runtime import Context, LoopContext, Macro, TemplateReference, markup_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace
from markupsafe import Markup

from symattn.errors import LimitError
from symattn.files import folder, shown
from symattn.later import pattern
from symattn.limits import CHARACTERS_A_TEMPLATE_STEP, MOST_TEMPLATE_BITS
from symattn.records import declared
from symattn.tables import in_turn, only

Made = TypeVar("Made")

# --- what is open ---

TEXTS = frozenset({
    "capitalize", "count", "endswith", "find", "isalpha", "isdigit", "isspace", "isupper", "lower", "lstrip", "partition",
    "removeprefix", "removesuffix", "rpartition", "rstrip", "split", "splitlines", "startswith", "strip", "title", "upper",
})  # fmt: skip
"""Methods of texts whose result is no longer than the text."""
METHODS: tuple[tuple[type, frozenset[str]], ...] = (
    (str, TEXTS),
    (Mapping, frozenset({"get", "items", "keys", "values"})),
    (LoopContext, frozenset({
        "changed", "cycle", "depth", "depth0", "first", "index", "index0", "last", "length", "nextitem", "previtem", "revindex",
        "revindex0",
    })),
)  # fmt: skip
"""What is open of the objects that are no records."""
OPEN = (TemplateModule, Namespace, TemplateReference)
"""What holds nothing but what templates themselves have said: whatever does not begin with an underscore is open."""
SCALARS = (str, int, float, Fraction, type(None))
HELD = (*SCALARS, tuple, list, dict, frozenset, Macro, Undefined)
"""What a field of a record may hold beside records, to be open."""
SAFE_FILTERS = (
    "abs capitalize count d default dictsort e escape first float forceescape int items last length list lower map max min reject"
    " rejectattr reverse round safe select selectattr sort string title tojson trim truncate unique upper"
)
"""Jinja2's filters whose result is no larger than what they are given."""
TEXT_FILTERS = frozenset(
    {
        "capitalize",
        "e",
        "escape",
        "forceescape",
        "lower",
        "safe",
        "string",
        "title",
        "trim",
        "upper",
    }
)
"""Those that make a text of anything: they are given texts and numbers alone."""
FUNCTION, MACRO = 20, 5
"""Steps of a call: of one of symattn's functions, of a macro."""
WIDEST = 1_000
"""Signs to which a format such as ``%3d`` may pad."""
_WIDTHS = pattern(r"%[-+ #0]*(\d{1,9}|\*)?(?:\.(\d{1,9}|\*))?")


def is_record(kind: type) -> bool:
    """Whether objects of a class are records: dataclasses and named tuples, whose fields say all that they are.

    >>> from symattn.boxes import Ink
    >>> is_record(Ink), is_record(str)
    (True, False)
    """
    return (
        declared(kind) is not None
        or is_dataclass(kind)
        or (issubclass(kind, tuple) and hasattr(kind, "_fields"))
    )


def names_of(kind: type) -> frozenset[str]:
    """The names of a record that are open: its fields, and what it derives from them."""
    named: Iterable[str] = declared(kind) or ()
    if not named:
        named = (
            [field.name for field in fields(kind)]
            if is_dataclass(kind)
            else getattr(kind, "_fields", ())
        )
    kinds = (property, cached_property)
    derived = [
        name
        for above in kind.__mro__
        for name, what in vars(above).items()
        if isinstance(what, kinds)
    ]
    return frozenset(name for name in (*named, *derived) if not name.startswith("_"))


def is_plain(value: object) -> bool:
    """Whether a value of a record is open: texts, numbers, tables and records of such; no path, no function, no module."""
    return isinstance(value, HELD) or (
        is_record(type(value)) and not isinstance(value, type)
    )


# --- where ---


class TemplateLine(NamedTuple):
    """A template and its line."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"template {shown(self.file)}:{self.line}"


def where(error: BaseException) -> TemplateLine | None:
    """Where in a template an error came up, the innermost place; None where it was in none."""
    place, trace = None, error.__traceback__
    while trace is not None:
        place, trace = _place(trace.tb_frame, trace.tb_lineno) or place, trace.tb_next
    return place


def _here() -> TemplateLine | str:
    """The template that is at work: one of one's own, where a shipped one does what that has asked for."""
    frame: FrameType | None = sys._getframe(1)
    found: TemplateLine | None = None
    while frame is not None:
        place = _place(frame, frame.f_lineno)
        if place and not Path(place.file).is_relative_to(folder("templates")):
            return place
        found, frame = found or place, frame.f_back
    return found or "a template"


def _place(frame: FrameType, line: int) -> TemplateLine | None:
    template = frame.f_globals.get("__jinja_template__")
    if isinstance(template, Template):
        return TemplateLine(
            template.filename or template.name or "",
            template.get_corresponding_lineno(line),
        )
    if (
        "__jinja_exception__" in frame.f_globals
    ):  # as Jinja2 shows it, the template's own line in place of the compiled one
        return TemplateLine(frame.f_code.co_filename, line)
    return None


# --- what is counted ---


class Counting(CodeGenerator):
    """Compiled templates that say what they make, before it is used: iterations, texts, lists."""

    def _said(self, method: str, write: Callable[[], None]) -> None:
        self.write(f"environment.{method}(")
        write()
        self.write(")")

    def visit_For(self, node: nodes.For, frame: Frame) -> None:
        node.iter = nodes.Call(
            nodes.EnvironmentAttribute("each"),
            [node.iter],
            [],
            None,
            None,
            lineno=node.lineno,
        )
        super().visit_For(node, frame)

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:
        self._said(
            "joined", lambda: self.visit_Tuple(nodes.Tuple(node.nodes, "store"), frame)
        )

    def visit(self, node: nodes.Node, *args: Any, **named: Any) -> Any:
        """A part of a template; a list, a table or a piece of one is counted when it is made."""
        made = isinstance(node, nodes.List | nodes.Dict) or (
            isinstance(node, nodes.Tuple) and node.ctx != "store"
        )
        if not made and not (
            isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Slice)
        ):
            return super().visit(node, *args, **named)
        return self._said(
            "made", lambda: super(Counting, self).visit(node, *args, **named)
        )

    def _output_const_repr(self, group: Iterable[Any]) -> str:
        return f"environment.made({super()._output_const_repr(group)})"


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja2's environment with nothing open but what is named above, and all work counted where there is a *most* of it."""

    code_generator_class = Counting
    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self, most: int | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.most, self.left, self.depth = most, most or 0, 0
        self.open: dict[tuple[type, str], bool] = {}
        self.globals = {
            name: self.globals[name] for name in ("range", "dict", "namespace")
        }
        self.filters = {
            name: self._counted(name, FILTERS[name]) for name in SAFE_FILTERS.split()
        }
        self.filters.update(
            join=self._joining,
            replace=self._replacing,
            sum=self._adding,
            format=self._formatting,
        )

    @contextmanager
    def page(self) -> Iterator[None]:
        """One piece of work that is counted as a whole, together with what it needs."""
        if not self.depth:
            self.left = self.most or 0
        self.depth += 1
        try:
            yield
        except RecursionError as error:
            raise LimitError(
                f"{where(error) or 'a template'}: it calls or includes itself without an end"
            ) from None
        finally:
            self.depth -= 1

    def charge(self, steps: int) -> None:
        """Count work; raises LimitError, with the template and its line, for more than there may be."""
        if self.most is not None:
            self.left -= steps
            if self.left < 0:
                raise LimitError(
                    f"{_here()}: more than {self.most:,} steps of work; is there an end to it?"
                )

    # what compiled templates call

    def made(self, value: Made) -> Made:
        """Whatever a template puts together, counted by its size: a list in a list counts as often as it stands there."""
        self.charge(
            1 + len(value) // CHARACTERS_A_TEMPLATE_STEP
            if isinstance(value, str)
            else 1
        )
        if type(value) in (list, tuple, dict):
            within: Any = value.values() if isinstance(value, dict) else value
            for item in within:
                self.made(item)
        return value

    def each(self, values: Iterable[Any]) -> Iterable[Any]:
        """What a loop goes through, each turn counted."""
        if self.most is None or isinstance(values, Undefined):
            return values
        return (
            list(self._turns(values))
            if not isinstance(values, (GeneratorType, range))
            else self._turns(values)
        )

    def _turns(self, values: Iterable[Any]) -> Iterator[Any]:
        for value in values:
            self.charge(1)
            yield value

    def joined(self, parts: tuple[Any, ...]) -> Any:
        """Texts and numbers one after the other: ``a ~ b``."""
        for part in parts:
            self._text(part)
        return self.made(markup_join(parts))

    # Jinja2's doors

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Whether a name of an object is open, and so is what it has there."""
        return self._is_open(type(obj), attr) and (
            not is_record(type(obj)) or is_plain(value)
        )

    def _is_open(self, kind: type, name: str) -> bool:
        if (found := self.open.get((kind, name))) is None:
            if name.startswith("_") or issubclass(kind, type):
                found = False
            elif is_record(kind):
                found = name in names_of(kind)
            else:
                found = issubclass(kind, OPEN) or any(
                    issubclass(kind, of) and name in names for of, names in METHODS
                )
            self.open[kind, name] = found
        return found

    def getattr(self, obj: Any, attribute: str) -> Any:
        """``obj.name``: nothing is asked of an object that is not open, for to ask may be to run something."""
        if isinstance(obj, Undefined) or self._is_open(type(obj), attribute):
            return super().getattr(obj, attribute)
        return self.getitem(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """``obj["name"]`` and ``obj[0]``, of tables, lists and texts; of records by their fields."""
        if isinstance(
            obj, (Mapping, list, tuple, str, range, TemplateReference, Undefined)
        ):
            try:
                return (
                    self.made(obj[argument])
                    if isinstance(obj, str) or isinstance(argument, slice)
                    else obj[argument]
                )
            except (TypeError, LookupError):
                pass
        if isinstance(argument, str) and self._is_open(type(obj), argument):
            return super().getattr(obj, argument)
        if isinstance(argument, str) and hasattr(type(obj), argument):
            return self.unsafe_undefined(obj, argument)
        return self.undefined(obj=obj, name=argument)

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:
        """Call what a template was handed: a function, a macro, a method that is open."""
        __self.charge(
            FUNCTION if isinstance(__obj, (FunctionType, MethodType)) else MACRO
        )
        return __self.made(super().call(__context, __obj, *args, **kwargs))

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """A sum, product, power or formatted text, whose size is looked at before it is made."""
        if operator == "%" and isinstance(left, str):
            return self._formatting(
                left, *(right if isinstance(right, tuple) else (right,))
            )
        if operator == "*" and (
            isinstance(left, (str, list, tuple))
            or isinstance(right, (str, list, tuple))
        ):
            many, what = (left, right) if isinstance(left, int) else (right, left)
            self._room(many * _size(what) if isinstance(many, int) else 0)
        elif operator == "+" and isinstance(left, (str, list, tuple)):
            self._room(_size(left) + _size(right))
        elif isinstance(left, int) and isinstance(right, int):
            bits = (
                left.bit_length() * max(right, 1)
                if operator == "**"
                else left.bit_length() + right.bit_length()
            )
            if bits > MOST_TEMPLATE_BITS:
                raise LimitError(
                    f"{_here()}: a number of more than {MOST_TEMPLATE_BITS:,} binary digits"
                )
        elif operator == "**" and not only((left, right), int, float):
            self._refused("a power of what is no whole number or decimal")
        return super().call_binop(context, operator, left, right)

    # filters

    def _counted(self, name: str, filter: Callable[..., Any]) -> Callable[..., Any]:
        passed = hasattr(filter, "jinja_pass_arg")

        @wraps(filter)
        def counted(*args: Any, **named: Any) -> Any:
            value = args[passed] if len(args) > passed else None
            if name in TEXT_FILTERS:
                self._text(value)
            else:
                self.made(value)
            if isinstance(value, (Iterator, range)):
                args = (*args[:passed], self._turns(value), *args[passed + 1 :])
            return self.made(filter(*args, **named))

        return counted

    def _joining(
        self, values: Iterable[Any], d: str = "", attribute: str | int | None = None
    ) -> Any:
        """Texts and numbers, or what *attribute* is of each, with something between them."""
        parts: list[Any] = []
        for k, value in enumerate(values):
            part = value if attribute is None else self.getitem(value, attribute)
            self._text(part)
            self.made(part)
            parts += [self.made(d), part] if k else [part]
        return markup_join(parts)

    def _replacing(self, text: Any, old: str, new: str, count: int = -1) -> Any:
        """A text with another in place of one."""
        self._text(text)
        whole = text if isinstance(text, str) else str(text)
        many = whole.count(old) if count < 0 else min(count, whole.count(old))
        self._room(len(whole) + many * len(new))
        return whole.replace(
            old, Markup.escape(new) if isinstance(whole, Markup) else new, count
        )

    def _adding(
        self, values: Iterable[Any], attribute: str | int | None = None, start: Any = 0
    ) -> Any:
        """The sum of numbers, or lists one after the other, from *start*."""
        total = start
        for value in values:
            total = total + (
                value if attribute is None else self.getitem(value, attribute)
            )
            self._room(_size(total))
        return total

    def _formatting(self, text: str, *values: Any) -> Any:
        """``"%3d"`` with its numbers; no wider than a page."""
        widths = list(in_turn(_WIDTHS.findall(text)))
        if any(width.isdecimal() and int(width[-9:]) > WIDEST for width in widths) or (
            "*" in widths
            and any(isinstance(value, int) and abs(value) > WIDEST for value in values)
        ):
            self._refused(f"a text that is padded to more than {WIDEST} signs")
        for value in values:
            self._text(value)
        return self.made(text % values)

    def _text(self, value: Any) -> None:
        if isinstance(value, Undefined):
            str(value)  # raises, and says which name
        elif not isinstance(value, SCALARS):
            self._refused(
                f"a text is made of {type(value).__name__}, which is neither text nor number"
            )

    def _room(self, size: int) -> None:
        self.charge(1 + size // CHARACTERS_A_TEMPLATE_STEP)

    def _refused(self, why: str) -> NoReturn:
        raise SecurityError(why)


def _size(value: Any) -> int:
    """How long a text or a list is; an entry of a list counts as so many signs."""
    if isinstance(value, str):
        return len(value)
    return (
        CHARACTERS_A_TEMPLATE_STEP * len(value)
        if isinstance(value, (list, tuple))
        else 1
    )
