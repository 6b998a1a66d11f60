// The grid as a drawing: one group a field, which is changed only where the field has changed. A screen reader finds a
// grid with rows and fields, each with a sentence about what it is.

import { PRINTED, SIDE, drawn } from './arrows.js';
import { parts } from './cell.js';
import { address } from './connection.js';
import { fill, h, set } from './dom.js';
import {
  charAt,
  hasBar,
  isArrowword,
  isBarred,
  isCrisscross,
  isLetterField,
  key,
  lookedAt,
  same,
  size,
  state,
  wordsThrough,
} from './state.js';
import { many, place, t, told } from './text.js';

/** @typedef {import('./types.js').Cell} Cell */

const rowsLayer = h('g');
const islandsLayer = h('g', { 'aria-hidden': 'true' });
const arrowsLayer = h('g', { 'aria-hidden': 'true', class: 'arrows' });
const barsLayer = h('path', { 'aria-hidden': 'true', class: 'bars' });

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
  barsLayer,
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
  set(drawing, 'data-kind', state.puzzle.kind);
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
    asked: word && isArrowword() ? key(word.question.at) : '',
    numbers: numbers(),
    solution: new Map(
      (state.choosing ?? state.puzzle.solution_word).map((/** @type {Cell} */ c, /** @type {number} */ i) => [
        key(c),
        i + 1,
      ]),
    ),
    clues: isArrowword() ? clues() : new Map(),
  };
  lastFits = info.fits;
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) drawCell([r, c], info);
  drawArrows(word);
  drawBars();
  drawIslands();
  // Which revision's letters are shown, so that a test can wait for them and see how long they took.
  if (state.analysisOf === state.revision) set(drawing, 'data-fits-of', state.revision);
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

/** The number of each field where a word begins, in a crossword. */
function numbers() {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const { question, number } of state.puzzle.words) if (number) found.set(key(question.at), number);
  return found;
}

/** The clues of each question field, top first, with the lines in which print sets them. */
function clues() {
  /** @type {Map<string, {text: string, lines: any[]|undefined}[]>} */
  const found = new Map();
  const order = (/** @type {any} */ word) => PRINTED.indexOf(word.question.arrow);
  const name = (/** @type {any} */ { at, arrow }) => `${key(at)} ${arrow}`;
  const set = new Map(
    (state.analysis?.set ?? []).map((/** @type {any} */ { question, lines }) => [name(question), lines]),
  );
  for (const word of [...state.puzzle.words].sort((a, b) => order(a) - order(b))) {
    const at = key(word.question.at);
    const clue = { text: word.clues[0]?.text ?? '', lines: set.get(name(word.question)) };
    found.set(at, [...(found.get(at) ?? []), clue]);
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
    begins: info.numbers.get(name),
    bars: isBarred() && ['across', 'down'].map((towards) => hasBar(at, towards)),
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

/** What a field is, in a sentence. @param {Cell} at @param {string} c @param {string|undefined} fits @param {any[]} texts @param {any} info */
function described(at, c, fits, texts, info) {
  const what =
    c === '?'
      ? [t('kind_question'), ...texts.map((/** @type {any} */ { text }) => text).filter(Boolean)]
      : c === '.'
        ? [
            t('kind_open'),
            fits === undefined ? '' : fits === '' ? t('dead') : many('letters_fit', fits.length),
          ]
        : isLetterField(c)
          ? [c]
          : [t(isCrisscross() ? 'kind_outside' : 'kind_blocked')];
  const more = [
    info.numbers.has(key(at)) && t('number_is', { n: info.numbers.get(key(at)) }),
    hasBar(at, 'across') && t('bar_right'),
    hasBar(at, 'down') && t('bar_below'),
    info.pinned.has(key(at)) && t('pinned'),
    info.faults.has(key(at)) && `${t('faulty')}: ${told(info.faults.get(key(at)))}`,
  ];
  return [place(at), ...what, ...more].filter(Boolean).join(', ');
}

let arrows = '';

/** @param {any} word */
function drawArrows(word) {
  if (!isArrowword()) return fill(arrowsLayer);
  const asked = state.puzzle.words.map((/** @type {any} */ other) => other.question);
  const now = JSON.stringify([asked, word?.question]);
  if (now === arrows) return;
  arrows = now;
  const path = (/** @type {any} */ question) =>
    h('path', { ...drawn(question), class: same(question, word?.question) ? 'arrow is-looked' : 'arrow' });
  fill(arrowsLayer, ...asked.map(path));
}

/** The bars, all as one path. */
function drawBars() {
  const line = (/** @type {import('./types.js').Bar} */ { at: [r, c], towards }) =>
    towards === 'across'
      ? `M${(c + 1) * SIDE} ${r * SIDE}v${SIDE}`
      : `M${c * SIDE} ${(r + 1) * SIDE}h${SIDE}`;
  set(barsLayer, 'd', (state.puzzle.bars ?? []).map(line).join(''));
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
  const [r, c] = placeAt(x, y).map(Math.floor);
  const { rows, columns } = size();
  return r >= 0 && c >= 0 && r < rows && c < columns ? [r, c] : null;
}

/**
 * The edge between two fields that is nearest to a point: the field before it, and where it is; or `null`.
 * @param {number} x @param {number} y @returns {import('./types.js').Bar|null}
 */
export function edgeAt(x, y) {
  const [down, across] = placeAt(x, y);
  const [r, c] = [Math.round(down), Math.round(across)];
  const { rows, columns } = size();
  const isBeside = Math.abs(across - c) < Math.abs(down - r);
  const at = /** @type {Cell} */ (isBeside ? [Math.floor(down), c - 1] : [r - 1, Math.floor(across)]);
  const isInside =
    at[0] >= 0 && at[1] >= 0 && at[0] + (isBeside ? 0 : 1) < rows && at[1] + (isBeside ? 1 : 0) < columns;
  return isInside ? { at, towards: isBeside ? 'across' : 'down' } : null;
}

/** A point of the window in rows and columns. @param {number} x @param {number} y */
function placeAt(x, y) {
  const rect = drawing.getBoundingClientRect();
  const { rows, columns } = size();
  // The drawing keeps its proportions, so there may be room on two sides.
  const scale = Math.min(rect.width / (columns * SIDE + 4), rect.height / (rows * SIDE + 4));
  const left = rect.left + (rect.width - scale * (columns * SIDE + 4)) / 2 + 2 * scale;
  const top = rect.top + (rect.height - scale * (rows * SIDE + 4)) / 2 + 2 * scale;
  return [(y - top) / scale / SIDE, (x - left) / scale / SIDE];
}

/** Words through a field that are in the grid; the one in the direction of typing first. @param {Cell} at */
export function wordsAt(at) {
  const down = state.towards === 'down';
  const runsSo = (/** @type {any} */ word) => /down$/.test(word.question.arrow) === down;
  return wordsThrough(at).sort((a, b) => Number(runsSo(b)) - Number(runsSo(a)));
}
