// What the program says about files, formats and requests, in German.

/** What is counted. @type {Object<string, string>} */
const COUNTED = { rows: 'Zeilen', columns: 'Spalten', row: 'Zeile', column: 'Spalte', words: 'Wörter' };

/** Where in a file something is wrong; what it is follows. @type {[RegExp, string][]} */
export const PLACES = [
  [/^line (\d+), column (\d+): /, 'Zeile $1 der Datei, Spalte $2: '],
  [/^line (\d+): /, 'Zeile $1 der Datei: '],
  [/^`entries`, entry (\d+ \(.*?\)|\d+): /, 'Eintrag $1: '],
  [/^`clues`, (\S+) (\S+): /, 'Frage $2 ($1): '],
  [/^`([^`]+)`, row (\d+): /, '„$1“, Zeile $2: '],
  [/^`([^`]+)`, (Zeile \d+, Spalte \d+): /, '„$1“, $2: '],
  [/^`([^`]+)`: /, '„$1“: '],
  // The name of the file.
  [/^([^:]+\.\w+): /, '$1: '],
];

/** What the system says, and the reader of JSON. @type {[RegExp, string][]} */
const FOREIGN = [
  [/^No such file or directory .*$/, 'Das gibt es nicht'],
  [/^Permission denied .*$/, 'Der Zugriff ist nicht erlaubt'],
  [/^Operation not permitted .*$/, 'Das ist nicht erlaubt'],
  [/^No space left on device .*$/, 'Der Datenträger ist voll'],
  [/^Disk quota exceeded .*$/, 'Ihr Anteil am Datenträger ist voll'],
  [/^Read-only file system .*$/, 'Auf den Datenträger kann nicht geschrieben werden'],
  [/^Input\/output error .*$/, 'Der Datenträger meldet einen Fehler'],
  [/^File name too long .*$/, 'Der Name ist zu lang'],
  [/^Is a directory .*$/, 'Das ist ein Ordner'],
  [/^Not a directory .*$/, 'Der Ordner ist keiner mehr'],
  [/^Too many open files .*$/, 'Zu viele Dateien sind offen'],
  [/^this is not a file$/, 'Das ist keine Datei'],
  [/^it has more than (\d+) MB, the most that a \S+ may have$/, 'Das sind mehr als $1 MB, mehr als gelesen wird'],
  [/^missing field `(.+)` at line (\d+) column (\d+)$/, 'In Zeile $2, Spalte $3 fehlt „$1“'],
  [/^unknown field `(.+)`, .*at line (\d+) column (\d+)$/, '„$1“ in Zeile $2, Spalte $3 ist nicht bekannt'],
  [/^EOF while .* at line (\d+) column (\d+)$/, 'Die Datei endet mittendrin, in Zeile $1, Spalte $2'],
  [/^.* at line (\d+) column (\d+)$/, 'In Zeile $1, Spalte $2 steht etwas, was nicht dorthin gehört'],
];

/** What others say, in German as far as it is known. @param {string} text */
function foreign(text) {
  const known = FOREIGN.find(([pattern]) => pattern.test(text));
  return known ? text.replace(...known) : `Das System sagt „${text}“`;
}

/** Whole sentences. @type {[RegExp, string | ((...parts: string[]) => string)][]} */
export const files = [
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
  // Files of the folder.
  [
    /^(.+); choose another name, or see whether you may read and write the folder$/,
    (_, text) => {
      const [, name, why] = /^([^:]+): (.+)$/.exec(text) ?? ['', '', text];
      return `${name}: ${foreign(why)}; nehmen Sie einen anderen Namen, oder sehen Sie nach, ob Sie im Ordner lesen und schreiben dürfen.`;
    },
  ],
  [/^(?:invalid|incomplete) utf-8 .*$/, 'Der Text ist nicht in UTF-8 geschrieben.'],
  // Grids of arrowwords.
  [
    /^the file ends before line (\d+), which should state the number of (\w+); .*$/,
    (_, line, of) => `Die Datei endet vor Zeile ${line}, in der die Zahl der ${COUNTED[of]} stehen müsste.`,
  ],
  [
    /^found `(.*)`, but this line should hold the number of (\w+) and nothing else .* to (\d+)\)$/,
    (_, found, of, most) =>
      `Hier steht „${found}“, aber in diese Zeile gehört nur die Zahl der ${COUNTED[of]}, von 1 bis ${most}.`,
  ],
  [
    /^a grid of 0 (\w+) holds no puzzle; .* to (\d+)$/,
    (_, of, most) =>
      `In ein Gitter ohne ${COUNTED[of]} passt kein Rätsel; geben Sie die Zahl an, von 1 bis ${most}.`,
  ],
  [
    /^found (\S+) (rows|columns), but at most (\d+) are supported; .*$/,
    (_, found, of, most) => `Das Gitter hat ${found} ${COUNTED[of]}; möglich sind höchstens ${most}.`,
  ],
  [
    /^the file ends here, but line 1 states (\d+) rows and this should be row (\d+) of them; .*$/,
    'Hier endet die Datei, aber nach der ersten Zeile hat das Gitter $1 Zeilen, und das wäre die $2.; ergänzen Sie die fehlenden, oder berichtigen Sie die Zahl.',
  ],
  [
    /^found `(.*)`, which looks like a question line, but line 1 states (\d+) rows and this should be row (\d+) .*$/,
    'Hier steht „$1“, was eine Frage zu sein scheint, aber nach der ersten Zeile hat das Gitter $2 Zeilen, und das wäre die $3.; ergänzen Sie die fehlenden, oder berichtigen Sie die Zahl.',
  ],
  [
    /^found `(.*)` after the last of (\d+) fields; .*$/,
    'Nach dem letzten von $2 Feldern steht noch „$1“; entfernen Sie das, oder berichtigen Sie die Zahl der Spalten.',
  ],
  [
    /^the row ends after (\d+) fields, but line 2 states (\d+) columns .*$/,
    'Hier sind $1 Felder, aber nach der zweiten Zeile hat das Gitter $2 Spalten; ergänzen Sie die fehlenden, oder berichtigen Sie die Zahl.',
  ],
  [
    /^found '(.+)', but a field is `\?` .*$/,
    'Hier steht „$1“; ein Feld ist „?“ (Frage), „.“ (offen), ein Großbuchstabe von A bis Z, oder ein Leerzeichen oder „-“ (gesperrt).',
  ],
  [
    /^found `(.*)`, but after the (\d+) rows of the grid each line holds a question .*$/,
    'Hier steht „$1“, aber nach den $2 Zeilen des Gitters kommen nur noch Fragen, jede mit drei Zahlen: Zeile, Spalte und Art des Pfeils.',
  ],
  [
    /^found `(.*)`, which has (\d+) numbers, but a question line has three, .*$/,
    'Hier steht „$1“ mit $2 Zahlen, aber eine Frage hat drei, Zeile, Spalte und Art des Pfeils, und steht für sich in einer Zeile.',
  ],
  [
    /^found (row|column) (\S+), which is outside the grid; .* to (\d+)$/,
    (_, of, found, last) => `${COUNTED[of]} ${found} liegt nicht im Gitter; gezählt wird von 0 bis ${last}.`,
  ],
  [/^found arrow type (\S+), but the types are .*$/, 'Pfeile der Art $1 gibt es nicht; die Arten sind 0 bis 5.'],
  [
    /^this question is at (.+) of the grid, which has `(.)` there, .*$/,
    'Diese Frage wäre in $1, und dort steht „$2“ und kein „?“; ändern Sie diese Zeile, die von 0 an zählt, oder das Gitter.',
  ],
  [
    /^found the question `(.*)`, which line (\d+) already states; .*$/,
    'Die Frage „$1“ steht schon in Zeile $2; entfernen Sie eine davon.',
  ],
  // Puzzles in JSON.
  [
    /^this is not a puzzle in cwsat's JSON: (.+)$/,
    (_, why) => `Das ist kein Rätsel im JSON von cwsat: ${foreign(why)}.`,
  ],
  [/^its `cwsat` is missing instead of .*$/, 'Das ist kein Rätsel von cwsat: „cwsat“ fehlt darin.'],
  [
    /^its `cwsat` is (.+) instead of .*$/,
    'Das ist kein Rätsel von cwsat, oder eines einer anderen Version: „cwsat“ ist darin „$1“.',
  ],
  [
    /^(?:`\w+` and `\w+` are|`\w+` are|it has) (\d+)(?: rows)? and (\d+)(?: columns)?; each has to be from 1 to (\d+)$/,
    'Es hat $1 Zeilen und $2 Spalten; möglich sind jeweils 1 bis $3.',
  ],
  [/^`(\w+)` has (\d+) rows, but `(\w+)` says (\d+)$/, '„$1“ hat $2 Zeilen, aber nach „$3“ sind es $4.'],
  [/^there are (\d+) fields, but `(\w+)` says (\d+)$/, 'Hier sind $1 Felder, aber nach „$2“ sind es $3.'],
  [
    /^`(.+)` is not a field of the kind \S+$/,
    'In Rätseln dieser Art gibt es kein Feld „$1“.',
  ],
  [
    /^the field (\[.+\]) is in no block or in two, .*$/,
    'Das Feld $1 ist in keinem Block oder in zweien, liegt außerhalb, oder dort steht weder „+“ noch eine Zahl.',
  ],
  [
    /^the field (\[.+\]) holds no letter of the solution; .*$/,
    'Das Feld $1 hat keinen Buchstaben der Lösung; nehmen Sie es hier heraus.',
  ],
  [/^it has no `question`, .*$/, 'Es fehlt „question“, das Feld der Frage und ihr Pfeil.'],
  [/^it has a `question`, .*$/, '„question“ gibt es nur in Schwedenrätseln; lassen Sie es weg.'],
  [
    /^its question is at (.+) \(counted from 1\), which is not a question field$/,
    'Die Frage wäre in $1 (von 1 an gezählt), und das ist kein Fragefeld.',
  ],
  [
    /^there are no fields for a word where its question points$/,
    'Wohin die Frage zeigt, sind keine Felder für ein Wort.',
  ],
  [
    /^`row`, `column` and `direction` are not where its question points; .*$/,
    '„row“, „column“ und „direction“ sind nicht, wohin die Frage zeigt; berichtigen Sie das, oder lassen Sie sie weg.',
  ],
  [/^`(\w+)` is missing, which says where the word is$/, 'Es fehlt „$1“, ohne das niemand weiß, wo das Wort steht.'],
  [
    /^the word leaves the grid, or crosses a field without a letter$/,
    'Das Wort verlässt das Gitter oder führt durch ein Feld ohne Buchstaben.',
  ],
  [/^the fields spell `(.*)`; .*$/, 'In den Feldern steht „$1“; berichtigen Sie eines von beiden.'],
  [
    /^its `spelling` is `(.*)`, which has other letters; .*$/,
    'Die Schreibweise „$1“ hat andere Buchstaben; berichtigen Sie sie, oder lassen Sie sie weg.',
  ],
  [/^another entry has the same place; .*$/, 'Ein anderer Eintrag hat denselben Platz; behalten Sie einen davon.'],
  [/^it has a clue without text; .*$/, 'Eine Frage hat keinen Text; lassen Sie sie weg.'],
  [/^puzzles of this kind have no words$/, 'Rätsel dieser Art haben keine Wörter.'],
  // Puzzles of other programs.
  [/^this is not an ipuz file: (.+)$/, (_, why) => `Das ist keine Datei in ipuz: ${foreign(why)}.`],
  [/^`version` is (.*); versions 1 and 2 .*$/, '„version“ ist „$1“; gelesen werden die Versionen 1 und 2.'],
  [
    /^`kind` is (.*); only crosswords and arrowwords .*$/,
    '„kind“ ist „$1“; gelesen werden nur Kreuzworträtsel und Schwedenrätsel.',
  ],
  [/^(.+) is not a field of a crossword$/, '„$1“ ist kein Feld eines Kreuzworträtsels.'],
  [
    /^column (\d+), row (\d+) holds no letter of the solution; .*$/,
    'In Spalte $1, Zeile $2 ist kein Buchstabe der Lösung; nehmen Sie das Feld hier heraus.',
  ],
  [
    /^column (\d+), row (\d+) holds no blocked field; .*$/,
    'In Spalte $1, Zeile $2 ist kein gesperrtes Feld; nehmen Sie das Feld hier heraus.',
  ],
  [
    /^it is neither `\[number, text\]` nor .*$/,
    'Das ist weder „[Nummer, Text]“ noch ein Objekt mit „clue“, „location“ und dergleichen.',
  ],
  [
    /^its place is unknown: .*$/,
    'Der Platz ist unbekannt: Kein Feld von „puzzle“ hat diese Nummer, und „cells“ hilft auch nicht weiter.',
  ],
  [/^there are no fields for a word at its place$/, 'An dieser Stelle sind keine Felder für ein Wort.'],
  [
    /^it has no `location`, .*$/,
    'Es fehlt „location“, Spalte und Zeile ihres Felds, die im Schwedenrätsel jede Frage braucht.',
  ],
  [/^its `location` is not a field for clues .*$/, '„location“ ist kein Feld für Fragen, also kein Block von „puzzle“.'],
  [/^its arrow is not clear; .*$/, 'Der Pfeil ist nicht eindeutig; geben Sie „cells“ an.'],
  [
    /^another clue asks for the same word in the same way; .*$/,
    'Eine andere Frage fragt genauso nach diesem Wort; behalten Sie eine davon.',
  ],
  [
    /^this is not an Across Lite file: .*$/,
    'Das ist keine Datei von Across Lite: Am Anfang steht nicht „ACROSS&DOWN“.',
  ],
  [/^the file ends in the middle of .*$/, 'Die Datei bricht mittendrin ab; besorgen Sie sie noch einmal.'],
  [
    /^it has (\d+) clues, but (\d+) words in its fields; .*$/,
    'Sie hat $1 Fragen, aber in den Feldern sind $2 Wörter: Sie ist beschädigt, oder von anderer Art.',
  ],
  // Texts of crosswords and criss-crosses.
  [/^there is no row in it; .*$/, 'Das Gitter hat keine Zeile; schreiben Sie für jede eine.'],
  [
    /^`(.)` is not a field; .* every second column, .*$/,
    '„$1“ ist kein Feld; offene Felder sind „.“, Blöcke „#“, Buchstaben A bis Z, und Felder stehen in jeder zweiten Spalte.',
  ],
  [
    /^`(.)` is not a field; open fields .*$/,
    '„$1“ ist kein Feld; offene Felder sind „.“ oder „o“, Blöcke „#“ oder „x“, und Buchstaben A bis Z, groß geschrieben.',
  ],
  [/^the row has (?:more than )?(\d+) fields; at most (\d+) are allowed$/, 'Hier sind zu viele Felder; höchstens $2 sind möglich.'],
  [/^this is row (\d+) \+ 1; .*$/, 'Das Gitter hat zu viele Zeilen; höchstens $1 sind möglich.'],
  [
    /^grid rows continue below a blank line; .*$/,
    'Nach einer leeren Zeile geht das Gitter weiter; schreiben Sie nur eines in eine Datei, ohne leere Zeilen darin.',
  ],
  [/^all fields are blocks, so there is nothing to fill$/, 'Alle Felder sind Blöcke, also gibt es nichts zu füllen.'],
  [
    /^the first line is not `(\w+)`, .*$/,
    'Die erste Zeile ist nicht „$1“, woran ein Rätsel mit Balken zu erkennen ist; schreiben Sie das darüber.',
  ],
  [
    /^`(.)` is between two fields, .*$/,
    '„$1“ steht zwischen zwei Feldern, wo nur ein Leerzeichen oder der Balken „|“ stehen kann.',
  ],
  [/^the row has (\d+) fields, but the first one has (\d+)$/, 'Hier sind $1 Felder, in der ersten Zeile aber $2.'],
  [/^a line of bars belongs between two rows$/, 'Balken gehören zwischen zwei Zeilen des Gitters.'],
  [/^this bar is below no field; .*$/, 'Über diesem Balken ist kein Feld; schreiben Sie „-“ genau unter das Feld.'],
  [
    /^expected `(\S+) ROWS COLUMNS` with numbers from 1 to (\d+), found `(.*)`; .*$/,
    'Hier steht „$3“, und nicht „$1“ mit der Zahl der Zeilen und der Spalten, je von 1 bis $2; ist das eine Liste von Wörtern?',
  ],
  [
    /^row (\d+) of the grid should have (\d+) characters, .* found `(.*)`$/,
    'Hier steht „$3“; Zeile $1 des Gitters müsste $2 Zeichen haben, jedes ein Punkt, ein Großbuchstabe oder eine Ziffer.',
  ],
  [
    /^expected `across`, `down`, or a word as in .*, found `(.*)`$/,
    'Hier steht „$1“, und nicht „across“, „down“ oder ein Wort wie „1 (0,3) ROSE“.',
  ],
  [
    /^found a word before the first line `across` or `down`, .*$/,
    'Das Wort steht vor der ersten Zeile „across“ oder „down“, die seine Richtung nennt.',
  ],
  [/^there are no words on the board$/, 'Auf dem Brett liegt kein Wort.'],
  [/^(\S+) at (.+) has fewer than two letters$/, '$1 in $2 hat weniger als zwei Buchstaben.'],
  [/^(\S+) at (.+) leaves the board$/, '$1 in $2 verlässt das Brett.'],
  [/^(\S+) at (.+) is not in the list of words$/, '$1 in $2 steht nicht in der Wortliste.'],
  [
    /^(\S+) lies at (.+) and at (.+); every word is laid once$/,
    '$1 liegt in $2 und in $3; jedes Wort wird einmal gelegt.',
  ],
  [/^the field at (.+) would be (.) in (\S+) and (.) in (\S+)$/, 'Das Feld in $1 wäre $2 in $3 und $4 in $5.'],
  [
    /^the field at (.+) is in several words (?:across|down): (.+)$/,
    'Das Feld in $1 gehört zu mehreren Wörtern derselben Richtung: $2.',
  ],
  [/^(\S+) at (.+) is not set off: .*$/, '$1 in $2 ist nicht abgesetzt: Daneben steht ein Buchstabe.'],
  [
    /^the letters at (.+) and at (.+) touch, .*$/,
    'Die Buchstaben in $1 und $2 berühren sich, gehören aber zu keinem gemeinsamen Wort.',
  ],
  [/^not connected to (\S+) by crossing words: (.+)$/, 'Mit $1 hängt nicht zusammen: $2.'],
  [
    /^the grid shows (\S+) at (.+), but the words say (\S+)$/,
    (_, drawn, place, says) => {
      const shown = (/** @type {string} */ letter) => (letter === 'nothing' ? 'nichts' : letter);
      return `Im Gitter steht ${shown(drawn)} in ${place}, nach den Wörtern wäre es ${shown(says)}.`;
    },
  ],
  [/^(\S+) has the number (\d+), but should have (\d+)$/, '$1 hat die Nummer $2 und müsste $3 haben.'],
  // Export.
  [
    /^(\S.*) holds .*, but this is a puzzle of the kind \S+; .*$/,
    'Für Rätsel dieser Art gibt es $1 nicht; nehmen Sie JSON.',
  ],
  [
    /^(\S.*) finds words by the fields alone, and .*$/,
    '$1 findet Wörter nur nach den Feldern, und das geht hier nicht auf; nehmen Sie ipuz.',
  ],
  [/^this is a puzzle of the kind (\w+); .*$/, 'Für Rätsel dieser Art gibt es dieses Format nicht.'],
  [
    /^(\S.*) holds at most (\d+) (.+), but there are (\d+); .*$/,
    (_, format, most, what, found) =>
      `${format} hat Platz für höchstens ${most} ${COUNTED[what] ?? 'Zeilen und Spalten'}, und hier sind es ${found}; nehmen Sie ipuz.`,
  ],
  [
    /^(\S.*) holds the letters A to Z, and the puzzle has (.+); .*$/,
    '$1 hat nur die Buchstaben A bis Z, und im Rätsel gibt es $2; nehmen Sie JSON.',
  ],
  [
    /^the (?:title|author|list of credits) of the puzzle, of (\d+) characters, leaves no room for the grid on (\S+) paper; .*$/,
    'Titel, Autor oder Quellen sind so lang ($1 Zeichen), dass auf Papier der Größe $2 kein Platz für das Gitter bleibt; kürzen Sie sie.',
  ],
  [
    /^(\d+) x (\d+) fields of .* do not fit on (\S+) paper, .*$/,
    '$1 x $2 Felder passen nicht auf Papier der Größe $3; exportieren Sie ein Bild (SVG oder PNG).',
  ],
  [
    /^the puzzle is not solved, so it has no solution to draw; .*$/,
    'Das Rätsel ist nicht gelöst, also gibt es keine Lösung zu zeichnen; füllen Sie es erst, oder lassen Sie die Lösung weg.',
  ],
  [/^the font has no (.+), which the puzzle needs .*$/, 'Der Schrift fehlt $1, was im Rätsel vorkommt.'],
  [
    /^the picture would have (\d+) x (\d+) pixels, .*$/,
    'Das Bild hätte $1 x $2 Punkte, was zu viel ist; exportieren Sie SVG oder PDF.',
  ],
  [/^the font (\S+) cannot be embedded in a PDF .*$/, 'Die Schrift $1 lässt sich nicht in ein PDF aufnehmen.'],
  [/^this is not a TrueType or OpenType font .*$/, 'Das ist keine Schrift in TrueType oder OpenType.'],
  [/^the font lacks (.+); .*$/, 'Der Schrift fehlt $1.'],
  [
    /^this picture cannot be read \(it has (\d+) x (\d+) pixels, and at most (\d+) million can be read\); .*$/,
    'Dieses Bild hat $1 x $2 Punkte, und höchstens $3 Millionen sind möglich; nehmen Sie ein kleineres.',
  ],
  [
    /^this picture cannot be read \(.*\); .*$/,
    'Dieses Bild lässt sich nicht lesen; nehmen Sie eine andere Datei in PNG oder JPEG.',
  ],
  [/^there is nothing to draw$/, 'Es gibt nichts zu zeichnen.'],
  // Requests that are not let in.
  [
    /^this server has another address; .*$/,
    'Das Programm hat eine andere Adresse; nehmen Sie den Link, den es ausgegeben hat.',
  ],
  [/^requests from other pages are refused$/, 'Anfragen anderer Seiten werden abgewiesen.'],
  [
    /^this link has been used already; .*$/,
    'Diese Adresse gilt nur einmal; nehmen Sie den Link, den das Programm ausgegeben hat.',
  ],
  [
    /^the token is missing or wrong; .*$/,
    'Dieser Link gilt nicht mehr; nehmen Sie den, den das Programm ausgegeben hat.',
  ],
  [/^there is nothing here$/, 'Hier ist nichts.'],
  [/^this cannot be asked for in this way$/, 'So lässt sich das nicht anfragen.'],
  [/^a body has to come with its length$/, 'Was geschickt wird, muss seine Länge nennen.'],
  [/^this is too large$/, 'Das ist zu groß.'],
  [/^a body of another type is expected: .*$/, 'Erwartet wird etwas anderes: ein Befehl in JSON, oder eine Datei.'],
  [/^this request takes no body$/, 'Hierhin lässt sich nichts schicken.'],
  [
    /^this is not a valid request: .*$/,
    'Das Programm versteht diese Anfrage nicht; laden Sie die Seite neu, und melden Sie das bitte.',
  ],
];
