// A clue that is being written, in the list or beside the grid: when it is saved, how large it is printed, and what the sources of
// clues suggest.

import { send } from './connection.js';
import { fill, h, set, whenPausing } from './dom.js';
import { isArrowword, same, state, update } from './state.js';
import { number, t } from './text.js';

/** @typedef {import('./types.js').Word} Word */

/**
 * How a clue of a word would be printed, as far as the program has said so; `undefined` for what it has not measured. In a list
 * beside the grid every clue has room.
 * @param {Word} word @param {string} text @returns {import('./types.js').Fit|undefined}
 */
export function fitOf(word, text) {
  if (!isArrowword() || !text) return { fits: true };
  const { measured, analysis } = state;
  const set =
    state.analysisOf === state.revision && text === word.clues[0]?.text
      ? analysis?.set?.find((/** @type {any} */ of) => same(of.question, word.question))
      : undefined;
  // Of a word with several clues, the first one that fits is printed.
  if (set) return set.clue === 0 && set.points ? { fits: true, points: set.points } : { fits: false };
  const isMeasured = measured?.text === text && same(measured.question, word.question);
  return isMeasured ? measured.fit : undefined;
}

/** How large a clue is printed, in words. @param {import('./types.js').Fit} fit */
const sizeOf = ({ fits, points }) =>
  !fits ? t('does_not_fit') : points ? t('points', { n: number(points, 1) }) : '';

/** Saves the clue of a word if it is another one; what a person has written has no source, and is not weak. @param {Word} word @param {string} written */
export function saveClue(word, written) {
  const text = written.trim();
  const [first, ...others] = word.clues;
  if (text === (first?.text ?? '')) return;
  const clues = text ? [{ text }, ...others.filter((clue) => clue.text !== text)] : others;
  send({ do: 'clue', question: word.question, clues });
}

/**
 * Saves a clue when its field is left, or when whoever writes it pauses, and says all the while whether it fits.
 * @param {any} input @param {Element} room where its size is said @param {() => Word|undefined} of the word that it is about
 */
export function whenWritten(input, room, of) {
  const act = (/** @type {(word: Word, text: string) => void} */ action) => () => {
    const word = of();
    if (word) action(word, input.value.trim());
  };
  input.addEventListener('change', act(saveClue));
  input.addEventListener('input', act((word) => measure(input, room, word)));
  whenPausing(input, act((word) => askSize(input, word)), 150);
  // An unfinished clue is saved, too, unless it is empty or equal to one that the word has already.
  whenPausing(
    input,
    act((word, text) => {
      if (text && word.clues.every((clue) => clue.text !== text)) saveClue(word, text);
    }),
  );
}

/** Shows what was suggested for a word, if that is what was asked last. @param {any} offered @param {any} input @param {Word} word */
export function showOffers(offered, input, word) {
  const { suggestions } = state;
  const offers = suggestions && same(suggestions.question, word.question) ? suggestions.clues : null;
  const key = JSON.stringify([word.question, offers, state.language]);
  if (offered.dataset.shown === key) return;
  offered.dataset.shown = key;
  fill(
    offered,
    offers &&
      (offers.length
        ? offers.slice(0, 12).map((/** @type {any} */ offer) => h('li', {}, suggestion(input, word, offer)))
        : h('li', { class: 'quiet' }, t('no_suggestion'))),
  );
}

/** @param {any} input where the clue is written @param {Word} word @param {any} offer */
function suggestion(input, word, { clue, fit }) {
  const take = () => {
    // Nothing else changes a field that has the focus, so the clue has to be written there as well.
    input.value = clue.text;
    send({
      do: 'clue',
      question: word.question,
      clues: [clue, ...word.clues.filter((other) => other.text !== clue.text)],
    });
    update({ suggestions: null });
    input.focus();
  };
  return h(
    'button',
    { type: 'button', class: 'plain', onclick: take },
    clue.text,
    ' ',
    h(
      'span',
      { class: 'quiet' },
      [clue.source, clue.weak && t('is_weak'), sizeOf(fit)].filter(Boolean).join(', '),
    ),
  );
}

/** Says at which size a clue is printed, or that it does not fit. @param {any} input @param {Element} room @param {Word} word */
export function measure(input, room, word) {
  const fit = fitOf(word, input.value.trim());
  // What stood there stays until it is known.
  if (!fit) return;
  const text = sizeOf(fit);
  if (room.textContent !== text) room.textContent = text;
  set(room, 'class', fit.fits ? 'room' : 'room bad');
  set(room, 'title', text && t('smallest_type'));
}

/** Asks at which size what is being typed would be printed. @param {any} input @param {Word} word */
function askSize(input, word) {
  const text = input.value.trim();
  if (!fitOf(word, text)) send({ do: 'measure', question: word.question, text }, { bound: false });
}

/** Asks for clues. @param {Word} word */
export const askClues = (word) => send({ do: 'suggest', question: word.question }, { bound: false });
