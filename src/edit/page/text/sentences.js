// What the program says in sentences of its own, in German. It says them in English, the same everywhere; a sentence that is
// not known here is shown as it is, and a test demands that there is none.

import { PLACES, files } from './of_files.js';
import puzzles from './of_puzzles.js';
import searches from './of_searches.js';

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

/** Whole sentences; the first that fits is taken. @type {[RegExp, string | ((...parts: string[]) => string)][]} */
const WHOLE = [...puzzles, ...searches(german), ...files];

/** What applies only to the command line, and what the page says instead. @type {[RegExp, string][]} */
const PLAIN = [
  [/ \(--(?:free|extend)\)/, ''],
  [
    /try another --seed, more time if there is a limit, or another word/,
    'search again, give it more time, or choose another word',
  ],
  [/; `cwsat (?:explain|check|import)` .*$/, ''],
  [/; (?:use larger paper, or )?(?:give a smaller --cell|draw it as a picture).*$/, '; export a picture instead'],
  [/; give a smaller --dpi$/, '; export SVG or PDF instead'],
  [/; give another one with --font$/, ''],
];

/** A sentence of the program without what applies only to the command line. @param {string} text */
export const english = (text) => PLAIN.reduce((said, [pattern, by]) => said.replace(pattern, by), text);

/** @param {string} text @returns {string} */
export function german(text) {
  const parts = PARTS.reduce((said, [pattern, by]) => said.replace(pattern, by), text);
  const whole = WHOLE.find(([pattern]) => pattern.test(parts));
  if (whole) return parts.replace(whole[0], /** @type {any} */ (whole[1]));
  // First the place in a file, then what is wrong there.
  for (const [pattern, by] of PLACES) {
    const place = pattern.exec(parts)?.[0];
    if (place) return place.replace(pattern, by) + german(parts.slice(place.length));
  }
  return parts;
}
