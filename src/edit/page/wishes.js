// The panel of wishes: own words, words that would be nice, words that must not come, and the solution word.

import { goTo } from './choose.js';
import { send } from './connection.js';
import { button, h, set, shower, whenPausing } from './dom.js';
import { panel } from './panel.js';
import { state, update, watch } from './state.js';
import { many, t } from './text.js';

const LISTS = ['needed', 'wanted', 'banned'];

const areas = Object.fromEntries(
  LISTS.map((name) => [
    name,
    h('textarea', {
      id: `wish-${name}`,
      rows: name === 'needed' ? 6 : 2,
      spellcheck: 'false',
      autocomplete: 'off',
    }),
  ]),
);
const clued = h('input', { type: 'checkbox', id: 'wish-clued' });
const cluedText = h('span');
const labels = Object.fromEntries(LISTS.map((name) => [name, h('label', { for: `wish-${name}` })]));
const solution = h('input', {
  type: 'text',
  id: 'wish-solution',
  size: 14,
  maxlength: 60,
  autocomplete: 'off',
  spellcheck: 'false',
});
const solutionLabel = h('label', { for: 'wish-solution' });
const choose = button('', chooseFields, { id: 'choose-solution' });
const state_of = h('div', { class: 'wish-state' });

/** The words that are still to be laid in a criss-cross. */
const lays = h('div', { id: 'lays' });

export const wishesPanel = panel(
  'wishes',
  LISTS.map((name) => [labels[name], areas[name]]),
  h('label', { class: 'check' }, clued, ' ', cluedText),
  lays,
  solutionLabel,
  h('div', { class: 'row' }, solution, choose),
  state_of,
);

/** Has the program choose the fields; if they are chosen already, or if there is no word, a person does. */
async function chooseFields() {
  if (state.choosing) return update({ choosing: null });
  const { solution_word: fields } = state.puzzle;
  tell();
  if (!fields.length && solution.value.trim()) await send({ do: 'spell_solution_word' });
  else update({ choosing: [...fields], view: 'grid', marked: new Set() });
}

/**
 * The words of a text: one per line, with its clue behind `=`, or several without one, separated by commas.
 * @param {string} text @returns {[string, string][]}
 */
const entriesOf = (text) =>
  text
    .split('\n')
    .flatMap((line) => {
      const [word, ...clue] = line.split('=');
      return clue.length ? [[word, clue.join('=')]] : word.split(/[,;]+/).map((word) => [word, '']);
    })
    .map(([word, clue]) => /** @type {[string, string]} */ ([word.trim(), clue.trim()]))
    .filter(([word]) => word);

/** The same words as a text. @param {string[]} words @param {Object<string, string>} clues */
const textOf = (words, clues) =>
  words.map((word) => (clues[word] ? `${word} = ${clues[word]}` : word)).join('\n');

/** Sends all wishes; called when a field is left. */
function tell() {
  const entries = Object.fromEntries(LISTS.map((name) => [name, entriesOf(areas[name].value)]));
  // A word that is not to be used needs no clue.
  const asked = [...entries.needed, ...entries.wanted].filter(([, clue]) => clue);
  const wishes = {
    ...Object.fromEntries(LISTS.map((name) => [name, entries[name].map(([word]) => word)])),
    clued: clued.checked,
    clues: inOrderOfWords(Object.fromEntries(asked)),
    solution_word: solution.value.trim() || null,
  };
  if (state.puzzle && JSON.stringify(wishes) !== JSON.stringify(inOrder(state.puzzle.wishes)))
    send({ do: 'wishes', wishes });
}

/** @param {Object<string, string>} clues */
const inOrderOfWords = (clues) => Object.fromEntries(Object.entries(clues).sort());

/** @param {any} wishes */
const inOrder = ({ needed, wanted, banned, clued, clues, solution_word }) => ({
  needed,
  wanted,
  banned,
  clued,
  clues: inOrderOfWords(clues),
  solution_word: solution_word ?? null,
});

clued.addEventListener('change', tell);
for (const input of [...Object.values(areas), solution]) {
  input.addEventListener('change', tell);
  // A person who writes and waits sees what it means without leaving the field.
  whenPausing(input, tell);
}

const show = shower(state_of, (/** @type {any} */ { missing, needed, spelled }) => {
  const there = needed.filter((/** @type {string} */ word) => !missing.includes(word)).length;
  return [
    needed.length > 0 && h('p', { id: 'own-words' }, t('own_words_there', { there, all: needed.length })),
    missing.length > 0 && h('p', { class: 'quiet' }, t('still_missing'), ' ', missing.join(', ')),
    spelled && h('p', { id: 'spelled' }, t('spelled', { word: spelled })),
  ].filter(Boolean);
});

const showLays = shower(lays, (/** @type {any} */ { words, can }) =>
  words.length
    ? [
        h('p', { class: 'quiet' }, t('lays')),
        h(
          'ul',
          { class: 'lays' },
          words.map((/** @type {any} */ { word, count, best }) =>
            h(
              'li',
              {},
              button(`${word} · ${count}`, () => lay(word, best), {
                class: 'small',
                disabled: !can || !best,
                'data-key': `lay-${word}`,
                'aria-label': many('lay_word', count, { word }),
              }),
            ),
          ),
        ),
      ]
    : [],
);

/** Lays a word where it crosses most. @param {string} word @param {any} best */
async function lay(word, best) {
  if (!(await send({ do: 'write', at: best.at, towards: best.arrow, text: word }))) return;
  update({ towards: best.arrow });
  goTo(best.at, { focus: false });
}

let shown = '';
watch(() => {
  if (!state.puzzle) return;
  const { wishes } = state.puzzle;
  // What is being written is not overwritten.
  const now = JSON.stringify(wishes);
  if (now !== shown) {
    shown = now;
    for (const name of LISTS)
      if (document.activeElement !== areas[name]) areas[name].value = textOf(wishes[name], wishes.clues);
    clued.checked = wishes.clued;
    if (document.activeElement !== solution) solution.value = wishes.solution_word ?? '';
  }
  for (const name of LISTS) {
    labels[name].textContent = t(`wish_${name}`);
    set(areas[name], 'placeholder', t(`wish_${name}_hint`));
    areas[name].disabled = state.line !== 'here';
  }
  cluedText.textContent = t('wish_clued');
  clued.disabled = state.line !== 'here';
  solutionLabel.textContent = t('wish_solution');
  solution.disabled = state.line !== 'here';
  choose.textContent = t('choose_fields');
  set(choose, 'aria-pressed', String(!!state.choosing));
  const spelled = state.puzzle.solution_word
    .map((/** @type {any} */ [r, c]) => state.puzzle.grid[r][c])
    .join('');
  // What belongs to an older document stays a moment, so that nothing moves while somebody types on the board.
  if (state.analysisOf === state.revision)
    showLays({ words: state.analysis.lays ?? [], can: state.line === 'here', language: state.language });
  show({ missing: state.analysis?.missing ?? [], needed: wishes.needed, spelled, language: state.language });
});
