// The previews: the printed page, and the page to play. Both are made by the program, from the puzzle as it is now.

import { address } from './connection.js';
import { button, fill, h, set } from './dom.js';
import { aboutDialog, sentence } from './files.js';
import { state, watch } from './state.js';
import { t } from './text.js';

const solved = h('input', {
  type: 'checkbox',
  id: 'preview-solution',
  onchange: () => ((shown = ''), show()),
});
const solvedText = h('span');
const box = h('div', { class: 'sheet' });
const options = h('label', { class: 'check' }, solved, solvedText);
const about = button('', aboutDialog, { id: 'about-print' });
const choices = h('div', { class: 'row' }, options, about);
export const previewView = h('section', { class: 'view', id: 'view-preview' }, choices, box);

let shown = '';

async function show() {
  const { view } = state;
  if (!state.puzzle || (view !== 'print' && view !== 'play') || state.line !== 'here') return;
  const now = JSON.stringify([view, state.revision, state.file, state.language]);
  if (now === shown) return;
  shown = now;
  choices.hidden = view === 'play';
  const more = {
    as: view,
    revision: String(state.revision),
    ...(solved.checked ? { solution: '1' } : {}),
  };
  const answer = await fetch(address('preview', more)).catch(() => null);
  if (shown !== now) return;
  // Somebody who looks again asks again.
  if (!answer) shown = '';
  // What is looked at meanwhile may be another view.
  if (!answer?.ok) {
    fill(box, h('p', { class: 'notice' }, await sentence(answer)));
  } else if (view === 'print') {
    const url = URL.createObjectURL(await answer.blob());
    const image = h('img', {
      src: url,
      alt: t('preview_print'),
      id: 'printed',
      onload: () => URL.revokeObjectURL(url),
    });
    fill(box, image);
  } else {
    fill(
      box,
      h('iframe', {
        src: address('preview', more),
        title: t('preview_play'),
        sandbox: 'allow-scripts',
        id: 'played',
      }),
    );
  }
}

watch(() => {
  solvedText.textContent = ` ${t('with_solution')}`;
  about.textContent = t('about_print');
  about.disabled = state.line !== 'here';
  set(box, 'data-view', state.view);
  show();
});
