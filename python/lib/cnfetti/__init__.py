"""Solve puzzles and constraint models, count their solutions exactly, explain and certify them.

>>> import cnfetti
>>> m = cnfetti.Model()
>>> x = m.array("x", 4, range(4))
>>> m.add(cnfetti.all_different(x), x[0] < x[1])
>>> int(m.count())
12
"""

from . import encodings
from ._native import __version__
from ._options import Options
# These three, named as Python's own, are no part of ``import *``.
from .arrays import Array, array, maximum, minimum
from .arrays import all as all
from .arrays import any as any
from .arrays import sum as sum
from .answers import (
    Candidates,
    Certificate,
    Checked,
    Clues,
    Count,
    Explanation,
    Solutions,
    Uniqueness,
)
from .comparison import Comparison, compare
from .constraints import (
    Constraint,
    all_different,
    all_equal,
    automaton,
    bin_packing,
    cardinality,
    circuit,
    count,
    cumulative,
    decreasing,
    distinct,
    element,
    forbidden,
    increasing,
    inverse,
    lex,
    no_overlap,
    precedence,
    table,
)
from .errors import (
    CnfettiError,
    ExpectationError,
    FileError,
    InputError,
    InternalError,
    Interrupted,
    Unknown,
)
from .expressions import (
    Expression,
    Variable,
    if_then_else,
)
from .formula import Formula, count_cnf
from .listing import Listing
from .model import Model
from .parallel import in_parallel
from .problem import Problem, generate, load, loads
from .solution import Solution

__all__ = [
    "Array",
    "Candidates",
    "Certificate",
    "Checked",
    "Clues",
    "CnfettiError",
    "Comparison",
    "Constraint",
    "Count",
    "ExpectationError",
    "Explanation",
    "Expression",
    "FileError",
    "Formula",
    "InputError",
    "InternalError",
    "Interrupted",
    "Listing",
    "Model",
    "Options",
    "Problem",
    "Solution",
    "Solutions",
    "Uniqueness",
    "Unknown",
    "Variable",
    "__version__",
    "all_different",
    "all_equal",
    "array",
    "automaton",
    "bin_packing",
    "cardinality",
    "circuit",
    "compare",
    "count",
    "count_cnf",
    "cumulative",
    "decreasing",
    "distinct",
    "element",
    "encodings",
    "forbidden",
    "generate",
    "if_then_else",
    "in_parallel",
    "increasing",
    "inverse",
    "lex",
    "load",
    "loads",
    "maximum",
    "minimum",
    "no_overlap",
    "precedence",
    "table",
]
