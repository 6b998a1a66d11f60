// The panels about the whole puzzle: its rating, the lengths of its words, its clues, and what is still to be done.

import { goTo, mark } from './choose.js';
import { showUnclued } from './clues.js';
import { button, h, set, shower } from './dom.js';
import { panel } from './panel.js';
import { isArrowword, lettersOf, same, state, watch } from './state.js';
import { many, number, place, t, told } from './text.js';

/** The most problems that are listed. */
const LISTED = 60;

const ratingBox = h('div');
const todoBox = h('div');
export const ratingPanel = panel(
  { name: 'rating', title: () => (isArrowword() ? 'panel_rating' : 'panel_figures') },
  ratingBox,
);
export const todoPanel = panel('todo', todoBox);

/** A line with a name, a bar and a value. @param {string} name @param {number} share 0 to 100 @param {string} value */
function line(name, share, value) {
  const level = h('div', { class: 'level' });
  level.style.width = `${Math.max(0, Math.min(100, share))}%`;
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, name),
    h('td', { class: 'bar' }, h('div', { class: 'meter', 'aria-hidden': 'true' }, level)),
    h('td', { class: 'value' }, value),
  );
}

/** The rating of an arrowword; one without question fields has none. @param {any} rating @param {boolean} bare */
function ratingParts(rating, bare) {
  const gap = rating.ceiling && !bare ? rating.ceiling - rating.score : null;
  return [
    h(
      'p',
      { class: 'figure' },
      h('strong', { id: 'score' }, bare ? '–' : number(rating.score, 1)),
      rating.ceiling
        ? h('span', { class: 'quiet' }, ` ${t('of_ceiling', { ceiling: number(rating.ceiling, 1) })}`)
        : '',
    ),
    gap !== null &&
      h('p', { class: 'quiet' }, gap < 0.05 ? t('at_ceiling') : t('below_ceiling', { n: number(gap, 1) })),
    bare
      ? h('p', { class: 'quiet' }, t('rating_bare'))
      : h(
          'table',
          { class: 'bars' },
          h('caption', { class: 'unseen' }, t('factors')),
          h(
            'tbody',
            {},
            rating.factors.map((/** @type {any} */ { name, value }) =>
              line(t(`factor_${name.replaceAll(' ', '_')}`), value, number(value)),
            ),
          ),
        ),
  ];
}

/** What is counted of a crossword. @param {{name: string, value: number}[]} figures */
const figureParts = (figures) =>
  h(
    'table',
    { class: 'figures', id: 'figures' },
    h('caption', { class: 'unseen' }, t('panel_figures')),
    h(
      'tbody',
      {},
      figures.map(({ name, value }) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, t(`figure_${name.replaceAll(' ', '_')}`)),
          h('td', {}, number(value, name === 'letters per word' ? 1 : 0), PERCENT.includes(name) ? ' %' : ''),
        ),
      ),
    ),
  );

/** The figures that are shares. */
const PERCENT = ['blocks', 'crossed'];

/** How many words there are of each length, and how many there ideally are. @param {any[]} lengths @param {boolean} isRated */
function histogram(lengths, isRated) {
  const nameOf = (/** @type {number} */ length) => (isRated && length === 9 ? '9+' : String(length));
  const words = lengths.reduce((/** @type {number} */ sum, /** @type {any} */ of) => sum + of.count, 0);
  const most = Math.max(
    1,
    ...lengths.map((/** @type {any} */ of) => Math.max(of.count, ((of.ideal ?? 0) * words) / 100)),
  );
  return h(
    'div',
    {
      class: 'histogram',
      role: 'img',
      'aria-label': lengths
        .map((/** @type {any} */ of) => t('of_length', { n: nameOf(of.length), count: of.count }))
        .join(', '),
    },
    lengths.map((/** @type {any} */ { length, count, ideal }) => {
      const column = h('div', { class: 'column' });
      const goal = h('div', { class: 'goal' });
      column.style.height = `${(100 * count) / most}%`;
      goal.style.bottom = `${((ideal ?? 0) * words) / most}%`;
      return h(
        'div',
        { class: 'length', title: t('of_length', { n: nameOf(length), count }) },
        h('div', { class: 'shaft' }, column, ideal !== undefined && goal),
        h('span', {}, nameOf(length)),
      );
    }),
  );
}

