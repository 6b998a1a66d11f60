// What the program says in sentences of its own, in German. It says them in English, the same everywhere; a sentence that is
// not known here is shown as it is.

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
    /^(.+) is no question field, so no arrow can leave it: make it one first$/,
    '$1 ist kein Fragefeld, also kann kein Pfeil davon ausgehen: Machen Sie es erst dazu.',
  ],
  [/^(.+) has no question with the arrow (\S+); .*$/, 'In $1 gibt es diese Frage nicht mehr.'],
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
  [/^`(.+)` is no letter; .*$/, '„$1“ ist kein Buchstabe; in ein Feld kommt einer von A bis Z.'],
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
  [/^(.+) is in no island: .*$/, '$1 gehört zu keiner Insel: Ein Bild kommt auf gesperrte Felder.'],
  [
    /^`(.+)` is no name of a file in this folder: .*$/,
    '„$1“ ist kein Name für eine Datei in diesem Ordner: ohne Schrägstrich, und kein Punkt am Anfang.',
  ],
  [
    /^this is a puzzle of the kind (.+); only arrowwords can be edited so far$/,
    'Das ist ein Rätsel der Art $1; bearbeiten lassen sich bisher nur Schwedenrätsel.',
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
  [/^there is nothing to do again$/, 'Es gibt nichts zu wiederholen.'],
  [
    /^this alternative is not offered any more; .*$/,
    'Diese Antwort wird nicht mehr angeboten; starten Sie die Suche noch einmal.',
  ],
  [/^no solution word is wished for; .*$/, 'Es ist kein Lösungswort gewünscht; nennen Sie erst eines.'],
  [/^there is no file (.+) in this folder$/, 'In diesem Ordner gibt es keine Datei $1.'],
  [
    /^`(.+)` is no name of a puzzle; .*$/,
    '„$1“ ist kein Name für ein Rätsel; die Endung ist .json oder .cwg.',
  ],
  [/^`(.+)` is no name of a picture; .*$/, '„$1“ ist kein Name für ein Bild; die Endung ist .png oder .jpg.'],
  [
    /^`(.+)` cannot be taken: .*$/,
    '„$1“ lässt sich nicht aufnehmen: Möglich sind Bilder (.png, .jpg) und Rätsel (.json, .cwg, .ipuz, .puz).',
  ],
  [
    /^there is another file (.+) already; .*$/,
    'Es gibt schon eine andere Datei $1; benennen Sie eine davon um.',
  ],
  [
    /^(.+): this is no picture of the type that its name says$/,
    '$1: Das ist kein Bild der Art, die der Name sagt.',
  ],
  [/^started$/, 'Begonnen'],
  [/^laying out$/, 'Ordnet an'],
  [/^filling$/, 'Füllt'],
  [/^looking for better words$/, 'Sucht bessere Wörter'],
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
  [/^the letter at (.+) is pinned and is not (.); let go of it$/, 'Der Buchstabe in $1 ist angeheftet und kein $2; lösen Sie ihn.'],
  [/^somebody else has changed (.+), too: what they made is kept as (.+); close one of the programs$/, 'Auch jemand anderes hat $1 geändert: Was dabei entstand, bleibt als $2 erhalten; schließen Sie eines der Programme.'],
  [/^the program is ending; start it again$/, 'Das Programm endet gerade; starten Sie es neu.'],
  [/^too many windows are open, .*$/, 'Zu viele Fenster sind offen, oder das Programm endet gerade; schließen Sie einige.'],
  [/^that is more than anybody can click; .*$/, 'So schnell kann niemand klicken; warten Sie einen Augenblick.'],
];

/** @param {string} text */
export function german(text) {
  const parts = PARTS.reduce((said, [pattern, by]) => said.replace(pattern, by), text);
  const whole = WHOLE.reduce((said, [pattern, by]) => said.replace(pattern, by), parts);
  return whole;
}
