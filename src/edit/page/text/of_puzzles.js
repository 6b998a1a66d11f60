// What the program says about a puzzle and about what a person does with it, in German.

/** Whole sentences. @type {[RegExp, string][]} */
export default [
  [/^this command is not known here$/, 'Diesen Befehl gibt es hier nicht.'],
  [/^(.+): this field is in no word of two or more letters$/, '$1: Dieses Feld gehört zu keinem Wort.'],
  [
    /^([A-Z]+) (waagerecht|senkrecht) in (.+) is not in the word list$/,
    '$1 $2 in $3 steht nicht in der Wortliste.',
  ],
  [/^([A-Z]+) (.+) is repeated, it is already (.+)$/, '$1 $2 wiederholt sich: Das Wort steht schon $3.'],
  [/^([A-Z]+) (.+) is a relative of ([A-Z]+), which is (.+)$/, '$1 $2 ist mit $3 verwandt, das $4 steht.'],
  [
    /^the word (.+) has (\d+) letters, fewer than (\d+)$/,
    'Das Wort $1 hat $2 Buchstaben; üblich sind mindestens $3.',
  ],
  [
    /^(\d+) of the (\d+) letters of the word (.+) are in no other word; by custom at most (\d+)$/,
    'Von den $2 Buchstaben des Worts $3 sind $1 in keinem anderen; üblich sind höchstens $4.',
  ],
  [
    /^two neighbouring letters of the word (.+), from (.+) on, are in no other word$/,
    'Zwei Buchstaben nebeneinander im Wort $1, ab $2, gehören zu keinem anderen.',
  ],
  [
    /^bars and blocks divide the grid into (\d+) parts, of which one is at (.+)$/,
    'Balken und Blöcke teilen das Gitter in $1 Teile; einer davon ist in $2.',
  ],
  [
    /^the grid is not the same after half a turn: see (.+)$/,
    'Das Gitter ist nach einer halben Drehung nicht dasselbe: siehe $1.',
  ],
  [
    /^no word of two or more letters goes through this field; write .*$/,
    'Durch dieses Feld geht kein Wort mit zwei oder mehr Buchstaben; schreiben Sie einen Buchstaben daneben, oder entfernen Sie es.',
  ],
  [
    /^no word of two or more letters goes through this field; open .*$/,
    'Durch dieses Feld geht kein Wort mit zwei oder mehr Buchstaben; öffnen Sie ein Feld daneben, oder sperren Sie es.',
  ],
  [/^`(.+)` is not a direction; .*$/, '„$1“ ist keine Richtung; es gibt waagerecht und senkrecht.'],
  [/^`(.+)` is not a symmetry; .*$/, '„$1“ ist keine Symmetrie; wählen Sie eine von denen der Auswahl.'],
  [/^`(.+)` is not a style; .*$/, '„$1“ ist kein Stil; wählen Sie einen von denen der Auswahl.'],
  [
    /^there can be no bar to the right of (.+): .*$/,
    'Rechts von $1 kann kein Balken sein: Er steht zwischen zwei Feldern mit Buchstaben.',
  ],
  [
    /^there can be no bar below (.+): .*$/,
    'Unter $1 kann kein Balken sein: Er steht zwischen zwei Feldern mit Buchstaben.',
  ],
  [
    /^a (?:grid|template) of (\d+) rows and (\d+) columns cannot be the same after a quarter turn; .*$/,
    'Ein Gitter mit $1 Zeilen und $2 Spalten kann nach einer Vierteldrehung nicht dasselbe sein; nehmen Sie ein Quadrat.',
  ],
  [/^only (.+) have (.+)$/, 'Das gibt es in dieser Art von Rätsel nicht.'],
  [
    /^blocks, bars and words can only be laid out again in the whole grid; .*$/,
    'Blöcke, Balken und Wörter werden nur im ganzen Gitter neu gesetzt; ändern Sie einige von Hand, oder lassen Sie alles neu anordnen.',
  ],
  [
    /^the pinned letter at (.+) cannot be kept in another layout, .*$/,
    'Der angeheftete Buchstabe in $1 kann in einer anderen Anordnung nicht bleiben, das können nur ganze Wörter: Heften Sie sein ganzes Wort an, oder lösen Sie ihn.',
  ],
  [
    /^the grid has no question field: nothing is laid out yet$/,
    'Das Gitter hat kein Fragefeld: Noch ist nichts angeordnet.',
  ],
  [/^none of the (\d+) question fields has a question line.*$/, 'Keines der $1 Fragefelder hat einen Pfeil.'],
  [/^the question field at (.+) holds no question$/, 'Das Fragefeld in $1 hat keine Frage.'],
  [
    /^the question field at (.+) holds (\d+) questions; .*$/,
    'Das Fragefeld in $1 hat $2 Fragen; höchstens zwei sind erlaubt.',
  ],
  [
    /^the question field at (.+) holds .* which may not share a field.*$/,
    'Die Pfeile des Fragefelds in $1 dürfen nicht zusammen stehen.',
  ],
  [
    /^the question field at (.+) holds a bent arrow.*$/,
    'Das Fragefeld in $1 hat einen geknickten Pfeil, der nur am oberen und linken Rand oder neben gesperrten Feldern erlaubt ist.',
  ],
  [
    /^(.+) finds no letter where its word should start$/,
    '$1 findet kein Feld, in dem ihr Wort beginnen könnte.',
  ],
  [
    /^(.+) starts its word inside a run: the field at (.+) before it takes a letter too$/,
    '$1 beginnt ihr Wort mitten in einem anderen: Auch in $2 davor kommt ein Buchstabe.',
  ],
  [
    /^(.+) asks for a word of one letter; .*$/,
    '$1 fragt nach einem Wort mit einem Buchstaben; es sollten mindestens zwei sein.',
  ],
  [/^(.+) asks for the same word as (.+)$/, '$1 fragt nach demselben Wort wie $2.'],
  [/^the letter at (.+) belongs to no question$/, 'Nach dem Feld in $1 fragt niemand.'],
  [/^(.+) has the word ([A-Z]+), which (.+) already has$/, '$1 hat das Wort $2, das schon $3 hat.'],
  [
    /^(.+) has ([A-Z]+), a relative of ([A-Z]+), which (.+) has$/,
    '$1 hat $2, einen Verwandten von $3, das $4 hat.',
  ],
  [/^(.+) has ([A-Z]+), which is not in the word list$/, '$1 hat $2, das nicht in der Wortliste steht.'],
  [
    /^this field is blocked, so it takes no letter$/,
    'Dieses Feld ist gesperrt, also kommt kein Buchstabe hinein.',
  ],
  [
    /^this is a question field, so it takes no letter$/,
    'Das ist ein Fragefeld, also kommt kein Buchstabe hinein.',
  ],
  [
    /^no question asks for a word through this field; .*$/,
    'Keine Frage fragt nach einem Wort durch dieses Feld; geben Sie einem Fragefeld einen Pfeil zu einem.',
  ],
  [
    /^(.+) is not in the grid, which has (\d+) rows and (\d+) columns$/,
    '$1 liegt nicht im Gitter, das $2 Zeilen und $3 Spalten hat.',
  ],
  [
    /^a grid has 1 to (\d+) rows and columns, not (\S+)$/,
    'Ein Gitter hat 1 bis $1 Zeilen und Spalten, nicht $2.',
  ],
  [
    /^(.+) is not a question field, so no arrow can leave it: make it one first$/,
    '$1 ist kein Fragefeld, also kann kein Pfeil davon ausgehen: Machen Sie es erst dazu.',
  ],
  [/^no word is asked for at (.+), (\S+); .*$/, 'In $1 gibt es dieses Wort nicht mehr.'],
  [
    /^the arrow \S+ cannot leave ([^:]+): a field has at most two$/,
    'Von $1 kann dieser Pfeil nicht ausgehen: Ein Feld hat höchstens zwei.',
  ],
  [
    /^the arrow \S+ cannot leave ([^:]+): it may not share .*$/,
    'Von $1 kann dieser Pfeil nicht ausgehen: Er darf nicht mit dem anderen zusammen stehen.',
  ],
  [
    /^the arrow \S+ cannot leave ([^:]+): bent arrows .*$/,
    'Von $1 kann dieser Pfeil nicht ausgehen: Geknickte gibt es nur am oberen und linken Rand und an Inseln.',
  ],
  [
    /^the arrow \S+ cannot leave ([^:]+): .*$/,
    'Von $1 kann dieser Pfeil nicht ausgehen: Dort beginnt kein Wort.',
  ],
  [/^(.+) takes no letter: it is a question field$/, 'In $1 kommt kein Buchstabe: Das ist ein Fragefeld.'],
  [/^(.+) takes no letter: it is blocked$/, 'In $1 kommt kein Buchstabe: Das Feld ist gesperrt.'],
  [/^`(.+)` is not a letter; .*$/, '„$1“ ist kein Buchstabe; in ein Feld kommt einer von A bis Z.'],
  [
    /^`(.+)` cannot stand in a grid: .*$/,
    '„$1“ kann nicht in einem Gitter stehen: Ein Wort besteht aus Buchstaben.',
  ],
  [
    /^`(.+)` has other letters than the word, which is ([A-Z]+)$/,
    '„$1“ hat andere Buchstaben als das Wort, das $2 ist.',
  ],
  [
    /^the word is not filled yet, .*$/,
    'Das Wort ist noch nicht gefüllt, also lässt sich nichts über seine Schreibweise sagen.',
  ],
  [/^a clue is empty; .*$/, 'Eine Frage ist leer; entfernen Sie sie, oder schreiben Sie etwas.'],
  [
    /^that is too long: a text may have (\d+) characters, and a list (\d+) entries$/,
    'Das ist zu lang: Ein Text hat höchstens $1 Zeichen, eine Liste $2 Einträge.',
  ],
  [
    /^all clues and other texts together may have (\d+) bytes, .*$/,
    'Alle Fragen und anderen Texte dürfen zusammen $1 Bytes haben, und damit wären es mehr; entfernen Sie Fragen, die Sie nicht brauchen.',
  ],
  [/^(.+) is in no island: .*$/, '$1 gehört zu keiner Insel: Ein Bild kommt auf gesperrte Felder.'],
  [/^there is nothing to undo$/, 'Es gibt nichts rückgängig zu machen.'],
  [/^there is nothing to redo$/, 'Es gibt nichts zu wiederholen.'],
  [
    /^this alternative is not offered any more; .*$/,
    'Diese Antwort wird nicht mehr angeboten; starten Sie die Suche noch einmal.',
  ],
  [
    /^the words at (.+) are not connected to the rest$/,
    'Die Wörter in $1 hängen nicht mit den anderen zusammen.',
  ],
  [
    /^the field at (.+) has no letter yet, or is in no word$/,
    'Das Feld in $1 hat noch keinen Buchstaben oder gehört zu keinem Wort.',
  ],
];
