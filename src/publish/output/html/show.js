// What is seen: builds the fields, and shows in them, in the clue above and in the lists what state.js says.

const element = (id) => document.getElementById(id);
const [view, board, grid, typing] = ["view", "board", "grid", "typing"].map(element);
const main = document.querySelector("main");
const columns = puzzle.columns;
const rows = puzzle.fields.length / columns;
const cells = [];
const strip = [...document.querySelectorAll("#strip input")];

let wholeGrid = false;

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

// The fields of the author's own words, which are marked as soon as the puzzle is solved.
const own = new Set(puzzle.words.filter((word) => word.own).flatMap((word) => word.fields));

function show() {
  const inWord = new Set(puzzle.words[word]?.fields);
  for (const field of openFields) {
    const { classList } = cells[field];
    classList.toggle("word", inWord.has(field));
    classList.toggle("current", field === current);
    classList.toggle("wrong", field in play.wrong);
    classList.toggle("revealed", field in play.revealed);
    classList.toggle("own", play.solved && own.has(field));
    // Letters that are given stand in the picture.
    cells[field].textContent = given.has(field) ? "" : letterAt(field);
    cells[field].setAttribute("aria-label", label(field));
    cells[field].tabIndex = field === current ? 0 : -1;
  }
  showQuestion();
  showClue();
  strip.forEach((box, n) => (box.value = letterAt(puzzle.strip[n])));
  element("strip")?.classList.toggle("right", isSpelled());
  board.classList.toggle("solved", play.solved);
  typing.setAttribute("aria-label", label(current));
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
  if (cells[current] && !strip.includes(document.activeElement)) bringIntoView();
}

function bringIntoView() {
  typing.style.left = cells[current].offsetLeft + "px";
  typing.style.top = cells[current].offsetTop + "px";
  cells[current].scrollIntoView({ block: "nearest", inline: "nearest" });
}
