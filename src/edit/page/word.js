// The panel about the current field and its word: what fits there, the best words with their clues, and why nothing fits.

import { focusField, goTo, goToWord, look } from './choose.js';
import { send } from './connection.js';
import { button, h, set, shower } from './dom.js';
import { pictureDialog } from './files.js';
import { wordsAt } from './grid.js';
import { replaceWord } from './jobs.js';
import { panel } from './panel.js';
import {
  charAt,
  isArrowword,
  isCrisscross,
  isDown,
  isLetterField,
  isPinned,
  key,
  lettersOf,
  lookedAt,
  same,
  state,
  watch,
} from './state.js';
import { many, number, place, t, told, whereIs } from './text.js';
import { wordClue } from './wordclue.js';

/** @typedef {import('./types.js').Word} Word */

const box = h('div');
export const wordPanel = panel('word', box, wordClue);

/** The most words that the program tells of one that is looked at. */
const SHOWN = 20;

/** How a word is named: its letters, and where it is asked. @param {Word} word */
export const nameOfWord = (word) => `${lettersOf(word) || '–'} · ${whereIs(word)}`;

const show = shower(box, (/** @type {any} */ shown) => {
  const { at, c, fits, words, word, count, best, explained, can } = shown;
  const parts = [];
  const kind =
    c === '?'
      ? t('kind_question')
      : c === '.'
        ? t('kind_open')
        : isLetterField(c)
          ? t('letter_is', { letter: c })
          : t(isCrisscross() ? 'kind_outside' : 'kind_blocked');
  parts.push(h('p', { class: 'where' }, h('strong', {}, place(at)), ` – ${kind}`));
  const why = button(t('why'), () => send({ do: 'explain', at }, { bound: false }), {
    'data-key': 'why',
    disabled: !can,
    class: 'small',
  });
  if (fits !== undefined) {
    parts.push(
      h(
        'p',
        { class: fits === '' ? 'fits bad' : 'fits' },
        fits === ''
          ? t('dead')
          : [`${many('letters_fit', fits.length)}: `, h('span', { class: 'letters' }, [...fits].join(' '))],
        ' ',
        why,
      ),
    );
  } else if (c === '.' || explained) parts.push(why);
  if (explained) parts.push(h('p', { class: 'reason', id: 'reason' }, told(explained)));
  if (words.length > 1) {
    parts.push(
      h(
        'div',
        { class: 'choice', role: 'group', 'aria-label': t('words_here') },
        words.map((/** @type {Word} */ other) =>
          button(`${lettersOf(other)} ${isDown(other) ? '↓' : '→'}`, () => look(other.question), {
            'aria-pressed': String(same(other.question, word?.question)),
            'data-key': `word-${key(other.question.at)}-${other.question.arrow}`,
          }),
        ),
      ),
    );
  }
  if ((c === '#' || c === '-') && isArrowword())
    parts.push(
      button(t('picture'), pictureDialog, { 'data-key': 'picture', id: 'lay-picture', disabled: !can }),
    );
  if (word) parts.push(...about(word, count, best, can));
  else if (isLetterField(c))
    parts.push(h('p', { class: 'quiet' }, t(isArrowword() ? 'no_word_here' : 'no_run_here')));
  return parts;
});

