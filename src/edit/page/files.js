// Files: a new grid, another file, another name, what is exported, what the puzzle says about itself, and pictures.

import { islandOf } from './grid.js';
import { address, alarm, send } from './connection.js';
import { field, open } from './dialog.js';
import { button, fill, h, say } from './dom.js';
import { isArrowword, state, update } from './state.js';
import { t, told } from './text.js';

/** The formats of each kind. @type {Object<string, string[]>} */
const FORMATS = {
  arrowword: ['pdf', 'svg', 'png', 'html', 'txt', 'json', 'cwg', 'ipuz', 'jpz'],
  template: ['pdf', 'svg', 'png', 'html', 'txt', 'json', 'ipuz', 'jpz', 'puz'],
  barred: ['pdf', 'svg', 'png', 'html', 'txt', 'json', 'ipuz', 'jpz'],
  crisscross: ['pdf', 'svg', 'png', 'html', 'txt', 'json', 'ipuz', 'jpz', 'puz'],
};
/** The kinds, the usual one first, each with its usual size. @type {[string, number][]} */
const KINDS = [
  ['arrowword', 15],
  ['template', 15],
  ['barred', 12],
  ['crisscross', 15],
];
/** The formats that can be drawn with the answers. */
const DRAWN = ['pdf', 'svg', 'png'];

/** @param {string} label @param {string} name @param {number} value */
const side = (label, name, value) =>
  field(
    label,
    h('input', { type: 'number', name, min: 1, max: 99, required: true, value, id: `size-${name}` }),
  );

export function newDialog() {
  const rows = state.puzzle?.grid.length ?? 15;
  const columns = state.puzzle?.grid[0]?.length ?? 15;
  const keep = h('input', { type: 'checkbox', name: 'keep', id: 'keep' });
  const kind = h(
    'select',
    { name: 'kind', id: 'new-kind' },
    KINDS.map(([name]) => h('option', { value: name }, t(`kind_of_${name}`))),
  );
  kind.value = state.puzzle?.kind ?? 'arrowword';
  kind.addEventListener('change', () => {
    keep.checked = false;
    keep.disabled = kind.value !== state.puzzle?.kind;
    const usual = KINDS.find(([name]) => name === kind.value)?.[1];
    for (const name of ['rows', 'columns'])
      if (keep.disabled) /** @type {any} */ (document.getElementById(`size-${name}`)).value = usual;
  });
  open(
    'new_grid',
    [
      field(t('kind_of'), kind),
      h('div', { class: 'row' }, side(t('rows'), 'rows', rows), side(t('columns'), 'columns', columns)),
      h('label', { class: 'check' }, keep, ` ${t('keep_content')}`),
      h('p', { class: 'quiet' }, t('new_hint')),
    ],
    {
      label: t('make_grid'),
      act: async (form) => {
        const size = { rows: Number(form.get('rows')), columns: Number(form.get('columns')) };
        update({ at: [0, 0], marked: new Set(), look: null });
        return form.get('keep')
          ? send({ do: 'resize', ...size })
          : send({ do: 'new', kind: String(form.get('kind')), ...size }, { bound: false });
      },
    },
  );
}

/** @typedef {{file: string, written: number, saved: boolean}} Version */

