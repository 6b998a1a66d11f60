"""Numberlink with blocks to place: the smallest rectangle, and Lingeling from PySAT says that no flatter one will do."""

import cwsat
from pysat.solvers import Lingeling

problem = cwsat.Numberlink("SIZE 9X9\nBLOCK_NUM 2\nBLOCK#1 2X2\n1,+\n+,+\nBLOCK#2 1X1\n1\n")

answer = problem.solve()
assert answer.optimal and answer.board.check() == []
print(answer.board, answer)

rows, columns = answer.board.rows, answer.board.columns
for width in (columns, columns - 1):
    formula = problem.encode(rows, width)
    with Lingeling(bootstrap_with=formula.clauses) as solver:
        fits = solver.solve()
        print(f"{rows} rows, {width} columns:", "fits" if fits else "does not fit")
        if fits:
            assert formula.decode(solver.get_model()).check() == []
