// What is drawn in a field: its letter, its clues, and the small signs in its corners.

import { SIDE } from './arrows.js';
import { h } from './dom.js';
import { isLetterField, state } from './state.js';
import { number } from './text.js';

/** @param {string} c @param {string|undefined} fits @param {any[]} texts @param {any} info @param {string} name */
export function parts(c, fits, texts, info, name) {
  const made = [];
  const hidden = { 'aria-hidden': 'true' };
  if (c === '?') {
    made.push(...questions(texts));
  } else if (c !== '.' && isLetterField(c)) {
    made.push(h('text', { x: 30, y: 46, class: 'glyph', ...hidden }, c));
  } else if (fits === '') {
    made.push(h('path', { d: 'M20 20l20 20m0-20l-20 20', class: 'cross' }));
  } else if (state.heat && fits?.length === 1) {
    made.push(h('text', { x: 30, y: 46, class: 'ghost', ...hidden }, fits));
  } else if (state.heat && fits && fits.length <= 6) {
    made.push(h('text', { x: 55, y: 54, class: 'count', ...hidden }, String(fits.length)));
  }
  if (info.numbers.has(name)) {
    made.push(h('text', { x: 3, y: 14, class: 'word-number', ...hidden }, String(info.numbers.get(name))));
  }
  if (info.pinned.has(name)) made.push(h('path', { d: 'M46 0h14v14z', class: 'pin' }));
  if (info.faults.has(name)) made.push(h('circle', { cx: 52, cy: 52, r: 4, class: 'fault' }));
  if (info.solution.has(name)) {
    made.push(
      h('circle', { cx: 12, cy: 48, r: 9, class: 'spelled' }),
      h('text', { x: 12, y: 52, class: 'spelled-number', ...hidden }, String(info.solution.get(name))),
    );
  }
  return made;
}

/**
 * A question: its clue, the lines in which print sets it, and how many words fit if it is not filled.
 * @typedef {{text: string, lines: import('./types.js').Line[]|undefined, count: number|undefined}} Question
 */

/**
 * The clues in a question field, line by line as print sets them. Where there is none, and the word is not filled, it is the
 * number of words that fit.
 * @param {Question[]} texts
 */
function questions(texts) {
  const made = [];
  if (texts.length > 1) made.push(h('path', { d: `M0 30h${SIDE}`, class: 'divider' }));
  if (!texts.length) return [h('text', { x: 30, y: 42, class: 'no-arrow', 'aria-hidden': 'true' }, '?')];
  texts.forEach(({ text, lines, count }, index) => {
    const [height, top] = texts.length > 1 ? [SIDE / 2, (index * SIDE) / 2] : [SIDE, 0];
    if (text && lines?.length && state.shows_clues) {
      made.push(
        ...lines.map(({ text: line, x, y, size }) =>
          h(
            'text',
            { x: x * SIDE, y: y * SIDE, class: 'clue', 'font-size': size * SIDE, 'aria-hidden': 'true' },
            line,
          ),
        ),
      );
      return;
    }
    // A clue that does not fit stands below the grid in print.
    const isCounted = !text && count !== undefined && state.heat;
    const sign = isCounted ? number(count) : !text ? '–' : state.shows_clues && lines ? '…' : '•';
    const kind = isCounted ? (count ? 'fitting' : 'fitting is-bad') : 'no-clue';
    made.push(h('text', { x: 30, y: top + height / 2 + 5, class: kind, 'aria-hidden': 'true' }, sign));
  });
  return made;
}
