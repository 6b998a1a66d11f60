"""A black and white crossword, filled by Glucose from PySAT."""

import cwsat
from pysat.solvers import Glucose4

words = cwsat.WordList.embedded("en")
template = cwsat.Crossword("....#\n.....\n.....\n.....\n#....\n")

formula = template.encode(words)
with Glucose4(bootstrap_with=formula.clauses) as solver:
    assert solver.solve()
    filled = formula.decode(solver.get_model())

assert filled.check(words, against=template) == []
print(*filled.grid, sep="\n")
for word in filled.words:
    print(word.direction, word, words.score(word.text))

print(template.solve(words, seed=1).puzzle)  # the same by cwsat's own search
