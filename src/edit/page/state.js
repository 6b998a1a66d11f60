// What the page knows: the document and its analysis as the program told them, and what only this window has (the current
// field, the marked region, the tool). What shows some of it is called when that has changed, once a frame at most.

/** @typedef {import('./types.js').Cell} Cell */
/** @typedef {import('./types.js').Asked} Asked */
/** @typedef {import('./types.js').Word} Word */

const KEPT = 'cwsat-edit';

/** @type {any} */
const values = {
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
  for (const key of KEEP) if (key in kept) values[key] = kept[key];
  if (!('language' in kept) && navigator.language.startsWith('de')) values.language = 'de';
} catch {
  // A browser that keeps nothing shows what it shows at first.
}

/** What the watcher that is running has read. @type {Set<string>|null} */
let reads = null;

/** The same, to be read only: what a watcher reads of it is what it shows. @type {any} */
export const state = new Proxy(values, {
  get(_, name) {
    reads?.add(/** @type {string} */ (name));
    return values[name];
  },
});

/** What shows some of the state, and what it has read when it was called last. @type {{show: () => void, reads: Set<string>|null}[]} */
const watchers = [];
/** The names of what has changed since the last frame. @type {Set<string>} */
let changed = new Set();
/** What waits for the next frame. @type {(() => void)[]} */
let waiting = [];
let isDue = false;
let otherwise = 0;

/** A page that is not seen has no frames; then it is drawn after this many milliseconds. */
const LATEST = 100;

/** The most times that watchers are called in one frame: some of them change the state. */
const ROUNDS = 4;

/** How many milliseconds a change of this page waits at most until it is drawn together with what the program says to it. */
const HELD = 40;
/** The timer of what waits so, or 0. */
let held = 0;

/**
 * Calls this in the next frame, and then in each one before which something has changed that it has read. It must have read
 * all that it shows when it returns.
 * @param {() => void} show
 */
export function watch(show) {
  watchers.push({ show, reads: null });
  drawSoon();
}

/**
 * Changes the state.
 * @param {Object<string, any>} change
 */
export function update(change) {
  for (const [name, value] of Object.entries(change)) {
    if (Object.is(values[name], value)) continue;
    values[name] = value;
    changed.add(name);
  }
  if (KEEP.some((key) => key in change)) {
    try {
      localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(KEEP.map((key) => [key, values[key]]))));
    } catch {
      // See above.
    }
  }
  if (changed.size) drawSoon();
}

/** Calls this once what has changed is drawn. @param {() => void} act */
export function onceDrawn(act) {
  waiting.push(act);
  drawSoon();
}

function drawSoon() {
  if (isDue) return;
  isDue = true;
  if (held) return;
  requestAnimationFrame(draw);
  otherwise = setTimeout(draw, LATEST);
}

/**
 * Keeps what changes from now on until `drawHeld`, so that the browser draws once for a key and not twice: the program answers
 * sooner than a frame is drawn, and its answer would have to wait for that.
 */
export function hold() {
  held ||= setTimeout(drawHeld, HELD);
}

/** Draws at once what was kept. The browser shows it with its next frame. */
export function drawHeld() {
  clearTimeout(held);
  held = 0;
  draw();
}

/** Shows what has changed. Whatever came since the last frame is drawn together. */
function draw() {
  if (!isDue || held) return;
  clearTimeout(otherwise);
  for (let round = 0; round < ROUNDS && (changed.size || !round); round++) {
    const now = [...changed];
    changed = new Set();
    for (const watcher of watchers) {
      const { reads: read } = watcher;
      if (read && !now.some((name) => read.has(name))) continue;
      reads = watcher.reads = new Set();
      try {
        watcher.show();
      } catch (error) {
        // The others are shown all the same.
        reportError(error);
      }
      reads = null;
    }
  }
  isDue = false;
  if (changed.size) drawSoon();
  const acts = waiting;
  waiting = [];
  acts.forEach((act) => act());
}

/**
 * Returns a function that computes something only if it is asked for other values than the last time. It may read nothing else.
 * @template T
 * @param {(...of: any[]) => T} make
 * @returns {(...of: any[]) => T}
 */
export function memo(make) {
  /** @type {any[]} */
  let last = [];
  /** @type {T} */
  let made;
  return (...of) => {
    if (!last.length || of.some((value, index) => !Object.is(value, last[index]))) {
      made = make(...of);
      last = of;
    }
    return made;
  };
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

/** The bars by field and side. */
const barsOf = memo(
  (bars) =>
    new Set(bars?.map((/** @type {import('./types.js').Bar} */ bar) => `${key(bar.at)},${bar.towards}`)),
);

/** Whether there is a bar after a field, to the right of it or below it. @param {Cell} cell @param {string} towards */
export const hasBar = (cell, towards) => barsOf(state.puzzle?.bars).has(`${key(cell)},${towards}`);

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

/** The words through each field, as `row,column`. @type {(words: Word[]|undefined) => Map<string, Word[]>} */
const wordsByField = memo((words) => {
  const found = new Map();
  for (const word of words ?? [])
    for (const cell of word.cells) {
      const name = key(cell);
      if (found.has(name)) found.get(name).push(word);
      else found.set(name, [word]);
    }
  return found;
});

/** The words through a field. @param {Cell} cell @returns {Word[]} */
export const wordsThrough = (cell) => wordsByField(state.puzzle?.words).get(key(cell)) ?? [];

/** The word that is looked at, if it is still there. @returns {Word|undefined} */
export const lookedAt = () =>
  state.look
    ? state.puzzle?.words.find((/** @type {Word} */ word) => same(word.question, state.look))
    : undefined;

/** The fields that are pinned, as `row,column`. @type {(pinned: Cell[]|undefined) => Set<string>} */
const pinnedOf = memo((pinned) => new Set(pinned?.map(key)));

/** @param {Cell} cell */
export const isPinned = (cell) => pinnedOf(state.puzzle?.pinned).has(key(cell));

/** What a change is about: the marked fields, or the current one. @returns {Cell[]} */
export const chosen = () => (state.marked.size ? [...state.marked].map(cellOf) : [state.at]);
