// What is drawn in a field: its letter, its clues, and the small signs in its corners.

import { SIDE } from './arrows.js';
import { h } from './dom.js';
import { isLetterField, state } from './state.js';

/** @param {string} c @param {string|undefined} fits @param {string[]} texts @param {any} info @param {string} name */
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

/** The clues in a question field, small as in print. @param {string[]} texts */
function questions(texts) {
  const made = [];
  if (texts.length > 1) made.push(h('path', { d: `M0 30h${SIDE}`, class: 'divider' }));
  if (!texts.length) return [h('text', { x: 30, y: 42, class: 'no-arrow', 'aria-hidden': 'true' }, '?')];
  texts.forEach((text, index) => {
    const [height, top] = texts.length > 1 ? [SIDE / 2, (index * SIDE) / 2] : [SIDE, 0];
    const most = texts.length > 1 ? 3 : 6;
    const lines = state.shows_clues ? wrapped(text, most) : [];
    const first = top + height / 2 - (lines.length - 1) * 4.7 + 3.3;
    if (!lines.length)
      made.push(
        h(
          'text',
          { x: 30, y: top + height / 2 + 5, class: 'no-clue', 'aria-hidden': 'true' },
          text ? '•' : '–',
        ),
      );
    lines.forEach((line, at) =>
      made.push(h('text', { x: 30, y: first + at * 9.4, class: 'clue', 'aria-hidden': 'true' }, line)),
    );
  });
  return made;
}

/** Breaks a clue into lines of about thirteen characters, which is what the narrow type of print takes. @param {string} text @param {number} most */
function wrapped(text, most) {
  const WIDTH = 13;
  const lines = [];
  let line = '';
  for (let word of text.split(/\s+/).filter(Boolean)) {
    while (word.length > WIDTH) {
      if (line) lines.push(line);
      line = '';
      lines.push(`${word.slice(0, WIDTH - 1)}-`);
      word = word.slice(WIDTH - 1);
    }
    if (line && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else {
      line = line ? `${line} ${word}` : word;
    }
  }
  if (line) lines.push(line);
  return lines.length > most
    ? [...lines.slice(0, most - 1), `${lines[most - 1].slice(0, WIDTH - 1)}…`]
    : lines;
}
