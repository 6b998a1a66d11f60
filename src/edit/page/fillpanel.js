// The panel for filling: what may change, how long it may take, the progress, and the answers side by side.

import { send } from './connection.js';
import { open } from './dialog.js';
import { button, fill, h, set, shower } from './dom.js';
import { idleFills } from './idle.js';
import { SECONDS, fillOpen, isUnlaid, notBetter, start, stopJob, take, whenSeveral } from './jobs.js';
import { small } from './small.js';
import { panel } from './panel.js';
import { chosen, isArrowword, state, watch } from './state.js';
import { many, number, t, told } from './text.js';

const buttons = h('div', { class: 'stack' });
const time = h('select', { id: 'time' });
const label = h('label', { class: 'row' });
const progress = h('div', { id: 'progress' });
const answers = h('div', { id: 'answers' });
export const fillPanel = panel('fill', buttons, label, progress, answers);

const seconds = () => Number(time.value) || SECONDS.usual;

const showButtons = shower(
  buttons,
  (/** @type {any} */ { can, marked, hasLetters, hasOpen, unlaid, shape, kind, idle }) => {
    const region = () => ({ of: 'region', cells: chosen() });
    // What is not laid out yet is not compared.
    const relay = { layout: true, better: isArrowword() && !unlaid };
    const act = (/** @type {string} */ key, /** @type {() => void} */ action, why = idle[key]) =>
      button(t(key), action, {
        disabled: !can || !!why,
        title: why ? t(why) : null,
        'data-key': key,
        id: key.replaceAll('_', '-'),
      });
    return [
      act(
        kind === 'crisscross' && !hasOpen ? 'lay_open' : 'fill_open',
        () => fillOpen({ seconds: seconds() }),
        idle.fill_open,
      ),
      unlaid && h('p', { class: 'quiet', id: 'unlaid' }, t(shape ? 'unlaid_crossword' : 'unlaid')),
      h(
        'div',
        { class: 'row' },
        kind !== 'crisscross' && act('fill_another', () => start({ of: 'all' }, { seconds: seconds() })),
        act('fill_three', () =>
          kind !== 'crisscross' && hasLetters && !unlaid
            ? start({ of: 'all' }, { alternatives: 3, seconds: seconds() })
            : fillOpen({ alternatives: 3, seconds: seconds() }),
        ),
      ),
      h('h3', {}, t('region_title', { n: marked })),
      h(
        'div',
        { class: 'row' },
        act('fill_region', () => start(region(), { seconds: seconds() })),
        act('region_three', () => start(region(), { alternatives: 3, seconds: seconds() })),
      ),
      h(
        'h3',
        {},
        t(
          kind === 'crisscross'
            ? 'layout_title_crisscross'
            : shape
              ? 'layout_title_crossword'
              : 'layout_title',
        ),
      ),
      kind === 'template' && styles(shape, can),
      h(
        'div',
        { class: 'row' },
        act(isArrowword() ? 'layout_all' : 'layout_new', () =>
          start({ of: 'all' }, { ...relay, seconds: seconds() }),
        ),
        isArrowword() && act('layout_region', () => start(region(), { ...relay, seconds: seconds() })),
      ),
    ].filter(Boolean);
  },
);

/** How blocks are placed where the program lays them. @param {any} shape @param {boolean} can */
function styles(shape, can) {
  const choice = h(
    'select',
    { id: 'style', disabled: !can, 'data-key': 'style' },
    ['american', 'british', 'double-spaced'].map((name) =>
      h('option', { value: name }, t(`style_${name.replace('-', '_')}`)),
    ),
  );
  choice.value = shape.style;
  choice.addEventListener('change', () => send({ do: 'shape', shape: { ...shape, style: choice.value } }));
  return h('label', { class: 'row' }, t('style'), ' ', choice);
}

/** The offer, and the number of the job, that were shown last. @type {object|null} */
let seen = null;
let followed = 0;

/** Shows the bar of the job's rating, and how long it has run. */
const bar = h(
  'div',
  { class: 'meter', role: 'progressbar', 'aria-valuemin': 0, 'aria-valuemax': 100 },
  h('div', { class: 'level' }),
);
const says = h('p', { class: 'doing' });
const stop = button('', stopJob, { id: 'stop' });

