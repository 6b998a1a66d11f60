// The line to the program: events in, commands out, one after the other. A line that is lost comes back by itself.

import { say } from './dom.js';
import { drawHeld, hold, state, update } from './state.js';
import { t, told } from './text.js';

const token = new URLSearchParams(location.search).get('token') ?? '';

/** @param {string} path @param {Object<string, string>} [more] */
export function address(path, more = {}) {
  return `/api/${path}?${new URLSearchParams({ token, ...more })}`;
}

/** How long to wait before a line that was refused is tried again, in milliseconds: from the first to the last. */
const PAUSES = [300, 600, 1000, 2000, 4000];

/** @type {EventSource|null} */
let source = null;
let tries = 0;
/** @type {((event: any) => void)[]} */
const listeners = [];

/** Calls this with each event. @param {(event: any) => void} listener */
export function listen(listener) {
  listeners.push(listener);
}

export function join() {
  source?.close();
  source = new EventSource(address('events'));
  const own = source;
  source.onmessage = (message) => {
    tries = 0;
    const event = JSON.parse(message.data);
    receive(event);
    listeners.forEach((listener) => listener(event));
    if (event.event === 'analysis' && event.revision >= awaited) drawHeld();
  };
  source.onerror = async () => {
    if (own !== source) return;
    own.close();
    const pause = PAUSES[Math.min(tries, PAUSES.length - 1)];
    tries += 1;
    if (state.line === 'here') say(t('line_lost'));
    // A program that was restarted has another token, so there is no point in waiting for this line to come back.
    const answer = await fetch(address('events'), { method: 'HEAD' }).catch(() => null);
    update({ line: answer?.status === 403 ? 'refused' : 'lost' });
    setTimeout(join, pause);
  };
}

// A tablet that wakes up, or a cable that is plugged in again, need not wait for the pause.
addEventListener('online', () => state.line === 'lost' && join());
document.addEventListener('visibilitychange', () => !document.hidden && state.line === 'lost' && join());

/** @param {any} event */
function receive(event) {
  switch (event.event) {
    case 'hello':
      if (state.line === 'lost') say(t('line_back'));
      // What is told first about a file is what is on the disk, or will be in a moment.
      if (event.file !== state.file) isNew = true;
      update({ line: 'here', file: event.file, windows: event.windows, largest: event.largest });
      break;
    case 'windows':
      update({ windows: event.windows });
      break;
    case 'document': {
      known = Math.max(known, event.revision);
      const { revision, undo, redo, bare, document: puzzle } = event;
      update({ revision, undo, redo, bare, puzzle, explained: null });
      if (isNew) update({ saved: { file: state.file, revision } });
      isNew = false;
      break;
    }
    case 'analysis':
      update({ analysis: event.analysis, analysisOf: event.revision });
      break;
    case 'job':
      update({ job: event });
      break;
    case 'explained':
      update({ explained: event });
      say(told(event.text));
      break;
    case 'measured':
      update({ measured: event });
      break;
    case 'suggestions':
      update({ suggestions: event });
      break;
    case 'saved':
      update({ saved: event });
      break;
    case 'trouble':
      alarm(told(event.message));
      break;
  }
}

/** Whether the next document is the first of its file. */
let isNew = true;
/** The newest revision that this page has been told of, by an event or a reply. */
let known = 0;
/** The first revision whose analysis is worth waiting for before a change is drawn. */
let awaited = 0;
/** @type {Promise<any>} */
let last = Promise.resolve();

/**
 * Sends a command, after those before it. Changes are for the document that the page shows: if another window was faster,
 * nothing is done and the page says so.
 * @param {Object<string, any>} command
 * @param {{bound?: boolean}} [how] `bound: false` is for what any document will do
 * @returns {Promise<boolean>} whether it was done
 */
export function send(command, { bound = true } = {}) {
  // Nothing is waited for any more: neither a command that is under way, nor the revision that it leads to.
  if (isLeaving) return post({ command });
  if (bound) hold();
  const next = last.then(() => {
    if (!bound) return post({ command });
    awaited = known + 1;
    return post({ revision: known, command });
  });
  last = next.catch(() => false);
  return next;
}

let isLeaving = false;

/** A field reports what was typed when it is left; so it is made to report when the page is closed or hidden, too. */
function leave() {
  isLeaving = true;
  if (document.activeElement?.matches('input[type=text], textarea'))
    document.activeElement.dispatchEvent(new Event('change'));
  isLeaving = false;
}
addEventListener('pagehide', leave);
document.addEventListener('visibilitychange', () => document.hidden && leave());

/** Browsers go on sending 64 KiB for a page that is gone: this many characters of up to three bytes each. */
const KEPT_ALIVE = 20_000;

/** @param {Object<string, any>} request */
async function post(request) {
  const body = JSON.stringify(request);
  let reply;
  try {
    const answer = await fetch(address('command'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      keepalive: isLeaving && body.length <= KEPT_ALIVE,
    });
    reply = await answer.json();
  } catch {
    alarm(t('not_sent'));
    drawHeld();
    return false;
  }
  // What has changed nothing is not analysed.
  if (!(reply.revision >= awaited)) drawHeld();
  if (reply.revision !== undefined) known = Math.max(known, reply.revision);
  if (reply.reply === 'done') {
    if (state.trouble) update({ trouble: '' });
    return true;
  }
  alarm(reply.reply === 'outdated' ? t('outdated') : told(reply.why));
  return false;
}

/** Shows what went wrong, and says it. @param {string} text */
export function alarm(text) {
  update({ trouble: text });
  const alarm = document.getElementById('alarm');
  if (alarm) alarm.textContent = text;
}
