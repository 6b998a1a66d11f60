// The grid under the hand: mouse, finger and pen, and the arrows that are offered beside a question field.

import { ARROWS, ICON, nameOf } from './arrows.js';
import { focusField, goTo, look, rectangle, turn } from './choose.js';
import { send } from './connection.js';
import { h, say, set, shower } from './dom.js';
import { entry, focusEntry, placeEntry } from './entry.js';
import { draw, drawing, edgeAt, fieldAt } from './grid.js';
import {
  charAt,
  hasBar,
  isCrisscross,
  isLetterField,
  isPinned,
  key,
  state,
  takesLetter,
  update,
  watch,
  cellOf,
} from './state.js';
import { place, t } from './text.js';

/** @typedef {import('./types.js').Cell} Cell */

const offers = h('div', { id: 'arrows', role: 'toolbar' });
export const scroller = h('div', { id: 'scroller' }, drawing, entry, offers);

/** The field where the pointer went down, the one where it was last, and whether it has moved. @type {{from: Cell, last: Cell, moved: boolean, painted: Set<string>}|null} */
let stroke = null;

/** What went down last: 'mouse', 'touch' or 'pen'. */
let hand = 'mouse';

/** What a tool makes of a field; `null` if it leaves it as it is. @param {string} tool @param {Cell} cell */
function made(tool, cell) {
  const c = charAt(cell);
  const isBlocked = !isLetterField(c) && c !== '?';
  if (tool === 'question') return c === '?' ? null : 'question';
  // What is not part of a criss-cross is already gone.
  if (tool === 'blocked') return !isBlocked ? 'blocked' : isCrisscross() ? null : 'open';
  if (tool === 'open') return c === '.' ? null : 'open';
  return null;
}

drawing.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
  const cell = fieldAt(event.clientX, event.clientY);
  if (!cell || event.button !== 0) return;
  event.preventDefault();
  hand = event.pointerType;
  // Whoever has a mouse has a keyboard.
  if (hand === 'mouse') entry.blur();
  drawing.setPointerCapture(event.pointerId);
  stroke = { from: cell, last: cell, moved: false, painted: new Set([key(cell)]) };
  if (event.shiftKey) {
    goTo(cell, { extend: true });
    stroke = null;
  }
});

drawing.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => {
  const cell = stroke && fieldAt(event.clientX, event.clientY);
  if (!stroke || !cell || (!stroke.moved && key(cell) === key(stroke.from))) return;
  stroke.moved = true;
  // A fast pointer is reported at a few places only; the fields between them were painted, too.
  for (const passed of between(stroke.last, cell)) stroke.painted.add(key(passed));
  stroke.last = cell;
  const marked = state.tool === 'letters' ? rectangle(stroke.from, cell) : new Set(stroke.painted);
  update({ at: cell, marked });
});

/** The fields on the way from one to another, without the first. @param {Cell} a @param {Cell} b @returns {Cell[]} */
function between([r, c], [toRow, toColumn]) {
  const steps = Math.max(Math.abs(toRow - r), Math.abs(toColumn - c));
  return Array.from({ length: steps }, (_, i) => {
    const share = (i + 1) / steps;
    return [Math.round(r + (toRow - r) * share), Math.round(c + (toColumn - c) * share)];
  });
}

drawing.addEventListener('pointercancel', () => (stroke = null));

drawing.addEventListener('pointerup', (/** @type {PointerEvent} */ event) => {
  if (!stroke) return;
  const { from, moved, painted } = stroke;
  stroke = null;
  if (state.choosing) {
    choose(from);
  } else if (state.tool === 'letters') {
    if (moved) goTo(state.at, { keep: true });
    else press(from, event);
  } else if (state.tool === 'bar') {
    layBar(edgeAt(event.clientX, event.clientY));
  } else {
    apply([...painted].map(cellOf), from);
  }
});

// A tap brings up the on-screen keyboard. Browsers allow that while they handle a click; not all do earlier.
drawing.addEventListener('click', () => {
  const types = hand !== 'mouse' && state.tool === 'letters' && !state.choosing && !state.marked.size;
  if (types && takesLetter(state.at)) focusEntry();
});

/** A click with the tool that types letters. @param {Cell} cell @param {PointerEvent} event */
function press(cell, event) {
  const focused = [entry, drawing.querySelector(`[data-cell="${key(cell)}"]`)];
  const again = key(cell) === key(state.at) && focused.includes(document.activeElement);
  if (event.ctrlKey || event.metaKey) {
    const marked = new Set(state.marked);
    if (!marked.delete(key(cell))) marked.add(key(cell));
    update({ marked });
    goTo(cell, { keep: true });
    return;
  }
  if (again && takesLetter(cell)) turn();
  goTo(cell);
  // A red field explains itself without being asked.
  if (
    charAt(cell) === '.' &&
    state.analysis?.fields.some((/** @type {any} */ f) => key(f.at) === key(cell) && f.letters === '')
  ) {
    send({ do: 'explain', at: cell }, { bound: false });
  }
}

