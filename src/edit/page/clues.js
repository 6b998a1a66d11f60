// The list of clues: each word with its clue to be typed in place, the room that it has in print, and suggestions.
//
// A row stays as long as its word does, so that typing is never disturbed by what the program says.

import { goToWord } from './choose.js';
import { askClues, fitOf, measure, saveClue, showOffers, whenWritten } from './clue.js';
import { alarm, send } from './connection.js';
import { button, fill, h, set } from './dom.js';
import { download } from './files.js';
import { isArrowword, lettersOf, onceDrawn, state, update, watch } from './state.js';
import { many, t, whereIs } from './text.js';

/** @typedef {import('./types.js').Word} Word */

const search = h('input', { type: 'search', id: 'clue-search', autocomplete: 'off' });
const filter = h('select', { id: 'clue-filter' });
const found = h('p', { class: 'quiet', id: 'clue-count', 'aria-live': 'polite' });
const all = button(
  '',
  () => {
    filter.value = 'all';
    search.value = '';
    showAnew();
  },
  { id: 'clue-all', class: 'small' },
);
const give = button('', () => send({ do: 'give_clues' }), { id: 'give-clues', class: 'main' });
const exporting = button('', exportList, { id: 'export-clues' });
const importing = h('label', { class: 'button' });
const importer = h('input', {
  type: 'file',
  accept: '.tsv,.txt,text/*',
  id: 'import-clues',
  class: 'unseen',
  onchange: () => importer.files?.[0]?.text().then(importList),
});
const list = h('ol', { class: 'clues', id: 'clue-list' });
export const clueView = h(
  'section',
  { class: 'view', id: 'view-clues' },
  h('div', { class: 'row bar' }, search, filter, give, exporting, importing),
  h('div', { class: 'row' }, found, all),
  list,
);

search.addEventListener('input', showAnew);
filter.addEventListener('change', showAnew);

const FILTERS = ['all', 'without', 'weak', 'long'];

/** @param {Word} word */
const name = (word) => `${word.question.at}-${word.question.arrow}-${lettersOf(word)}`;

/** @type {Map<string, {row: any, refresh: (word: Word) => void}>} */
let rows = new Map();

/** @param {Word} word */
function makeRow(word) {
  let current = word;
  const id = `clue-${word.question.at.join('-')}-${word.question.arrow}`;
  const title = h('button', {
    type: 'button',
    class: 'plain answer-word',
    onclick: () => (update({ view: 'grid' }), goToWord(current)),
  });
  const where = h('span', { class: 'quiet where' });
  const input = h('input', { type: 'text', id, maxlength: 2000, autocomplete: 'off' });
  const label = h('label', { class: 'unseen', for: id });
  const room = h('span', { class: 'room', id: `${id}-room` });
  set(input, 'aria-describedby', `${id}-room`);
  const spelling = h('input', {
    type: 'text',
    class: 'spelling',
    size: 12,
    autocomplete: 'off',
    spellcheck: 'true',
  });
  const mark = h('span', { class: 'marks' });
  const offered = h('ul', { class: 'offered' });
  const suggest = button('', () => askClues(current), { class: 'small' });
  const row = h(
    'li',
    {},
    h('div', { class: 'head' }, title, where, mark),
    label,
    h('div', { class: 'entry' }, input, room, spelling, suggest),
    offered,
  );

  const save = () => saveClue(current, input.value);
  whenWritten(input, room, () => current);
  input.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    save();
    const inputs = [...list.querySelectorAll('li:not([hidden]) .entry input:not(.spelling)')];
    inputs[inputs.indexOf(input) + step]?.focus();
  });
  input.addEventListener('focus', () => goToWord(current, false));
  const spell = () => {
    const text = spelling.value.trim() || null;
    if (text !== (current.spelling ?? null))
      send({ do: 'spelling', question: current.question, spelling: text });
  };
  spelling.addEventListener('change', spell);

  const refresh = (/** @type {Word} */ word) => {
    current = word;
    const letters = lettersOf(word);
    const isFull = letters.length > 0 && !letters.includes('.');
    title.textContent = letters.replaceAll('.', '·') || '–';
    set(title, 'aria-label', t('show_word', { word: letters }));
    where.textContent = whereIs(word);
    label.textContent = t('clue_for', { word: letters });
    const text = word.clues[0]?.text ?? '';
    if (document.activeElement !== input) input.value = text;
    if (document.activeElement !== spelling) spelling.value = word.spelling ?? '';
    set(spelling, 'aria-label', t('spelling_of', { word: letters }));
    set(spelling, 'placeholder', t('spelling'));
    set(input, 'placeholder', t('no_clue'));
    input.disabled = state.line !== 'here';
    spelling.disabled = state.line !== 'here' || !isFull;
    suggest.textContent = t('suggest');
    suggest.disabled = state.line !== 'here' || !isFull;
    measure(input, room, word);
    const clue = word.clues[0];
    fill(
      mark,
      clue?.weak && h('span', { class: 'mark' }, t('is_weak')),
      clue?.source && h('span', { class: 'quiet' }, clue.source),
    );
    showOffers(offered, input, word);
  };
  refresh(word);
  return { row, refresh };
}

