// What the window is about: the current field, the marked region and the word that is looked at.

import { say } from './dom.js';
import { entry } from './entry.js';
import { groupOf, wordsAt } from './grid.js';
import { charAt, isDown, isLetterField, key, lookedAt, onceDrawn, same, size, state, update } from './state.js';
import { send } from './connection.js';

/** @typedef {import('./types.js').Cell} Cell */

/** The field at which marking began. @type {Cell} */
let anchor = [0, 0];

/**
 * Goes to a field. @param {Cell} at
 * @param {{focus?: boolean, extend?: boolean, keep?: boolean, look?: boolean}} [how] `extend` marks from where marking
 *   began to here; `keep` leaves the marks as they are
 */
export function goTo(at, { focus = true, extend = false, keep = false, look = true } = {}) {
  const { rows, columns } = size();
  if (!rows) return;
  const to = /** @type {Cell} */ ([
    Math.min(Math.max(at[0], 0), rows - 1),
    Math.min(Math.max(at[1], 0), columns - 1),
  ]);
  if (extend) {
    if (!state.marked.size) anchor = state.at;
    update({ at: to, marked: rectangle(anchor, to) });
  } else {
    anchor = to;
    update({ at: to, marked: keep ? state.marked : new Set(), explained: null });
  }
  if (look) lookAt(to);
  if (focus) focusField();
}

/**
 * Puts the focus on the current field: at once, so that no key is lost that follows, and again when it is drawn, if it is not
 * there or not seen yet. An on-screen keyboard stays as it is.
 */
export function focusField() {
  const focus = () => {
    const group = groupOf(state.at);
    if (document.activeElement !== entry && document.activeElement !== group)
      group?.focus({ preventScroll: true });
    return group;
  };
  focus();
  onceDrawn(() => focus()?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
}

/** The fields between two corners. @param {Cell} a @param {Cell} b */
export function rectangle(a, b) {
  const marked = new Set();
  for (let r = Math.min(a[0], b[0]); r <= Math.max(a[0], b[0]); r++) {
    for (let c = Math.min(a[1], b[1]); c <= Math.max(a[1], b[1]); c++) marked.add(key([r, c]));
  }
  return marked;
}

/** Looks at the word through a field in the direction of typing; at a question field, at its first word. @param {Cell} at */
function lookAt(at) {
  if (charAt(at) === '?') {
    const own = state.puzzle.words.filter((/** @type {any} */ word) => key(word.question.at) === key(at));
    if (!own.some((/** @type {any} */ word) => same(word.question, state.look)))
      look(own[0]?.question ?? null);
  } else if (isLetterField(charAt(at))) {
    look(wordsAt(at)[0]?.question ?? null);
  }
}

/** Looks at a word. @param {import('./types.js').Asked|null} question */
export function look(question) {
  if (question ? same(question, state.look) : !state.look) return;
  update({ look: question });
  send({ do: 'look', question }, { bound: false });
}

/** The document is new: if its word is gone, or the field is another one now, something else is looked at. */
export function lookAnew() {
  const isOwn = charAt(state.at) !== '?' || (state.look && key(state.look.at) === key(state.at));
  if (!lookedAt() || !isOwn) lookAt(state.at);
}

/** The connection is new: the program is told again what is looked at. */
export function lookAgain() {
  if (state.look) send({ do: 'look', question: state.look }, { bound: false });
}

/** Turns the direction of typing, and looks at the word that runs in it. */
export function turn() {
  update({ towards: state.towards === 'across' ? 'down' : 'across' });
  lookAt(state.at);
}

/** Goes to a word: to its first field without a letter, or to its first. @param {any} word @param {boolean} [focus] */
export function goToWord(word, focus = true) {
  update({ towards: isDown(word) ? 'down' : 'across' });
  const to =
    word.cells.find((/** @type {Cell} */ cell) => charAt(cell) === '.') ?? word.cells[0] ?? word.question.at;
  goTo(to, { focus, look: false });
  look(word.question);
}

/** Unmarks everything. */
export function unmark() {
  update({ marked: new Set() });
}

/** Marks the fields of an island or anything else. @param {Cell[]} cells @param {string} text what is said about it */
export function mark(cells, text) {
  update({ marked: new Set(cells.map(key)) });
  say(text);
}
