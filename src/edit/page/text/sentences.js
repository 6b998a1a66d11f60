// What the program says in sentences of its own, in German. It says them in English, the same everywhere; a sentence that is
// not known here is shown as it is.

/** @type {Object<string, string>} */
const WAYS = { across: 'waagerecht', down: 'senkrecht' };

/** What stands inside of sentences. @type {[RegExp, (...parts: string[]) => string][]} */
const PARTS = [
  [/row (\d+), column (\d+)/g, (_, row, column) => `Zeile ${row}, Spalte ${column}`],
  [/the question at (Zeile \d+, Spalte \d+), \d+ \([a-z-]+\)/g, (_, place) => `die Frage in ${place}`],
  [
    /(no word|one word|\d+ words) of the list match(?:es)? ([A-Z.]+), asked at (Zeile \d+, Spalte \d+), [a-z-]+\. /g,
    (_, count, pattern, place) =>
      `${count === 'no word' ? 'Kein Wort' : count === 'one word' ? 'Ein Wort' : count.replace('words', 'Wörter')} der Liste ${count.endsWith('words') ? 'passen' : 'passt'} zu ${pattern}, erfragt in ${place}. `,
  ],
  [
    /(no word|one word|\d+ words) of the list match(?:es)? ([A-Z.]+), (\d+) (across|down) at Zeile \d+, Spalte \d+\. /g,
    (_, count, pattern, number, way) =>
      `${count === 'no word' ? 'Kein Wort' : count === 'one word' ? 'Ein Wort' : count.replace('words', 'Wörter')} der Liste ${count.endsWith('words') ? 'passen' : 'passt'} zu ${pattern}, ${number} ${WAYS[way]}. `,
  ],
  [/(across|down) at (Zeile \d+, Spalte \d+)/g, (_, way, place) => `${WAYS[way]} in ${place}`],
  [
    /(Zeile \d+, Spalte \d+) (across|down) with (\d+) letters/g,
    (_, place, way, count) => `${place} ${WAYS[way]}, ${count} Buchstaben`,
  ],
  [/the (\d+) letters (waagerecht|senkrecht) in/g, (_, count, way) => `die ${count} Buchstaben ${way} in`],
  [/the question at (Zeile \d+, Spalte \d+) (?:[a-z]+-then-)?(?:right|down)/g, (_, place) => `die Frage in ${place}`],
  [
    /Some letters still fit, as far as crossing words tell\./,
    () => 'Nach den kreuzenden Wörtern passen noch Buchstaben.',
  ],
  [/The letter fits\./, () => 'Der Buchstabe passt.'],
  [
    /No letter suits all words through this field\./,
    () => 'Kein Buchstabe passt zu allen Wörtern durch dieses Feld.',
  ],
  [/Change a letter, or the layout\./, () => 'Ändern Sie einen Buchstaben oder die Anordnung.'],
  [
    /Each has words by itself, but not together with the words that cross them, or that are in the grid already: change a letter nearby, or the layout\./,
    () =>
      'Für sich hätte jedes Wörter, aber nicht zusammen mit denen, die sie kreuzen oder schon im Gitter stehen: Ändern Sie einen Buchstaben in der Nähe oder die Anordnung.',
  ],
];