/**
 * The rows that are shown. They stay until something else is searched for, even if their words have changed: whoever clicks into
 * the next row should meet it where it was.
 */
let shown = new Set();

/** Shows the words that are searched for now, and only these. */
function showAnew() {
  shown = new Set();
  show();
}

/** Shows the words that are searched for. */
function show() {
  if (!state.puzzle) return;
  if (state.view !== 'clues') {
    shown = new Set();
    return;
  }
  const { words } = state.puzzle;
  const kept = new Map();
  for (const word of words) {
    const row = rows.get(name(word)) ?? makeRow(word);
    row.refresh(word);
    kept.set(name(word), row);
  }
  const order = [...kept.values()].map(({ row }) => row);
  if (order.length !== list.children.length || order.some((row, at) => row !== list.children[at]))
    fill(list, order);
  rows = kept;
  const wanted = search.value.trim().toLowerCase();
  let count = 0;
  for (const word of words) {
    const clue = word.clues[0];
    const passes = /** @type {Object<string, boolean>} */ ({
      all: true,
      without: !clue,
      weak: !!clue?.weak,
      long: !!clue && fitOf(word, clue.text)?.fits === false,
    })[filter.value || 'all'];
    const isFound =
      !wanted ||
      lettersOf(word).toLowerCase().includes(wanted) ||
      (word.spelling ?? '').toLowerCase().includes(wanted) ||
      (clue?.text ?? '').toLowerCase().includes(wanted);
    if (passes && isFound) shown.add(name(word));
    const isShown = shown.has(name(word));
    kept.get(name(word)).row.hidden = !isShown;
    count += isShown ? 1 : 0;
  }
  const text = many('words_shown', count);
  if (found.textContent !== text) found.textContent = text;
  all.hidden = count === words.length;
}

/** Shows the words without a clue, and begins with the first. */
export function showUnclued() {
  filter.value = 'without';
  search.value = '';
  update({ view: 'clues' });
  showAnew();
  onceDrawn(() =>
    /** @type {HTMLElement|null} */ (list.querySelector('li:not([hidden]) .entry input'))?.focus(),
  );
}

/** Saves the list as a table: word and clue. */
function exportList() {
  const line = (/** @type {Word} */ word) =>
    [word.spelling ?? lettersOf(word), word.clues[0]?.text ?? '']
      .map((text) => text.replace(/\s+/g, ' '))
      .join('\t');
  const blob = new Blob([state.puzzle.words.map(line).join('\n') + '\n'], {
    type: 'text/tab-separated-values',
  });
  download(blob, 'clues.tsv');
}

/** Enables a button, or says why it can do nothing. @param {any} button @param {boolean} can @param {string} why */
function able(button, can, why) {
  button.disabled = state.line !== 'here' || !can;
  set(button, 'title', can ? null : t(why));
}

/** Takes clues from such a table, for the words that are in the puzzle. @param {string} text */
async function importList(text) {
  const clues = new Map();
  for (const line of text.split(/\r?\n/)) {
    const [word, clue] = line.split('\t');
    if (word && clue?.trim()) clues.set(folded(word), clue.trim());
  }
  let count = 0;
  for (const word of state.puzzle.words) {
    const clue = clues.get(lettersOf(word));
    if (
      clue &&
      clue !== word.clues[0]?.text &&
      (await send({ do: 'clue', question: word.question, clues: [{ text: clue }, ...word.clues] }))
    )
      count += 1;
  }
  importer.value = '';
  alarm(many('imported', count));
}

/** A word as it stands in a grid. @param {string} word */
export const folded = (word) =>
  word
    .toUpperCase()
    .replace(/Ä/g, 'AE')
    .replace(/Ö/g, 'OE')
    .replace(/Ü/g, 'UE')
    .replace(/ẞ|ß/g, 'SS')
    .normalize('NFD')
    .replace(/[^A-Z]/g, '');

watch(() => {
  const chosen = filter.value || 'all';
  if (filter.dataset.language !== state.language) {
    filter.dataset.language = state.language;
    fill(
      filter,
      FILTERS.map((of) => h('option', { value: of }, t(`filter_${of}`))),
    );
    filter.value = chosen;
  }
  // In lists every clue has room.
  filter.querySelector('[value=long]').hidden = !isArrowword();
  if (!isArrowword() && filter.value === 'long') filter.value = 'all';
  set(filter, 'aria-label', t('filter'));
  set(search, 'placeholder', t('search_hint'));
  set(search, 'aria-label', t('search'));
  all.textContent = t('show_all');
  give.textContent = t('give_clues');
  const words = state.puzzle?.words ?? [];
  const isMissing = words.some((word) => !word.clues.length && /^[A-Z]+$/.test(lettersOf(word)));
  able(give, isMissing, words.length ? 'why_all_clued' : 'why_no_words_yet');
  able(exporting, words.length > 0, 'why_no_words_yet');
  exporting.textContent = t('export_list');
  fill(importing, t('import_list'), importer);
  show();
});
