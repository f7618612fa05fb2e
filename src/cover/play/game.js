const COLORS = ["#4cc9f0", "#ffd166", "#b565d8", "#6bcb77", "#ff8c42", "#4d6cfa",
  "#ef476f", "#a88b6a", "#2a9d8f", "#f4acb7", "#9aa5b1", "#c5d86d"];
const STORE = "polyomino-puzzles";
const $ = (id) => document.getElementById(id);
const table = $("table");

// What is on the table. `laid` holds placements; `shapes` how each piece of the tray is turned;
// `held` is {piece, shape, x, y, from}: the chosen piece with its corner's place, in cells.
let puzzle, placements, laid, history, shapes, selected, cursor, held, width, height, tray;
let saved = load();

function load() {
  try { return JSON.parse(localStorage.getItem(STORE)) ?? {}; } catch { return {}; }
}

function save() {
  saved[puzzle.name] = { laid, solved: saved[puzzle.name]?.solved || freeCells().size === 0 };
  saved.last = puzzle.name;
  try { localStorage.setItem(STORE, JSON.stringify(saved)); } catch { /* played without memory */ }
}

/** Takes over a saved position only where it fits the puzzle, which may have changed since. */
function restored(record) {
  const known = new Set(placements.map((p) => key(p)));
  const covered = new Set();
  const used = puzzle.pieces.map(() => 0);
  return (Array.isArray(record?.laid) ? record.laid : []).filter((p) => {
    const fits = known.has(key(p)) && p.cells.every((cell) => !covered.has(cell))
      && used[p.piece] < (puzzle.pieces[p.piece].times ?? Infinity);
    if (fits) { p.cells.forEach((cell) => covered.add(cell)); used[p.piece]++; }
    return fits;
  });
}

const key = (p) => `${p?.piece}:${p?.cells}`;

function start(index) {
  puzzle = PUZZLES[index];
  placements = placementsOf(puzzle);
  width = Math.max(...puzzle.board.map((row) => row.length));
  height = puzzle.board.length;
  laid = restored(saved[puzzle.name]);
  history = [];
  shapes = puzzle.pieces.map((piece) => normalized(piece.cells));
  held = null;
  cursor = [0, 0];
  selected = nextWith(-1, 1);
  changed();
}

// The position

function freeCells() {
  const covered = new Set(laid.flatMap((p) => p.cells));
  const free = new Set();
  puzzle.board.forEach((row, y) => [...row].forEach((c, x) => {
    if (c === "." && !covered.has(y * width + x)) free.add(y * width + x);
  }));
  return free;
}

function left() {
  return puzzle.pieces.map((piece, index) =>
    (piece.times ?? Infinity) - laid.filter((p) => p.piece === index).length);
}

function nextWith(from, step) {
  const supply = left(), count = supply.length;
  for (let i = 1; i <= count; i++) {
    const piece = (from + i * step + count * count) % count;
    if (supply[piece] > 0) return piece;
  }
  return -1;
}

function cellsAt(shape, x, y) {
  const free = freeCells();
  const inside = shape.every(([dx, dy]) => x + dx >= 0 && x + dx < width && y + dy >= 0);
  const cells = shape.map(([dx, dy]) => (y + dy) * width + x + dx);
  return inside && cells.every((cell) => free.has(cell)) ? cells : null;
}

function lay(piece, shape, x, y) {
  const cells = left()[piece] > 0 && cellsAt(shape, x, y);
  if (!cells) return false;
  history.push([...laid]);
  laid.push({ piece, cells });
  if (left()[selected] <= 0 || selected < 0) selected = nextWith(selected, 1);
  changed();
  return true;
}

function takeUp(cell) {
  const index = laid.findIndex((p) => p.cells.includes(cell));
  if (index < 0) return null;
  history.push([...laid]);
  const [up] = laid.splice(index, 1);
  shapes[up.piece] = normalized(up.cells.map((cell) => [cell % width, Math.floor(cell / width)]));
  selected = up.piece;
  changed();
  return up;
}

