"""Checks, without cwsat, that a proof for a criss-cross is about everything that it has to be about.

    cwsat solve LIST --as crisscross --size 8 --prove -o LAYOUT --proof p.lrat --proof-format lrat && cake_lpr p.lrat.cnf p.lrat
    python3 useful/check_boxes.py LIST LAYOUT p.lrat.cnf

The proof says that the formula p.lrat.cnf has no model, and the formula has a case for each of some questions: is there a
layout with this many words and crossings on a board, or in a box, of this size? This script checks that no question was
forgotten. Whatever is better than the layout, which it counts by itself, is asked for by one of the cases, or excluded by
counting:

    more words: words without a common letter are never connected, whatever lies between them;
    more crossings: two words cross once at most, in a common letter, one across and one down, and a letter is in one crossing;
    a smaller box: it lies in a box that was asked for, or its mirror image does; or it has fewer fields than the shortest words
    less the crossings, or fewer than there are crossings.

That each case says what the rules say, no proof can tell; docs/trust.md lists who does.

Exit code: 0 if nothing was forgotten, 1 if something was, or was not claimed.
"""

import re
import sys
from itertools import product


def words_of(text):
    """Returns the different words of a list with a word a line, before its clue."""
    lines = [re.split(r"[|\t;,]", line)[0] for line in text.splitlines() if not line.lstrip().startswith("#")]
    words = ["".join(sign for sign in line.upper() if sign.isalpha()) for line in lines]
    return list(dict.fromkeys(word for word in words if len(word) > 1))


def layout_of(text):
    """Returns the size of the board, and what the layout has: words, crossings, and the sides of its box."""
    rows, columns = map(int, re.match(r"criss-cross (\d+) (\d+)\n", text).groups())
    cells, direction = {"across": {}, "down": {}}, None
    words = 0
    for line in text.splitlines():
        if line in cells:
            direction = line
        found = re.match(r"\d+ \((\d+),(\d+)\) (\w+)", line)
        if direction and found:
            words += 1
            row, column = int(found[1]), int(found[2])
            for place, letter in enumerate(found[3]):
                field = (row, column + place) if direction == "across" else (row + place, column)
                cells[direction][field] = letter
    across, down = set(cells["across"]), set(cells["down"])
    sides = [max(axis) - min(axis) + 1 for axis in zip(*(across | down))]
    return (rows, columns), (words, len(across & down), *sides)


def groups_of(words):
    """Returns the words in sets that have no letter in common."""
    groups = []
    for word in words:
        apart = [group for group in groups if not set(word) & set("".join(group))]
        together = [other for group in groups if group not in apart for other in group]
        groups = [*apart, [*together, word]]
    return groups


def most_crossings(group):
    """Returns a number of crossings that a layout of these words cannot exceed."""
    ends = 0
    for word in group:
        others = [other for other in group if other != word]
        partners = sum(1 for other in others if set(other) & set(word))
        letters = sum(1 for letter in word if any(letter in other for other in others))
        ends += min(partners, letters)
    return min(ends // 2, len(group) ** 2 // 4)


def cases_of(claim):
    """Returns what the cases ask for: words, crossings, rows and columns."""
    cases = [tuple(map(int, found)) for found in re.findall(r"(\d+) words, (\d+) crossings, (\d+)x(\d+)", claim)]
    for words, rows, columns in re.findall(r"(\d+) words on (\d+)x(\d+)", claim):
        cases.append((int(words), int(words) - 1, int(rows), int(columns)))
    for words, crossings, boxes in re.findall(
            r"(\d+) words and (\d+) crossings (?:on|in a box of) (\d+x\d+(?: or \d+x\d+)*)", claim):
        for box in boxes.split(" or "):
            cases.append((int(words), int(crossings), *map(int, box.split("x"))))
    return cases


def main():
    listed, layout, formula = (open(path, encoding="utf-8").read() for path in sys.argv[1:4])
    (rows, columns), (words, crossings, high, wide) = layout_of(layout)
    claim = re.search(r"^c what that means: (.*)$", formula, re.MULTILINE)[1]
    cases = cases_of(claim)
    # Its first clause is that one of the cases holds; each case has a variable.
    clause = re.search(r"^p cnf .*\n(.*)$", formula, re.MULTILINE)[1]
    if not cases or clause != " ".join(map(str, range(1, len(cases) + 1))) + " 0":
        sys.exit("the first clause is not about the questions that the formula names")

    def is_asked(least_words, least_crossings, box):
        """Tells whether a layout like this would be a model of some case."""
        def holds(case):
            fits = any(a <= case[2] and b <= case[3] for a, b in (box, box[::-1]))
            return case[0] <= least_words and case[1] <= least_crossings and fits
        return any(map(holds, cases))

    listed = words_of(listed)
    groups = sorted(groups_of([word for word in listed if len(word) <= max(rows, columns)]), key=len)
    most = len(groups[-1])
    largest = [group for group in groups if len(group) == most]
    # The formula may be about the words of the largest sets alone: others are too few to be as good.
    about = re.match(r"these (\d+) words", claim)
    if about and (int(about[1]) != most * len(largest) or any(words <= len(group) < most for group in groups)):
        print("the formula is not about all words that could be part of a better layout")
        return 1
    counted = 0
    if not is_asked(words + 1, words, (rows, columns)):
        counted += 1
        if words < min(most, len(listed)):
            print(f"a layout with {words + 1} words was forgotten")
            return 1
    if not is_asked(words, crossings + 1, (rows, columns)):
        counted += 1
        if words < most or crossings < max(map(most_crossings, largest)):
            print(f"a layout with {words} words and {crossings + 1} crossings was forgotten")
            return 1
    letters = sum(sorted(map(len, listed))[:words])
    for box in product(range(1, rows + 1), range(1, columns + 1)):
        fields = box[0] * box[1]
        if fields >= high * wide or is_asked(words, crossings, box):
            continue
        counted += 1
        if fields >= max(letters - crossings, crossings):
            print(f"a layout in a box of {box[0]}x{box[1]} was forgotten")
            return 1
    print(f"nothing was forgotten: {len(cases)} cases, {counted} questions that counting answers")
    return 0


if __name__ == "__main__":
    sys.exit(main())
