// What takes a while: starting it, watching it, stopping it, and taking over what it has found.
//
// A job with one answer is taken over when it ends, as one step that can be undone; several are shown side by side. A layout
// that was to be better than a finished puzzle is found only if it is; if the puzzle is not finished, a worse one is offered.

import { send } from './connection.js';
import { say } from './dom.js';
import {
  chosen,
  isArrowword,
  isCrisscross,
  isLetterField,
  key,
  lookedAt,
  memo,
  state,
  update,
} from './state.js';
import { many, number, t, told } from './text.js';

/** What this window has started: another window's job is taken over there. */
let own = { wanted: false, sole: true, better: false, began: 0, number: -1 };

/** What shows several answers. @type {(job: import('./types.js').JobState) => void} */
let compare = () => {};

/** Calls this with a job of this window that has found several answers. @param {typeof compare} show */
export function whenSeveral(show) {
  compare = show;
}

/** How long a job may take, in seconds, by what it is about. */
export const SECONDS = { quick: 5, usual: 15, long: 60 };

/**
 * Starts a job.
 * @param {Object<string, any>} scope
 * @param {{layout?: boolean, better?: boolean, alternatives?: number, seconds?: number}} [how] `better`: only what rates
 *   higher is taken over
 */
export async function start(
  scope,
  { layout = false, better = false, alternatives = 1, seconds = SECONDS.usual } = {},
) {
  own = { wanted: true, sole: alternatives === 1, better, began: performance.now(), number: -1 };
  update({ began: own.began, worse: null });
  if (!(await send({ do: 'start', job: { scope, layout, better, alternatives, seconds } }))) own.wanted = false;
}

export const stopJob = () => send({ do: 'stop' }, { bound: false });

/**
 * Whether the layout is still missing: in an arrowword if there are fields for letters that no word has, in a crossword if it
 * has no blocks and bars and is not a word square.
 */
export function isUnlaid() {
  if (isCrisscross()) return false;
  if (!isArrowword()) return state.bare;
  return hasUnasked(state.puzzle);
}

/** Whether there are fields for letters that no word has. @type {(puzzle: import('./types.js').Puzzle|null) => boolean} */
const hasUnasked = memo((puzzle) => {
  const asked = new Set(puzzle?.words.flatMap((/** @type {any} */ word) => word.cells.map(key)));
  return !!puzzle?.grid.some((/** @type {string} */ row, /** @type {number} */ r) =>
    [...row].some((c, column) => isLetterField(c) && !asked.has(key([r, column]))),
  );
});

/** Fills what is open; where question fields are still missing, it may add some. @param {{alternatives?: number, seconds?: number}} [how] */
export function fillOpen(how = {}) {
  start({ of: 'open' }, { layout: isUnlaid(), ...how });
}

/** Fills what is chosen: the marked region, or all that is open. @param {{seconds?: number}} [how] */
export function fillChosen(how = {}) {
  if (state.marked.size) start({ of: 'region', cells: chosen() }, how);
  else fillOpen(how);
}

/** Puts another word in place of the one that is looked at; this one, if there is one. @param {string} [word] @param {number} [alternatives] */
export function replaceWord(word, alternatives = 1) {
  const question = lookedAt()?.question;
  if (question)
    start({ of: 'word', question, ...(word ? { word } : {}) }, { alternatives, seconds: SECONDS.quick });
}

/** Called with each event. @param {any} event */
export function jobTold(event) {
  if (event.event !== 'job') return;
  if (own.wanted && event.running) own.number = event.job;
  if (event.running || !own.wanted || event.job < own.number) return;
  own.wanted = false;
  const found = event.alternatives.length;
  if (!found) {
    say(told(event.message));
  } else if (own.sole && event.revision === state.revision) {
    const { score } = event.alternatives[0];
    const now = state.analysis?.rating?.score ?? 0;
    if (!own.better || (state.analysisOf === state.revision && score > now + SAME)) {
      take(event.job, 0);
    } else {
      update({ worse: { job: event.job, score, now } });
      say(notBetter(score, now));
    }
  } else {
    say(many('alternatives', found));
    compare(event);
  }
}

/** Ratings that differ by less are the same. */
const SAME = 1e-6;

/** @param {number} score @param {number} now */
export const notBetter = (score, now) =>
  t('not_better', { score: number(score, 1), now: number(now, 1) });

/** Takes over an answer. @param {number} job @param {number} alternative */
export async function take(job, alternative) {
  if (await send({ do: 'take', job, alternative })) say(t('taken'));
}
