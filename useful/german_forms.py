"""The forms of German words: what nouns, verbs and adjectives become when they are inflected.

Only forms that follow from the rules of grammar with certainty are made here. Whatever is irregular (plural, preterite,
participle, comparative) is in the hand-written lists, and a form that would have to be guessed is not made.
Every function yields pairs (form, kind); `make_german.py` turns a kind into a score.

German spelling is kept (umlauts, ß, capitals of nouns), so that the forms can be proofread.
"""

UMLAUT = {"a": "ä", "o": "ö", "u": "ü", "A": "Ä", "O": "Ö", "U": "Ü"}
VOWELS = "aeiouäöüy"

# Verbs with an irregular present or subjunctive: infinitive -> all other finite forms worth having.
IRREGULAR = {
    "sein": "bin bist ist sind seid war warst waren wart sei seien seiet wäre wären wärst sei gewesen",
    "haben": "habe hast hat habt hatte hattest hatten hattet hätte hätten hättest gehabt hab",
    "werden": "werde wirst wird werdet wurde wurdest wurden wurdet würde würden würdest geworden worden ward",
    "können": "kann kannst könnt konnte konntest konnten konntet könnte könnten könntest gekonnt könne",
    "müssen": "muss musst müsst musste musstest mussten musstet müsste müssten müsstest gemusst müsse",
    "dürfen": "darf darfst dürft durfte durftest durften durftet dürfte dürften dürftest gedurft dürfe",
    "mögen": "mag magst mögt mochte mochtest mochten mochtet möchte möchten möchtest gemocht möge mögen",
    "wollen": "will willst wollt wollte wolltest wollten wolltet gewollt wolle",
    "sollen": "soll sollst sollt sollte solltest sollten solltet gesollt solle",
    "wissen": "weiß weißt wisst wusste wusstest wussten wusstet wüsste wüssten gewusst wisse",
    "tun": "tue tust tut tat tatest taten tatet täte täten getan tu tuend",
}

# Subjunctives for which umlauting the preterite would be wrong: half, stand, starb ... and their compounds.
OTHER_SUBJUNCTIVE = ("half", "stand", "starb", "warb", "warf", "darb", "verdarb", "schwor", "hob", "wandt",
                     "sandt", "hing", "fing", "schalt", "galt", "begann", "sann", "rann", "spann", "schwamm",
                     "gewann", "barg", "drosch", "barst", "buk", "wusch", "schuf", "wuchs", "schund", "stahl")


def umlaut(stem):
    """Returns the stem with its last a, o, au or u umlauted, or the stem itself if it has none."""
    for i in range(len(stem) - 1, -1, -1):
        if stem[i] in "aou":
            if stem[i] == "u" and i and stem[i - 1] in "ae":
                i -= 1
                if stem[i] == "e":
                    return stem
            return stem[:i] + UMLAUT[stem[i]] + stem[i + 1:]
        if stem[i] in VOWELS:
            return stem
    return stem


def syllables(word):
    """Returns the approximate number of syllables of a word: groups of vowels."""
    groups, inside = 0, False
    for c in word.lower():
        groups += c in VOWELS and not inside
        inside = c in VOWELS
    return groups


# ---------------------------------------------------------------------------------------------- nouns

def is_weak(singular, plural):
    """Returns whether a masculine noun is (or may be) declined weakly: der Bote, des Boten."""
    return plural in (singular + "n", singular + "en", singular + "nen")


def is_adjective(singular, plural):
    """Returns whether a noun is declined like an adjective: ein Bekannter, Bekannte; ein Kölsches."""
    return singular.endswith(("er", "es")) and plural in (singular[:-1], singular[:-1] + "n")


def noun(singular, gender, plural):
    """Yields the nominative singular and plural, dative plural, genitive singular.

    >>> [form for form, _ in noun("Tisch", "m", "Tische")]
    ['Tisch', 'Tische', 'Tischen', 'Tisches']
    >>> [form for form, _ in noun("Bote", "m", "Boten")], [form for form, _ in noun("Hemd", "n", "Hemden")]
    (['Bote', 'Boten'], ['Hemd', 'Hemden', 'Hemds', 'Hemdes'])
    >>> [form for form, _ in noun("Bekannter", "m", "Bekannte")], [form for form, _ in noun("-", "p", "Ferien")]
    (['Bekannter', 'Bekannte', 'Bekannten'], ['Ferien'])
    """
    if singular != "-":
        yield singular, "lemma"
    if plural not in ("-", ""):
        if plural != singular:
            yield plural, "lemma" if singular == "-" else "plural"
        if plural.endswith(("e", "er", "el")) and not plural.endswith("ee") and singular != plural + "s":
            yield plural + "n", "dative"
    if singular == "-" or gender not in "mn":
        return
    if (gender == "m" and is_weak(singular, plural)) or is_adjective(singular, plural):
        return
    foreign = plural.endswith("s") and not singular.endswith("s")
    for form in genitive(singular):
        if not (foreign and form.endswith("es") and not singular.endswith("e")):
            yield form, "genitive"


