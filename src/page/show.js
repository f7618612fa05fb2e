// What is seen of the game, and the controls.

const $ = (id) => document.getElementById(id);
const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32, 64, 128];
/** Every so many pieces the game is kept, to be gone on from when somebody scrubs. */
const STEP = 64;
/** The part of a piece's time in which it falls; in the rest the rows that it fills flash. */
const FALL = 0.7;
/** Seconds for which a picture is shown before it is erased. */
const HOLD = 1.5;

const total = PRINT.drops.length;
const kept = [new Game(PRINT)];
const last = kept[0].copy();
/** The pictures: the pieces after which each is complete and gone, its colours, the rows that then stay. */
const pictures = [...PRINT.earlier, { printed: total, erased: Infinity, colors: PRINT.colors }]
  .map((picture) => ({ ...picture, looks: looksOf(picture.colors), survivors: new Set() }));
let isErased = true;
note();
while (last.locked < total) {
  last.drop();
  note();
  if (last.locked % STEP === 0) kept.push(last.copy());
}

/** Notes which rows stay where a picture is complete, and whether it is gone when it should be. */
function note() {
  for (const { printed, erased, cut, survivors } of pictures) {
    if (last.locked === printed) last.names.forEach((name) => survivors.add(name));
    if (last.locked === erased && !cut) isErased &&= last.rows.flat().every((cell) => cell === null);
  }
}

/** The game so far, and the pieces shown: what is behind the point is how far the next has come. */
let game = kept[0].copy(), position = 0;
/** Seconds for which a complete picture is still shown. */
let hold = 0;
let isPlaying = false, speed = nearestSpeed(PRINT.pace ?? 8), lastTime = null;
$("xray").checked = PRINT.xray;

/** The place in SPEEDS of the one that is so many times as fast or as slow at most. */
function nearestSpeed(pace) {
  const off = SPEEDS.map((known) => Math.abs(Math.log(known / pace)));
  return off.indexOf(Math.min(...off));
}

function seek(target) {
  position = Math.min(Math.max(target, 0), total);
  const locked = Math.floor(position);
  if (locked < game.locked || locked - game.locked > STEP) {
    game = kept[Math.floor(locked / STEP)].copy();
  }
  while (game.locked < locked) game.drop();
  draw();
}

// Drawing

const board = $("board"), pen = board.getContext("2d");
const side = Math.max(4, Math.min(24, Math.floor(1000 / PRINT.field.height)));
board.width = PRINT.field.width * side;
board.height = PRINT.field.height * side;

/** A colour some part of the way to another. */
function mix(from, to, part) {
  const channels = (color) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  const [a, b] = [channels(from), channels(to)];
  return `rgb(${a.map((value, i) => Math.round(value + (b[i] - value) * part))})`;
}

function looksOf(colors) {
  return Object.fromEntries(Object.entries(colors).map(([piece, color]) => [piece, {
    body: color, light: mix(color, "#ffffff", 0.4), dark: mix(color, "#000000", 0.4),
    pane: mix(PRINT.background, color, 0.18), rim: mix(PRINT.background, color, 0.36),
  }]));
}

/** The picture that is seen: until the next piece falls, one that is cut off is. */
function picture() {
  return pictures.find(({ erased, cut }) => game.locked < erased || (cut && position <= erased));
}

/** A brick, or a pane of dark glass for a cell that will be cleared. */
function drawCell(x, y, piece, stays) {
  const edge = Math.max(1, Math.floor(side / 8)), inner = side - edge, look = picture().looks[piece];
  const fill = (color, inset, size) => {
    pen.fillStyle = color;
    pen.fillRect(x * side + inset, y * side + inset, size, size);
  };
  if (stays) {
    fill(look.light, 0, inner);
    fill(look.dark, edge, inner - edge);
    fill(look.body, edge, inner - 2 * edge);
  } else {
    fill(look.rim, 0, side);
    fill(look.pane, edge, inner);
  }
}

function draw() {
  const { printed, survivors } = picture();
  const stays = (y) => !$("xray").checked || game.locked >= printed || survivors.has(game.names[y]);
  pen.fillStyle = PRINT.background;
  pen.fillRect(0, 0, board.width, board.height);
  const part = position - game.locked;
  const seen = part > 0 ? game.begun() : game;
  seen.rows.forEach((row, y) => row.forEach((piece, x) => {
    if (piece !== null) drawCell(x, y, piece, stays(y));
  }));
  if (part > 0) drawNext(seen, part, stays);
  $("pieces").textContent = `${game.locked} of ${total}`;
  $("lines").textContent = `${game.lines} of ${last.lines}`;
  $("left").textContent = seen.rows.flat().filter((cell) => cell !== null).length;
  $("scrub").value = position;
  $("play").textContent = isPlaying ? "Pause" : "Play";
  $("speed").value = speed;
  $("rate").textContent = `${SPEEDS[speed]} pieces a second`;
}

