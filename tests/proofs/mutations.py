"""Small wrong changes of a source file, one at a time, each of which some test should notice.

Changed are comparisons, `and`/`or`/`not`, arithmetic, numbers, True/False, conditions, slices,
statements with an effect, what is returned, and the entries of tables. Left alone is what no game
depends on: strings (prose and names), annotations, assertions (for mypy), what is raised.
"""

import ast
import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.Pow: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.MatMult: ast.Mult,
}
OPPOSITES = {"min": "max", "max": "min", "any": "all", "all": "any"}
UNCHANGED = (ast.Assert, ast.Import, ast.ImportFrom, ast.Raise, ast.JoinedStr)
NOT_RUN = {"annotation", "returns", "ctx", "op", "ops"}  # `op` and `ops`: changed with their node

Change = tuple[str, ast.AST]  # in words, and what stands there instead


class Mutant(NamedTuple):
    """One change: in `parent`, the part `field` (its `index`-th, of a list) becomes `new`."""

    line: int
    change: str
    tree: ast.Module
    parent: ast.AST
    field: str
    index: int | None
    new: ast.AST

    def compiled(self, file: Path) -> object:
        """The code of the changed file. The tree stays changed: meant for a process that ends."""
        return compile(self._changed(), file, "exec")

    def source(self) -> str:
        """The changed file, without comments. The tree stays changed."""
        return ast.unparse(self._changed())

    def _changed(self) -> ast.Module:
        if self.index is None:
            setattr(self.parent, self.field, self.new)
        else:
            getattr(self.parent, self.field)[self.index] = self.new
        return ast.fix_missing_locations(self.tree)


def mutants_of(source: str) -> list[Mutant]:
    """All changes of a file, from top to bottom."""
    tree = ast.parse(source)
    return list(_within(tree, tree, 0, False))


def _within(node: ast.AST, tree: ast.Module, line: int, in_function: bool) -> Iterator[Mutant]:
    in_function |= isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    for field, index, child in _children(node):
        if isinstance(child, UNCHANGED) or _is_for_types(child):
            continue
        at = getattr(child, "lineno", line)
        for change, new in _changes(node, field, index, child, in_function):
            new = ast.copy_location(new, child)
            yield Mutant(at, change, tree, node, field, index, new)
        yield from _within(child, tree, at, in_function)


def _children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    for field, value in ast.iter_fields(node):
        if field in NOT_RUN:
            continue
        if isinstance(value, ast.AST):
            yield field, None, value
        elif isinstance(value, list):
            parts = enumerate(value)
            yield from ((field, at, part) for at, part in parts if isinstance(part, ast.AST))


def _is_for_types(node: ast.AST) -> bool:
    """`if TYPE_CHECKING`, `__slots__`, `__all__`."""
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Assign(targets=[ast.Name(id="__slots__" | "__all__")]):
            return True
    return False


def _changes(
    parent: ast.AST, field: str, index: int | None, node: ast.AST, in_function: bool
) -> Iterator[Change]:
    if isinstance(node, ast.stmt):
        yield from _of_statement(node)
        return
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr) and not in_function:
        return  # a type: str | None
    for new in _of_expression(node):
        old, changed = node, new
        if isinstance(node, ast.Constant | ast.Slice) and isinstance(parent, ast.expr):
            # A number alone says little: show what it stands in.
            part: Any = new
            if index is not None:
                part = list(getattr(parent, field))
                part[index] = new
            old, changed = parent, _with(parent, **{field: part})
        yield f"{ast.unparse(old)} -> {ast.unparse(changed)}", new
    if not in_function and not isinstance(parent, ast.Subscript):  # a type: dict[str, Any]
        yield from _of_table(node)


def _of_statement(node: ast.stmt) -> Iterator[Change]:
    gone = False
    match node:
        case ast.If() | ast.While():
            test = ast.unparse(node.test)
            for value in (True, False):
                if not (value and isinstance(node, ast.While)):
                    yield f"{test} -> {value}", _with(node, test=ast.Constant(value))
        case ast.Return(value=ast.expr()) if ast.unparse(node.value) != "None":
            yield f"{ast.unparse(node)} -> return None", ast.Return(ast.Constant(None))
        case ast.AugAssign():
            other = _with(node, op=ARITHMETIC[type(node.op)]())
            yield f"{ast.unparse(node)} -> {ast.unparse(other)}", other
            other = ast.Assign([node.target], node.value)
            yield f"{ast.unparse(node)} -> {ast.unparse(ast.fix_missing_locations(other))}", other
            gone = True
        case ast.Assign():
            # Without the first assignment of a name everything fails: that shows nothing.
            parts = [part for target in node.targets for part in ast.walk(target)]
            gone = any(isinstance(part, ast.Attribute | ast.Subscript) for part in parts)
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()):
            gone = True
        case ast.Return(value=None) | ast.Continue() | ast.Break() | ast.Delete():
            gone = True
    if gone:
        yield f"without {ast.unparse(node)}", ast.Pass()


def _of_expression(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare():
            for at, op in enumerate(node.ops):
                for other in COMPARISONS[type(op)]:
                    yield _with(node, ops=[*node.ops[:at], other(), *node.ops[at + 1 :]])
        case ast.BoolOp():
            yield _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
            for at in range(len(node.values)):
                rest = node.values[:at] + node.values[at + 1 :]
                yield rest[0] if len(rest) == 1 else _with(node, values=rest)
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.BinOp() if not _is_prose(node):
            yield _with(node, op=ARITHMETIC[type(node.op)]())
            if isinstance(node.op, ast.Add | ast.BitOr):
                yield node.left
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int()):
            yield ast.Constant(node.value + 1)
            yield ast.Constant(node.value - 1)
        case ast.IfExp():
            yield node.body
            yield node.orelse
        case ast.comprehension():
            for at in range(len(node.ifs)):
                yield _with(node, ifs=node.ifs[:at] + node.ifs[at + 1 :])
                yield _with(node, ifs=[ast.Constant(False)])
        case ast.Slice():
            for bound in ("lower", "upper"):
                if getattr(node, bound) is not None:
                    yield _with(node, **{bound: None})
        case ast.Call(func=ast.Name(id=name)) if name in OPPOSITES:
            yield _with(node, func=ast.Name(OPPOSITES[name], ast.Load()))


def _of_table(node: ast.AST) -> Iterator[Change]:
    """Each entry left out, of a table made when the file is imported."""
    match node:
        case ast.Tuple(ctx=ast.Load()) | ast.List(ctx=ast.Load()) | ast.Set():
            for at, part in enumerate(node.elts):
                rest = node.elts[:at] + node.elts[at + 1 :]
                yield f"without {ast.unparse(part)}", _with(node, elts=rest)
        case ast.Dict():
            for at, key in enumerate(node.keys):
                keys, values = list(node.keys), list(node.values)
                del keys[at], values[at]
                text = ast.unparse(key or node.values[at])
                yield f"without {text}", _with(node, keys=keys, values=values)
        case ast.Call():
            for at, keyword in enumerate(node.keywords):
                if not _is_prose(keyword.value):
                    rest = node.keywords[:at] + node.keywords[at + 1 :]
                    yield f"without {ast.unparse(keyword)}", _with(node, keywords=rest)


def _is_prose(node: ast.AST) -> bool:
    """A string, or strings and paths put together."""
    if isinstance(node, ast.BinOp):
        return _is_prose(node.left) or _is_prose(node.right)
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _with(node: ast.AST, **parts: object) -> ast.AST:
    new = copy.copy(node)
    for name, part in parts.items():
        setattr(new, name, part)
    return new