/** Does what the tool does, as one step. @param {Cell[]} cells @param {Cell} from */
function apply(cells, from) {
  update({ marked: new Set() });
  if (state.tool === 'pin') {
    const pinned = !isPinned(from);
    send({ do: 'pin', cells, pinned });
  } else {
    const to = made(state.tool, from);
    const changed = to
      ? cells.filter((cell) => charAt(cell) !== { question: '?', blocked: '#', open: '.' }[to])
      : [];
    if (to && changed.length) send({ do: 'make', cells: changed, to });
  }
  goTo(from);
}

/** Lays a bar after a field, or takes it away. @param {{at: Cell, towards: 'across'|'down'}|null} edge */
export async function layBar(edge) {
  if (!edge) return;
  const there = !hasBar(edge.at, edge.towards);
  const done = send({ do: 'bar', ...edge, there });
  goTo(edge.at);
  if (await done) say(t(there ? 'bar_laid' : 'bar_gone'));
}

/** A letter of the solution word more, or one less. @param {Cell} cell */
export function choose(cell) {
  if (!isLetterField(charAt(cell))) return;
  const at = state.choosing.findIndex((/** @type {Cell} */ other) => key(other) === key(cell));
  const choosing =
    at >= 0
      ? state.choosing.filter((/** @type {Cell} */ _, /** @type {number} */ i) => i !== at)
      : [...state.choosing, cell];
  update({ choosing });
  goTo(cell);
}

const showOffers = shower(offers, (/** @type {any} */ shown) => {
  if (!shown) return [];
  const { at, there, allowed } = shown;
  const offered = ARROWS.filter((arrow) => there.includes(arrow) || allowed.includes(arrow));
  if (!offered.length) return [h('span', {}, t('no_arrow_here'))];
  return offered.map((arrow) => {
    const isThere = there.includes(arrow);
    const label = t(isThere ? 'remove_arrow' : 'add_arrow', { arrow: t(nameOf(arrow)) });
    const act = async () => {
      if ((await send({ do: 'arrow', question: { at, arrow }, there: !isThere })) && !isThere) {
        update({ towards: arrow.endsWith('down') ? 'down' : 'across' });
        look({ at, arrow });
      }
    };
    return h(
      'button',
      {
        type: 'button',
        onclick: act,
        'aria-pressed': isThere ? 'true' : 'false',
        'aria-label': label,
        title: label,
        'data-key': arrow,
        'data-arrow': arrow,
      },
      h('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, h('path', { d: ICON[arrow] })),
    );
  });
});

offers.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
  const buttons = [...offers.querySelectorAll('button')];
  const at = buttons.indexOf(/** @type {any} */ (document.activeElement));
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (event.key === 'Escape') focusField();
  else if (step) buttons[(at + step + buttons.length) % buttons.length]?.focus();
  else return;
  event.preventDefault();
});

/** Puts the focus on the arrows that are offered, if there are any. */
export function focusArrows() {
  offers.querySelector('button')?.focus();
}

/** Shows the arrows of the current field beside it. */
function placeOffers() {
  // What may be added is known only once the document has been analysed.
  const isAsking =
    state.puzzle &&
    charAt(state.at) === '?' &&
    !state.marked.size &&
    state.line === 'here' &&
    (state.analysisOf === state.revision || !offers.hidden);
  offers.hidden = !isAsking;
  set(offers, 'aria-label', t('arrows_of', { place: place(state.at) }));
  if (!isAsking) return showOffers(null);
  const own = state.puzzle.words.filter((/** @type {any} */ word) => key(word.question.at) === key(state.at));
  const allowed =
    state.analysis?.arrows.find((/** @type {any} */ of) => key(of.at) === key(state.at))?.arrows ?? [];
  showOffers({
    at: state.at,
    there: own.map((/** @type {any} */ word) => word.question.arrow),
    allowed,
    language: state.language,
  });
  const cell = drawing.querySelector(`[data-cell="${key(state.at)}"] .back`)?.getBoundingClientRect();
  if (!cell) return;
  const frame = scroller.getBoundingClientRect();
  const [width, height] = [offers.offsetWidth, offers.offsetHeight];
  const left = cell.left - frame.left + scroller.scrollLeft + cell.width / 2 - width / 2;
  const above = cell.top - frame.top + scroller.scrollTop - height - 8;
  // Bent arrows begin above; the offers lie below then, out of the way.
  const top = above < scroller.scrollTop ? cell.bottom - frame.top + scroller.scrollTop + 8 : above;
  offers.style.left = `${Math.max(0, Math.min(left, scroller.scrollWidth - width))}px`;
  offers.style.top = `${top}px`;
}

watch(() => {
  draw();
  placeOffers();
  placeEntry();
});
new ResizeObserver(placeOffers).observe(drawing);
