"""Checks, without cwsat, the fills by which a proof of `cwsat explain` shows that no fewer slots exclude each other.

    cwsat explain TEMPLATE --words LIST --proof p.lrat --proof-format lrat && cake_lpr p.lrat.cnf p.lrat
    python3 useful/check_smallest.py TEMPLATE LIST p.lrat.cnf

The proof says, among other things, that no choice of fewer slots has one in each of some clauses. So every choice misses all
slots of one of these clauses, and if all other slots of the template have a fill, so have the chosen ones. The formula's file
shows these fills. This script checks that they are what they are called:

    the variables of the clauses stand for the slots of the template, each for another one;
    in each fill, the slots that are not in its clause hold words of the list, all of them different, and the letters that the
    template gives.

The template has blocks or bars, and the list a word on each line, before any `;`, `|` or tab. Which words are of one family,
so that they may not meet, this script does not know.

Exit code: 0 if every fill is one, 1 if not.
"""

import re
import sys

FOLDED = str.maketrans({"Ä": "AE", "Ö": "OE", "Ü": "UE", "ẞ": "SS"})


def read_words(text):
    """Returns the words of a list, in the letters A to Z."""
    entries = (re.split(r"[;|\t]", line, maxsplit=1)[0] for line in text.splitlines())
    return {re.sub(r"[^A-Z]", "", entry.replace("ß", "SS").upper().translate(FOLDED)) for entry in entries}


def read_template(text):
    """Returns the fields that are no blocks, each with its given letter or `.`, and the pairs of fields with a bar between."""
    lines = text.strip("\n").split("\n\n")[0].splitlines()
    fields, bars = {}, set()
    is_barred = lines[0].strip() == "barred"
    row = -1
    for line in lines[1:] if is_barred else lines:
        if is_barred and "-" in line:
            bars |= {((row, at // 2), (row + 1, at // 2)) for at, mark in enumerate(line) if mark == "-"}
            continue
        row += 1
        if is_barred:
            bars |= {((row, at // 2), (row, at // 2 + 1)) for at, mark in enumerate(line) if mark == "|"}
        for column, field in enumerate(line.rstrip()[::2] if is_barred else line.rstrip()):
            if field not in "x#":
                fields[row, column] = "." if field == "o" else field
    return fields, bars


def slots_of(fields, bars):
    """Returns the slots of two fields or more: for each direction and first field, its fields."""
    slots = {}
    for direction, (down, right) in (("across", (0, 1)), ("down", (1, 0))):
        def goes_on(start, end):
            return start in fields and end in fields and (start, end) not in bars

        for row, column in fields:
            if goes_on((row - down, column - right), (row, column)):
                continue
            slot = [(row, column)]
            while goes_on(slot[-1], (slot[-1][0] + down, slot[-1][1] + right)):
                slot.append((slot[-1][0] + down, slot[-1][1] + right))
            if len(slot) > 1:
                slots[direction, row + 1, column + 1] = slot
    return slots


def wrong(slots, fields, words, letters, lacks):
    """Returns what is wrong with a fill of all slots but some; None if nothing is."""
    seen = set()
    for place, slot in slots.items():
        if place in lacks:
            continue
        word = "".join(letters.get(field, ".") for field in slot)
        if word not in words:
            return f"{word} is not in the list"
        if word in seen:
            return f"{word} is in it twice"
        seen.add(word)
        if any(fields[field] not in (".", letters[field]) for field in slot):
            return f"{word} does not have the given letters"
    return None


def main():
    template, words, formula = (open(path, encoding="utf-8").read() for path in sys.argv[1:4])
    fields, bars = read_template(template)
    slots, words = slots_of(fields, bars), read_words(words)
    variable = r"^c variable (\d+): the word (across|down) at row (\d+), column (\d+) is among the fewer$"
    members = {
        int(number): (direction, int(row), int(column))
        for number, direction, row, column in re.findall(variable, formula, re.MULTILINE)
    }
    if len(set(members.values())) < len(members) or set(members.values()) != set(slots):
        print("the variables do not stand for the slots of the template")
        return 1
    clauses = [line for line in formula.splitlines() if line and line[0] not in "cp"]
    fills = re.findall(r"^c fill of the slots that are not in clause (\d+): (\S+)$", formula, re.MULTILINE)
    stated = re.search(r"any fewer than (\d+) slots have a fill", formula)
    if not fills or not stated:
        print("the formula does not say that any fewer slots have a fill")
        return 1
    cases = set()
    for number, rows in fills:
        literals = [int(literal) for literal in clauses[int(number) - 1].split()[:-1]]
        cases |= {literal for literal in literals if literal not in members}
        letters = {
            (row, column): letter
            for row, line in enumerate(rows.split("/"))
            for column, letter in enumerate(line)
            if letter.isalpha()
        }
        what = wrong(slots, fields, words, letters, {members[literal] for literal in literals if literal in members})
        if what:
            print(f"the fill of clause {number} is none: {what}")
            return 1
    # Besides slots, each clause has the literal of its case, which is the same everywhere.
    if len(cases) != 1 or min(cases) > 0:
        print("the clauses of the fills are not about slots alone")
        return 1
    print(f"{len(fills)} fills are fills: if the proof holds, any fewer than {stated[1]} of the {len(slots)} slots have one")
    return 0


if __name__ == "__main__":
    sys.exit(main())
