// The constructor's page. Modules by what they do:
//
// * state: what is known; connection: the line to the program; jobs: what takes a while; text: the words of the page;
// * grid, cell, board, keys, entry, choose, arrows: the drawing, and pointer and keyboard in it;
// * header, tools, word, wordclue, fillpanel, rating, wishes, clues, preview, files, help: what stands around it;
// * clue: what the list of clues and the clue beside the grid have in common;
// * idle: which buttons can do nothing, and why;
// * dom, panel, dialog, small: how elements are made.

import { scroller } from './board.js';
import { clueView } from './clues.js';
import { goTo, lookAgain, lookAnew } from './choose.js';
import { join, listen } from './connection.js';
import { set } from './dom.js';
import { fillPanel } from './fillpanel.js';
import './header.js';
import { jobTold } from './jobs.js';
import './keys.js';
import { previewView } from './preview.js';
import { ratingPanel, todoPanel } from './rating.js';
import { size, state, watch } from './state.js';
import './tools.js';
import { t } from './text.js';
import { wishesPanel } from './wishes.js';
import { wordPanel } from './word.js';

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const [left, right, board] = [part('left'), part('right'), part('board')];

// Between the sizes of a tablet and a desktop there is room for one side only, which then has all panels.
const isMedium = matchMedia('(min-width: 861px) and (max-width: 1180px)');
function arrange() {
  left.append(wordPanel, fillPanel);
  (isMedium.matches ? left : right).append(ratingPanel, wishesPanel, todoPanel);
  right.hidden = isMedium.matches;
}
isMedium.addEventListener('change', arrange);
arrange();
board.append(scroller);
part('middle').append(clueView, previewView);

watch(() => {
  const isGrid = state.view === 'grid';
  part('tools').hidden = board.hidden = !isGrid;
  clueView.hidden = state.view !== 'clues';
  previewView.hidden = state.view !== 'print' && state.view !== 'play';
  set(part('middle'), 'role', 'tabpanel');
  set(part('middle'), 'aria-labelledby', `tab-${state.view}`);
  set(left, 'role', 'region');
  set(right, 'role', 'region');
  set(left, 'aria-label', t('side_left'));
  set(right, 'aria-label', t('side_right'));
  // The current field is in the grid, whatever has become of it.
  const { rows, columns } = size();
  if (rows && (state.at[0] >= rows || state.at[1] >= columns)) goTo([0, 0], { focus: false });
});

listen(jobTold);
listen((event) => event.event === 'hello' && lookAgain());
listen((event) => event.event === 'document' && lookAnew());
join();
