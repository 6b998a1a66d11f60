"""An arrowword: layout and letters by CaDiCaL from PySAT, and the best one by cwsat's own search."""

import cwsat
from pysat.solvers import Cadical195

words = cwsat.WordList.embedded("de").up_to(5)
grid = cwsat.Arrowword.empty(4, 5)

formula = grid.encode(words, at_most_words=150)  # layout and letters in one formula
with Cadical195(bootstrap_with=formula.clauses) as solver:
    assert solver.solve()
    puzzle = formula.decode(solver.get_model())

assert puzzle.check(words, against=grid) == []
print(puzzle, [word.text for word in puzzle.words])
print(f"rates {puzzle.rate().score:.2f}")

best = grid.solve(words, time_limit=10.0)
print(best.puzzle, f"rates {best.score:.2f} of at most {best.ceiling:.2f} with its bonus: {best.ending}")
