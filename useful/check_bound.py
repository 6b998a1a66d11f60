"""Checks, without cwsat, that no counts rate higher than the ceiling that `cwsat bound --json` claims.

    cwsat bound --json test_cases/*.cwg | python3 useful/check_bound.py

Of a layout with U unblocked fields, only this is used (`cwsat bound --proof` proves it, grid by grid):

    question fields + letters = U                     a question field has one question or two, and each asks for one word:
    words = question fields + doubles                 words of 2 to `longest` letters
    sum of word lengths = 2 * letters - uncrossed     a letter is in one word (uncrossed) or in two

A claim for a list ("with_list") says how many words of each length the list has; as all words are different, a puzzle has no
more. Both claims of a line are checked.

All numbers are exact. Every number of question fields and of doubles that the claim leaves open is tried, and for
each the cheapest distribution of the words over the lengths is found by adding one length after another.

Exit code: 0 if every claim holds, 1 if counts rate higher or a grid's file does not say what was claimed of it.
"""

import json
import sys
from fractions import Fraction
from math import ceil, inf
from pathlib import Path

IDEAL = [0, 18, 24, 20, 18, 12, 4, 4]  # percent of the words of 2, 3, ..., 8, and 9 or more letters
ROUNDING = Fraction(1, 10**9)  # the claim is a number with a point, and those are rounded


def percent(part, whole):
    return Fraction(100 * part, whole)


def lost(off, weight):
    """Returns the points of 100 that a factor loses; it cannot lose more than all."""
    return min(Fraction(100), weight * off * off)


def distributions(words, longest, supply, budget):
    """Yields ways to give all words a length: points lost, the fewest and the most letters. Of equal letters, the cheapest."""
    # With this many words, each length loses a whole number of parts of a point: they are summed instead of fractions.
    parts = 8 * words * words
    # Beyond 100 points all ways are equal, so nothing may be left out then.
    limit = ceil(budget * parts) if budget <= 100 else inf
    ways = {(0, 0, 0): 0}  # (words so far, fewest letters, most letters) -> parts lost
    for length, ideal, there in zip(range(2, 10), IDEAL, supply):
        most = longest if length == 9 else length
        numbers = range(min(words, there) + 1 if length <= longest else 1)
        costs = [(number, (100 * number - ideal * words) ** 2) for number in numbers]
        costs = [(number, cost) for number, cost in costs if cost < limit]
        longer = {}
        for (n, low, high), lost_so_far in ways.items():
            for number, cost in costs:
                key, total = (n + number, low + number * length, high + number * most), lost_so_far + cost
                if key[0] <= words and total < limit and total < longer.get(key, inf):
                    longer[key] = total
        ways = longer
    for (n, low, high), lost_at_all in ways.items():
        if n == words:
            yield min(Fraction(100), Fraction(lost_at_all, parts)), low, high


def best_loss(unblocked, longest, supply, budget):
    """Returns the fewest points that any counts lose, if that is less than the budget, with question fields and doubles."""
    best = None
    for questions in range(1, unblocked - 1):
        letters = unblocked - questions
        first = lost(percent(questions, unblocked) - 22, 4)
        if first >= budget:
            continue
        for doubles in range(questions + 1):
            sixth = lost(percent(doubles, questions) - 22, 1) if doubles else 0
            words = questions + doubles
            if first + sixth >= budget:
                continue
            for third, low, high in distributions(words, longest, supply, budget - first - sixth):
                # The longer the words, the fewer letters are uncrossed, and to have few costs nothing.
                uncrossed = max(0, 2 * letters - high)
                if uncrossed > letters or low > 2 * letters:
                    continue
                second = lost(max(percent(uncrossed, letters) - 20, 0), Fraction(1, 4))
                loss = first + second + third + sixth
                if loss < budget:
                    best, budget = (loss, questions, doubles), loss
    return best


def check_counts(unblocked, longest, supply, score):
    """Checks that no counts rate higher than a claimed ceiling; returns whether that holds, and a sentence."""
    found = best_loss(unblocked, longest, supply, 600 - 6 * (score - ROUNDING))
    if found is None:
        return True, f"no counts rate higher than {float(score):.6f}, nor as high"
    loss, questions, doubles = found
    rating = (600 - loss) / 6
    counts = f"{questions} question fields, {doubles} of them double, rate exactly {rating} = {float(rating):.6f}"
    return rating <= score + ROUNDING, counts + (", and none higher" if rating <= score + ROUNDING else "")


def check(claim):
    """Checks one line of `cwsat bound --json`; yields for each claim in it whether it holds, and a sentence."""
    unblocked, longest, score = claim["unblocked"], claim["longest"], Fraction(claim["by_counting"])
    path = Path(claim["input"])
    if path.is_file():
        rows, columns, *lines = path.read_text(encoding="utf-8").split("\n")
        fields = [line[: int(columns)].ljust(int(columns)) for line in lines[: int(rows)]]
        if sum(field != " " for line in fields for field in line) != unblocked:
            yield False, f"the file does not have {unblocked} unblocked fields"
            return
    yield check_counts(unblocked, longest, [unblocked] * 8, score)
    listed = claim.get("with_list")
    if listed and listed["counts"] and Fraction(listed["counts"]["score"]) < score:
        longest = min(listed["longest"], unblocked - 1)
        true, sentence = check_counts(unblocked, longest, listed["supply"], Fraction(listed["counts"]["score"]))
        yield true, f"with the words of the list, {sentence}"


def main():
    holds = True
    for line in sys.stdin:
        claim = json.loads(line)
        for true, sentence in check(claim):
            print(f"{claim['input']}: {'holds' if true else 'DOES NOT HOLD'}: {sentence}")
            holds = holds and true
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