const showRating = shower(ratingBox, (/** @type {any} */ shown) => {
  const { rating, figures, lengths, clues, levels, bare } = shown;
  return [
    ...(rating ? ratingParts(rating, bare) : [figureParts(figures ?? [])]),
    ...(lengths.length && !(rating && bare)
      ? [
          h('h3', {}, t('lengths'), rating ? h('span', { class: 'aside' }, ` ${t('goal_line')}`) : ''),
          histogram(lengths, !!rating),
        ]
      : []),
    clues.words > 0 && h('h3', {}, t('clues')),
    clues.words > 0 &&
      h(
        'p',
        { id: 'clued' },
        t('clued', {
          clued: clues.clued,
          words: clues.words,
          share: number((100 * clues.clued) / clues.words),
        }),
        clues.weak ? ` ${many('weak', clues.weak)}` : '',
      ),
    // It has its place as soon as there is a word, so that nothing moves when the first one is written.
    (clues.words > 0 || levels.length > 0) &&
      h(
        'p',
        { class: 'quiet levels' },
        levels.length > 0 && [
          `${t('levels')} `,
          // Words whose level is not known come last.
          [...levels]
            .sort((a, b) => (a.level || Infinity) - (b.level || Infinity))
            .map((/** @type {any} */ { level, count }) => t(`level_${level}`, { n: count }))
            .join(', '),
        ],
      ),
  ].filter(Boolean);
});

const showTodo = shower(todoBox, (/** @type {any} */ { dead, faults, missing, relatives, open, unclued }) => {
  const items = [
    ...dead.map((/** @type {any} */ at) => ({
      text: t('dead_at', { place: place(at) }),
      go: () => goTo(at),
      bad: true,
    })),
    ...(missing.length ? [{ text: t('missing', { words: missing.join(', ') }), go: null }] : []),
    ...relatives.map((/** @type {any} */ [a, b]) => ({
      text: t('relatives', { a: a.text, b: b.text }),
      go: () => goTo(b.at),
      bad: true,
    })),
    ...grouped(faults),
  ];
  const listed = items.slice(0, LISTED);
  return [
    open > 0 && h('p', {}, many('open_fields', open)),
    unclued > 0 &&
      h(
        'p',
        {},
        button(many('unclued', unclued), showUnclued, {
          class: 'plain',
          'data-key': 'unclued',
          id: 'unclued',
        }),
      ),
    !items.length && !open && !unclued && h('p', { class: 'good', id: 'complete' }, t('complete')),
    h(
      'ul',
      { class: 'todo', id: 'todo' },
      listed.map((item, index) =>
        h(
          'li',
          { class: item.bad ? 'bad' : '' },
          item.go ? button(item.text, item.go, { class: 'plain', 'data-key': `todo-${index}` }) : item.text,
        ),
      ),
    ),
    items.length > LISTED && h('p', { class: 'quiet' }, t('more', { n: items.length - LISTED })),
  ].filter(Boolean);
});

/** Faults of which there are many of a kind are one line that marks them all. @param {{text: string, cells: any[]}[]} faults */
function grouped(faults) {
  /** @type {Map<string, {text: string, cells: any[], count: number}>} */
  const kinds = new Map();
  faults.forEach(({ text, cells }, index) => {
    const kind = cells.length === 1 ? text.replace(/\d+/g, '') : String(index);
    const group = kinds.get(kind) ?? { text, cells: [], count: 0 };
    kinds.set(kind, { text: group.text, cells: [...group.cells, ...cells], count: group.count + 1 });
  });
  return [...kinds.values()].map(({ text, cells, count }) =>
    count === 1
      ? { text, go: cells.length ? () => goTo(cells[0]) : null, bad: false }
      : {
          text: `${text} – ${many('and_more', count - 1)}`,
          go: () => (goTo(cells[0]), mark(cells, many('marked', cells.length))),
          bad: false,
        },
  );
}

/** @param {import('./types.js').Asked} asked */
const named = (asked) => {
  const word = state.puzzle.words.find((/** @type {any} */ other) => same(other.question, asked));
  return { text: word ? lettersOf(word) : '?', at: word?.cells[0] ?? asked.at };
};

watch(() => {
  const { analysis, puzzle } = state;
  if (!analysis || !puzzle) return;
  // What belongs to an older document stays a moment, but never what names fields that may be gone.
  const { rating, figures, lengths, clues, levels } = analysis;
  const { bare, language } = state;
  showRating({ rating, figures, lengths, clues, levels, bare, language });
  if (state.analysisOf !== state.revision) return;
  const grid = puzzle.grid.join('');
  showTodo({
    dead: analysis.fields.filter((/** @type {any} */ f) => !f.letters).map((/** @type {any} */ f) => f.at),
    faults: analysis.faults.map((/** @type {any} */ { text, cells }) => ({ text: told(text), cells })),
    missing: analysis.missing,
    relatives: analysis.relatives.map((/** @type {any} */ pair) => pair.map(named)),
    open: [...grid].filter((c) => c === '.').length,
    unclued: clues.words - clues.clued,
    language: state.language,
  });
  set(todoPanel, 'data-count', analysis.faults.length);
});
