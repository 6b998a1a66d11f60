// The tools above the grid: what the pointer does, undo and redo, and what the drawing shows.

import { focusField, goTo } from './choose.js';
import { send } from './connection.js';
import { button, h, shower } from './dom.js';
import { pictureDialog } from './files.js';
import { idleTools } from './idle.js';
import { scroller } from './board.js';
import { chosen, isArrowword, isBarred, isCrisscross, size, state, update, watch } from './state.js';
import { many, t, withKey } from './text.js';

/** The tools, with the shape of their button in a square of 24 and the key that does the same. @type {[string, string, string][]} */
const TOOLS = [
  ['letters', 'M5 3l13 9-6 1 3 7-3 1-3-7-4 4z', ''],
  ['question', 'M4 4h16v16H4zM9 9a3 3 0 1 1 4 2.8c-1 .4-1 1-1 2M12 16.5v1', '?'],
  ['blocked', 'M4 4h16v16H4z', '#'],
  ['bar', 'M4 4h16v16H4zM12 3v18', '|'],
  ['open', 'M4 4h16v16H4z', '.'],
  ['pin', 'M9 3h6l-1 6 4 4H6l4-4zM12 13v8', '*'],
];

/** The tools that paint where the pointer goes. */
const PAINTED = ['question', 'blocked', 'open', 'pin'];

/** Whether a tool makes something of this kind of puzzle. @param {string} name */
const suits = (name) => (name === 'question' ? isArrowword() : name === 'bar' ? isBarred() : true);

/** @param {string} name */
const labelOf = (name) => t(name === 'blocked' && isCrisscross() ? 'tool_outside' : `tool_${name}`);

const SYMMETRIES = ['none', 'half-turn', 'quarter-turn', 'mirror'];

const box = h('div', { class: 'tools' });
const region = h('div', { class: 'region-tools' });
/** @type {HTMLElement} */ (document.getElementById('tools')).append(box, region);

/** @param {string} name @param {string} d */
const icon = (name, d) =>
  h('svg', { viewBox: '0 0 24 24', class: `icon icon-${name}`, 'aria-hidden': 'true' }, h('path', { d }));

const show = shower(box, (/** @type {any} */ { tool, undo, redo, heat, clues, zoom, can, shape, square }) => [
  h(
    'div',
    { class: 'group', role: 'group', 'aria-label': t('tools') },
    TOOLS.filter(([name]) => suits(name)).map(([name, d, keyName]) =>
      h(
        'button',
        {
          type: 'button',
          'aria-pressed': String(tool === name),
          'data-key': name,
          id: `tool-${name}`,
          title: keyName ? withKey(labelOf(name), keyName) : labelOf(name),
          onclick: () => update({ tool: name }),
        },
        icon(name, d),
        h('span', {}, labelOf(name)),
      ),
    ),
  ),
  h(
    'div',
    { class: 'group', role: 'group', 'aria-label': t('history') },
    button('↶', () => send({ do: 'undo' }), {
      disabled: !can || !undo,
      'aria-label': t('undo'),
      title: withKey(t('undo'), 'Ctrl+Z'),
      'data-key': 'undo',
      id: 'undo',
    }),
    button('↷', () => send({ do: 'redo' }), {
      disabled: !can || !redo,
      'aria-label': t('redo'),
      title: withKey(t('redo'), 'Ctrl+Y'),
      'data-key': 'redo',
      id: 'redo',
    }),
  ),
  shape &&
    h('div', { class: 'group', role: 'group', 'aria-label': t('symmetry') }, symmetry(shape, square, can)),
  h(
    'div',
    { class: 'group', role: 'group', 'aria-label': t('shown') },
    toggle('heat', heat),
    isArrowword() && toggle('shows_clues', clues),
    button('−', () => update({ zoom: Math.max(1, zoom - 0.5) }), {
      'aria-label': t('smaller'),
      title: t('smaller'),
      'data-key': 'smaller',
      disabled: zoom <= 1,
    }),
    button('+', () => update({ zoom: Math.min(4, zoom + 0.5) }), {
      'aria-label': t('larger'),
      title: t('larger'),
      'data-key': 'larger',
      disabled: zoom >= 4,
    }),
  ),
]);