/** Whole sentences. @type {[RegExp, string][]} */
const WHOLE = [
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
  [
    /^there can be no bar to the right of (.+): .*$/,
    'Rechts von $1 kann kein Balken sein: Er steht zwischen zwei Feldern mit Buchstaben.',
  ],
  [
    /^there can be no bar below (.+): .*$/,
    'Unter $1 kann kein Balken sein: Er steht zwischen zwei Feldern mit Buchstaben.',
  ],
  [
    /^a grid of (\d+) rows and (\d+) columns cannot be the same after a quarter turn; .*$/,
    'Ein Gitter mit $1 Zeilen und $2 Spalten kann nach einer Vierteldrehung nicht dasselbe sein; nehmen Sie ein Quadrat.',
  ],
  [/^only (.+) have (.+)$/, 'Das gibt es in dieser Art von Rätsel nicht.'],
  [
    /^blocks, bars and words are laid anew in the whole grid only; .*$/,
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
    /^a grid has 1 to (\d+) rows and columns, and (\S+) is not that$/,
    'Ein Gitter hat 1 bis $1 Zeilen und Spalten, und $2 ist das nicht.',
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
  [
    /^(.+) would have more than (\d+) MB, .*$/,
    '$1 hätte mehr als $2 MB, was nicht wieder gelesen würde; entfernen Sie Fragen, die Sie nicht brauchen.',
  ],
  [
    /^(.+): a \.cwg file holds an arrowword, .*$/,
    '$1: Eine .cwg-Datei enthält ein Schwedenrätsel, und das ist keines; nehmen Sie .json.',
  ],
  [
    /^a \.cwg file holds an arrowword, .*$/,
    'Eine .cwg-Datei enthält ein Schwedenrätsel, und das ist keines; nehmen Sie .json.',
  ],
  [/^it has no words yet, .*$/, 'Es gibt noch keine Wörter; öffnen Sie Felder nebeneinander.'],
  [/^(.+) is in no island: .*$/, '$1 gehört zu keiner Insel: Ein Bild kommt auf gesperrte Felder.'],
  [
    /^`(.+)` is not a file name in this folder: .*$/,
    '„$1“ ist kein Name für eine Datei in diesem Ordner: ohne Schrägstrich, und kein Punkt am Anfang.',
  ],
  [
    /^a puzzle of the kind (.+) cannot be edited; .*$/,
    'Ein Rätsel der Art $1 lässt sich hier nicht bearbeiten; das geht mit Schwedenrätseln, Kreuzworträtseln und Criss-Cross.',
  ],
  [
    /^this criss-cross has letters other than A to Z, .*$/,
    'Dieses Criss-Cross hat andere Buchstaben als A bis Z; so eines lässt sich hier nicht bearbeiten.',
  ],
  [
    /^the field at (.+) has no letter; the constructor .*$/,
    'Das Feld in $1 hat keinen Buchstaben; hier lässt sich nur ein Criss-Cross öffnen, dessen Wörter alle ihre Buchstaben haben.',
  ],
  [
    /^the name `(.+)…` is too long; use at most (\d+) bytes$/,
    'Der Name „$1…“ ist zu lang; er hat höchstens $2 Bytes.',
  ],
  [
    /^the program made a mistake, so it does not know what fits here: .*$/,
    'Das Programm hat einen Fehler gemacht und weiß nicht, was hier passt: Nehmen Sie den letzten Schritt zurück, oder arbeiten Sie weiter, und melden Sie das bitte.',
  ],
  [
    /^the program made a mistake in this search, .*$/,
    'Das Programm hat bei dieser Suche einen Fehler gemacht, und nichts wurde geändert: Versuchen Sie es noch einmal, und melden Sie das bitte.',
  ],
  [/^there is nothing to undo$/, 'Es gibt nichts rückgängig zu machen.'],
  [/^there is nothing to redo$/, 'Es gibt nichts zu wiederholen.'],
  [
    /^this alternative is not offered any more; .*$/,
    'Diese Antwort wird nicht mehr angeboten; starten Sie die Suche noch einmal.',
  ],
  [/^there is no solution word yet; .*$/, 'Es ist kein Lösungswort gewünscht; nennen Sie erst eines.'],
  [/^there is no file (.+) in this folder$/, 'In diesem Ordner gibt es keine Datei $1.'],
  [
    /^`(.+)` is not a name for a puzzle; .*$/,
    '„$1“ ist kein Name für ein Rätsel; die Endung ist .json oder .cwg.',
  ],
  [/^`(.+)` is not a name for a picture; .*$/, '„$1“ ist kein Name für ein Bild; die Endung ist .png oder .jpg.'],
  [
    /^`(.+)` cannot be taken: .*$/,
    '„$1“ lässt sich nicht aufnehmen: Möglich sind Bilder (.png, .jpg) und Rätsel (.json, .cwg, .txt, .ipuz, .puz).',
  ],
  [
    /^there is another file (.+) already; .*$/,
    'Es gibt schon eine andere Datei $1; benennen Sie eine davon um.',
  ],
  [
    /^(.+): this is not a picture of the type that its name says$/,
    '$1: Das ist kein Bild der Art, die der Name sagt.',
  ],
  [/^started$/, 'Begonnen'],
  [/^laying out$/, 'Ordnet an'],
  [/^filling$/, 'Füllt'],
  [/^looking for better words$/, 'Sucht bessere Wörter'],
  [
    /^(\d+) templates of this style were made, and none could be filled .*$/,
    '$1 Anordnungen in diesem Stil ließen sich nicht füllen: Nehmen Sie einen anderen Stil oder ein kleineres Gitter.',
  ],
  [
    /^stopped before a template was found: .*$/,
    'In dieser Zeit wurde keine Anordnung gefunden: Geben Sie mehr Zeit.',
  ],
  [
    /^stopped before a complete fill was found \((\d+) of (\d+) fields at best\): .*$/,
    'In dieser Zeit ließ sich nicht alles füllen (höchstens $1 von $2 Feldern): Geben Sie mehr Zeit.',
  ],
  [
    /^the template cannot be filled from this word list, proven: no words fit together in (\d+) of its slots \((.+)\); change .*$/,
    'Diese Anordnung lässt sich mit den Wörtern der Liste nicht füllen, das ist bewiesen; zusammen passt nichts in $1 Wörter ($2): Ändern Sie dort Blöcke oder Balken.',
  ],
  [
    /^the template cannot be filled, proven: the word list has no word for (.+); change .*$/,
    'Das lässt sich nicht füllen: Die Liste hat kein Wort für $1; ändern Sie dort etwas.',
  ],
  [
    /^the field in Zeile (\d+), Spalte (\d+) is in no word, .*$/,
    'Das Feld in Zeile $1, Spalte $2 gehört zu keinem Wort: Sperren Sie es, oder öffnen Sie ein Feld daneben.',
  ],
  [
    /^no line of (\d+) fields has room for (.+); .*$/,
    'Keine Zeile und keine Spalte von $1 Feldern hat Platz für $2: Lassen Sie weg, was länger ist, oder nehmen Sie ein größeres Gitter.',
  ],
  [
    /^a template of (\d+) rows and (\d+) columns cannot be made; .*$/,
    'In $1 Zeilen und $2 Spalten lässt sich nichts anordnen: Nehmen Sie ein Gitter mit mindestens 3 Zeilen und Spalten, oder ein kleineres.',
  ],
  [
    /^no \S+ template of (\d+) rows and (\d+) columns with symmetry .*; on every second line .*$/,
    'In diesem Stil gibt es mit dieser Symmetrie keine Anordnung für $1 Zeilen und $2 Spalten: Nehmen Sie eine ungerade Zahl von beiden.',
  ],
  [
    /^no \S+ template of (\d+) rows and (\d+) columns with symmetry .*$/,
    'In diesem Stil gibt es mit dieser Symmetrie keine Anordnung für $1 Zeilen und $2 Spalten: Nehmen Sie einen anderen Stil oder eine andere Größe.',
  ],
  [
    /^stopped before a complete puzzle was found \(no place was found for (.+)\): .*$/,
    'In dieser Zeit wurde kein vollständiges Rätsel gefunden (kein Platz für $1): Geben Sie mehr Zeit.',
  ],
  [
    /^stopped before a complete puzzle was found: .*$/,
    'In dieser Zeit wurde kein vollständiges Rätsel gefunden: Geben Sie mehr Zeit.',
  ],
  [
    /^no arrangement of question fields and arrows on this grid follows the rules .*$/,
    'Keine Anordnung von Fragefeldern und Pfeilen in diesem Gitter folgt den Regeln: Geben Sie mehr Felder frei, oder ändern Sie, was schon dasteht.',
  ],
  [
    /^every arrangement of question fields and arrows that the rules allow .*$/,
    'Jede Anordnung von Fragefeldern und Pfeilen, die die Regeln erlauben, wurde versucht, und keine lässt sich mit den Wörtern der Liste füllen: Geben Sie mehr Felder frei.',
  ],
  [
    /^(\d+) arrangements of question fields and arrows were tried, .*$/,
    '$1 Anordnungen von Fragefeldern und Pfeilen wurden versucht, und keine ließ sich mit den Wörtern der Liste füllen: Geben Sie mehr Felder frei.',
  ],
  [
    /^(.+) (?:has|have) no place in this grid, where words have at most (\d+) letters; .*$/,
    'Für $1 ist in diesem Gitter kein Platz, denn ein Wort hat hier höchstens $2 Buchstaben; lassen Sie das weg, oder nehmen Sie ein größeres Gitter.',
  ],
  [
    /^the own words have no room in this grid all together: .*$/,
    'Die eigenen Wörter haben in diesem Gitter zusammen keinen Platz: Lassen Sie einige weg, oder nehmen Sie ein größeres.',
  ],
  [
    /^the given layout cannot be filled from this word list: no words fit together in (\d+) of its slots \((.+)\); .*$/,
    'Diese Anordnung lässt sich mit den Wörtern der Liste nicht füllen; zusammen passt nichts in $1 Wörter ($2): Ändern Sie dort etwas.',
  ],
  [
    /^puzzles were found, but none that spells the solution word (\S+) .*$/,
    'Rätsel wurden gefunden, aber keines hat die Buchstaben des Lösungsworts $1 in Feldern, die nicht nebeneinander liegen; suchen Sie noch einmal, geben Sie mehr Zeit, oder nehmen Sie ein anderes Wort.',
  ],
  [
    /^no puzzle with words from this list spells the solution word (\S+) .*$/,
    'Kein Rätsel mit Wörtern der Liste hat die Buchstaben des Lösungsworts $1 in Feldern, die nicht nebeneinander liegen; nehmen Sie ein anderes Wort oder ein größeres Gitter.',
  ],
  [
    /^the solution word (\S+) needs the letter (.) (\d+) times, and the puzzle has it (\d+) times .*$/,
    'Das Lösungswort $1 braucht den Buchstaben $2 $3-mal, und das Rätsel hat ihn $4-mal in Feldern mit einem Buchstaben; nehmen Sie ein anderes.',
  ],
  [
    /^the solution word has (\d+) letters; a puzzle can have up to (\d+)$/,
    'Das Lösungswort hat $1 Buchstaben; möglich sind bis zu $2.',
  ],
  [
    /^no other puzzle with this layout and these words is without it$/,
    'In dieser Anordnung gibt es mit diesen Wörtern kein anderes Rätsel ohne dieses Wort.',
  ],
  [
    /^no change was found in time; it takes at least (\d+) other letters?\. .*$/,
    'In dieser Zeit wurde keine Änderung gefunden; mindestens $1 andere Buchstaben sind nötig. Geben Sie mehr Zeit, oder lassen Sie einen Bereich neu füllen.',
  ],
  [
    /^the grid has (\d+) unblocked fields, but the smallest puzzle takes three: .*$/,
    'Das Gitter hat $1 freie Felder, und das kleinste Rätsel braucht drei: Nehmen Sie ein größeres.',
  ],
  [
    /^the field at (.+) lies in an island of (\d+) unblocked fields, .*$/,
    'Das Feld in $1 liegt in einem Teil mit nur $2 freien Feldern, wo kein Platz für eine Frage und ein Wort ist; sperren Sie es, oder öffnen Sie eines daneben.',
  ],
  [
    /^the field at (.+) can be neither a question field nor a letter of a word; .*$/,
    'Das Feld in $1 kann weder Fragefeld sein noch zu einem Wort gehören; sperren Sie es, oder öffnen Sie eines daneben.',
  ],
  [
    /^the solution field at (.+) cannot be reached by any question; .*$/,
    'Nach dem Feld in $1 kann keine Frage fragen; machen Sie ein Feld vor seinem Wort zum Fragefeld.',
  ],
  [
    /^the question field at (.+) has no question, and no arrow can start a word there; .*$/,
    'Beim Fragefeld in $1 kann kein Wort beginnen; geben Sie daneben zwei Felder frei, oder öffnen Sie es.',
  ],
  [
    /^the word list has no word of two letters or more; .*$/,
    'Die Wortliste hat kein Wort mit zwei oder mehr Buchstaben.',
  ],
  [
    /^the word list has (\d+) words that are no longer than the grid, .*$/,
    'Die Wortliste hat nur $1 Wörter, die in das Gitter passen, zu wenige für alle Felder: Nehmen Sie ein kleineres.',
  ],
  [
    /^the word of (.+) has (\d+) letters, but the longest word of the list has (\d+); .*$/,
    'Das Wort für $1 hat $2 Buchstaben, und das längste der Liste $3; unterbrechen Sie es durch ein Fragefeld.',
  ],
  [
    /^the word of (.+) has (\d+) letters, but the list has no word of that length; .*$/,
    'Das Wort für $1 hat $2 Buchstaben, und die Liste hat keines dieser Länge; ändern Sie die Anordnung.',
  ],
  [
    /^no word of the list fits the given letters (\S+) of (.+); .*$/,
    'Kein Wort der Liste passt zu $1 für $2; ändern Sie die Buchstaben.',
  ],
  [
    /^the question field at (.+) can only ask for words of \[(.+)\] letters, .*$/,
    'Das Fragefeld in $1 kann nur nach Wörtern mit $2 Buchstaben fragen, und die Liste hat keine; ändern Sie die Anordnung.',
  ],
  [
    /^([A-Z]+) cannot stand (.+?): .*$/,
    '$1 kann $2 nicht stehen; lösen Sie das Wort, oder heften Sie es anderswo an.',
  ],
  [/^it has no questions yet, .*$/, 'Es gibt noch keine Fragen; lassen Sie das Gitter erst füllen.'],
  [/^the question at (.+) with the arrow \S+ has no word; .*$/, 'Für die Frage in $1 gibt es kein Wort.'],
  [/^`(.+)` is not an arrow; .*$/, '„$1“ ist kein Pfeil.'],
  [/^`(.+)` is not a language; .*$/, '„$1“ ist keine Sprache; schreiben Sie ihren kurzen Namen, etwa de oder en.'],
  [
    /^the grid has (\d+) characters in row (\d+), and (\d+) in the first one$/,
    'Das Gitter hat in Zeile $2 $1 Zeichen, in der ersten aber $3.',
  ],
  [/^`(.+)` in row (\d+) is not a field; .*$/, '„$1“ in Zeile $2 ist kein Feld.'],
  [
    /^(.+) is a link; only files in the folder itself are read and written$/,
    '$1 ist ein Verweis; gelesen und geschrieben werden nur Dateien im Ordner selbst.',
  ],
  [/^laying words$/, 'Legt Wörter'],
  [/^there is no word to lay: .*$/, 'Es gibt kein Wort zu legen: Schreiben Sie welche in die Wünsche.'],
  [
    /^a field has no letter, or is in no word: .*$/,
    'Ein Feld hat keinen Buchstaben oder gehört zu keinem Wort: Füllen oder entfernen Sie es.',
  ],
  [
    /^no other word can be laid beside those that are there: .*$/,
    'Neben denen, die da sind, lässt sich kein anderes Wort legen: Nehmen Sie ein größeres Brett.',
  ],
  [
    /^every word is longer than the board of (\d+) rows and (\d+) columns: .*$/,
    'Jedes Wort ist länger als das Brett mit $1 Zeilen und $2 Spalten: Nehmen Sie ein größeres.',
  ],
  [/^stopped before a layout was found: .*$/, 'In dieser Zeit wurde nichts gefunden: Geben Sie mehr Zeit.'],
  [
    /^the words at (.+) are not connected to the rest$/,
    'Die Wörter in $1 hängen nicht mit den anderen zusammen.',
  ],
  [
    /^the field at (.+) has no letter yet, or is in no word$/,
    'Das Feld in $1 hat noch keinen Buchstaben oder gehört zu keinem Wort.',
  ],
  [/^one answer$/, 'Eine Antwort'],
  [/^(\d+) answers$/, '$1 Antworten'],
  [
    /^nothing was found in time; give it more time$/,
    'In dieser Zeit wurde nichts gefunden; geben Sie mehr Zeit.',
  ],
  [
    /^nothing else was found in time; .*$/,
    'In dieser Zeit wurde nichts anderes gefunden; geben Sie mehr Zeit, oder lassen Sie mehr ändern.',
  ],
  [
    /^nothing else was found here; .*$/,
    'Hier wurde nichts anderes gefunden; geben Sie mehr Felder frei, oder ändern Sie die Anordnung.',
  ],
  [
    /^no words of the list fit here together; .*$/,
    'Keine Wörter der Liste passen hier zusammen; geben Sie mehr Felder frei, oder ändern Sie die Anordnung.',
  ],
  [
    /^there is nothing to fill: .*$/,
    'Hier ist nichts zu füllen: Kein Feld ohne Buchstaben gehört zu einem Wort.',
  ],
  [/^this word is not filled$/, 'Dieses Wort ist noch nicht gefüllt.'],
  [
    /^this question has no word yet; .*$/,
    'Diese Frage hat noch kein Wort; geben Sie ihr einen Pfeil zu Feldern.',
  ],
  [/^this word has (\d+) letters, and `(.+)` has (\d+)$/, 'Dieses Wort hat $1 Buchstaben, und „$2“ hat $3.'],
  [
    /^the letter at (.+) is pinned and is not (.); unpin it first$/,
    'Der Buchstabe in $1 ist angeheftet und kein $2; lösen Sie ihn.',
  ],
  [
    /^somebody else has changed (.+), too: what they made is kept as (.+); close one of the programs$/,
    'Auch jemand anderes hat $1 geändert: Was dabei entstand, bleibt als $2 erhalten; schließen Sie eines der Programme.',
  ],
  [/^the program is ending; start it again$/, 'Das Programm endet gerade; starten Sie es neu.'],
  [
    /^too many windows are open, .*$/,
    'Zu viele Fenster sind offen, oder das Programm endet gerade; schließen Sie einige.',
  ],
  [
    /^that is more than anybody can click; .*$/,
    'So schnell kann niemand klicken; warten Sie einen Augenblick.',
  ],
];

/** What is only so on the command line, and what is said on the page. @type {[RegExp, string][]} */
const PLAIN = [
  [/ \(--(?:free|extend)\)/, ''],
  [
    /try another --seed, more time if there is a limit, or another word/,
    'search again, give it more time, or choose another word',
  ],
  [/; `cwsat explain` says which of them matter/, ''],
];

/** A sentence of the program without what is only so on the command line. @param {string} text */
export const english = (text) => PLAIN.reduce((said, [pattern, by]) => said.replace(pattern, by), text);

/** @param {string} text */
export function german(text) {
  const parts = PARTS.reduce((said, [pattern, by]) => said.replace(pattern, by), text);
  const whole = WHOLE.reduce((said, [pattern, by]) => said.replace(pattern, by), parts);
  return whole;
}
