#!/usr/bin/env python3
"""Counts the models of a formula with Ganak's package for Python, in the formats of the model counting competitions.

    pip install pyganak
    cwsat count GRID --stage layout --counter 'python3 useful/ganak.py {cnf}'

Lines `c p show … 0` name the variables that count; without them, all do.
"""
import sys

from pyganak import Counter


def count(lines):
    counter, shown = Counter(), None
    for line in lines:
        words = line.split()
        if words[:3] == ["c", "p", "show"]:
            shown = (shown or []) + [int(word) for word in words[3:] if word != "0"]
        elif words[:2] == ["p", "cnf"]:
            counter.new_vars(int(words[2]))
        elif words and words[0] != "c":
            clause = [int(word) for word in words]
            if clause.pop() != 0:
                sys.exit("a clause is not on a line of its own, or does not end with 0")
            counter.add_clause(clause)
    if shown is not None:
        counter.set_sampling_set(shown)
    return counter.count()


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as formula:
        print("c s exact arb int", count(formula))