def genitive(singular):
    """Returns the genitives of a strong masculine or neuter noun; none where usage varies."""
    low = singular.lower()
    if low.endswith("nis"):
        return [singular + "ses"]
    if low.endswith(("us", "os", "as", "is", "es", "ys")) and syllables(low) > 1 and not low.endswith(
            ("haus", "maus", "laus", "aus", "gas", "glas", "gras", "kreis", "eis", "reis", "preis", "beweis", "ies")):
        return []
    if low.endswith("ss") or low.endswith(("ß", "z", "x")) or low.endswith("s"):
        return [singular + "es"]
    if low.endswith(("sch", "st")):
        return [singular + "es"]
    if low[-1] in VOWELS or low.endswith(("el", "er", "en", "em", "chen", "lein", "ling", "or", "um", "eur")):
        return [singular + "s"]
    if syllables(low) == 1 and low.endswith(("d", "t", "b", "g", "k", "f", "h", "l", "m", "n", "r")):
        return [singular + "s", singular + "es"]
    return [singular + "s"]


# ---------------------------------------------------------------------------------------------- verbs

def stem_of(infinitive):
    """Returns the stem: `segel`, `wander`, `hol`, `knie`."""
    if infinitive.endswith("ien") and not infinitive.endswith("eien"):
        return infinitive[:-1]
    if infinitive.endswith(("eln", "ern")) or not infinitive.endswith("en"):
        return infinitive[:-1]
    return infinitive[:-2]


def needs_e(stem):
    """Returns whether an e goes between stem and ending: arbeit-e-t, atm-e-t, rechn-e-t, but lern-t, film-t."""
    if stem.endswith(("d", "t")):
        return True
    if not stem.endswith(("m", "n")) or len(stem) < 2:
        return False
    before = stem[-2]
    if before in VOWELS or before in "lrmn":
        return False
    if before == "h":
        return len(stem) > 2 and stem[-3] in "c"
    return True


def second_person(infinitive, third):
    """Returns the du-form of an er-form."""
    stem = stem_of(infinitive)
    if third.endswith("et"):
        return third[:-1] + "st"
    if not third.endswith("t"):
        return third + "st"
    if third.endswith("st") and stem.endswith("st"):
        return third
    if third[-2] in "sßzx":
        return third
    if third.endswith("dt"):
        return third[:-1] + "st"
    if stem.endswith("t") and not third.endswith("tet"):
        return third + "st"
    return third[:-1] + "st"


def strong_plural(preterite):
    """Returns the wir-form of a strong preterite."""
    return preterite + ("n" if preterite.endswith("e") else "en")


def weak_preterite(stem):
    """Returns the preterite of a regular verb."""
    return stem + ("ete" if needs_e(stem) else "te")


def weak_third(stem):
    """Returns the er-form of a regular verb."""
    return stem + ("et" if needs_e(stem) else "t")