function turn(motion) {
  const piece = held?.piece ?? selected;
  if (piece < 0 || (motion === flipped && !puzzle.turnsOver)) return;
  shapes[piece] = normalized(motion(shapes[piece]));
  if (held) held.shape = shapes[piece];
  draw();
}

function undo() {
  if (history.length > 0) { laid = history.pop(); selected = nextWith(selected - 1, 1); changed(); }
}

// The check and the hint: the solver works in slices, and a change of the position ends it.

let search = 0, wantsHint = false, answer;

function changed() {
  save();
  draw();
  listPuzzles();
  const mine = ++search;
  answer = undefined;
  if (freeCells().size === 0) { wantsHint = false; return tell("Solved!", "done"); }
  tell("Checking ...");
  const solver = cover(placements, freeCells(), left());
  const slice = () => {
    if (mine !== search) return;
    const end = performance.now() + 12;
    let step;
    do step = solver.next(); while (!step.done && performance.now() < end);
    if (!step.done) return void setTimeout(slice);
    answer = step.value;
    if (answer) tell("This can still be solved.");
    else tell("This cannot be solved any more: take up a piece.", "dead");
    if (wantsHint) hint();
  };
  setTimeout(slice);
}

function hint() {
  wantsHint = answer === undefined && freeCells().size > 0;
  if (!answer || answer.length === 0) return;
  history.push([...laid]);
  laid.push({ piece: answer[0].piece, cells: answer[0].cells });
  if (left()[selected] <= 0) selected = nextWith(selected, 1);
  changed();
}

function tell(text, kind = "") {
  $("status").textContent = text;
  $("status").className = kind;
}

// Drawing: one unit is one cell; the tray lies below the board.

function element(name, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  table.append(node);
  return node;
}

function drawCells(cells, piece, kind, data = {}) {
  for (const [x, y] of cells) {
    element("rect", { x, y, width: 1, height: 1, fill: COLORS[piece % COLORS.length],
      class: `piece ${kind}`, ...data });
  }
}

/** Where each piece of the tray lies. A piece has room to be turned. */
function layTray() {
  const across = Math.max(width, 18), supply = left();
  let x = 0, y = height + 1, tall = 0;
  tray = [];
  shapes.forEach((shape, piece) => {
    if (supply[piece] <= 0) return;
    const side = Math.max(...shape.flat()) + 1;
    if (x + side > across) [x, y, tall] = [0, y + tall + 1, 0];
    tray.push({ piece, x, y });
    [x, tall] = [x + side + 1, Math.max(tall, side)];
  });
  return [across, y + tall];
}

function draw() {
  const [across, down] = layTray();
  table.setAttribute("viewBox", `-0.2 -0.2 ${across + 0.4} ${down + 0.4}`);
  table.replaceChildren();
  puzzle.board.forEach((row, y) => [...row].forEach((c, x) => {
    if (c === ".") element("rect", { x, y, width: 1, height: 1, class: "empty" });
  }));
  for (const p of laid) {
    const cells = p.cells.map((cell) => [cell % width, Math.floor(cell / width)]);
    drawCells(cells, p.piece, "", { "data-laid": p.piece });
  }
  const supply = left();
  for (const { piece, x, y } of tray) {
    const inHand = held?.piece === piece && supply[piece] === 1;
    if (inHand) continue;
    const kind = piece === selected ? "selected" : "";
    drawCells(shapes[piece].map(([dx, dy]) => [x + dx, y + dy]), piece, kind, { "data-tray": piece });
    if (supply[piece] > 1) {
      const times = element("text", { x: x + 0.1, y: y - 0.1, "font-size": 0.6, fill: "currentColor" });
      times.textContent = `x${supply[piece] === Infinity ? "\u221e" : supply[piece]}`;
    }
  }
  const ghost = held ?? (usesKeys && selected >= 0
    ? { piece: selected, shape: shapes[selected], x: cursor[0], y: cursor[1] } : null);
  if (ghost) {
    const fits = cellsAt(ghost.shape, Math.round(ghost.x), Math.round(ghost.y));
    const cells = ghost.shape.map(([dx, dy]) => [ghost.x + dx, ghost.y + dy]);
    drawCells(cells, ghost.piece, fits ? "held fits" : "held");
  }
}

