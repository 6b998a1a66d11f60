"""The best layout of a small arrowword by RC2, a MaxSAT solver of PySAT: the cost of a layout is what its rating loses."""

import cwsat
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

words = cwsat.WordList.embedded("de").up_to(4)
grid = cwsat.Arrowword.empty(3, 3)
formula = grid.encode(words, stage="layout", soft=True)

problem = WCNF()
problem.extend(formula.clauses)
problem.extend(formula.soft, weights=formula.weights)
with RC2(problem) as solver:
    layout = formula.decode(solver.compute())
    print(f"cost {solver.cost}", *formula.notes, sep="\n")

assert layout.check(against=grid) == []
print(layout, f"rates {layout.rate().score:.2f}")
