"""Counts the fills of an open square by a decision diagram, and says how many states it has after each row.

    python3 useful/diagram.py LIST SIDE

A state is what the rows above leave of the columns: for each column a node of the minimal automaton of the list's words. The
fills are the paths through the states. Which words were used is no part of a state, so fills in which a word occurs twice are
counted as well. docs/encodings/counting.md says what was measured.
"""

import sys
from collections import Counter


def automaton(words):
    """Returns the minimal automaton of words of one length: its start, and for each node the next one by letter."""
    numbers, following = {}, {}

    def node(endings):
        if endings not in numbers:
            number = numbers[endings] = len(numbers)
            by_letter = {}
            for ending in endings:
                if ending:
                    by_letter.setdefault(ending[0], set()).add(ending[1:])
            following[number] = {letter: node(frozenset(rest)) for letter, rest in by_letter.items()}
        return numbers[endings]

    return node(frozenset(words)), following


def rows_below(following, start, columns):
    """Yields the nodes of the columns after each word that fits as the next row."""

    def go_on(at, of_row, nodes):
        if at == len(columns):
            yield tuple(nodes)
            return
        for letter, next_of_row in following[of_row].items():
            if letter in following[columns[at]]:
                yield from go_on(at + 1, next_of_row, [*nodes, following[columns[at]][letter]])

    return go_on(0, start, [])


def main(path, side):
    lines = open(path, encoding="utf-8").read().split("\n")
    words = {line.split(";")[0].strip().upper() for line in lines if not line.startswith("#")}
    words = sorted(word for word in words if len(word) == side)
    start, following = automaton(words)
    states = Counter({(start,) * side: 1})
    print(f"{len(words)} words of {side} letters")
    for row in range(1, side + 1):
        below = Counter()
        for columns, fills in states.items():
            for nodes in rows_below(following, start, columns):
                below[nodes] += fills
        states = below
        print(f"row {row}: {len(states)} states, {sum(states.values())} fills so far")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
