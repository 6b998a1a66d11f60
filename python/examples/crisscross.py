"""A criss-cross: does Cadical from PySAT find a layout with more crossings than cwsat's own search?"""

import cwsat
from pysat.solvers import Cadical195

flowers = cwsat.CrissCross("ROSE|with thorns\nASTER\nTULIP\nLILAC\nIRIS\n", rows=7, columns=7)

answer = flowers.solve(prove=True, time_limit=60.0)
print(answer.layout, answer)

formula = flowers.encode(least_crossings=answer.crossings)
with Cadical195(bootstrap_with=formula.clauses) as solver:
    assert solver.solve()
    layout = formula.decode(solver.get_model())
assert layout.check(against=flowers) == []
print(*layout.grid, sep="\n")

formula = flowers.encode(least_crossings=answer.crossings + 1)
with Cadical195(bootstrap_with=formula.clauses) as solver:
    print("more crossings:", solver.solve(), "proven by cwsat:", answer.most_crossings)
