// The grid as a drawing: one group a field, which is changed only where the field has changed. A reader of the screen finds
// a grid with rows and fields, each with a sentence about what it is.

import { ARROWS, SIDE, drawn } from './arrows.js';
import { parts } from './cell.js';
import { address } from './connection.js';
import { fill, h, set } from './dom.js';
import { charAt, isLetterField, key, lookedAt, same, size, state, wordsThrough } from './state.js';
import { many, place, t, told } from './text.js';

/** @typedef {import('./types.js').Cell} Cell */

const rowsLayer = h('g');
const islandsLayer = h('g', { 'aria-hidden': 'true' });
const arrowsLayer = h('g', { 'aria-hidden': 'true', class: 'arrows' });

export const drawing = h(
  'svg',
  { id: 'grid', role: 'grid', 'aria-multiselectable': 'true', focusable: 'false' },
  h(
    'defs',
    {},
    h(
      'pattern',
      { id: 'dead', width: 10, height: 10, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
      h('rect', { width: 10, height: 10, class: 'dead-back' }),
      h('rect', { width: 3, height: 10, class: 'dead-line' }),
    ),
  ),
  rowsLayer,
  islandsLayer,
  arrowsLayer,
);

/** What is drawn of each field. @type {Map<string, {group: any, rect: any, parts: any, shown: string}>} */
let cells = new Map();
let drawnSize = '';

/** The group of a field. @param {Cell} cell @returns {SVGGElement|undefined} */
export const groupOf = (cell) => cells.get(key(cell))?.group;

/** How strongly a field is tinted: 5 for one letter, 0 for many. @param {number} letters */
export const heatOf = (letters) =>
  letters <= 1 ? 5 : letters <= 3 ? 4 : letters <= 6 ? 3 : letters <= 10 ? 2 : letters <= 15 ? 1 : 0;

function rebuild() {
  const { rows, columns } = size();
  cells = new Map();
  set(drawing, 'viewBox', `-2 -2 ${columns * SIDE + 4} ${rows * SIDE + 4}`);
  set(drawing, 'aria-rowcount', rows);
  set(drawing, 'aria-colcount', columns);
  const row = (/** @type {number} */ r) =>
    h('g', { role: 'row', 'aria-rowindex': r + 1 }, ...Array.from({ length: columns }, (_, c) => cell(r, c)));
  fill(rowsLayer, ...Array.from({ length: rows }, (_, r) => row(r)));
  islands = '';
  arrows = '';
}

/** @param {number} r @param {number} c */
function cell(r, c) {
  const rect = h('rect', { width: SIDE, height: SIDE, class: 'back' });
  const parts = h('g');
  const group = h(
    'g',
    {
      role: 'gridcell',
      'aria-colindex': c + 1,
      tabindex: -1,
      'data-cell': `${r},${c}`,
      transform: `translate(${c * SIDE} ${r * SIDE})`,
    },
    rect,
    h('rect', { width: SIDE, height: SIDE, class: 'over' }),
    parts,
    h('rect', { x: 3, y: 3, width: SIDE - 6, height: SIDE - 6, class: 'ring' }),
  );
  cells.set(`${r},${c}`, { group, rect, parts, shown: '' });
  return group;
}

/** Draws what has changed. */
export function draw() {
  if (!state.puzzle) return;
  const { rows, columns } = size();
  if (drawnSize !== `${rows}x${columns}`) {
    drawnSize = `${rows}x${columns}`;
    rebuild();
  }
  set(drawing, 'aria-label', t('grid_label', { rows, columns }));
  set(drawing, 'aria-readonly', state.line === 'here' ? null : 'true');
  const word = lookedAt();
  const info = {
    pinned: new Set(state.puzzle.pinned.map(key)),
    fits: new Map(
      state.analysisOf === state.revision
        ? state.analysis.fields.map((/** @type {any} */ f) => [key(f.at), f.letters])
        : lastFits,
    ),
    faults: faults(),
    word: new Set(word?.cells.map(key)),
    asked: word ? key(word.question.at) : '',
    solution: new Map(
      (state.choosing ?? state.puzzle.solution_word).map((/** @type {Cell} */ c, /** @type {number} */ i) => [
        key(c),
        i + 1,
      ]),
    ),
    clues: clues(),
  };
  lastFits = info.fits;
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) drawCell([r, c], info);
  drawArrows(word);
  drawIslands();
}

/** @type {Map<string, string>} */
let lastFits = new Map();

/** The fields that break a rule, with the first sentence about each. */
function faults() {
  /** @type {Map<string, string>} */
  const found = new Map();
  // While question fields are still missing nearly everything breaks a rule; then only what is about words is marked.
  for (const { text, cells } of state.analysis?.faults ?? []) {
    if (cells.length > 1) for (const cell of cells) if (!found.has(key(cell))) found.set(key(cell), text);
  }
  return found;
}

/** The clues of each question field, top first. */
function clues() {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  const order = (/** @type {any} */ word) => ARROWS.indexOf(word.question.arrow);
  for (const word of [...state.puzzle.words].sort((a, b) => order(a) - order(b))) {
    const at = key(word.question.at);
    found.set(at, [...(found.get(at) ?? []), word.clues[0]?.text ?? '']);
  }
  return found;
}