/** @param {Word} word @param {number|undefined} count @param {any[]} best @param {boolean} can */
function about(word, count, best, can) {
  const letters = lettersOf(word);
  const isFull = !letters.includes('.');
  const isKept = word.cells.every((cell) => charAt(cell) === '.' || isPinned(cell));
  const why = isFull && isKept ? t('why_pinned_word') : null;
  const put = h('input', {
    type: 'text',
    id: 'put',
    maxlength: 60,
    size: 12,
    autocomplete: 'off',
    spellcheck: 'false',
    'data-key': 'put',
    'aria-label': t('put_word', { n: word.cells.length }),
    placeholder: t('letters_long', { n: word.cells.length }),
  });
  const putIt = () => {
    if (put.value.trim()) replaceWord(put.value.trim());
  };
  return [
    h(
      'p',
      { class: 'pattern' },
      h(
        'button',
        {
          type: 'button',
          class: 'plain',
          onclick: () => goToWord(word),
          'data-key': 'go',
          'aria-label': `${letters}, ${whereIs(word)}`,
        },
        letters.replaceAll('.', '·'),
      ),
      ' ',
      h(
        'span',
        { class: 'quiet' },
        [word.number && whereIs(word), t('letters_long', { n: word.cells.length })]
          .filter(Boolean)
          .join(' · '),
      ),
    ),
    isFull && count === 0 && h('p', { class: 'bad' }, t('not_in_list')),
    h(
      'div',
      { class: 'row' },
      button(t('another_word'), () => replaceWord(), {
        'data-key': 'another',
        disabled: !can || !!why,
        title: why,
      }),
      button(t('three_words'), () => replaceWord(undefined, 3), {
        'data-key': 'three',
        disabled: !can || !!why,
        title: why,
      }),
      /[A-Z]/.test(letters) &&
        button(
          t(isKept ? 'unpin_word' : 'pin_word'),
          () => send({ do: 'pin', cells: [word.question.at, ...word.cells], pinned: !isKept }),
          { 'data-key': 'pin-word', id: 'pin-word', disabled: !can },
        ),
    ),
    h(
      'form',
      { class: 'row', onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), putIt()) },
      put,
      h('button', { type: 'submit', disabled: !can || !!why, title: why, 'data-key': 'put-it' }, t('put')),
    ),
    !isFull &&
      h(
        'h3',
        { class: count === 0 ? 'bad' : '' },
        count === undefined ? t('best_words') : many(count > SHOWN ? 'words_fit_best' : 'words_fit', count),
      ),
    !isFull &&
      h(
        'ul',
        { class: 'candidates', id: 'candidates' },
        best.map(({ word: text, score, clue }) =>
          h(
            'li',
            {},
            h(
              'button',
              {
                type: 'button',
                disabled: !can,
                'data-key': `best-${text}`,
                onclick: () => write(word, text),
              },
              h('span', { class: 'candidate' }, text),
              h('span', { class: 'score', title: t('score') }, number(score)),
              h('span', { class: 'hint' }, clue?.text ?? ''),
            ),
          ),
        ),
      ),
  ].filter(Boolean);
}

/** Writes a word where only it is missing; its letters are then pinned. @param {Word} word @param {string} text */
async function write(word, text) {
  await send({ do: 'write', at: word.cells[0], towards: isDown(word) ? 'down' : 'across', text });
  goTo(word.cells[0]);
  focusField();
}

/**
 * The best words as far as the program has said so. A letter that was typed meanwhile rules out some of them at once, so that
 * the list neither shows what does not fit nor comes and goes with each key.
 * @param {Word} word
 */
function bestOf(word) {
  const looked = state.analysis?.look;
  if (!looked || !same(word.question, looked.question)) return [];
  const letters = lettersOf(word);
  return looked.words.filter(
    ({ word: text }) =>
      text.length === letters.length && [...letters].every((c, i) => c === '.' || c === text[i]),
  );
}

watch(() => {
  if (!state.puzzle) return;
  const word = lookedAt();
  const c = charAt(state.at);
  // As long as there is no word, no room is kept for what is said about one.
  set(wordPanel, 'data-bare', state.bare);
  show({
    at: state.at,
    c,
    fits:
      c === '.'
        ? state.analysis?.fields.find((/** @type {any} */ f) => key(f.at) === key(state.at))?.letters
        : undefined,
    words: wordsAt(state.at),
    word,
    letters: word && lettersOf(word),
    kept: word?.cells.map(isPinned),
    count:
      word && state.analysis?.slots.find((/** @type {any} */ s) => same(s.question, word.question))?.count,
    best: word ? bestOf(word) : [],
    explained: state.explained && key(state.explained.at) === key(state.at) ? state.explained.text : '',
    can: state.line === 'here',
    language: state.language,
  });
});
