// The player: hears keys, clicks, taps and buttons, and does what they ask for.
//
// The focus is on the field itself, which is what screen readers follow. After a touch it is on an invisible input that lies
// over the field, as nothing else opens a phone's keyboard. Keys are heard on the board, which holds both; what a
// phone's keyboard writes without telling keys is read from the input.

let byTouch = false;
let started = false;

// ---- Moving ----

// Goes to a field; in it to the word, or the one that runs as the last one did.
function goTo(field, to = sameWay(field)) {
  current = field;
  word = to;
  show();
  focus();
  bringIntoView();
}

function sameWay(field, across = puzzle.words[word]?.across) {
  const words = wordsAt.get(field);
  if (words.includes(word)) return word;
  return words.find((index) => puzzle.words[index].across === across) ?? words[0] ?? -1;
}

function focus() {
  const target = byTouch ? typing : cells[current];
  if (document.activeElement !== target) target.focus({ preventScroll: true });
}

// To where there is something to be written in a word, or to its start.
function goToWord(index) {
  const { fields } = puzzle.words[index];
  goTo(fields.find((field) => !isFilled(field)) ?? fields[0], index);
}

// The next word, or with -1 the previous one; false behind the last one.
function stepWord(by, around = false) {
  const count = puzzle.words.length;
  let index = word + by;
  if (around) index = (index + count) % count;
  if (!puzzle.words[index]) return false;
  goToWord(index);
  return true;
}

// By as many fields in the word; stays at its ends.
function stepInWord(by) {
  const fields = puzzle.words[word]?.fields ?? [];
  const next = fields[fields.indexOf(current) + by];
  if (next !== undefined) goTo(next, word);
}

// To the next field that is written into, over all others; turns into the word that runs that way, if there is one.
function step(down, right) {
  let [row, column] = [Math.floor(current / columns) + down, (current % columns) + right];
  for (; row >= 0 && row < rows && column >= 0 && column < columns; row += down, column += right) {
    const field = row * columns + column;
    if (isOpen(field)) return goTo(field, sameWay(field, right !== 0));
  }
}

function turn() {
  const words = wordsAt.get(current);
  goTo(current, words[(words.indexOf(word) + 1) % words.length] ?? word);
}

// ---- Writing ----

function write(letters) {
  for (const letter of letters) {
    if (!isFixed(current)) {
      const before = isFilled(current) ? "" : letterAt(current);
      setLetter(current, before + letter);
      started = true;
      if (!isFilled(current)) continue;
    }
    stepInWord(1);
  }
  changed();
}

// Clears this field, or the one before it if this one is empty or cannot be cleared.
function erase() {
  if (letterAt(current) === "" || isFixed(current)) stepInWord(-1);
  clear();
}

function clear() {
  if (!isFixed(current)) setLetter(current, letterAt(current).slice(0, -1));
  changed();
}

// From this letter of the solution word on. A letter of it is that of its field in the grid, wherever it is written.
function spell(n, letters) {
  for (const letter of letters.slice(0, puzzle.strip.length - n)) {
    const field = puzzle.strip[n];
    if (!isFixed(field)) {
      setLetter(field, letter);
      started = true;
    }
    n += 1;
  }
  strip[Math.min(n, strip.length - 1)].focus();
  changed();
  if (play.solved || puzzle.solution === null || !puzzle.strip.every(isFilled)) return;
  tell(isSpelled() ? texts.spelled : texts.not_spelled);
}

// After every change: keeps it, shows it, and looks whether all is done.
function changed() {
  if (!play.solved) tell("");
  if (!play.solved && openFields.every(isFilled)) finish();
  show();
  keep();
}

function finish() {
  if (puzzle.solution === null) return tell(texts.full);
  if (!openFields.every(isRight)) return tell(texts.full_but_wrong);
  play.solved = true;
  play.wrong = {};
  const n = Object.keys(play.revealed).length;
  tell(phrase(n === 0 ? texts.solved : texts.solved_with_help, { time: element("clock").textContent, n }), true);
}

let isKept = true;
function keep() {
  if (save() || !isKept) return;
  isKept = false;
  tell(texts.not_kept);
}

// ---- Buttons ----

const scopes = { letter: () => [current], word: () => puzzle.words[word]?.fields ?? [current], all: () => openFields };
const actions = {
  check(scope) {
    const wrong = check(scopes[scope]());
    changed();
    tell(wrong === 0 ? texts.all_right : phrase(texts.some_wrong, { n: wrong }));
  },
  reveal(scope) {
    reveal(scopes[scope]());
    started = true;
    changed();
  },
  previous: () => stepWord(-1, true),
  next: () => stepWord(1, true),
  zoom() {
    wholeGrid = !wholeGrid;
    resize();
  },
  help: () => element("help").showModal(),
  print: () => print(),
  restart() {
    if (!confirm(texts.restart_sure)) return;
    restart();
    started = false;
    showTime();
    changed();
  },
};

