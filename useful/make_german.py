#!/usr/bin/env python3
"""Makes useful/german.txt, the embedded German word list, from the hand-written lists in useful/german/, and
useful/german_relatives.txt, which says which of its words are relatives.

    python3 useful/make_german.py            write both files
    python3 useful/make_german.py --check    fail if they are not what would be written
    python3 useful/make_german.py --lint     report suspicious lines of the sources; exit code 1 if there are any
    python3 useful/make_german.py --forms    print each form as spelled: form;kind;score;word of A to Z
    python3 useful/make_german.py --counts   print the number of words of each length

Python 3 and its standard library are enough, and the same sources always give the same bytes. The sources:

    nouns.txt, long_nouns.txt   Singular;gender (m f n, p = plural only);Plural     "-" = there is none
    verbs.txt                   infinitive;3rd singular;preterite;participle        empty = regular; ab|holen = separable
    adjectives.txt              base;comparative;superlative     ;x not inflected, ;u not compared, empty = regular
    short.txt                   ANSWER;what it is                two and three letters
    names.txt                   Name;kind
    ../clues/de/*.tsv           answer, level, clue, short clue: every answer is included, and its level counts
    ../family.txt               words that must not appear (see there)

The worth of a form depends on its kind (SCORES, NAME_SCORES, SHORT_SCORES below): 1 to 100. A word that is made
in several ways has the highest worth of them. The longer a word, the higher its worth must be to be included (FLOORS),
unless there is a clue for it. The score (`scored`; a higher one is better in a puzzle) is computed from that worth and
the level: words with a clue come before all others, and well-known ones before the rest.
"""

import collections
import pathlib
import re
import sys
import unicodedata

from family import blocked
from german_forms import adjective, noun, verb

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE / "german"
CLUES = HERE / "clues" / "de"
RESULT = HERE / "german.txt"
RELATIVES = HERE / "german_relatives.txt"
SHORTEST, LONGEST = 2, 15

HEADER = """\
# German words for crosswords: {count} words of {shortest} to {longest} letters, WORD;SCORE, score 1 to 100.
# Written by hand for cwsat and dedicated to the public domain (CC0 1.0); no other word list went into it.
# Made by useful/make_german.py from useful/german/*.txt: do not edit. What the scores mean: useful/README.md.
"""

RELATIVES_HEADER = """\
# Relatives among the words of german.txt: a puzzle has at most one word of each line.
# Written by hand for cwsat and dedicated to the public domain (CC0 1.0).
# Made by useful/make_german.py from useful/german/*.txt: do not edit.
"""

# Kind of a form (german_forms.py) -> score.
SCORES = {
    # headwords of a dictionary
    "lemma": 85, "infinitive": 85, "separable": 75, "uninflected": 80,
    # what a solver expects if the question indicates it: plural, participle, comparative, er-form
    "plural": 70, "participle": 60, "comparative": 58, "present": 50, "preterite": 50,
    # regular, but dull
    "attributive": 42, "first": 40, "preterites": 38, "imperative": 35, "zu": 35, "superlative": 34, "gerund": 32,
    "dative": 28, "genitive": 26, "second": 25, "subjunctive": 24, "oblique": 22,
    # last resort
    "clause": 16, "degree": 14, "preterite2": 10,
}

# Kind of a name -> score; the first entry that the kind starts with. What most solvers know ranks with the nouns;
# foreign vocabulary ranks with the dull forms.
NAME_SCORES = (
    ("Land", 86), ("Hauptstadt", 84), ("Planet", 86), ("Fremdwort", 80), ("Meer", 82), ("Staat USA", 78),
    ("Staatsmann", 60), ("Instrument", 78), ("Sportart", 78), ("Tanz", 76), ("Währung", 74), ("Sprache", 72),
    ("Fluss", 76), ("Gebirge", 76), ("Insel", 74), ("Gott", 74), ("Göttin", 74), ("Vorname", 72), ("Käse", 70),
    ("Berg", 70), ("See", 70), ("Volk", 68), ("Wein", 66), ("Oper", 66), ("Automarke", 66), ("Komponist", 66),
    ("Sagengestalt", 66), ("Bibel", 66), ("Griech. Buchstabe", 72), ("Stadtteil", 50), ("Stadt in", 64),
    ("Stadt", 66), ("Dichter", 64), ("Autor", 62), ("Maler", 62), ("Philosoph", 62), ("Literarische", 58),
    ("Schauspieler", 56), ("Stern", 56), ("Asteroid", 46), ("Mond ", 52), ("Pass", 52), ("Hebr", 50),
    ("Englisch", 38), ("Französisch", 34), ("Italienisch", 32), ("Latein", 32), ("Spanisch", 31), ("", 58),
)
FOREIGN = ("Englisch", "Französisch", "Italienisch", "Latein", "Spanisch")