function listPuzzles() {
  $("puzzle").replaceChildren(...PUZZLES.map(({ name }, index) => {
    const option = document.createElement("option");
    option.value = index;
    option.textContent = (saved[name]?.solved ? "\u2713 " : "") + name;
    option.selected = name === puzzle.name;
    return option;
  }));
}

// Mouse and touch

let grip = null, usesKeys = false;

function place(event) {
  const point = new DOMPoint(event.clientX, event.clientY);
  const { x, y } = point.matrixTransform(table.getScreenCTM().inverse());
  return [x, y];
}

table.addEventListener("pointerdown", (event) => {
  if (event.button > 0) return;
  usesKeys = false;
  const [x, y] = place(event), data = event.target.dataset ?? {};
  grip = { start: [x, y], moved: false, wasLaid: false };
  if (data.tray !== undefined) {
    selected = Number(data.tray);
    const at = tray.find((entry) => entry.piece === selected);
    held = { piece: selected, shape: shapes[selected], x: at.x, y: at.y };
  } else if (data.laid !== undefined) {
    const up = takeUp(Math.floor(y) * width + Math.floor(x));
    if (up) {
      const corner = [Math.min(...up.cells.map((c) => c % width)), Math.floor(Math.min(...up.cells) / width)];
      held = { piece: up.piece, shape: shapes[up.piece], x: corner[0], y: corner[1] };
      grip.wasLaid = true;
    }
  }
  if (held) grip.offset = [x - held.x, y - held.y];
  table.setPointerCapture(event.pointerId);
  draw();
});

table.addEventListener("pointermove", (event) => {
  if (!grip) return;
  const [x, y] = place(event);
  grip.moved ||= Math.hypot(x - grip.start[0], y - grip.start[1]) > 0.3;
  if (held && grip.moved) {
    [held.x, held.y] = [x - grip.offset[0], y - grip.offset[1]];
    draw();
  }
});

function release(event) {
  if (!grip) return;
  const { moved } = grip, piece = held;
  [grip, held] = [null, null];
  if (piece && moved) {
    lay(piece.piece, piece.shape, Math.round(piece.x), Math.round(piece.y));
  } else if (!piece && selected >= 0 && event.type === "pointerup") {
    const [x, y] = place(event).map(Math.floor);
    const [dx, dy] = shapes[selected][0];
    lay(selected, shapes[selected], x - dx, y - dy);
  }
  draw();
}

table.addEventListener("pointerup", release);
table.addEventListener("pointercancel", release);
table.addEventListener("wheel", (event) => {
  if (held) { event.preventDefault(); turn(rotated); }
}, { passive: false });

// Keys

const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const KEYS = {
  n: () => { selected = nextWith(selected, 1); draw(); },
  r: () => turn(rotated),
  f: () => turn(flipped),
  u: undo,
  h: hint,
  Enter: () => { if (selected >= 0) lay(selected, shapes[selected], ...cursor); },
  Backspace: () => takeUp(cursor[1] * width + cursor[0]),
};

table.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const move = MOVES[event.key];
  const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!move && !action) return;
  event.preventDefault();
  usesKeys = true;
  if (move) {
    cursor = [
      Math.min(Math.max(cursor[0] + move[0], 0), width - 1),
      Math.min(Math.max(cursor[1] + move[1], 0), height - 1),
    ];
  } else {
    action();
  }
  draw();
});

$("puzzle").addEventListener("change", (event) => start(Number(event.target.value)));
$("turn").addEventListener("click", () => turn(rotated));
$("flip").addEventListener("click", () => turn(flipped));
$("hint").addEventListener("click", hint);
$("undo").addEventListener("click", undo);
$("clear").addEventListener("click", () => {
  history.push([...laid]);
  laid = [];
  selected = nextWith(-1, 1);
  changed();
});

start(Math.max(0, PUZZLES.findIndex(({ name }) => name === saved.last)));