/** What blocks and bars are laid with. @param {any} shape @param {boolean} square @param {boolean} can */
function symmetry(shape, square, can) {
  const choice = h(
    'select',
    {
      id: 'symmetry',
      disabled: !can,
      'data-key': 'symmetry',
      'aria-label': t('symmetry'),
      title: t('symmetry'),
    },
    SYMMETRIES.filter((name) => square || name !== 'quarter-turn').map((name) =>
      h('option', { value: name }, t(`symmetry_${name.replace('-', '_')}`)),
    ),
  );
  choice.value = shape.symmetry;
  choice.addEventListener('change', () => send({ do: 'shape', shape: { ...shape, symmetry: choice.value } }));
  return choice;
}

/** @param {string} name @param {boolean} is */
const toggle = (name, is) =>
  button(t(name), () => update({ [name]: !is }), {
    'aria-pressed': String(is),
    'data-key': name,
    id: name.replaceAll('_', '-'),
    class: 'text',
  });

/** Makes the marked fields something; they are not marked any more then. @param {string} to */
function make(to) {
  const done = send({ do: 'make', cells: chosen(), to });
  update({ marked: new Set() });
  return done;
}

/** Makes the marked fields an island, and asks for its picture. */
async function layPicture() {
  const [first] = chosen();
  if (!(await make('blocked'))) return;
  goTo(first, { focus: false });
  pictureDialog();
}

/** What can be done with a marked region. */
const showRegion = shower(region, (/** @type {any} */ { marked, can, choosing, letters, tool, idle }) => {
  if (choosing) {
    return [
      h('span', {}, t('choosing', { letters: letters || '–' })),
      button(
        t('done'),
        () => (send({ do: 'solution_word', cells: state.choosing }), update({ choosing: null })),
        { 'data-key': 'chosen', id: 'chosen', class: 'main' },
      ),
      button(t('cancel'), () => update({ choosing: null }), { 'data-key': 'not-chosen' }),
    ];
  }
  if (!marked)
    return [h('span', { class: 'quiet' }, t(PAINTED.includes(tool) ? 'paint_hint' : 'region_hint'))];
  const act = (/** @type {string} */ text, /** @type {() => void} */ action, /** @type {string} */ key, why = '') =>
    button(text, action, { disabled: !can || !!why, title: why ? t(why) : null, 'data-key': key });
  const makes = (/** @type {string} */ to) =>
    act(labelOf(to), () => (make(to), focusField()), `make-${to}`, idle[to]);
  return [
    h('span', {}, many('marked', marked)),
    makes('blocked'),
    makes('open'),
    isArrowword() &&
      button(t('picture_here'), layPicture, {
        disabled: !can,
        'data-key': 'picture-here',
        id: 'picture-here',
      }),
    act(t('pin'), () => send({ do: 'pin', cells: chosen(), pinned: true }), 'pin', idle.pin),
    act(t('unpin'), () => send({ do: 'pin', cells: chosen(), pinned: false }), 'unpin', idle.unpin),
    act(t('clear'), () => send({ do: 'clear', cells: chosen(), pinned: true }), 'clear', idle.clear),
    button(t('unmark'), () => (update({ marked: new Set() }), focusField()), { 'data-key': 'unmark' }),
  ].filter(Boolean);
});

watch(() => {
  const can = state.line === 'here';
  show({
    tool: state.tool,
    undo: state.undo,
    redo: state.redo,
    heat: state.heat,
    clues: state.shows_clues,
    zoom: state.zoom,
    can,
    shape: state.puzzle?.shape,
    square: size().rows === size().columns,
    kind: state.puzzle?.kind,
    language: state.language,
  });
  if (!suits(state.tool)) update({ tool: 'letters' });
  const letters = state.choosing?.map((/** @type {any} */ [r, c]) => state.puzzle.grid[r][c]).join('');
  showRegion({
    marked: state.marked.size,
    can,
    choosing: !!state.choosing,
    tool: state.tool,
    idle: idleTools(),
    kind: state.puzzle?.kind,
    letters,
    language: state.language,
  });
  scroller.style.setProperty('--zoom', String(state.zoom));
  scroller.dataset.tool = state.tool;
});