/** @param {Cell} at @param {any} info */
function drawCell(at, info) {
  const name = key(at);
  const cell = cells.get(name);
  if (!cell) return;
  const c = charAt(at);
  const fits = c === '.' ? info.fits.get(name) : undefined;
  const isCurrent = key(state.at) === name;
  const kind = c === '?' ? 'question' : isLetterField(c) ? 'letter' : 'blocked';
  const classes = [
    'cell',
    kind,
    fits === '' && 'is-dead',
    state.heat && fits && `heat-${heatOf(fits.length)}`,
    info.faults.has(name) && 'is-faulty',
    info.word.has(name) && 'in-word',
    info.asked === name && 'asks',
    state.marked.has(name) && 'is-marked',
    isCurrent && 'is-current',
    info.pinned.has(name) && 'is-pinned',
  ].filter(Boolean);
  const texts = kind === 'question' ? (info.clues.get(name) ?? []) : [];
  const show = {
    c,
    fits,
    classes,
    texts: state.shows_clues ? texts : texts.length,
    number: info.solution.get(name),
    language: state.language,
    heat: state.heat,
    fault: info.faults.get(name),
  };
  set(cell.group, 'tabindex', isCurrent ? 0 : -1);
  set(cell.group, 'aria-selected', state.marked.has(name) ? 'true' : 'false');
  const now = JSON.stringify(show);
  if (cell.shown === now) return;
  cell.shown = now;
  set(cell.group, 'class', classes.join(' '));
  set(cell.group, 'aria-label', described(at, c, fits, texts, info));
  fill(cell.parts, ...parts(c, fits, texts, info, name));
}

/** What a field is, in a sentence. @param {Cell} at @param {string} c @param {string|undefined} fits @param {string[]} texts @param {any} info */
function described(at, c, fits, texts, info) {
  const what =
    c === '?'
      ? [t('kind_question'), ...texts.filter(Boolean)]
      : c === '.'
        ? [
            t('kind_open'),
            fits === undefined ? '' : fits === '' ? t('dead') : many('letters_fit', fits.length),
          ]
        : isLetterField(c)
          ? [c]
          : [t('kind_blocked')];
  const more = [
    info.pinned.has(key(at)) && t('pinned'),
    info.faults.has(key(at)) && `${t('faulty')}: ${told(info.faults.get(key(at)))}`,
  ];
  return [place(at), ...what, ...more].filter(Boolean).join(', ');
}

let arrows = '';

/** @param {any} word */
function drawArrows(word) {
  const asked = state.puzzle.words.map((/** @type {any} */ other) => other.question);
  const now = JSON.stringify([asked, word?.question]);
  if (now === arrows) return;
  arrows = now;
  const path = (/** @type {any} */ question) =>
    h('path', { ...drawn(question), class: same(question, word?.question) ? 'arrow is-looked' : 'arrow' });
  fill(arrowsLayer, ...asked.map(path));
}

let islands = '';

/** The pictures, each over its island. */
function drawIslands() {
  const now = JSON.stringify([state.puzzle.pictures, state.puzzle.grid]);
  if (now === islands) return;
  islands = now;
  fill(
    islandsLayer,
    ...state.puzzle.pictures.map((/** @type {{at: Cell, file: string}} */ { at, file }) => {
      const [top, left, bottom, right] = box(islandOf(at));
      const place = {
        x: left * SIDE,
        y: top * SIDE,
        width: (right - left + 1) * SIDE,
        height: (bottom - top + 1) * SIDE,
      };
      return h(
        'g',
        { class: 'island' },
        h('image', {
          ...place,
          href: address('file', { name: file }),
          preserveAspectRatio: 'xMidYMid slice',
        }),
        h('rect', { ...place, class: 'frame' }),
      );
    }),
  );
}

/** The fields of an island: blocked fields that touch. @param {Cell} at @returns {Cell[]} */
export function islandOf(at) {
  const { rows, columns } = size();
  const isBlocked = (/** @type {Cell} */ [r, c]) =>
    r >= 0 && c >= 0 && r < rows && c < columns && !isLetterField(charAt([r, c])) && charAt([r, c]) !== '?';
  if (!isBlocked(at)) return [];
  const found = new Map([[key(at), at]]);
  for (const [r, c] of found.values()) {
    for (const next of /** @type {Cell[]} */ ([
      [r - 1, c],
      [r + 1, c],
      [r, c - 1],
      [r, c + 1],
    ])) {
      if (isBlocked(next) && !found.has(key(next))) found.set(key(next), next);
    }
  }
  return [...found.values()];
}

/** Top, left, bottom and right of some fields. @param {Cell[]} fields */
export function box(fields) {
  const rows = fields.map(([r]) => r);
  const columns = fields.map(([, c]) => c);
  return [Math.min(...rows), Math.min(...columns), Math.max(...rows), Math.max(...columns)];
}

/** The field under a point of the window, or `null`. @param {number} x @param {number} y @returns {Cell|null} */
export function fieldAt(x, y) {
  const rect = drawing.getBoundingClientRect();
  const { rows, columns } = size();
  // The drawing keeps its proportions, so there may be room on two sides.
  const scale = Math.min(rect.width / (columns * SIDE + 4), rect.height / (rows * SIDE + 4));
  const left = rect.left + (rect.width - scale * (columns * SIDE + 4)) / 2 + 2 * scale;
  const top = rect.top + (rect.height - scale * (rows * SIDE + 4)) / 2 + 2 * scale;
  const [r, c] = [Math.floor((y - top) / scale / SIDE), Math.floor((x - left) / scale / SIDE)];
  return r >= 0 && c >= 0 && r < rows && c < columns ? [r, c] : null;
}

/** Words through a field that are in the grid; the one that runs as letters are typed first. @param {Cell} at */
export function wordsAt(at) {
  const down = state.towards === 'down';
  const runsSo = (/** @type {any} */ word) => /down$/.test(word.question.arrow) === down;
  return wordsThrough(at).sort((a, b) => Number(runsSo(b)) - Number(runsSo(a)));
}
