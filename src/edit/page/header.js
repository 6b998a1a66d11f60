// The bar at the top: the file, the views, and what is done with files; and the notices below it.

import { fileDialog, exportDialog, newDialog, openDialog, aboutDialog } from './files.js';
import { helpDialog } from './help.js';
import { send } from './connection.js';
import { button, h, set, shower } from './dom.js';
import { onceDrawn, state, update, watch } from './state.js';
import { t, told, withKey } from './text.js';

const VIEWS = ['grid', 'clues', 'print', 'play'];

const bar = /** @type {HTMLElement} */ (document.getElementById('bar'));
const notices = /** @type {HTMLElement} */ (document.getElementById('notices'));

const show = shower(bar, (/** @type {any} */ { file, title, saved, exported, view, can, theme, language }) => [
  h(
    'h1',
    {},
    h(
      'button',
      {
        type: 'button',
        class: 'plain',
        onclick: aboutDialog,
        'data-key': 'about',
        id: 'about',
        title: t('about_title'),
      },
      title || file || 'cwsat',
    ),
    h('span', { class: 'quiet', id: 'saved', title: exported || null }, saved, exported && ` · ${exported}`),
  ),
  h(
    'div',
    { class: 'views', role: 'tablist', 'aria-label': t('views'), onkeydown: turnView },
    VIEWS.map((name) =>
      h(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `tab-${name}`,
          'aria-selected': String(view === name),
          tabindex: view === name ? 0 : -1,
          'aria-controls': 'middle',
          'data-key': name,
          onclick: () => update({ view: name }),
        },
        t(`view_${name}`),
      ),
    ),
  ),
  h(
    'div',
    { class: 'group', role: 'group', 'aria-label': t('file') },
    button(t('new'), newDialog, { disabled: !can, 'data-key': 'new', id: 'new' }),
    button(t('open'), openDialog, { disabled: !can, 'data-key': 'open', id: 'open' }),
    button(t('save'), () => send({ do: 'save' }, { bound: false }), {
      disabled: !can,
      'data-key': 'save',
      id: 'save',
      title: withKey(t('save'), 'Ctrl+S'),
    }),
    button(t('save_as'), fileDialog, { disabled: !can, 'data-key': 'save-as', id: 'save-as' }),
    button(t('export'), exportDialog, { disabled: !can, 'data-key': 'export', id: 'export', class: 'main' }),
  ),
  h(
    'div',
    { class: 'group', role: 'group', 'aria-label': t('appearance') },
    button(language === 'de' ? 'EN' : 'DE', () => update({ language: language === 'de' ? 'en' : 'de' }), {
      'data-key': 'language',
      id: 'language',
      lang: language === 'de' ? 'en' : 'de',
      'aria-label': language === 'de' ? 'English' : 'Deutsch',
      title: language === 'de' ? 'English' : 'Deutsch',
    }),
    button(
      { auto: '◐', light: '☀', dark: '☾' }[/** @type {'auto'} */ (theme)],
      () => update({ theme: { auto: 'light', light: 'dark', dark: 'auto' }[/** @type {'auto'} */ (theme)] }),
      { 'data-key': 'theme', id: 'theme', 'aria-label': t(`theme_${theme}`), title: t(`theme_${theme}`) },
    ),
    button('?', helpDialog, {
      'data-key': 'help',
      id: 'help-button',
      'aria-label': t('help'),
      title: withKey(t('help'), 'F1'),
    }),
  ),
]);

/** @param {KeyboardEvent} event */
function turnView(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const view = VIEWS[(VIEWS.indexOf(state.view) + step + VIEWS.length) % VIEWS.length];
  update({ view });
  onceDrawn(() => document.getElementById(`tab-${view}`)?.focus());
}

const showNotices = shower(notices, (/** @type {any} */ { line, windows, trouble, draft }) =>
  [
    line === 'joining' && h('p', { class: 'notice' }, t('line_joining')),
    line === 'lost' && h('p', { class: 'notice bad', id: 'line-lost' }, t('line_lost')),
    line === 'refused' && h('p', { class: 'notice bad', id: 'line-refused' }, t('line_refused')),
    line === 'here' &&
      windows > 1 &&
      h('p', { class: 'notice', id: 'windows' }, t('windows', { n: windows })),
    draft && h('p', { class: 'notice', id: 'draft' }, t('only_draft', { why: told(draft) })),
    trouble &&
      h(
        'p',
        { class: 'notice bad', id: 'trouble' },
        trouble,
        ' ',
        button(t('close'), () => update({ trouble: '' }), { class: 'small', 'data-key': 'close' }),
      ),
  ].filter(Boolean),
);

watch(() => {
  const isSaved = state.saved && state.saved.file === state.file && state.saved.revision >= state.revision;
  show({
    file: state.file,
    title: state.puzzle?.about.title,
    saved: state.revision ? (isSaved ? t('is_saved') : t('is_saving')) : '',
    exported: state.exported && t('is_exported', { name: state.exported }),
    view: state.view,
    can: state.line === 'here',
    theme: state.theme,
    language: state.language,
  });
  showNotices({
    line: state.line,
    windows: state.windows,
    trouble: state.trouble,
    draft: isSaved ? state.saved.draft : null,
    language: state.language,
  });
  document.title = `${state.puzzle?.about.title || state.file || ''} – cwsat`;
  set(document.documentElement, 'lang', state.language);
  set(document.documentElement, 'data-theme', state.theme === 'auto' ? null : state.theme);
  set(document.documentElement, 'data-line', state.line);
});