# What a short answer is -> score; the first pattern found in the description.
SHORT_SCORES = (
    (r"^Kfz", 30), (r"^römisch", 18), (r"^(Sportkürzel|Sprachcode)", 16), (r"^(Währung|Flughafen)", 22),
    (r"^(Domain|Ländercode)", 26), (r"^US-Staat", 32), (r"^(Elementsymbol|Himmelsrichtung)", 46),
    (r"^Form ", 50), (r"^(Ausruf|Laut|Zuruf)", 52), (r"Abk\.|kurz\)|\(Code\)|Zeichen", 40),
    (r"^(Vorname|Fluss|Nebenfluss)", 68), (r"", 72),
)

# The worth of a word of the clue base that no other source has.
UNKNOWN_WORTH = 70

# Level of a clue -> what it adds to the score: above every word without a clue (at most 40).
LEVELS = {1: 70, 2: 65, 3: 57, 4: 48, 5: 38}

# Length -> the lowest worth that is included. Short words are scarce, so every form is welcome; among the long
# ones there are more headwords, plurals and participles than any grid needs, so dull forms are left out.
FLOORS = {2: 1, 3: 1, 4: 1, 5: 1, 6: 30, 7: 40}
FLOOR = 60

LETTERS = str.maketrans({
    "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe", "œ": "oe", "ł": "l", "đ": "d", "ð": "d",
    "þ": "th", "ı": "i", "’": "", "'": "",
})


# What may be between the words of a phrase and is left out.
JOINTS = str.maketrans("", "", " -–.'’")


def fold(word):
    """Returns the word as in a crossword; None if it has anything but Latin letters."""
    word = unicodedata.normalize("NFC", word).lower().translate(LETTERS)
    word = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c)).upper()
    return word if re.fullmatch("[A-Z]+", word) else None


def lines(name):
    """Yields the lines of a source without comments: (line number, fields)."""
    path = SOURCES / name
    if not path.exists():
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = line.split("#")[0].strip()
        if line:
            yield number, [field.strip() for field in line.split(";")]


def first_score(table, kind, found):
    """Returns the score of the first entry of a table that fits."""
    return next(score for key, score in table if found(key, kind))


def words():
    """Yields everything in the sources: (form as spelled, kind, score, source, line)."""
    for name in ("nouns.txt", "long_nouns.txt"):
        for number, fields in lines(name):
            singular, gender, plural = (fields + ["", ""])[:3]
            for form, kind in noun(singular, gender or "x", plural or "-"):
                yield form, kind, SCORES[kind], name, number
    for number, fields in lines("verbs.txt"):
        word, third, preterite, participle = (fields + [""] * 3)[:4]
        prefix, _, infinitive = word.rpartition("|")
        for form, kind in verb(prefix.replace("|", ""), infinitive, third, preterite, participle):
            yield form, kind, SCORES[kind], "verbs.txt", number
    for number, fields in lines("adjectives.txt"):
        base, second, third = (fields + [""] * 2)[:3]
        if second == "x":
            yield base, "uninflected", SCORES["uninflected"], "adjectives.txt", number
            continue
        for form, kind in adjective(base, *([] if second == "u" else [second, third]), compared=second != "u"):
            yield form, kind, SCORES[kind], "adjectives.txt", number
    for number, (name, kind, *_) in lines("names.txt"):
        yield name, kind, first_score(NAME_SCORES, kind, lambda key, k: k.startswith(key)), "names.txt", number
    for number, (answer, what, *_) in lines("short.txt"):
        yield answer, what, first_score(SHORT_SCORES, what, re.search), "short.txt", number


