// The keyboard in the grid. Every step that a pointer can do has a key; the list of keys is a dialog of its own (F1).
// An on-screen keyboard types into a hidden field (entry.js), and means the same.

import { focusArrows, choose, layBar } from './board.js';
import { focusField, goTo, mark, turn, unmark } from './choose.js';
import { alarm, send } from './connection.js';
import { say } from './dom.js';
import { entry, whenTyped } from './entry.js';
import { drawing } from './grid.js';
import { idleFills } from './idle.js';
import { fillChosen, stopJob } from './jobs.js';
import {
  charAt,
  chosen,
  hasBar,
  isArrowword,
  isBarred,
  isLetterField,
  isPinned,
  size,
  state,
  takesLetter,
  update,
  wordsThrough,
} from './state.js';
import { t } from './text.js';

/** @type {Object<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** What keys make of the chosen fields. @type {Object<string, string>} */
const MADE = { '?': 'question', '#': 'blocked', '-': 'blocked', '.': 'open' };

/** Which bar of the current field a key lays. @type {Object<string, 'across'|'down'>} */
const BARS = { '|': 'across', _: 'down' };

/** @param {KeyboardEvent} event */
function press(event) {
  if (event.isComposing || (state.line !== 'here' && !(event.key in STEPS))) return;
  if (grid(event)) event.preventDefault();
}
drawing.addEventListener('keydown', press);
entry.addEventListener('keydown', press);
whenTyped((key) => state.line === 'here' && grid({ key }));

/**
 * Does what a key in the grid means; returns whether it means anything.
 * @param {{key: string, ctrlKey?: boolean, metaKey?: boolean, shiftKey?: boolean, altKey?: boolean}} event
 */
function grid(event) {
  const { rows, columns } = size();
  const [r, c] = state.at;
  const isWith = event.ctrlKey || event.metaKey;
  const step = STEPS[event.key];
  if (step) {
    goTo([r + step[0], c + step[1]], { extend: event.shiftKey });
    return true;
  }
  switch (event.key) {
    case 'Home':
      goTo(isWith ? [0, 0] : [r, 0], { extend: event.shiftKey });
      return true;
    case 'End':
      goTo(isWith ? [rows - 1, columns - 1] : [r, columns - 1], { extend: event.shiftKey });
      return true;
    case 'PageUp':
      goTo([0, c], { extend: event.shiftKey });
      return true;
    case 'PageDown':
      goTo([rows - 1, c], { extend: event.shiftKey });
      return true;
    case 'Escape':
      if (state.choosing) update({ choosing: null });
      else unmark();
      return true;
    case ' ':
      if (state.choosing) choose(state.at);
      else turn();
      say(t(state.towards === 'down' ? 'typing_down' : 'typing_across'));
      return true;
    case 'Backspace':
      back();
      return true;
    case 'Delete':
      send({ do: 'clear', cells: chosen(), pinned: true });
      return true;
    case 'Enter':
      if (isWith) fillIfAble();
      else enter();
      return true;
    case '*':
    case '+':
      send({ do: 'pin', cells: chosen(), pinned: !isPinned(state.at) });
      return true;
  }
  if (isWith && event.key.toLowerCase() === 'a') {
    mark(everything(), t('marked_all'));
    return true;
  }
  if (isWith || event.altKey) return false;
  if (event.key === '?' && !isArrowword()) return false;
  if (isBarred() && event.key in BARS) {
    layBar({ at: state.at, towards: BARS[event.key] });
    return true;
  }
  if (event.key in MADE) {
    const isSame = charAt(state.at) === event.key;
    const to = isSame ? 'open' : MADE[event.key];
    send({ do: 'make', cells: chosen(), to }).then((done) => done && say(t(`kind_${to}`)));
    return true;
  }
  if (/^\p{L}$/u.test(event.key)) {
    type(event.key);
    return true;
  }
  return false;
}

/** All fields. */
function everything() {
  const { rows, columns } = size();
  return Array.from(
    { length: rows * columns },
    (_, i) => /** @type {[number, number]} */ ([Math.floor(i / columns), i % columns]),
  );
}

/** The next field in the direction of typing. @param {number} step */
function next(step) {
  const [r, c] = state.at;
  return /** @type {[number, number]} */ (state.towards === 'down' ? [r + step, c] : [r, c + step]);
}

/** Writes a letter and goes on; umlauts become two letters, as in the word lists. @param {string} typed */
function type(typed) {
  if (!takesLetter(state.at)) {
    say(t('takes_no_letter'));
    return;
  }
  const upper = typed.toUpperCase();
  const folded =
    { Ä: 'AE', Ö: 'OE', Ü: 'UE', ẞ: 'SS', ß: 'SS', Æ: 'AE', Œ: 'OE' }[upper] ??
    upper.normalize('NFD').replace(/\P{L}/gu, '');
  send({ do: 'write', at: state.at, towards: state.towards, text: folded });
  for (let i = 0; i < folded.length; i++)
    if (takesLetter(next(1)) && !hasBar(state.at, state.towards)) goTo(next(1));
}

/** Empties the field, or goes back to one that is not empty. */
function back() {
  const isEmpty = () => !/[A-Z]/.test(charAt(state.at));
  if (isEmpty() && isLetterField(charAt(next(-1)))) goTo(next(-1));
  if (!isEmpty()) send({ do: 'clear', cells: [state.at], pinned: true });
}

/** Fills what is chosen, or says why there is nothing to fill. */
function fillIfAble() {
  const why = idleFills()[state.marked.size ? 'fill_region' : 'fill_open'];
  if (why) alarm(t(why));
  else fillChosen();
}

/** Offers arrows at a question field; elsewhere goes to the next word through the field. */
function enter() {
  if (charAt(state.at) === '?') focusArrows();
  else if (wordsThrough(state.at).length > 1) turn();
  else if (charAt(state.at) === '.') send({ do: 'explain', at: state.at }, { bound: false });
}

// Anywhere in the page.
addEventListener('keydown', (event) => {
  const isWith = event.ctrlKey || event.metaKey;
  const pressed = event.key.toLowerCase();
  const isText =
    (event.target instanceof HTMLInputElement && event.target !== entry) ||
    event.target instanceof HTMLTextAreaElement;
  if (isWith && pressed === 'z' && !isText) send({ do: event.shiftKey ? 'redo' : 'undo' });
  else if (isWith && pressed === 'y' && !isText) send({ do: 'redo' });
  else if (isWith && pressed === 's') send({ do: 'save' }, { bound: false });
  else if (event.key === 'F6') nextPart(event.shiftKey ? -1 : 1);
  else if (event.key === 'F1') document.getElementById('help-button')?.click();
  else if (event.key === 'Escape' && state.job?.running && !document.querySelector('dialog[open]')) stopJob();
  else return;
  event.preventDefault();
});

/** Goes to the next part of the page. @param {number} step */
function nextPart(step) {
  const parts = ['bar', 'left', 'middle', 'right'].map((id) => document.getElementById(id));
  const at = parts.findIndex((part) => part?.contains(document.activeElement));
  const part = parts[(at + step + parts.length) % parts.length];
  if (part?.id === 'middle' && state.view === 'grid') focusField();
  else
    /** @type {HTMLElement|null} */ (
      part?.querySelector('button:not([disabled]), input, summary, select')
    )?.focus();
}
