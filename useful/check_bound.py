"""Checks, without cwsat, that no counts rate higher than the ceiling that `cwsat bound --json` claims.

    cwsat bound --json test_cases/*.cwg | python3 useful/check_bound.py
    cwsat bound --json GRID --words list.txt | python3 useful/check_bound.py list.txt

Of a layout with U unblocked fields, only this is used (`cwsat bound --proof` proves it, grid by grid):

    question fields + letters = U                     a question field has one question or two, and each asks for one word:
    words = question fields + doubles                 words of 2 to `longest` letters
    sum of word lengths = 2 * letters - uncrossed     a letter is in one word (uncrossed) or in two

No word is longer than the longest line of the grid, which is measured in its file, nor than the longest word of the list. A
claim for a list ("with_list") also says how many words of each length the list has; as all words are different, a puzzle has
no more. Both claims of a line are checked. Without the list, what they say of it is taken for granted, and each sentence says
so; with it (a file with a word of the letters A to Z on each line), its words are counted.

All numbers are exact. Every number of question fields and of doubles that the claim leaves open is tried, and for
each the cheapest distribution of the words over the lengths is found by adding one length after another.

Exit code: 0 if every claim holds, 1 if counts rate higher or a grid's file or the list does not say what was claimed of it.
"""

import json
import re
import sys
from fractions import Fraction
from math import ceil, inf
from pathlib import Path

IDEAL = [0, 18, 24, 20, 18, 12, 4, 4]  # percent of the words of 2, 3, ..., 8, and 9 or more letters
BLOCKED = " -"
ROUNDING = Fraction(1, 10**9)  # the claim is a floating-point number, so it is rounded


def percent(part, whole):
    return Fraction(100 * part, whole)


def lost(off, weight):
    """Returns how many of its 100 points a factor loses."""
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


def longest_line(fields):
    """Returns the most letters of a word in a grid. A bent arrow beside its first field asks for one that fills a whole line;
    it can only stand where a block or the border is above or to the left. Without one, the line has to hold the question."""
    rows, columns = len(fields), len(fields[0])

    def is_free(row, column):
        return 0 <= row < rows and 0 <= column < columns and fields[row][column] not in BLOCKED

    def is_bent(row, column):
        return is_free(row, column) and not (is_free(row - 1, column) and is_free(row, column - 1))

    longest = 0
    for row, column in ((row, column) for row in range(rows) for column in range(columns) if is_free(row, column)):
        for down, right in (0, 1), (1, 0):
            if not is_free(row - down, column - right):
                ends = (n for n in range(1, rows + columns) if not is_free(row + n * down, column + n * right))
                beside = is_bent(row - right, column - down), is_bent(row + right, column + down)
                longest = max(longest, next(ends) - (0 if any(beside) else 1))
    return longest


def supply_of(words, longest):
    """Returns how many words of 2, 3, ..., 8, and 9 or more letters there are, up to the longest that has room, and its length."""
    lengths = [len(word) for word in words if 2 <= len(word) <= longest]
    return [sum(min(length, 9) == bucket for length in lengths) for bucket in range(2, 10)], max(lengths, default=0)


def check(claim, words):
    """Checks one line of `cwsat bound --json`; yields for each claim in it whether it holds, and a sentence. `words` are those of
    the list; None if it is not there, and its numbers are taken from the claim."""
    unblocked, longest, score = claim["unblocked"], claim["longest"], Fraction(claim["by_counting"])
    listed, path = claim["with_list"], Path(claim["input"])
    supply, longest_word = listed["supply"], listed["longest"]
    granted = []
    if path.is_file():
        rows, columns, *lines = path.read_text(encoding="utf-8").split("\n")
        fields = [line[: int(columns)].ljust(int(columns)) for line in lines[: int(rows)]]
        if sum(field not in BLOCKED for line in fields for field in line) != unblocked:
            yield False, f"the file does not have {unblocked} unblocked fields"
            return
        line = longest_line(fields)
    else:
        line = longest_word
        granted.append(f"the grid has {unblocked} unblocked fields and no room for more than {line} letters in a line")
    if words is not None:
        there, longest_there = supply_of(words, line)
        if longest_there > longest_word or any(n > claimed for n, claimed in zip(there, supply)):
            yield False, f"the list has {there} words of 2, 3, ..., 9 and more letters, and the longest one has {longest_there}"
            return
    elif longest_word < line:
        granted.append(f"no word of the list that fits into the grid has more than {longest_word} letters")
    # Besides a word, there is at least one question field.
    if longest < min(line, longest_word, unblocked - 1):
        yield False, f"words can have more than {longest} letters"
        return
    true, sentence = check_counts(unblocked, longest, [unblocked] * 8, score)
    yield true, ", if ".join([sentence, *granted])
    if listed["counts"] and Fraction(listed["counts"]["score"]) < score:
        if words is None:
            granted.append(f"the list has no more than {supply} words of 2, 3, ..., 9 and more letters")
        longest = min(longest_word, unblocked - 1)
        true, sentence = check_counts(unblocked, longest, supply, Fraction(listed["counts"]["score"]))
        yield true, ", if ".join([f"with the words of the list, {sentence}", *granted])


def read_words(path):
    """Returns the words of a list: letters from A to Z, up to a semicolon, a tab or a bar; all different."""
    words = {re.split(r"[;\t|#]", line)[0].strip().upper() for line in path.read_text(encoding="utf-8").split("\n")} - {""}
    strange = [word for word in words if not re.fullmatch("[A-Z]+", word)]
    if strange:
        sys.exit(f"{path}: {min(strange)!r} is not a word of the letters A to Z")
    return words


def main():
    lists = [read_words(Path(path)) for path in sys.argv[1:]]
    words = set().union(*lists) if lists else None
    holds = True
    for line in sys.stdin:
        claim = json.loads(line)
        for true, sentence in check(claim, words):
            print(f"{claim['input']}: {'holds' if true else 'DOES NOT HOLD'}: {sentence}")
            holds = holds and true
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
