const COLORS = ["#4cc9f0", "#ffd166", "#b565d8", "#6bcb77", "#ff8c42", "#4d6cfa",
  "#ef476f", "#a88b6a", "#2a9d8f", "#f4acb7", "#9aa5b1", "#c5d86d"];
const STORE = "polyomino-puzzles";
const $ = (id) => document.getElementById(id);
const table = $("table");

// What is on the table. `laid` holds placements; `shapes` how each piece of the tray is turned. `held` is the chosen
// piece while it is dragged: {piece, shape, x, y, layer}, where the corner of that layer of the piece is on the table.
let puzzle, board, placements, laid, history, shapes, selected, cursor, held, layout;
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
  board = boardOf(puzzle);
  placements = placementsOf(puzzle, board);
  laid = restored(saved[puzzle.name]);
  history = [];
  shapes = puzzle.pieces.map((piece) => normalized(piece.cells));
  held = null;
  cursor = [0, 0, 0];
  selected = nextWith(-1, 1);
  const { flip } = MOTIONS[puzzle.freedom];
  $("flip").hidden = !flip;
  $("flip").textContent = flip === tipped ? "Tip over" : "Turn over";
  changed();
}

// The position

function freeCells() {
  const covered = new Set(laid.flatMap((p) => p.cells));
  return new Set(board.cells.filter((cell) => !covered.has(cell)));
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

/** The numbers of the cells that a shape covers with its corner at a place of the board; null if it does not fit. */
function cellsAt(shape, corner) {
  const cells = moved(shape, corner), free = freeCells();
  return cells.every((cell) => board.holds(cell) && free.has(board.number(cell))) ? cells.map(board.number) : null;
}

function lay(piece, shape, corner) {
  const cells = left()[piece] > 0 && cellsAt(shape, corner);
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
  shapes[up.piece] = normalized(up.cells.map(board.place));
  selected = up.piece;
  changed();
  return up;
}

/** Turns the chosen piece: "turn" in the plane of its layer, "flip" over, or on its side in space. */
function turn(name) {
  const piece = held?.piece ?? selected, motion = MOTIONS[puzzle.freedom][name];
  if (piece < 0 || !motion) return;
  shapes[piece] = normalized(motion(shapes[piece]));
  if (held) [held.shape, held.layer] = [shapes[piece], Math.min(held.layer, sizeOf(shapes[piece])[2] - 1)];
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

// Drawing: one unit is one cell. The layers of a board lie beside each other, and so do those of a piece.

const sizeOf = (cells) => [0, 1, 2].map((axis) => Math.max(...cells.map((cell) => cell[axis])) + 1);

function element(name, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  table.append(node);
  return node;
}

function drawCell([x, y], piece, kind, data = {}) {
  element("rect", { x, y, width: 1, height: 1, fill: COLORS[piece % COLORS.length], class: `piece ${kind}`, ...data });
}

/** Cells between the layers of a piece in the tray. */
const TRAY_GAP = 0.3;

/** Where each piece of the tray lies, in rows of at most `across` cells; a plane piece has room to be turned. */
function trayAt(corner, across) {
  const supply = left(), tray = [];
  let x = 0, y = 0, tall = 0, wide = 0;
  shapes.forEach((shape, piece) => {
    if (supply[piece] <= 0) return;
    const [columns, rows, layers] = sizeOf(shape);
    const side = layers === 1 ? Math.max(columns, rows) : rows;
    const width = layers === 1 ? side : layers * columns + (layers - 1) * TRAY_GAP;
    if (x > 0 && x + width > across) [x, y, tall] = [0, y + tall + 1, 0];
    tray.push({ piece, x: corner[0] + x, y: corner[1] + y, pitch: columns + TRAY_GAP });
    wide = Math.max(wide, x + width);
    [x, tall] = [x + width + 1, Math.max(tall, side)];
  });
  return { tray, size: [wide, y + tall] };
}

/** The layers in rows of `perRow`, and the tray below them or beside them, in rows of at most `across` cells. */
function layoutOf(perRow, isBeside, across) {
  const [columns, rows, layers] = board.size;
  const pitch = [columns + 1, rows + 1];
  const wide = Math.min(perRow, layers) * pitch[0] - 1, tall = Math.ceil(layers / perRow) * pitch[1] - 1;
  const at = isBeside ? [wide + 2, 0.7] : [0, tall + 1.3];
  const { tray, size } = trayAt(at, across);
  const origin = (z) => [z % perRow * pitch[0], Math.floor(z / perRow) * pitch[1]];
  return { tray, origin, across: Math.max(wide, at[0] + size[0]), down: Math.max(tall, at[1] + size[1]) };
}

/** The layout in which a cell is largest. */
function bestLayout() {
  const { clientWidth, clientHeight } = table, layers = board.size[2];
  const scale = ({ across, down }) => Math.min((clientWidth || 960) / across, (clientHeight || 600) / down);
  const layouts = [...new Set([layers, Math.ceil(layers / 2), 1])].flatMap((perRow) =>
    [false, true].flatMap((isBeside) =>
      [8, 12, 16, 20, 26, 34, 44].map((across) => layoutOf(perRow, isBeside, across))));
  return layouts.reduce((best, next) => (scale(next) > scale(best) * 1.01 ? next : best));
}

/** The layer of the board that a place of the table is on, or next to, and the place on it. */
function layerAt([x, y]) {
  const [columns, rows, layers] = board.size;
  const beyond = (at, size) => Math.max(-at, at - size, 0);
  let best, nearest = Infinity;
  for (let z = 0; z < layers; z++) {
    const [left, top] = layout.origin(z);
    const distance = beyond(x - left, columns) + beyond(y - top, rows);
    if (distance < nearest) [best, nearest] = [[x - left, y - top, z], distance];
  }
  return best;
}

/** Where the corner of the held piece is on the board, not yet in whole cells. */
function heldCorner() {
  const [x, y, z] = layerAt([held.x, held.y]);
  return [x, y, z - held.layer];
}

const whole = (corner) => corner.map(Math.round);

function onTable([x, y, z]) {
  const [left, top] = layout.origin(z);
  return [left + x, top + y];
}

function draw() {
  layout = grip?.moved ? layout : bestLayout();
  table.setAttribute("viewBox", `-0.2 -0.2 ${layout.across + 0.4} ${layout.down + 0.4}`);
  table.replaceChildren();
  for (const cell of board.cells) {
    const [x, y] = onTable(board.place(cell));
    element("rect", { x, y, width: 1, height: 1, class: "empty", "data-cell": cell });
  }
  for (const { piece, cells } of laid) {
    for (const cell of cells) drawCell(onTable(board.place(cell)), piece, "", { "data-laid": piece, "data-cell": cell });
  }
  layout.tray.forEach(drawInTray);
  const ghost = ghostOf();
  if (!ghost) return;
  const kind = cellsAt(ghost.shape, whole(ghost.corner)) ? "held fits" : "held";
  for (const cell of moved(ghost.shape, ghost.corner)) drawCell(onTable(cell), ghost.piece, kind);
}

function drawInTray({ piece, x, y, pitch }) {
  const supply = left()[piece];
  if (held?.piece === piece && grip?.moved && supply === 1) return;
  const kind = piece === selected ? "selected" : "";
  shapes[piece].forEach(([dx, dy, dz], index) => {
    drawCell([x + dx + dz * pitch, y + dy], piece, kind, { "data-tray": piece, "data-index": index });
  });
  if (supply > 1) {
    const times = element("text", { x: x + 0.1, y: y - 0.1, "font-size": 0.6, fill: "currentColor" });
    times.textContent = `x${supply === Infinity ? "\u221e" : supply}`;
  }
}

/** The piece that is seen where it would lie. */
function ghostOf() {
  if (held) return grip?.moved ? { piece: held.piece, shape: held.shape, corner: heldCorner() } : null;
  return usesKeys && selected >= 0 ? { piece: selected, shape: shapes[selected], corner: cursor } : null;
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
  const [x, y] = place(event), { tray, index, laid, cell } = event.target.dataset ?? {};
  grip = { start: [x, y], moved: false, cell };
  if (tray !== undefined) {
    selected = Number(tray);
    hold(shapes[selected][index], event.target, [x, y]);
  } else if (laid !== undefined) {
    const up = takeUp(Number(cell)), at = board.place(Number(cell));
    const corner = cornerOf(up.cells.map(board.place));
    hold(at.map((at, axis) => at - corner[axis]), event.target, [x, y]);
  }
  table.setPointerCapture(event.pointerId);
  draw();
});

/** Takes the selected piece by one of its cells, drawn as this square. */
function hold([dx, dy, dz], square, [x, y]) {
  const corner = [square.x.baseVal.value - dx, square.y.baseVal.value - dy];
  held = { piece: selected, shape: shapes[selected], x: corner[0], y: corner[1], layer: dz };
  grip.offset = [x - corner[0], y - corner[1]];
}

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
  const { moved, cell } = grip, piece = held && { ...held, corner: whole(heldCorner()) };
  [grip, held] = [null, null];
  if (piece && moved) {
    lay(piece.piece, piece.shape, piece.corner);
  } else if (!piece && selected >= 0 && cell !== undefined && event.type === "pointerup") {
    const at = board.place(Number(cell)), first = shapes[selected][0];
    lay(selected, shapes[selected], at.map((at, axis) => at - first[axis]));
  }
  draw();
}

