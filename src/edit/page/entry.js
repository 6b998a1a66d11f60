// Where an on-screen keyboard types.
//
// It comes up only for a field of text, and the grid is a drawing. So a tap on the grid gives the focus to an invisible
// field of text over the current field of the grid; what is typed into it is treated like keys. Such keyboards often
// report no key at all, or replace what they wrote a moment ago, so what counts is how the text has changed.

import { h, say, set } from './dom.js';
import { groupOf } from './grid.js';
import { key, state } from './state.js';
import { t } from './text.js';

/** What always stands in it: without anything to delete, many keyboards report no deletion. */
const KEPT = ' ';

export const entry = h('input', {
  type: 'text',
  id: 'entry',
  tabindex: -1,
  inputmode: 'text',
  autocapitalize: 'characters',
  autocomplete: 'off',
  autocorrect: 'off',
  spellcheck: 'false',
  value: KEPT,
});

let last = KEPT;

/** Forgets what was typed, which is in the grid by now. */
function keep() {
  entry.value = last = KEPT;
  entry.setSelectionRange(KEPT.length, KEPT.length);
}

/** Brings up the on-screen keyboard. Only a tap may do so: for any other focus, browsers keep it down. */
export function focusEntry() {
  keep();
  entry.focus({ preventScroll: true });
}

/** Calls this with each key that the change of the text amounts to: a character, or `Backspace`. @param {(key: string) => void} press */
export function whenTyped(press) {
  entry.addEventListener('input', (/** @type {InputEvent} */ event) => {
    const [before, now] = [last, entry.value];
    const least = Math.min(before.length, now.length);
    let start = 0;
    while (start < least && before[start] === now[start]) start++;
    let end = 0;
    while (end < least - start && before.at(-1 - end) === now.at(-1 - end)) end++;
    last = now;
    // A word that is being composed stays until it is done: the keyboard replaces it as a whole.
    if (!event.isComposing) keep();
    for (let i = start; i < before.length - end; i++) press('Backspace');
    for (const typed of now.slice(start, now.length - end)) press(typed);
  });
}
entry.addEventListener('compositionend', keep);

let at = '';

/** Puts it over the current field, whose sentence is its label; while somebody types, each new field is spoken. */
export function placeEntry() {
  const group = groupOf(state.at);
  const label = group?.getAttribute('aria-label') ?? t('view_grid');
  set(entry, 'aria-label', label);
  if (!group || document.activeElement !== entry) return;
  if (at !== key(state.at)) say(label);
  at = key(state.at);
  const frame = entry.parentElement;
  const [cell, around] = [group.getBoundingClientRect(), frame.getBoundingClientRect()];
  entry.style.left = `${cell.left - around.left + frame.scrollLeft + cell.width / 2}px`;
  entry.style.top = `${cell.top - around.top + frame.scrollTop + cell.height / 2}px`;
}