/** The next piece on its way, or at rest in rows that flash. */
function drawNext(game, part, stays) {
  const { piece, row, cells } = game.landing();
  const lift = Math.round(row * Math.max(0, 1 - part / FALL));
  for (const [x, y] of cells) drawCell(x, y - lift, piece, stays(y));
  if (part < FALL) return;
  const open = (part - FALL) / (1 - FALL) * board.width;
  for (const y of game.copy().drop()) {
    pen.fillStyle = "#fcfcfc";
    pen.fillRect(0, y * side, board.width, side);
    pen.fillStyle = PRINT.background;
    pen.fillRect((board.width - open) / 2, y * side, open, side);
  }
}

function drawSource({ palette, rows }) {
  const canvas = $("source"), zoom = Math.max(1, Math.floor(192 / Math.max(rows.length, rows[0].length)));
  [canvas.width, canvas.height] = [rows[0].length * zoom, rows.length * zoom];
  const pen = canvas.getContext("2d");
  pen.fillStyle = PRINT.background;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  rows.forEach((row, y) => row.forEach((index, x) => {
    if (index < 0) return;
    pen.fillStyle = palette[index];
    pen.fillRect(x * zoom, y * zoom, zoom, zoom);
  }));
}

/** Compares what the game leaves with the sprite. */
function check() {
  if (!PRINT.source) {
    $("sprite").hidden = true;
    return;
  }
  drawSource(PRINT.source);
  const wrong = differences(PRINT, last).length + (isErased ? 0 : 1);
  const pixels = PRINT.source.rows.flat().filter((index) => index >= 0).length;
  $("check").textContent = wrong === 0
    ? `Checked here: the game leaves all ${pixels} pixels as they are in the source.`
    : `The game leaves ${wrong} cells that are not as in the source.`;
  $("check").className = wrong === 0 ? "exact" : "wrong";
}

// Controls

function play(wanted) {
  if (wanted && position >= total) seek(0);
  isPlaying = wanted;
  lastTime = null;
  draw();
  if (wanted) requestAnimationFrame(tick);
}

function tick(time) {
  if (!isPlaying) return;
  const seconds = lastTime === null ? 0 : Math.min((time - lastTime) / 1000, 0.25);
  lastTime = time;
  hold -= seconds;
  if (hold > 0) return void requestAnimationFrame(tick);
  const next = position + seconds * SPEEDS[speed];
  const complete = PRINT.earlier.find(({ printed }) => position < printed && printed <= next);
  if (complete) hold = HOLD;
  seek(complete?.printed ?? next);
  if (position >= total) play(false);
  else requestAnimationFrame(tick);
}

function step(pieces) {
  play(false);
  seek(pieces > 0 ? Math.floor(position) + pieces : Math.ceil(position) + pieces);
}

function setSpeed(index) {
  speed = Math.min(Math.max(index, 0), SPEEDS.length - 1);
  draw();
}

const KEYS = {
  " ": () => play(!isPlaying), "k": () => play(!isPlaying),
  "ArrowRight": () => step(1), "ArrowLeft": () => step(-1),
  "PageDown": () => step(10), "PageUp": () => step(-10),
  "Home": () => step(-total), "End": () => step(total),
  "+": () => setSpeed(speed + 1), "=": () => setSpeed(speed + 1), "-": () => setSpeed(speed - 1),
  "x": () => { $("xray").checked = !$("xray").checked; draw(); },
};

document.addEventListener("keydown", (event) => {
  const isFree = !event.ctrlKey && !event.metaKey && !event.altKey;
  // A button that has the focus is pressed by the space bar itself.
  const isPressed = event.key === " " && event.target instanceof HTMLButtonElement;
  if (!isFree || isPressed || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});

// A tap on the field plays or pauses, a stroke to the side scrubs.
let grip = null;
board.addEventListener("pointerdown", (event) => {
  grip = { x: event.clientX, position, isPlaying, hasMoved: false };
  board.setPointerCapture(event.pointerId);
});
board.addEventListener("pointermove", (event) => {
  if (!grip || (!grip.hasMoved && Math.abs(event.clientX - grip.x) < 8)) return;
  if (!grip.hasMoved) play(false);
  grip.hasMoved = true;
  seek(Math.round(grip.position + (event.clientX - grip.x) / board.clientWidth * total));
});
board.addEventListener("pointerup", () => {
  if (grip && !grip.hasMoved) play(!grip.isPlaying);
  grip = null;
});
board.addEventListener("pointercancel", () => { grip = null; });

$("play").addEventListener("click", () => play(!isPlaying));
$("back").addEventListener("click", () => step(-1));
$("next").addEventListener("click", () => step(1));
$("scrub").addEventListener("input", () => {
  const target = Number($("scrub").value);
  play(false);
  seek(target);
});
$("speed").addEventListener("input", () => setSpeed(Number($("speed").value)));
$("xray").addEventListener("change", draw);

$("scrub").max = total;
$("speed").max = SPEEDS.length - 1;
$("name").textContent = document.title = PRINT.name;
check();
seek(0);
if (!matchMedia("(prefers-reduced-motion: reduce)").matches) play(true);