// Keys on the board; whatever is not here is left to the browser.
const keys = {
  ArrowLeft: () => step(0, -1),
  ArrowRight: () => step(0, 1),
  ArrowUp: () => step(-1, 0),
  ArrowDown: () => step(1, 0),
  " ": turn,
  Enter: turn,
  Backspace: erase,
  Delete: clear,
  Home: () => stepInWord(-puzzle.words[word]?.fields.indexOf(current)),
  End: () => goTo(puzzle.words[word]?.fields.at(-1) ?? current, word),
  Escape: () => document.querySelector("#tools summary, #tools button:not([hidden])").focus(),
};

// ---- Hearing ----

function listen() {
  board.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Tab") {
      if (stepWord(event.shiftKey ? -1 : 1)) event.preventDefault();
      return;
    }
    const letters = event.key.length === 1 ? fold(event.key) : "";
    if (letters === "" && !(event.key in keys)) return;
    event.preventDefault();
    if (letters !== "") write(letters);
    else keys[event.key]();
  });

  // The input always holds a blank: without something to delete phones do not tell of their delete key.
  typing.value = " ";
  typing.addEventListener("input", (event) => {
    const text = event.isComposing ? (event.data ?? "").slice(-1) : typing.value;
    const erased = typing.value === "";
    typing.value = " ";
    if (erased) erase();
    else write(fold(text));
  });

  strip.forEach((box, n) => {
    const field = puzzle.strip[n];
    const go = (to) => strip[to]?.focus();
    const moves = { ArrowLeft: n - 1, ArrowRight: n + 1, Home: 0, End: strip.length - 1 };
    box.addEventListener("focus", () => {
      current = field;
      word = sameWay(field);
      show();
      box.select();
    });
    box.addEventListener("input", (event) => {
      const letters = fold(event.isComposing ? (event.data ?? "").slice(-1) : (event.data ?? box.value));
      if (letters !== "") return spell(n, letters);
      if (event.isComposing) return;
      if (box.value === "" && !isFixed(field)) setLetter(field, "");
      changed();
    });
    box.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key === "Backspace" && box.value === "") go(n - 1);
      if (!(event.key in moves)) return;
      event.preventDefault();
      go(moves[event.key]);
    });
  });

  // A press would move the focus before the click is understood.
  grid.addEventListener("mousedown", (event) => event.preventDefault());
  addEventListener("pointerdown", (event) => (byTouch = event.pointerType === "touch"), true);
  grid.addEventListener("click", (event) => {
    const field = Number(event.target.closest("[data-field]")?.dataset.field);
    if (puzzle.fields[field] === "?") {
      const asked = askedAt(field);
      const { top, height } = cells[field].getBoundingClientRect();
      const index = Math.min(Math.floor(((event.clientY - top) / height) * asked.length), asked.length - 1);
      if (asked[index]) goToWord(puzzle.words.indexOf(asked[index]));
    } else if (isOpen(field)) {
      if (field === current && document.activeElement?.closest("#board")) turn();
      else goTo(field);
    }
  });
  // Screen readers move the focus themselves.
  grid.addEventListener("focusin", (event) => {
    const field = Number(event.target.dataset.field);
    if (field !== current && isOpen(field)) goTo(field);
  });

  element("lists")?.addEventListener("click", (event) => {
    const index = event.target.closest("[data-word]")?.dataset.word;
    if (index !== undefined) goToWord(Number(index));
  });
  element("status").addEventListener("click", () => tell(""));
  document.addEventListener("click", (event) => {
    document.querySelectorAll(".menu[open]").forEach((menu) => {
      if (!menu.contains(event.target) || event.target.closest("button")) menu.open = false;
    });
    const button = event.target.closest("[data-do]");
    if (!button) return;
    actions[button.dataset.do](button.dataset.scope);
    if (!element("help").open) focus();
  });
  document.querySelectorAll(".menu").forEach((menu) =>
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      menu.open = false;
      menu.querySelector("summary").focus();
    }),
  );

  addEventListener("resize", resize);
  window.visualViewport?.addEventListener("resize", resize);
  // Keeps the time as well. Where nothing was written, something else may have been kept since this page was loaded.
  addEventListener("pagehide", () => {
    if (started) save();
  });
  setInterval(() => {
    if (!started || play.solved || document.hidden) return;
    play.seconds += 1;
    showTime();
  }, 1000);
}

if (openFields.length > 0) {
  build();
  load();
  started = Object.keys(play.letters).length > 0;
  resize();
  show();
  showTime();
  listen();
}