def verb(prefix, infinitive, third, preterite, participle):
    """Yields the forms of a verb. Of a separable one these are the forms that are written as one word, and of
    the others (dass er abholt) the third person with the lowest rank.

    >>> " ".join(form for form, _ in verb("", "atmen", "", "", ""))
    'atmen geatmet atmend atmet atme atmest atmete atmeten atmetest'
    >>> " ".join(form for form, _ in verb("", "geben", "gibt", "gab", "gegeben"))
    'geben gegeben gebend gibt gebe gibst gab gaben gib gäbe gäben gabst'
    >>> " ".join(form for form, _ in verb("ab", "holen", "", "", ""))
    'abholen abzuholen abgeholt abholend abholt abholte abholten'
    >>> [form for form, kind in verb("", "halten", "hält", "hielt", "gehalten") if kind == "second"]
    ['hältst']
    """
    if prefix:
        yield prefix + infinitive, "separable"
        yield prefix + "zu" + infinitive, "zu"
    else:
        yield infinitive, "infinitive"
    if infinitive in IRREGULAR:
        for form in IRREGULAR[infinitive].split():
            if form.startswith("ge"):
                yield prefix + form, "participle"
            elif not prefix:
                yield form, "present"
        return
    stem = stem_of(infinitive)
    third = third or weak_third(stem)
    regular = not preterite
    preterite = preterite or weak_preterite(stem)
    participle = participle or "ge" + weak_third(stem)
    if participle != "-":
        yield prefix + participle, "participle"
    yield prefix + infinitive + "d", "gerund"
    if prefix:
        yield prefix + third, "clause"
        yield prefix + preterite, "clause"
        yield prefix + strong_plural(preterite), "clause"
        return
    yield third, "present"
    yield from ((form, "first") for form in first_person(infinitive, stem, third))
    yield second_person(infinitive, third), "second"
    yield preterite, "preterite"
    yield strong_plural(preterite), "preterites"
    yield from ((form, "imperative") for form in imperative(infinitive, stem, third))
    if regular:
        yield preterite + "st", "preterite2"
        return
    if preterite.endswith("te"):
        return
    if not preterite.endswith(OTHER_SUBJUNCTIVE) and not preterite.endswith("e"):
        yield umlaut(preterite) + "e", "subjunctive"
        yield umlaut(preterite) + "en", "subjunctive"
    if not preterite.endswith(("s", "ß", "z", "d", "t", "e")):
        yield preterite + "st", "preterite2"


def first_person(infinitive, stem, third):
    """ich-form: hole; segle and segele; wandere; vermag."""
    if not third.endswith("t"):
        return [third]
    if infinitive.endswith("eln") and len(stem) > 3:
        return [stem[:-2] + "le", stem + "e"]
    return [stem if stem.endswith("e") else stem + "e"]


def imperative(infinitive, stem, third):
    """du-imperative without e: hol, gib, lies."""
    if not infinitive.endswith("en") or infinitive.endswith("eren") or not third.endswith("t"):
        return []
    if needs_e(stem):
        return []
    body = third[:-1]
    if body and body != stem and "ä" not in body and "ö" not in body and "äu" not in body:
        return [body]
    return [stem]


# ---------------------------------------------------------------------------------------------- adjectives

ENDINGS = ("e", "er", "es", "en", "em")


def attributive_stem(base, comparative=None):
    """Returns the stem before endings: dunkl-, teur-, leis-, hoh-; parallel and fidel keep their e."""
    if comparative and comparative.endswith("er") and base.endswith(("el", "er")):
        return comparative[:-2]
    if base.endswith("hoch"):
        return base[:-2] + "h"
    if base in ("fit", "topfit"):
        return base + "t"
    if base.endswith("e"):
        return base[:-1]
    if base.endswith(("abel", "ibel", "ipel")):
        return base[:-2] + "l"
    if base.endswith(("euer", "auer")):
        return base[:-2] + "r"
    return base


def superlative_stem(base):
    """Returns the regular superlative without its ending: kleinst, wildest, heißest (kältest is in the list)."""
    if base.endswith("e"):
        base = base[:-1]
        return base + ("est" if base.endswith(("d", "t", "s")) else "st")
    if base.endswith(("isch", "end", "elnd", "ernd")) or (base.endswith("et") and syllables(base) > 2):
        return base + "st"
    if base.endswith(("d", "t", "s", "ß", "z", "x", "sch")):
        return base + "est"
    return base + "st"


def adjective(base, comparative=None, superlative=None, compared=True):
    """Yields the base form, the attributive forms, and the degrees of comparison.

    >>> forms = lambda *a, **k: " ".join(f for f, kind in adjective(*a, **k) if kind not in ("oblique", "degree"))
    >>> forms("dunkel", "dunkler", "dunkelst")
    'dunkel dunkle dunkler dunkles dunkler dunkelste dunkelsten'
    >>> forms("leise"), forms("blau", compared=False)
    ('leise leise leiser leises leiser leiseste leisesten', 'blau blaue blauer blaues')
    """
    yield base, "lemma"
    stem = attributive_stem(base, comparative)
    for ending in ENDINGS:
        yield stem + ending, "attributive" if ending in ("e", "er", "es") else "oblique"
    if not compared:
        return
    # The regular comparative is written like the attributive form in -er; its own endings rank last.
    comparative = comparative or stem + "er"
    superlative = superlative or superlative_stem(base)
    yield comparative, "comparative"
    for ending in ("e", "en", "es", "er", "em"):
        yield comparative + ending, "degree"
    for ending in ("e", "en", "er", "es", "em"):
        yield superlative + ending, "superlative" if ending in ("e", "en") else "degree"
