// What the program says about a search, and why it has found nothing, in German.

/**
 * Whole sentences, some of which contain others: those are put into German first.
 * @param {(text: string) => string} german
 * @returns {[RegExp, string | ((...parts: string[]) => string)][]}
 */
export default (german) => [
  [/^(.+); correct the grid$/, (_, broken) => `${german(broken)} Ändern Sie das Gitter.`],
  [/^with ((?:[A-Z]+ \S+ in Zeile \d+, Spalte \d+(?: and )?)+), (.+)$/, (_, words, why) => `Mit ${words.replaceAll(' and ', ' und ')}: ${german(why)}`],
  [
    /^the answer that was found breaks a rule, .*?: (.+)$/,
    (_, broken) => `Eine Antwort verletzt eine Regel, ein Fehler des Programms; melden Sie das bitte: ${german(broken)}`,
  ],
  [/^a job finds (\d+) to (\d+) alternatives$/, 'Eine Suche findet $1 bis $2 Antworten.'],
  [
    /^a job takes more than 0 and at most (\d+) seconds$/,
    'Eine Suche dauert mehr als 0 und höchstens $1 Sekunden.',
  ],
  [
    /^an answer broke a rule and was dropped: .*$/,
    'Eine Antwort verletzte eine Regel und wurde verworfen: Melden Sie das bitte.',
  ],
  [/^a criss-cross has no blocks or bars$/, 'Ein Criss-Cross hat keine Blöcke und Balken.'],
  [
    /^a barred crossword of (\d+) rows and (\d+) columns cannot be made; .* at most (\d+) in all$/,
    'In $1 Zeilen und $2 Spalten lässt sich nichts anordnen: Nehmen Sie ein Gitter mit mindestens 3 Zeilen und Spalten und höchstens $3 Feldern.',
  ],
  [
    /^no barred grid of (\d+) rows and (\d+) columns is the same .*$/,
    'Für $1 Zeilen und $2 Spalten gibt es keine Anordnung von Balken mit genug gekreuzten Buchstaben und mit Wörtern der Längen, die die Liste hat: Nehmen Sie eine andere Größe.',
  ],
  [/^there is no solution word yet; .*$/, 'Es ist kein Lösungswort gewünscht; nennen Sie erst eines.'],
  [/^started$/, 'Begonnen'],
  [/^laying out$/, 'Ordnet an'],
  [/^filling$/, 'Füllt'],
  [/^looking for better words$/, 'Sucht bessere Wörter'],
  [
    /^(\d+) templates of this style were made, and none could be filled .*$/,
    '$1 Anordnungen in diesem Stil ließen sich nicht füllen: Nehmen Sie einen anderen Stil oder ein kleineres Gitter.',
  ],
  [
    /^no crossword of this style with (\d+) rows and (\d+) columns can be made from this word list(?: with .+ in it)?, proven: .*$/,
    'In $1 Zeilen und $2 Spalten gibt es in diesem Stil kein Rätsel aus Wörtern der Liste, das ist bewiesen: Nehmen Sie eine andere Größe oder einen anderen Stil.',
  ],
  [
    /^stopped before a template was found: .*$/,
    'In dieser Zeit wurde keine Anordnung gefunden: Geben Sie mehr Zeit.',
  ],
  [
    /^stopped before a complete fill was found \((\d+) of (\d+) fields at best, without (.+)\): .*$/,
    'In dieser Zeit ließ sich nicht alles füllen (höchstens $1 von $2 Feldern, ohne $3): Geben Sie mehr Zeit.',
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
    /^(.+) cannot all be in a grid of this size, which has room for at most (\d+) words of (\d+) letters; .*$/,
    'In ein Gitter dieser Größe passen höchstens $2 Wörter mit $3 Buchstaben, also nicht zusammen $1: Lassen Sie einige weg, oder nehmen Sie ein größeres Gitter.',
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
    /^the own words do not all fit into this grid together: .*$/,
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
    /^`(.+)` is not a word of letters; .*$/,
    '„$1“ ist kein Wort aus Buchstaben; schreiben Sie das Lösungswort wie SOMMER.',
  ],
  [
    /^the solution word has (\d+) letters; a puzzle can have up to (\d+)$/,
    'Das Lösungswort hat $1 Buchstaben; möglich sind bis zu $2.',
  ],
  [
    /^this layout and these words allow no other puzzle without it$/,
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
    /^no other layout of these fields rates higher and can be filled$/,
    'Keine andere Anordnung dieser Felder wird höher bewertet und lässt sich füllen.',
  ],
  [
    /^nothing that rates higher was found; .*$/,
    'Es wurde nichts gefunden, was höher bewertet wird; geben Sie mehr Zeit, oder lassen Sie mehr ändern.',
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
  [
    /^the question at (.+) asks for a word that is too short, or begins inside another one, and .*$/,
    'Die Frage in $1 fragt nach einem Wort, das zu kurz ist oder in einem anderen beginnt und hier gefüllt würde: Beheben Sie das zuerst.',
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
];
