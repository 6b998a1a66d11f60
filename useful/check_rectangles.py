"""Checks, without cwsat, that a proof for a Numberlink answer is about all the rectangles that it has to be about.

    cwsat solve PROBLEM --proof p.lrat --proof-format lrat && cake_lpr p.lrat.cnf p.lrat
    python3 useful/check_rectangles.py PROBLEM p.lrat.cnf

The proof says that the formula p.lrat.cnf has no model, and the formula has a case for each of some rectangles. This script
checks that nothing was forgotten: every rectangle of smaller area than the answer, no larger than the board, either lies in
one of these, or has too few fields by counting:

    the blocks have to fit side by side, each into its height and width;
    wires need fields, at least the shortest ways between their ends for the best position of the two blocks that they join,
    or four fields each if the blocks are further apart than that;
    without a field to spare, the blocks cover as many black as white fields of a chessboard (or one more, if the area is odd).

That each case of the formula says what the rules say, no proof can tell; docs/trust.md lists who does.

Exit code: 0 if nothing was forgotten, 1 if something was.
"""

import re
import sys
from collections import defaultdict, deque
from itertools import product

GAP = 4  # blocks this far apart need as many fields for each wire between them


def read_problem(text):
    """Returns the width and height of the board, and for each block its size, its fields and the ends of its wires."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    width, height = map(int, re.fullmatch(r"SIZE (\d+)X(\d+)", lines[0]).groups())
    blocks, at = [], 2
    while at < len(lines):
        columns, rows = map(int, re.fullmatch(r"BLOCK#\d+ (\d+)X(\d+)", lines[at]).groups())
        fields = {}
        for row, line in enumerate(lines[at + 1 : at + 1 + rows]):
            for column, field in enumerate(line.split(",")):
                if field.strip() != "0":
                    fields[row, column] = field.strip()
        blocks.append((rows, columns, fields))
        at += 1 + rows
    if f"BLOCK_NUM {len(blocks)}" != lines[1]:
        sys.exit("the problem does not have as many blocks as it says")
    return width, height, blocks


def way(taken, start, end, lowest, highest):
    """Returns the fewest free fields between two fields, within these corners; None if there is no way."""
    far, queue = {start: 0}, deque([start])
    while queue:
        row, column = here = queue.popleft()
        for there in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if there == end:
                return far[here]
            inside = lowest[0] <= there[0] <= highest[0] and lowest[1] <= there[1] <= highest[1]
            if inside and there not in taken and there not in far:
                far[there] = far[here] + 1
                queue.append(there)
    return None


def wires_of(first, second, wires):
    """Returns the fewest fields for the wires between two blocks (or one), wherever these are."""
    (rows, columns, fields), (other_rows, other_columns, other_fields) = first, second
    best = GAP * len(wires)
    same = first is second
    shifts = [(0, 0)] if same else product(
        range(-other_rows - GAP, rows + GAP + 1), range(-other_columns - GAP, columns + GAP + 1))
    if same:
        best = None
    for down, right in shifts:
        moved = {(row + down, column + right) for row, column in other_fields}
        if not same and moved & set(fields):
            continue
        taken = set(fields) | moved
        # A ring of free fields around both is enough: no shortest way goes further out.
        lowest = min(0, down) - 1, min(0, right) - 1
        highest = max(rows, down + other_rows), max(columns, right + other_columns)
        ways = [way(taken, start, (end[0] + down, end[1] + right), lowest, highest) for start, end in wires]
        if None not in ways and (best is None or sum(ways) < best):
            best = sum(ways)
    return best or 0


def fields_needed(blocks):
    """Returns the fields of the blocks, and the fewest that the wires need."""
    ends = defaultdict(list)
    for number, (_, _, fields) in enumerate(blocks):
        for place, field in fields.items():
            if field != "+":
                ends[field].append((number, place))
    pairs = defaultdict(list)
    for (first, start), (second, end) in ends.values():
        pairs[first, second].append((start, end))
    wires = sum(wires_of(blocks[a], blocks[b], ways) for (a, b), ways in pairs.items())
    return sum(len(fields) for _, _, fields in blocks), wires


def balances(blocks, odd):
    """Tells whether the blocks can cover as many black as white fields, or one more if the area is odd."""
    sums = {0}
    for _, _, fields in blocks:
        off = sum((-1) ** (row + column) for row, column in fields)
        sums = {total + sign * off for total in sums for sign in (1, -1)}
    return bool(sums & ({1, -1} if odd else {0}))


def main():
    problem, formula = (open(path, encoding="utf-8").read() for path in sys.argv[1:3])
    width, height, blocks = read_problem(problem)
    stated = re.search(r"none of the rectangles (.*?) \(width x height\), .* of an area below (\d+)", formula)
    board = re.search(r"do not fit on the largest board, (\S+) \(width x height\)", formula)
    if not stated and not board:
        sys.exit("the formula does not say which rectangles it is about")
    cases = [tuple(map(int, case.split("x"))) for case in (stated or board)[1].split(", ")]
    area = int(stated[2]) if stated else width * height + 1
    # Its first clause is that one of the cases holds; each case has a variable.
    clause = re.search(r"^p cnf .*\n(.*)$", formula, re.MULTILINE)[1]
    if clause != " ".join(map(str, range(1, len(cases) + 1))) + " 0":
        sys.exit("the first clause is not about the rectangles that the formula names")
    fields, wires = fields_needed(blocks)
    highest, widest = max(rows for rows, _, _ in blocks), max(columns for _, columns, _ in blocks)
    covered = counted = 0
    for rows, columns in product(range(1, height + 1), range(1, width + 1)):
        if rows * columns >= area:
            continue
        tight = rows * columns == fields and not balances(blocks, rows * columns % 2 == 1)
        if any(columns <= wide and rows <= high for wide, high in cases):
            covered += 1
        elif rows < highest or columns < widest or rows * columns < fields + wires or tight:
            counted += 1
        else:
            print(f"{columns}x{rows} was forgotten: it is in none of the cases, and has room for all blocks and wires")
            return 1
    what = f"nothing below {area}" if stated else "no rectangle"
    print(f"{what} was forgotten: {covered} rectangles lie in the {len(cases)} cases, {counted} are too small")
    return 0


if __name__ == "__main__":
    sys.exit(main())
