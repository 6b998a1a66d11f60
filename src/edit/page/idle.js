// Which buttons can do nothing now, and why: they are disabled, and say so where the pointer rests and to screen readers.

import { isUnlaid } from './jobs.js';
import { isArrowword, isCrisscross, isLetterField, memo, state } from './state.js';

/** @typedef {'fill_open'|'fill_another'|'fill_three'|'fill_region'|'region_three'|'layout_all'|'layout_new'|'layout_region'} Fill */

/** What is in the fields that a button is about. @typedef {{open: boolean, letters: boolean, free: boolean, movable: boolean}} There */

/** @param {Iterable<string>} names the fields, as `row,column` @param {import('./types.js').Puzzle} puzzle @returns {There} */
function thereIn(names, puzzle) {
  const pinned = new Set(puzzle.pinned.map(String));
  const there = { open: false, letters: false, free: false, movable: false };
  for (const name of names) {
    const [row, column] = name.split(',').map(Number);
    const c = puzzle.grid[row]?.[column] ?? '#';
    const isLetter = isLetterField(c);
    there.open ||= c === '.';
    there.letters ||= isLetter && c !== '.';
    // A letter that may become another one, and what may change in a layout.
    there.free ||= isLetter && !pinned.has(name);
    there.movable ||= (isLetter || c === '?') && !pinned.has(name);
  }
  return there;
}

const inAll = memo((puzzle) =>
  thereIn(
    puzzle.grid.flatMap((/** @type {string} */ row, /** @type {number} */ r) =>
      [...row].map((_, c) => `${r},${c}`),
    ),
    puzzle,
  ),
);

const inMarked = memo((marked, puzzle) => thereIn(marked, puzzle));

/**
 * Why each button for filling can do nothing, as the name of a text; empty if it can do something.
 * @returns {Record<Fill, string>}
 */
export function idleFills() {
  const { puzzle, marked } = state;
  const all = puzzle ? inAll(puzzle) : { open: false, letters: false, free: false, movable: false };
  const unlaid = isUnlaid();
  const open = unlaid || all.open ? '' : isCrisscross() && hasWordsToLay() ? '' : 'why_full';
  const fixed = all.free ? '' : 'why_pinned';
  const isBegun = all.letters && !unlaid && !isCrisscross();
  const here = () => inMarked(marked, puzzle);
  const region = !marked.size ? 'why_unmarked' : here().free ? '' : 'why_fixed_here';
  return {
    fill_open: open && isCrisscross() ? 'why_all_laid' : open,
    fill_another: unlaid ? 'why_unlaid' : !all.letters ? 'why_unfilled' : fixed,
    fill_three: isBegun ? fixed : open && isCrisscross() ? 'why_all_laid' : open,
    fill_region: region,
    region_three: region,
    layout_all: !hasLayout() ? 'why_no_layout' : all.movable ? '' : 'why_pinned',
    layout_new: isCrisscross()
      ? all.letters || hasWordsToLay()
        ? ''
        : 'why_no_words'
      : hasLayout()
        ? ''
        : 'why_no_layout',
    layout_region: !marked.size ? 'why_unmarked' : here().movable ? '' : 'why_fixed_here',
  };
}

/** Whether something is laid out. */
function hasLayout() {
  const grid = state.puzzle?.grid.join('') ?? '';
  return isArrowword() ? grid.includes('?') : grid.includes('#') || !!state.puzzle?.bars?.length;
}

/** Whether there are words to lay in a criss-cross; as long as that is not known, there may be. */
function hasWordsToLay() {
  return state.analysisOf !== state.revision || !!state.analysis?.lays?.length;
}

/** Why marked fields cannot be changed so, as the name of a text; empty if they can. */
export function idleTools() {
  const { puzzle, marked } = state;
  if (!puzzle || !marked.size) return { blocked: '', open: '', pin: '', unpin: '', clear: '' };
  const { grid } = puzzle;
  const pinned = new Set(puzzle.pinned.map(String));
  const some = (/** @type {(c: string, name: string) => boolean} */ is) =>
    [...marked].some((name) => {
      const [row, column] = name.split(',').map(Number);
      return is(grid[row]?.[column] ?? '#', name);
    });
  const unless = (/** @type {boolean} */ can) => (can ? '' : 'why_same');
  return {
    blocked: unless(some((c) => isLetterField(c) || c === '?')),
    open: unless(some((c) => c !== '.')),
    pin: unless(some((_, name) => !pinned.has(name))),
    unpin: unless(some((_, name) => pinned.has(name))),
    clear: unless(some((c) => isLetterField(c) && c !== '.')),
  };
}