def clued():
    """Returns the answers of the clue base: word -> (level, form as spelled). The best-known level counts."""
    best = {}
    for path in sorted(CLUES.glob("*.tsv")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                form, level, *_ = line.split("\t")
                word, level = fold(form.translate(JOINTS)), int(level)
                if word is not None and (word not in best or level < best[word][0]):
                    best[word] = (level, form)
    return best


def scored(worth, level):
    """Returns the score of a word from its worth (1 to 100) and the level of its clue (1 to 5, None without one)."""
    return round(0.4 * worth) if level is None else round(0.3 * worth) + LEVELS[level]


def collect():
    """Returns the list: word -> (score, form, kind)."""
    is_blocked, worth, levels = blocked("de"), {}, clued()
    for form, kind, value, _, _ in words():
        word = fold(form)
        if word is None or not SHORTEST <= len(word) <= LONGEST or is_blocked(word):
            continue
        taken = word in levels or value >= FLOORS.get(len(word), FLOOR)
        if taken and (word not in worth or worth[word][0] < value):
            worth[word] = (value, form, kind)
    for word, (_, form) in levels.items():
        if word not in worth and SHORTEST <= len(word) <= LONGEST and not is_blocked(word):
            worth[word] = (UNKNOWN_WORTH, form, "clued")
    level = {word: found[0] for word, found in levels.items()}
    return {word: (max(1, scored(value, level.get(word))), form, kind) for word, (value, form, kind) in worth.items()}


def text(best):
    """Returns the bytes of the list."""
    header = HEADER.format(count=len(best), shortest=SHORTEST, longest=LONGEST)
    return header + "".join(f"{word};{best[word][0]}\n" for word in sorted(best))


# ----------------------------------------------------------------------------------------- relatives

UMLAUTS = str.maketrans("äöü", "aou")

# Families of words of two letters, which have no line in nouns.txt.
SHORT_FAMILIES = (("ei", "eier", "eiern"), ("au", "aue", "auen"), ("öl", "öle", "ölen", "öls", "ölig"))


def relatives(best):
    """Returns the families: lists of words of which a puzzle should have only one. The forms of a line of the sources are a
    family; two lines are one if a rule of word formation leads from one to the other, or if the headword of one is a
    form of the other (Reise, reisen)."""
    forms, heads = collections.defaultdict(list), collections.defaultdict(list)
    for form, _, _, source, number in words():
        if source not in ("names.txt", "short.txt"):
            at = (source, number)
            if not forms[at]:
                heads[form.lower()].append(at)
            forms[at].append(form.lower())
    of_form = collections.defaultdict(list)
    for at, family in forms.items():
        for form in family:
            of_form[form].append(at)
    families = {frozenset(family) for family in forms.values()} | {frozenset(family) for family in SHORT_FAMILIES}
    for head, lines_of_head in heads.items():
        bases = list(of_form[head])
        for base in bases_of(head):
            bases += heads.get(base, [])
        for a in lines_of_head:
            families.update(frozenset(forms[a] + forms[b]) for b in bases if a != b)
    folded = ({fold(form) for form in family} & best.keys() for family in families)
    folded = sorted({tuple(sorted(family)) for family in folded if len(family) > 1})
    # A family within another one says nothing new.
    of_word = collections.defaultdict(list)
    for number, family in enumerate(folded):
        for word in family:
            of_word[word].append(number)
    sets = [set(family) for family in folded]
    return [family for number, family in enumerate(folded)
            if not any(other != number and sets[number] < sets[other] for other in of_word[family[0]])]


def bases_of(head):
    """Yields the headwords that a headword may be derived from: Eselin from Esel, Ärztin from Arzt, Häuschen from Haus,
    unrund from rund, Rundung from runden, Lehrer from lehren."""
    for ending in ("in", "chen", "lein"):
        if head.endswith(ending) and len(head) > len(ending) + 2:
            stem = head.removesuffix(ending)
            for base in (stem, stem.translate(UMLAUTS)):
                yield from (base, base + "e", base + "en")
    if head.startswith("un") and len(head) > 4:
        yield head[2:]
    if head.endswith("ung") and len(head) > 5:
        yield from (head[:-3] + "en", head[:-3] + "n")
    if head.endswith("er") and len(head) > 4:
        stem = head[:-2]
        for base in (stem, stem.translate(UMLAUTS)):
            yield from (base + "en", base + "n")


def relatives_text(best):
    """Returns the bytes of the file of relatives."""
    return RELATIVES_HEADER + "".join(" ".join(family) + "\n" for family in relatives(best))


# ---------------------------------------------------------------------------------------------- lint

def lint():
    """Yields a message for each suspicious line of the sources."""
    seen = {}
    spelled = re.compile(r"[A-Za-zÀ-ÖØ-öø-ÿĀ-žȘ-țß’]+")
    for name in ("nouns.txt", "long_nouns.txt", "verbs.txt", "adjectives.txt", "names.txt", "short.txt"):
        for number, fields in lines(name):
            at, head = f"{name}:{number}: {';'.join(fields)}:", fields[0]
            if (name, head.lower(), fields[1:2] == ["p"]) in seen and head != "-":
                yield f"{at} is already in line {seen[name, head.lower(), False]}"
            seen.setdefault((name, head.lower(), False), number)
            forms = [f for f in fields if f not in ("-", "")] if name not in ("names.txt", "short.txt") else [head]
            for form in forms:
                if not spelled.fullmatch(form.replace("|", "")):
                    yield f"{at} {form!r} has a character that is not a letter"
            yield from (f"{at} {what}" for what in LINTS[name](fields))


def lint_noun(fields):
    if len(fields) != 3:
        yield f"{len(fields)} fields instead of 3"
        return
    singular, gender, plural = fields
    if gender not in ("m", "f", "n", "p"):
        yield f"gender {gender!r}"
    for form in (singular, plural):
        if form != "-" and not form[:1].isupper():
            yield f"{form!r} has no capital"
    if singular == "-" or plural == "-":
        return
    endings = {"in": "innen", "ung": "ungen", "heit": "heiten", "keit": "keiten", "schaft": "schaften",
               "chen": "chen", "lein": "lein", "nis": "nisse", "ling": "linge", "tion": "tionen", "tät": "täten"}
    for ending, expected in endings.items():
        if len(singular) > len(ending) + 3 and singular.endswith(ending) \
                and not plural.endswith((expected, "inen", "ings")):
            if (gender == "f") == (ending not in ("chen", "lein", "nis", "ling")):
                yield f"a plural in -{expected} would be expected"
    common = min(4, len(singular), len(plural))
    if fold(singular[:common])[:2] != fold(plural[:common])[:2] and fold(singular)[0] != fold(plural)[0]:
        yield "singular and plural have nothing in common"


def lint_verb(fields):
    infinitive = fields[0].rpartition("|")[2]
    if len(fields) not in (1, 4):
        yield f"{len(fields)} fields instead of 1 or 4"
    if not infinitive.endswith("n") or not infinitive.islower():
        yield "an infinitive ends in n"
    if len(fields) == 4:
        third, preterite, participle = fields[1:]
        if third and not third.endswith("t") and infinitive not in FREE_VERBS:
            yield "the er-form ends in t"
        if participle and not participle.endswith(("t", "n")):
            yield "a participle ends in t or n"
        if participle.startswith("ge") and "|" not in fields[0] and infinitive.startswith(("be", "ver", "er", "zer")) \
                and not preterite.startswith("b") and not infinitive.startswith(("bet", "bell", "ern", "erb")):
            yield "a participle with ge after an inseparable prefix"
    elif infinitive not in WITH_GE and (
            infinitive.startswith(("be", "ver", "ent", "zer", "er")) or infinitive.endswith("ieren")):
        yield "a regular participle would begin with ge"


# Verbs with an er-form without t, and regular ones with a participle that begins with ge although it does not look so.
FREE_VERBS = ("sein", "können", "müssen", "dürfen", "mögen", "wollen", "sollen", "wissen", "werden", "bedürfen",
              "vermögen")
WITH_GE = ("schmieren", "gieren", "stieren", "zieren", "frieren", "beben", "bechern", "beichten", "bellen", "beten",
           "betteln", "betten", "beugen", "beulen", "entern", "erben", "erden", "ernten", "zerren", "bessern", "beuten")


def lint_adjective(fields):
    if len(fields) > 3:
        yield f"{len(fields)} fields"
    if not fields[0].islower():
        yield "a capital"


def lint_name(fields):
    if len(fields) != 2:
        yield f"{len(fields)} fields instead of 2"
    if not fields[0][:1].isupper() and not fields[-1].startswith(FOREIGN):
        yield "no capital"


def lint_short(fields):
    if len(fields) < 2:
        yield "nothing says what it is"
    if not re.fullmatch("[A-Z]{2,3}", fields[0]):
        yield "not two or three letters of A to Z"


LINTS = {"nouns.txt": lint_noun, "long_nouns.txt": lint_noun, "verbs.txt": lint_verb,
         "adjectives.txt": lint_adjective, "names.txt": lint_name, "short.txt": lint_short}


def files():
    """Returns the files to write and their texts."""
    best = collect()
    return [(RESULT, text(best)), (RELATIVES, relatives_text(best))]


def main(arguments):
    mode = arguments[0] if arguments else "--write"
    if mode == "--write":
        for path, made in files():
            path.write_text(made, encoding="ascii", newline="\n")
    elif mode == "--check":
        for path, made in files():
            if not path.exists() or path.read_bytes() != made.encode("ascii"):
                sys.exit(f"{path.name} is not what its sources give: run python3 useful/make_german.py")
    elif mode == "--lint":
        found = list(lint())
        print("".join(line + "\n" for line in found), end="")
        sys.exit(1 if found else 0)
    elif mode == "--forms":
        for form, kind, score, source, number in words():
            print(f"{form};{kind};{score};{fold(form)};{source}:{number}")
    elif mode == "--counts":
        counts = collections.Counter(map(len, collect()))
        print("\n".join(f"{length:2} {counts[length]:6}" for length in sorted(counts)), f"\n   {sum(counts.values()):6}")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
