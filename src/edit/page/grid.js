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
  memo,
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

/** What is drawn of each field. @type {Map<string, {at: Cell, group: any, parts: any, classes: string, shown: string}>} */
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
  cells.set(`${r},${c}`, { at: [r, c], group, parts, classes: '', shown: '' });
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
  const { puzzle, analysis } = state;
  const isKnown = state.analysisOf === state.revision;
  // What belongs to an older document stays a moment.
  if (isKnown) lastFits = fitsOf(analysis);
  const info = {
    grid: puzzle.grid,
    pinned: namesOf(puzzle.pinned),
    fits: lastFits,
    faults: faultsOf(analysis),
    word: new Set(word?.cells.map(key)),
    asked: word && isArrowword() ? key(word.question.at) : '',
    numbers: numbersOf(puzzle.words),
    solution: orderOf(state.choosing ?? puzzle.solution_word),
    clues: isArrowword() ? cluesOf(puzzle, analysis) : new Map(),
    at: key(state.at),
    marked: state.marked,
    heat: state.heat,
    shows_clues: state.shows_clues,
    isBarred: isBarred(),
    // What all fields are drawn by.
    how: `${state.heat} ${state.shows_clues} ${state.language} ${puzzle.kind}`,
  };
  for (const [name, cell] of cells) drawCell(name, cell, info);
  drawArrows(word);
  drawBars();
  drawIslands();
  // Which revision's letters are shown, so that a test can wait for them and see how long they took.
  if (isKnown) set(drawing, 'data-fits-of', state.revision);
}

/** @type {Map<string, string>} */
let lastFits = new Map();

/** The letters that fit in each field. @type {(analysis: any) => Map<string, string>} */
const fitsOf = memo(
  (analysis) => new Map(analysis.fields.map((/** @type {any} */ f) => [key(f.at), f.letters])),
);

/** @type {(fields: Cell[]) => Set<string>} */
const namesOf = memo((fields) => new Set(fields.map(key)));

/** The number of each field in a row of fields. @type {(fields: Cell[]) => Map<string, number>} */
const orderOf = memo(
  (fields) => new Map(fields.map((/** @type {Cell} */ at, /** @type {number} */ i) => [key(at), i + 1])),
);

/** The fields that break a rule, with the first sentence about each. @type {(analysis: any) => Map<string, string>} */
const faultsOf = memo((analysis) => {
  /** @type {Map<string, string>} */
  const found = new Map();
  // While question fields are still missing nearly everything breaks a rule; then only what is about words is marked.
  for (const { text, cells } of analysis?.faults ?? []) {
    if (cells.length > 1) for (const cell of cells) if (!found.has(key(cell))) found.set(key(cell), text);
  }
  return found;
});

/** The number of each field where a word begins, in a crossword. @type {(words: any[]) => Map<string, number>} */
const numbersOf = memo((words) => {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const { question, number } of words) if (number) found.set(key(question.at), number);
  return found;
});

/**
 * The clues of each question field, top first, with the lines in which print sets them, and how many words fit that are not filled.
 * @type {(puzzle: any, analysis: any) => Map<string, {texts: import('./cell.js').Question[], shown: string}>}
 */
const cluesOf = memo(({ words, grid }, analysis) => {
  const found = new Map();
  const order = (/** @type {any} */ word) => PRINTED.indexOf(word.question.arrow);
  const name = (/** @type {any} */ { at, arrow }) => `${key(at)} ${arrow}`;
  const set = new Map(
    (analysis?.set ?? []).map((/** @type {any} */ { question, lines }) => [name(question), lines]),
  );
  const counts = new Map(
    (analysis?.slots ?? []).map((/** @type {any} */ { question, count }) => [name(question), count]),
  );
  for (const word of [...words].sort((a, b) => order(a) - order(b))) {
    const at = key(word.question.at);
    const isOpen = word.cells.some((/** @type {Cell} */ cell) => charIn(grid, cell) === '.');
    const clue = {
      text: word.clues[0]?.text ?? '',
      lines: set.get(name(word.question)),
      count: isOpen ? counts.get(name(word.question)) : undefined,
    };
    if (found.has(at)) found.get(at).texts.push(clue);
    else found.set(at, { texts: [clue], shown: '' });
  }
  for (const of of found.values()) of.shown = JSON.stringify(of.texts);
  return found;
});

/** @param {string[]} grid @param {Cell} cell */
const charIn = (grid, [row, column]) => grid[row]?.[column];

/** Draws a field if it is not drawn so already. @param {string} name @param {any} cell @param {any} info */
function drawCell(name, cell, info) {
  const [row, column] = cell.at;
  const c = info.grid[row][column];
  const fits = c === '.' ? info.fits.get(name) : undefined;
  const isCurrent = info.at === name;
  const isMarked = info.marked.has(name);
  const kind = c === '?' ? 'question' : isLetterField(c) ? 'letter' : 'blocked';
  const classes = [
    'cell',
    kind,
    fits === '' && 'is-dead',
    info.heat && fits && `heat-${heatOf(fits.length)}`,
    info.faults.has(name) && 'is-faulty',
    info.word.has(name) && 'in-word',
    info.asked === name && 'asks',
    isMarked && 'is-marked',
    isCurrent && 'is-current',
    info.pinned.has(name) && 'is-pinned',
  ]
    .filter(Boolean)
    .join(' ');
  const clues = kind === 'question' ? info.clues.get(name) : undefined;
  const bars = info.isBarred ? `${hasBar(cell.at, 'across')} ${hasBar(cell.at, 'down')}` : '';
  // Most changes only tint a field.
  if (cell.classes !== classes) {
    cell.classes = classes;
    set(cell.group, 'class', classes);
    set(cell.group, 'tabindex', isCurrent ? 0 : -1);
    set(cell.group, 'aria-selected', isMarked ? 'true' : 'false');
  }
  const now = [
    c,
    fits,
    info.pinned.has(name),
    clues?.shown,
    info.solution.get(name),
    info.numbers.get(name),
    bars,
    info.faults.get(name),
    info.how,
  ].join('\n');
  if (cell.shown === now) return;
  cell.shown = now;
  const texts = clues?.texts ?? [];
  set(cell.group, 'aria-label', described(cell.at, c, fits, texts, info));
  // Which letters fit is said; what is drawn is their number, and only if it is small.
  const made = parts(c, fits, texts, info, name);
  if (made.length || cell.parts.firstChild) fill(cell.parts, ...made);
}

/** What a field is, in a sentence. @param {Cell} at @param {string} c @param {string|undefined} fits @param {any[]} texts @param {any} info */
function described(at, c, fits, texts, info) {
  const what =
    c === '?'
      ? [
          t('kind_question'),
          ...texts.map((/** @type {any} */ { text, count }) =>
            [text, count !== undefined && many('words_fit', count)].filter(Boolean).join(', '),
          ),
        ]
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
  const asked = isArrowword() ? state.puzzle.words.map((/** @type {any} */ other) => other.question) : [];
  const now = JSON.stringify(asked);
  if (now !== arrows) {
    arrows = now;
    fill(arrowsLayer, ...asked.map((/** @type {any} */ question) => h('path', drawn(question))));
  }
  asked.forEach((/** @type {any} */ question, /** @type {number} */ index) => {
    const kind = same(question, word?.question) ? 'arrow is-looked' : 'arrow';
    set(arrowsLayer.children[index], 'class', kind);
  });
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
