"""A barred crossword, filled by MapleCM from PySAT: bars between fields end the words."""

import cwsat
from pysat.solvers import MapleCM

words = cwsat.WordList.embedded("en")
template = cwsat.Crossword.read("test_cases/barred/6x6.txt")
assert template.kind == "barred"

formula = template.encode(words)
with MapleCM(bootstrap_with=formula.clauses) as solver:
    assert solver.solve()
    filled = formula.decode(solver.get_model())

assert filled.check(words, against=template) == []
print(filled)
for fault in filled.check_custom():
    print("not customary:", fault)
