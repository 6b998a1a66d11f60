#!/usr/bin/env python3
"""Makes useful/english.txt from SCOWL's word lists of sizes 10 to 40.

    python3 useful/make_english.py DIR        # DIR has english-words.10, american-words.10, ...
    python3 useful/make_english.py --lint     # checks useful/english.txt, also against family.txt

DIR is SCOWL's folder `final`, or /usr/share/dict/scowl if Debian's package `scowl` is installed. It keeps
the words of two letters or more that are written with a to z only. A word's score says how common it is: SCOWL's
smaller sizes have the more common words. Python 3 without further packages; the same input gives the same bytes.
"""

import re
import sys
from pathlib import Path

from family import blocked

HERE = Path(__file__).parent
TARGET = HERE / "english.txt"
SCORES = {10: 90, 20: 80, 35: 65, 40: 50}
HEADER = """\
# English words of SCOWL 2020.12.07, sizes 10 to 40 (english-words, american-words), made by make_english.py.
# Copyright 2000-2018 by Kevin Atkinson; the whole notice, which must stay with these words, is in
# english/scowl_copyright.txt. WORD;SCORE, the score by SCOWL's size.
"""


def make(folder):
    """Returns the text of the list."""
    is_blocked, scores = blocked("en"), {}
    for size, score in SCORES.items():
        for kind in ("english", "american"):
            path = Path(folder) / f"{kind}-words.{size}"
            for word in path.read_text(encoding="iso-8859-1").split():
                if re.fullmatch("[a-z]{2,}", word) and not is_blocked(word.upper()):
                    scores[word] = max(score, scores.get(word, 0))
    return HEADER + "".join(f"{word};{score}\n" for word, score in sorted(scores.items()))


def lint():
    """Yields a message for each line that should not be there."""
    lines = [line for line in TARGET.read_text().splitlines() if not line.startswith("#")]
    words = [line.split(";")[0] for line in lines]
    for line in lines:
        if not re.fullmatch(f"[a-z]{{2,}};({'|'.join(map(str, SCORES.values()))})", line):
            yield f"{line}: not WORD;SCORE"
    is_blocked = blocked("en")
    yield from (f"{word}: blocked" for word in words if is_blocked(word.upper()))
    if words != sorted(set(words)):
        yield "not sorted, or a repeated word"


def main():
    if sys.argv[1:] == ["--lint"]:
        faults = list(lint())
        print("\n".join(faults) or "no errors")
        sys.exit(bool(faults))
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    TARGET.write_text(make(sys.argv[1]))


main()
