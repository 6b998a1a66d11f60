"""All digram grids of a size, enumerated by MiniSat from PySAT: two letters or a blank in each cell."""

import cwsat
from pysat.solvers import Minisat22

words = cwsat.WordList.read("test_cases/digram/words.txt")
size = cwsat.Digram(3, 3)

formula, grids = size.encode(words), []
with Minisat22(bootstrap_with=formula.clauses) as solver:
    while solver.solve():
        model = solver.get_model()
        grids.append(formula.decode(model))
        solver.add_clause([-model[variable - 1] for variable in formula.solution_variables])

assert all(grid.check(words) == [] for grid in grids)
print(len(grids), "grids, the first one:", grids[0], sep="\n")

answer = size.solve(words, count=None)  # the same by cwsat's own search, which proves that there are no others
assert answer.ending == "all" and len(answer.grids) == len(grids)