table.addEventListener("pointerup", release);
table.addEventListener("pointercancel", release);
table.addEventListener("wheel", (event) => {
  if (held) { event.preventDefault(); turn("turn"); }
}, { passive: false });

// Keys

const MOVES = { ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, -1, 0], ArrowDown: [0, 1, 0],
  PageUp: [0, 0, -1], PageDown: [0, 0, 1] };

const KEYS = {
  n: () => { selected = nextWith(selected, 1); draw(); },
  r: () => turn("turn"),
  f: () => turn("flip"),
  u: undo,
  h: hint,
  Enter: () => { if (selected >= 0) lay(selected, shapes[selected], cursor); },
  Backspace: () => takeUp(board.number(cursor)),
};

table.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const move = MOVES[event.key];
  const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!move && !action) return;
  event.preventDefault();
  usesKeys = true;
  if (move) {
    cursor = cursor.map((at, axis) => Math.min(Math.max(at + move[axis], 0), board.size[axis] - 1));
  } else {
    action();
  }
  draw();
});

$("puzzle").addEventListener("change", (event) => start(Number(event.target.value)));
$("turn").addEventListener("click", () => turn("turn"));
$("flip").addEventListener("click", () => turn("flip"));
$("hint").addEventListener("click", hint);
$("undo").addEventListener("click", undo);
$("clear").addEventListener("click", () => {
  history.push([...laid]);
  laid = [];
  selected = nextWith(-1, 1);
  changed();
});

new ResizeObserver(draw).observe(table);

start(Math.max(0, PUZZLES.findIndex(({ name }) => name === saved.last)));