function showProgress() {
  const job = state.job;
  set(progress, 'data-job', job?.job);
  set(progress, 'data-running', job ? String(job.running) : null);
  set(progress, 'data-found', job?.alternatives.length);
  // What became of a job that is over is of interest as long as nothing has been changed since.
  if (!job || (!job.running && job.revision !== state.revision)) return fill(progress);
  const share = job.best && job.ceiling ? (100 * job.best) / job.ceiling : 0;
  if (!bar.isConnected) fill(progress, says, bar, stop);
  bar.hidden = stop.hidden = !job.running;
  set(bar, 'aria-valuenow', Math.round(share));
  set(bar, 'aria-label', t('progress'));
  bar.firstElementChild.style.width = `${share}%`;
  const running =
    job.running && state.began
      ? ` · ${t('seconds_run', { n: number((performance.now() - state.began) / 1000, 0) })}`
      : '';
  const rated = job.best
    ? ` · ${number(job.best, 1)}${job.ceiling ? ` / ${number(job.ceiling, 1)}` : ''}`
    : '';
  const text = told(job.message);
  const whole = `${text}${rated}${running}`;
  if (says.textContent !== whole) says.textContent = whole;
  stop.textContent = t('stop');
  // Whoever has pressed a button here sees what it does; whoever works in the grid stays there.
  if (job.running && job.job !== followed && fillPanel.contains(document.activeElement))
    progress.scrollIntoView({ block: 'nearest' });
  followed = job.job;
}

/** How an answer is named, where it is not by its words. @type {Object<string, string>} */
const TAKE = { arrowword: 'take_answer', crisscross: 'take_answer_crisscross' };

/** The answers of a job as buttons. @param {any} job @param {boolean} can @param {() => void} [taken] */
const choices = (job, can, taken = () => {}) =>
  h(
    'div',
    { class: 'answers', role: 'group', 'aria-label': many('alternatives', job.alternatives.length) },
    job.alternatives.map((/** @type {any} */ answer, /** @type {number} */ index) =>
      h(
        'button',
        {
          type: 'button',
          class: 'answer',
          disabled: !can,
          'data-key': `answer-${index}`,
          'data-answer': index,
          onclick: () => take(job.job, index).then(taken),
          'aria-label': t(TAKE[state.puzzle?.kind ?? ''] ?? 'take_answer_crossword', {
            n: index + 1,
            score: number(answer.score, 1),
            changed: answer.changed.length,
          }),
        },
        small(answer),
        h(
          'span',
          { class: 'quiet' },
          `${number(answer.score, 1)} · ${many('changed', answer.changed.length)}`,
        ),
      ),
    ),
  );

// Several answers are shown side by side, as large as there is room.
whenSeveral((job) => {
  const dialog = open('compare', [
    h('p', { class: 'quiet' }, t('compare_hint')),
    choices(job, true, () => dialog.close()),
  ]);
});

const showAnswers = shower(answers, (/** @type {any} */ { job, worse, can }) => {
  if (!job) return [];
  const isOne = job.alternatives.length === 1;
  return [
    h('h3', {}, many('alternatives', job.alternatives.length)),
    choices(job, can),
    worse && h('p', { id: 'not-better' }, notBetter(worse.score, worse.now)),
    isOne && !worse && h('p', { class: 'quiet' }, t('one_answer')),
  ].filter(Boolean);
});

watch(() => {
  const grid = state.puzzle?.grid.join('') ?? '';
  if (time.dataset.language !== state.language) {
    fill(label, t('time_limit'), ' ', time);
    const chosenTime = time.value || String(SECONDS.usual);
    fill(time, ...Object.values(SECONDS).map((s) => h('option', { value: s }, t('seconds', { n: s }))));
    time.value = chosenTime;
    time.dataset.language = state.language;
  }
  showButtons({
    can: state.line === 'here',
    marked: state.marked.size,
    hasLetters: /[A-Z]/.test(grid),
    hasOpen: grid.includes('.'),
    idle: idleFills(),
    unlaid: isUnlaid(),
    shape: state.puzzle?.shape,
    kind: state.puzzle?.kind,
    language: state.language,
  });
  showProgress();
  const job = state.job;
  const isOffered =
    job &&
    job.revision === state.revision &&
    job.alternatives.length > 0 &&
    !(job.running && job.alternatives.length === 0);
  const { worse } = state;
  showAnswers({
    job: isOffered ? { job: job.job, alternatives: job.alternatives } : null,
    worse: worse?.job === job?.job ? worse : null,
    can: state.line === 'here',
    language: state.language,
  });
  // What is offered and not taken over has to be seen.
  if (worse && worse !== seen) answers.scrollIntoView({ block: 'nearest' });
  seen = worse;
});

setInterval(() => state.job?.running && showProgress(), 500);
