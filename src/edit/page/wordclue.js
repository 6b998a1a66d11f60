// The clue of the word that is looked at, beside the grid: written where the word is seen.

import { focusField } from './choose.js';
import { askClues, measure, saveClue, showOffers, whenWritten } from './clue.js';
import { button, h, set } from './dom.js';
import { lettersOf, lookedAt, same, state, watch } from './state.js';
import { t } from './text.js';

/** @typedef {import('./types.js').Word} Word */

const label = h('label', { for: 'word-clue-text' });
const input = h('input', {
  type: 'text',
  id: 'word-clue-text',
  maxlength: 2000,
  autocomplete: 'off',
  'aria-describedby': 'word-clue-room',
});
const room = h('span', { class: 'room', id: 'word-clue-room' });
const suggest = button('', () => word && askClues(word), { class: 'small', id: 'word-clue-suggest' });
const offered = h('ul', { class: 'offered' });
export const wordClue = h(
  'div',
  { id: 'word-clue' },
  label,
  input,
  h('div', { class: 'row' }, suggest, room),
  offered,
);

/** The word that the field is about. @type {Word|undefined} */
let word;

whenWritten(input, room, () => word);
input.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
  if (event.key !== 'Enter' && event.key !== 'Escape') return;
  event.preventDefault();
  if (word && event.key === 'Enter') saveClue(word, input.value);
  if (event.key === 'Escape') input.value = word?.clues[0]?.text ?? '';
  focusField();
});

watch(() => {
  const there = lookedAt();
  const isFull = !!there?.cells.length && !lettersOf(there).includes('.');
  // As long as the word is missing, its room is for the words that fit.
  const now = there && (isFull || there.clues.length) ? there : undefined;
  wordClue.hidden = !now;
  set(wordClue, 'data-full', isFull);
  if (!now) {
    word = undefined;
    return;
  }
  const isOther = !word || !same(word.question, now.question);
  // What is being written about another word belongs to that one.
  if (isOther && word && document.activeElement === input) saveClue(word, input.value);
  word = now;
  label.textContent = t('clue');
  set(input, 'aria-label', t('clue_for', { word: lettersOf(word) }));
  if (isOther || document.activeElement !== input) input.value = word.clues[0]?.text ?? '';
  set(input, 'placeholder', t('no_clue'));
  input.disabled = state.line !== 'here';
  suggest.textContent = t('suggest');
  suggest.disabled = state.line !== 'here' || !isFull;
  set(suggest, 'title', isFull ? null : t('why_unfilled_word'));
  measure(input, room, word);
  showOffers(offered, input, word);
});
