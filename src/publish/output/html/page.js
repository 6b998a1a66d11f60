// The page: builds the fields, hears keys, clicks and taps, and shows what state.js says.
//
// The focus is on the field itself, which is what screen readers follow. After a touch it is on an invisible input that lies
// over the field, as nothing else opens a phone's keyboard. Keys are heard on the board, which holds both; what a
// phone's keyboard writes without telling keys is read from the input.

const element = (id) => document.getElementById(id);
const [main, view, board, grid, typing] = ["view", "board", "grid", "typing"].reduce(
  (all, id) => [...all, element(id)],
  [document.querySelector("main")],
);
const columns = puzzle.columns;
const rows = puzzle.fields.length / columns;
const cells = [];

// Where the player is: a field and one of its words (-1 where a field has none). First at the start of the first word.
let current = puzzle.words[0]?.fields[0] ?? openFields[0];
let word = puzzle.words.length > 0 ? 0 : -1;
let byTouch = false;
let wholeGrid = false;
let started = false;

// ---- Building ----

function build() {
  for (let row = 0; row < rows; row++) {
    const line = document.createElement("div");
    line.className = "row";
    line.setAttribute("role", "row");
    for (let column = 0; column < columns; column++) line.append(cell(row * columns + column));
    grid.append(line);
  }
  if (puzzle.solution === null) document.querySelectorAll("[data-needs=solution]").forEach((menu) => menu.remove());
}

function cell(field) {
  const kind = { ".": "open", "?": "question", "#": "blocked" }[puzzle.fields[field]];
  const made = document.createElement("div");
  made.className = kind;
  made.dataset.field = field;
  made.setAttribute("role", "gridcell");
  if (kind === "open") made.tabIndex = -1;
  if (kind === "question") made.setAttribute("aria-label", `${texts.question}: ${askedAt(field).map(spoken).join("; ")}`);
  if (given.has(field)) made.classList.add("given");
  cells[field] = made;
  return made;
}

// The words that are asked for in a question field, from the top.
function askedAt(field) {
  const asked = puzzle.words.filter((word) => word.question?.field === field);
  return asked.sort((a, b) => a.question.index - b.question.index);
}

const spoken = (word) => `${word.spoken}: ${word.clue || texts.no_clue} (${word.length})`;

// A text with its `{places}` filled in.
const phrase = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

// ---- Showing ----

function show() {
  const inWord = new Set(puzzle.words[word]?.fields);
  for (const field of openFields) {
    const { classList } = cells[field];
    classList.toggle("word", inWord.has(field));
    classList.toggle("current", field === current);
    classList.toggle("wrong", field in play.wrong);
    classList.toggle("revealed", field in play.revealed);
    // Letters that are given stand in the picture.
    cells[field].textContent = given.has(field) ? "" : letterAt(field);
    cells[field].setAttribute("aria-label", label(field));
    cells[field].tabIndex = field === current ? 0 : -1;
  }
  showQuestion();
  showClue();
  document.querySelectorAll("#strip [data-n]").forEach((box, n) => (box.textContent = letterAt(puzzle.strip[n])));
  board.classList.toggle("solved", play.solved);
  typing.setAttribute("aria-label", label(current));
  typing.style.left = cells[current].offsetLeft + "px";
  typing.style.top = cells[current].offsetTop + "px";
}

// What a screen reader says of a field: where it is, what is asked there (first the word the player is in), what is in it.
function label(field) {
  const at = phrase(texts.place, { row: Math.floor(field / columns) + 1, column: (field % columns) + 1 });
  const words = [...wordsAt.get(field)].sort((a, b) => (b === word) - (a === word));
  const asked = words.map((index) => {
    const { fields } = puzzle.words[index];
    const nth = phrase(texts.nth, { n: fields.indexOf(field) + 1, of: fields.length });
    return `${spoken(puzzle.words[index])}, ${nth}`;
  });
  const state = [letterAt(field) || texts.empty];
  if (given.has(field)) state.push(texts.is_given);
  if (field in play.wrong) state.push(texts.wrong);
  if (field in play.revealed) state.push(texts.revealed);
  return [state.join(", "), at, ...asked].join("; ");
}

// Lights up the question of the word in its field, or its half of it.
function showQuestion() {
  grid.querySelectorAll(".asked").forEach((field) => field.classList.remove("asked"));
  const place = puzzle.words[word]?.question;
  if (!place) return;
  const { classList, style } = cells[place.field];
  classList.add("asked");
  style.setProperty("--from", `${(100 * place.index) / place.count}%`);
  style.setProperty("--to", `${(100 * (place.index + 1)) / place.count}%`);
}

function showClue() {
  const at = puzzle.words[word];
  const name = document.createElement("b");
  name.textContent = at?.name ?? "";
  const clue = document.createElement("bdi");
  clue.textContent = at?.clue ?? "";
  element("clue").replaceChildren(name, " ", clue, at ? ` (${at.length})` : "");
  document.querySelectorAll("#lists li").forEach((item) => {
    const here = Number(item.dataset.word) === word;
    item.classList.toggle("here", here);
    // Only where the lists have a scroll bar of their own: beside the grid.
    if (here && beside()) item.scrollIntoView({ block: "nearest" });
  });
}

const beside = () => getComputedStyle(main).display === "grid";

// A message stays for some seconds, that of the solution until it is clicked away.
let fading = 0;
function tell(text, stays = false) {
  clearTimeout(fading);
  element("status").textContent = text;
  if (!stays) fading = setTimeout(() => tell(""), 6000);
}

function showTime() {
  const [minutes, seconds] = [Math.floor(play.seconds / 60), play.seconds % 60];
  const clock = minutes < 60 ? `${minutes}` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
  element("clock").textContent = `${clock}:${String(seconds).padStart(2, "0")}`;
}

// As large as the window allows, and never too small to be read; then the board is larger than its window and is scrolled.
function resize() {
  const phone = window.visualViewport;
  // Less by the keyboard; but what fingers enlarge is not less of the page.
  const height = phone ? phone.height * phone.scale : innerHeight;
  document.documentElement.style.setProperty("--height", `${Math.floor(height)}px`);
  const margin = Number(board.style.getPropertyValue("--margin"));
  const { clientWidth, clientHeight } = beside() ? view : main;
  const room = { width: clientWidth - 16, height: clientHeight - 16 };
  const fit = Math.min(room.width / (columns + margin), room.height / (rows + margin));
  const { legible, most } = { arrowword: { legible: 46, most: 72 }, digram: { legible: 30, most: 56 } }[
    document.body.className
  ] ?? { legible: 23, most: 48 };
  element("zoom").hidden = fit >= legible;
  element("zoom").setAttribute("aria-pressed", wholeGrid);
  const side = wholeGrid ? fit : Math.min(Math.max(fit, legible), most);
  board.style.setProperty("--cell", `${Math.max(side, 8).toFixed(2)}px`);
  if (cells[current]) bringIntoView();
}

function bringIntoView() {
  typing.style.left = cells[current].offsetLeft + "px";
  typing.style.top = cells[current].offsetTop + "px";
  cells[current].scrollIntoView({ block: "nearest", inline: "nearest" });
}

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
  addEventListener("pagehide", save);
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