/** What is in the folder. @returns {Promise<{puzzles: string[], pictures: string[], versions: Version[]}|null>} */
async function names() {
  const answer = await fetch(address('files')).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

export async function openDialog() {
  const there = await names();
  const list = (there?.puzzles ?? []).map((name) =>
    h(
      'li',
      {},
      button(
        name,
        () => send({ do: 'open', file: name }, { bound: false }).then((is) => is && dialog.close()),
        { class: 'plain' },
      ),
    ),
  );
  const input = h('input', {
    type: 'text',
    name: 'file',
    autocomplete: 'off',
    list: 'files',
    id: 'open-name',
  });
  const versions = (there?.versions ?? []).map(({ file, written, saved }) => {
    const time = new Date(1000 * written).toLocaleString(state.language, {
      dateStyle: 'medium',
      timeStyle: 'short',
    });
    const restore = async () => {
      if (!(await send({ do: 'restore', file }))) return;
      dialog.close();
      say(t('restored'));
    };
    return h(
      'li',
      {},
      button(t(saved ? 'version_saved' : 'version_kept', { time }), restore, {
        class: 'plain',
        'data-version': file,
      }),
    );
  });
  // Without `accept`: some systems know nothing of the types of ipuz and puz, and would not let them be chosen.
  const upload = h('input', {
    type: 'file',
    id: 'open-upload',
    onchange: async () => {
      const file = upload.files?.[0];
      const name = file && (await put(file));
      if (name && (await send({ do: 'open', file: name }, { bound: false }))) dialog.close();
    },
  });
  const dialog = open(
    'open_file',
    [
      list.length > 0 && h('ul', { class: 'files' }, list),
      field(t('file_name'), input),
      field(t('open_upload'), upload),
      h('p', { class: 'quiet' }, t('drop_hint')),
      versions.length > 0 && [
        h('h3', {}, t('versions')),
        h('p', { class: 'quiet' }, t('versions_hint')),
        h('ul', { class: 'files', id: 'versions' }, versions),
      ],
    ],
    {
      label: t('open'),
      act: (form) =>
        form.get('file') ? send({ do: 'open', file: String(form.get('file')) }, { bound: false }) : true,
    },
  );
}

export function fileDialog() {
  const input = h('input', {
    type: 'text',
    name: 'file',
    required: true,
    autocomplete: 'off',
    value: state.file,
    id: 'save-name',
  });
  open('save_under', [field(t('file_name'), input), h('p', { class: 'quiet' }, t('name_hint'))], {
    label: t('save'),
    act: (form) => {
      const name = String(form.get('file')).trim();
      return send(
        { do: 'save_as', file: /\.(json|cwg)$/.test(name) ? name : `${name}.json` },
        { bound: false },
      );
    },
  });
}

export function exportDialog() {
  const solved = h('input', { type: 'checkbox', id: 'with-solution' });
  const links = h('ul', { class: 'formats' });
  const show = () =>
    fill(
      links,
      (FORMATS[state.puzzle?.kind ?? ''] ?? []).map((as) => {
        /** @type {Object<string, string>} */
        const more = solved.checked && DRAWN.includes(as) ? { solution: '1' } : {};
        return h(
          'li',
          {},
          h(
            'a',
            {
              class: 'button',
              id: `export-${as}`,
              href: address('export', { as, ...more }),
              download: fileName(as),
              onclick: (/** @type {Event} */ event) => check(event, as),
            },
            h('strong', {}, as.toUpperCase()),
            ' ',
            h('span', { class: 'quiet' }, t(`format_${as}`)),
          ),
        );
      }),
    );
  solved.addEventListener('change', show);
  show();
  open('export_as', [
    h('label', { class: 'check' }, solved, ` ${t('with_solution')}`),
    links,
    h('p', { id: 'exported', role: 'status' }),
  ]);
}

/** Fetches what is exported, so that a refusal is a sentence and not a broken file. @param {Event} event @param {string} as */
async function check(event, as) {
  event.preventDefault();
  const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
  const answer = await fetch(link.href).catch(() => null);
  if (!answer?.ok) return alarm(await sentence(answer));
  download(await answer.blob(), as);
}

/** How an exported file is named: by the title, if there is one. @param {string} ending */
function fileName(ending) {
  // What systems do not allow in names is left out.
  const title = (state.puzzle?.about.title ?? '').replace(/[\p{Cc}\s/\\:*?"<>|]+/gu, ' ');
  const name = [...title.replace(/^[\s.-]+/, '')].slice(0, 100).join('').replace(/[\s.]+$/, '');
  return `${name || state.file.replace(/\.\w+$/, '')}.${ending}`;
}

/** Hands a file to the browser, which saves it where downloads go, and says so. @param {Blob} blob @param {string} ending */
export function download(blob, ending) {
  const url = URL.createObjectURL(blob);
  const name = fileName(ending);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  update({ exported: name });
  say(t('exported', { name }));
  const line = document.getElementById('exported');
  if (line) line.textContent = t('exported', { name });
}

/** Why an answer holds nothing to use. @param {Response|null} answer */
export async function sentence(answer) {
  if (!answer) return t('not_sent');
  if (answer.status === 404) return t('not_yet');
  const text = await answer.text();
  try {
    return told(JSON.parse(text).why ?? text);
  } catch {
    return text;
  }
}

export function aboutDialog() {
  const about = state.puzzle?.about;
  if (!about) return;
  const text = (/** @type {'title'|'author'|'language'} */ name) =>
    field(
      t(`about_${name}`),
      h('input', { type: 'text', name, value: about[name] ?? '', autocomplete: 'off', id: `about-${name}` }),
    );
  const credits = h('textarea', { name: 'credits', rows: 3 });
  credits.value = about.credits.join('\n');
  open('about_title', [text('title'), text('author'), text('language'), field(t('about_credits'), credits)], {
    label: t('done'),
    act: (form) => {
      const of = (/** @type {string} */ name) => String(form.get(name) ?? '').trim() || null;
      return send({
        do: 'about',
        about: {
          title: of('title'),
          author: of('author'),
          language: of('language'),
          credits: String(form.get('credits'))
            .split('\n')
            .filter((line) => line.trim()),
        },
      });
    },
  });
}

/** Lays a picture into the island at the current field. */
export async function pictureDialog() {
  const { at } = state;
  const there = await names();
  const input = h('input', {
    type: 'text',
    name: 'file',
    autocomplete: 'off',
    id: 'picture-name',
    value:
      state.puzzle?.pictures.find((/** @type {any} */ of) =>
        islandOf(at).some((cell) => String(cell) === String(of.at)),
      )?.file ?? '',
  });
  const upload = h('input', {
    type: 'file',
    accept: 'image/png,image/jpeg',
    id: 'picture-file',
    onchange: async () => {
      const file = upload.files?.[0];
      const name = file && (await put(file));
      if (name) input.value = name;
    },
  });
  open(
    'picture',
    [
      field(t('picture_upload'), upload),
      field(t('picture_name'), input),
      there && there.pictures.length > 0 && h('p', { class: 'quiet' }, there.pictures.join(', ')),
      h('p', { class: 'quiet' }, t('picture_hint')),
    ],
    {
      label: t('done'),
      act: (form) => send({ do: 'picture', at, file: String(form.get('file')).trim() || null }),
    },
  );
}

/** Puts a file into the folder; returns the name that it has there. @param {File} file @returns {Promise<string|null>} */
async function put(file) {
  if (file.size > state.largest) {
    alarm(t('file_too_large', { n: state.largest / 1e6 }));
    return null;
  }
  const answer = await fetch(address('file', { name: file.name }), {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: file,
  }).catch(() => null);
  if (answer?.ok) return (await answer.json()).file;
  alarm(await sentence(answer));
  return null;
}

addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', async (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  const name = file && (await put(file));
  if (!name) return;
  if (/\.(png|jpe?g)$/i.test(name)) {
    if (!isArrowword()) alarm(t('picture_not_here'));
    else if (islandOf(state.at).length) send({ do: 'picture', at: state.at, file: name });
    else alarm(t('picture_where'));
  } else {
    send({ do: 'open', file: name }, { bound: false });
  }
});
