"""Reads useful/family.txt, the words that a family newspaper does not print, for the scripts that make the word lists."""

import pathlib
import re

LIST = pathlib.Path(__file__).resolve().parent / "family.txt"


def blocked(language):
    """Returns a test for words, in upper case, that a list in this language (`de`, `en`) is made without."""
    exact, parts = set(), []
    for line in LIST.read_text(encoding="utf-8").splitlines():
        entry, *languages = line.split("#")[0].split() or [""]
        if not entry or (languages and language not in languages):
            continue
        if "-" not in entry:
            exact.add(entry)
        else:
            before, after = entry.startswith("-"), entry.endswith("-")
            parts.append(("" if before else "^") + entry.strip("-") + ("" if after else "$"))
    pattern = re.compile("|".join(parts) or "(?!)")
    return lambda word: word in exact or pattern.search(word) is not None
