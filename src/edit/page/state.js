// What the page knows: the document and its analysis as the program told them, and what only this window has (the current
// field, the marked region, the tool). Everything that shows some of it is called after each change, once a frame.

/** @typedef {import('./types.js').Cell} Cell */
/** @typedef {import('./types.js').Asked} Asked */
/** @typedef {import('./types.js').Word} Word */

const KEPT = 'cwsat-edit';

/** @type {any} */
export const state = {
  /** Whether the program is there: 'joining', 'here', 'lost' or 'refused'. */
  line: 'joining',
  file: '',
  /** The most bytes of a file that is brought. */
  largest: 0,
  windows: 1,
  revision: 0,
  undo: 0,
  redo: 0,
  /** @type {import('./types.js').Puzzle|null} */
  puzzle: null,
  /** Whether nothing of it is laid out yet. */
  bare: false,
  /** @type {import('./types.js').Analysis|null} */
  analysis: null,
  analysisOf: 0,
  /** @type {import('./types.js').JobState|null} */
  job: null,
  /** @type {{at: Cell, text: string, questions: Asked[]}|null} */
  explained: null,
  /** A layout that was found and is no better than what is there. @type {{job: number, score: number, now: number}|null} */
  worse: null,
  suggestions: null,
  /** How the clue that is being typed would be printed. @type {{question: Asked, text: string, fit: import('./types.js').Fit}|null} */
  measured: null,
  saved: null,
  /** The name of the file that was exported last. */
  exported: '',
  /** What went wrong last, shown until it is closed. */
  trouble: '',
  /** @type {Cell} */
  at: [0, 0],
  /** Which way letters are typed. */
  towards: 'across',
  /** The marked fields, as `row,column`. @type {Set<string>} */
  marked: new Set(),
  /** The word that is looked at. @type {Asked|null} */
  look: null,
  tool: 'letters',
  /** What is in the middle: 'grid', 'clues', 'print' or 'play'. */
  view: 'grid',
  /** How much larger than its place the grid is drawn. */
  zoom: 1,
  /** When the job began that this window has started. */
  began: 0,
  heat: true,
  shows_clues: true,
  language: 'en',
  theme: 'auto',
  /** Folded panels by name. */
  folded: {},
  /** Whether the solution word is being chosen, field by field. @type {Cell[]|null} */
  choosing: null,
};

const KEEP = ['heat', 'shows_clues', 'language', 'theme', 'folded', 'towards'];

try {
  const kept = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
  for (const key of KEEP) if (key in kept) state[key] = kept[key];
  if (!('language' in kept) && navigator.language.startsWith('de')) state.language = 'de';
} catch {
  // A browser that keeps nothing shows what it shows at first.
}

/** @type {(() => void)[]} */
const watchers = [];
let waiting = false;

/**
 * Calls this after each change.
 * @param {() => void} watcher
 */
export function watch(watcher) {
  watchers.push(watcher);
}

/**
 * Changes the state.
 * @param {Object<string, any>} change
 */
export function update(change) {
  Object.assign(state, change);
  if (KEEP.some((key) => key in change)) {
    try {
      localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(KEEP.map((key) => [key, state[key]]))));
    } catch {
      // See above.
    }
  }
  if (!waiting) {
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      watchers.forEach((watcher) => watcher());
    });
  }
}

/** @param {Cell} cell */
export const key = (cell) => `${cell[0]},${cell[1]}`;

/** @param {string} text @returns {Cell} */
export const cellOf = (text) => /** @type {Cell} */ (text.split(',').map(Number));

/** @param {Asked} a @param {Asked|null|undefined} b */
export const same = (a, b) => !!b && a.at[0] === b.at[0] && a.at[1] === b.at[1] && a.arrow === b.arrow;

/** Whether the puzzle has its questions in the grid. */
export const isArrowword = () => (state.puzzle?.kind ?? 'arrowword') === 'arrowword';

/** Whether words are laid across each other on an empty board. */
export const isCrisscross = () => state.puzzle?.kind === 'crisscross';

/** Whether words end at bars. */
export const isBarred = () => state.puzzle?.kind === 'barred';

/** The bars by field and side, and the list that they are from. @type {{of: any, sides: Set<string>}} */
let bars = { of: undefined, sides: new Set() };

/** Whether there is a bar after a field, to the right of it or below it. @param {Cell} cell @param {string} towards */
export function hasBar(cell, towards) {
  const of = state.puzzle?.bars;
  if (of !== bars.of) {
    const side = (/** @type {import('./types.js').Bar} */ bar) => `${key(bar.at)},${bar.towards}`;
    bars = { of, sides: new Set(of?.map(side)) };
  }
  return bars.sides.has(`${key(cell)},${towards}`);
}

/** The number of rows and of columns. */
export const size = () => {
  const grid = state.puzzle?.grid ?? [];
  return { rows: grid.length, columns: grid[0]?.length ?? 0 };
};

/** The character of a field: `#`, `-`, `?`, `.` or a letter. @param {Cell} cell */
export const charAt = ([row, column]) => state.puzzle?.grid[row]?.[column] ?? '#';

/** @param {string} c */
export const isLetterField = (c) => c === '.' || (c >= 'A' && c <= 'Z');

/** Whether letters can be written there. @param {Cell} cell */
export const takesLetter = (cell) => isLetterField(charAt(cell)) || (isCrisscross() && isInside(cell));

/** @param {Cell} cell */
const isInside = ([row, column]) => state.puzzle?.grid[row]?.[column] !== undefined;

/** The letters of a word, with `.` for those that are not known. @param {Word} word */
export const lettersOf = (word) => word.cells.map(charAt).join('');

/** Whether a word runs downwards. @param {Word|{question: Asked}} word */
export const isDown = (word) => /down$/.test(word.question.arrow);

/** The words through a field. @param {Cell} cell @returns {Word[]} */
export const wordsThrough = (cell) =>
  (state.puzzle?.words ?? []).filter((/** @type {Word} */ word) =>
    word.cells.some((other) => key(other) === key(cell)),
  );

/** The word that is looked at, if it is still there. @returns {Word|undefined} */
export const lookedAt = () =>
  state.look
    ? state.puzzle?.words.find((/** @type {Word} */ word) => same(word.question, state.look))
    : undefined;

/** @param {Cell} cell */
export const isPinned = (cell) =>
  !!state.puzzle?.pinned.some((/** @type {Cell} */ other) => key(other) === key(cell));

/** What a change is about: the marked fields, or the current one. @returns {Cell[]} */
export const chosen = () => (state.marked.size ? [...state.marked].map(cellOf) : [state.at]);
