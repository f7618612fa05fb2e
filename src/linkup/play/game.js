// What is seen and touched.

const SVG = "http://www.w3.org/2000/svg";
const table = document.getElementById("table"), status = document.getElementById("status");
/** How long the page looks for a solution, in milliseconds. */
const PATIENCE = 600;

let start = GAME.board, board, chosen, cursor, history, marked, playing, seed = 1;

function begin(first) {
  start = first.map(line => [...line]);
  board = first.map(line => [...line]);
  chosen = null; cursor = [0, 0]; history = []; marked = null; stop();
  draw(); tell();
}

function element(name, attributes, parent) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent.append(made);
  return made;
}

function draw(path) {
  const rows = board.length, columns = board[0].length;
  table.setAttribute("viewBox", `-1 -1 ${columns + 2} ${rows + 2}`);
  table.replaceChildren();
  const isAt = (place, row, column) => place && place[0] === row && place[1] === column;
  board.forEach((line, row) => line.forEach((kind, column) => {
    if (!kind) return;
    const isHint = marked && marked.some(place => isAt(place, row, column));
    const group = element("g", { class: "tile" }, table);
    group.addEventListener("click", () => choose([row, column]));
    element("title", {}, group).textContent = `kind ${kind}, row ${row + 1}, column ${column + 1}`;
    const look = isAt(chosen, row, column) ? "stone chosen" : isHint ? "stone hint" : "stone";
    const face = GAME.faces[(kind - 1) % GAME.faces.length];
    element("rect", { class: look, fill: face.stone, x: column + .03, y: row + .03, width: .94, height: .94,
      rx: .08 }, group);
    const height = 1 + Math.max(...face.cells.map(cell => cell[0]));
    const width = 1 + Math.max(...face.cells.map(cell => cell[1]));
    const brick = .76 / Math.max(height, width, 3);
    for (const [y, x] of face.cells)
      element("rect", { class: "brick", fill: face.color, width: brick, height: brick,
        x: column + .5 + (x - width / 2) * brick, y: row + .5 + (y - height / 2) * brick }, group);
  }));
  if (document.activeElement === table)
    element("rect", { class: "cursor", x: cursor[1], y: cursor[0], width: 1, height: 1 }, table);
  if (path) element("polyline", { class: "path",
    points: path.map(([row, column]) => `${column + .5},${row + .5}`).join(" ") }, table);
}

function tell(text) {
  const left = board.flat().filter(kind => kind).length;
  status.className = left ? "" : "done";
  if (!left) status.textContent = "Cleared!";
  else if (text) status.textContent = text;
  else if (!linkedPairs(board).length) {
    status.className = "dead";
    status.textContent = `${left} tiles left, and no two can be linked: undo, or shuffle them`;
  } else status.textContent = `${left} tiles left`;
}

/** Takes two tiles; the path is shown for a moment. Returns whether they are linked. */
function take(a, b) {
  const path = linkPath(board, a, b);
  if (!path || board[a[0]][a[1]] !== board[b[0]][b[1]]) return false;
  history.push(board.map(line => [...line]));
  marked = null; chosen = null;
  draw(path);
  for (const [row, column] of [a, b]) board[row][column] = 0;
  setTimeout(() => { draw(); tell(); }, 260);
  return true;
}

function choose(place) {
  if (playing) stop();
  const [row, column] = cursor = place;
  if (!board[row][column]) return;
  if (chosen && chosen[0] === row && chosen[1] === column) chosen = null;
  else if (!chosen || !take(chosen, place)) chosen = place;
  else return;
  draw(); tell();
}

function hint() {
  const solution = findSolution(board, PATIENCE), pairs = linkedPairs(board);
  marked = solution && solution.length ? solution[0] : pairs[0] || null;
  draw();
  if (solution) tell();
  else if (pairs.length) tell("These can be linked, but no way to clear the board was found");
  else tell();
}

function stop() {
  clearTimeout(playing);
  playing = null;
  document.getElementById("play").textContent = "Play by itself";
}

function play() {
  if (playing) return stop();
  const solution = findSolution(board, 5 * PATIENCE);
  if (!solution) return tell("No way to clear the board was found: undo, or shuffle the tiles");
  document.getElementById("play").textContent = "Stop";
  const next = () => {
    const step = solution.shift();
    if (!step) return stop();
    take(...step);
    playing = setTimeout(next, 450);
  };
  playing = setTimeout(next, 0);
}

function undo() {
  stop();
  if (history.length) board = history.pop();
  chosen = marked = null;
  draw(); tell();
}

function shuffle() {
  stop();
  history.push(board.map(line => [...line]));
  const random = randomNumbers(++seed * 7919), kinds = board.flat().filter(kind => kind);
  for (let i = kinds.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [kinds[i], kinds[j]] = [kinds[j], kinds[i]];
  }
  board = board.map(line => line.map(kind => kind ? kinds.pop() : 0));
  chosen = marked = null;
  draw(); tell();
}

function fresh() {
  const kinds = new Set(start.flat().filter(kind => kind)).size, cells = start.length * start[0].length;
  const columns = cells % 2 ? start[0].length + 1 : start[0].length;
  begin(makeBoard(start.length, columns, kinds, ++seed * 104729));
}

const ACTIONS = { hint, play, undo, shuffle, again: () => begin(start), fresh };
for (const [name, action] of Object.entries(ACTIONS))
  document.getElementById(name).addEventListener("click", action);

table.addEventListener("focus", () => draw());
table.addEventListener("blur", () => draw());
table.addEventListener("keydown", event => {
  const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  const move = moves[event.key], keys = { h: hint, u: undo, p: play };
  if (move) {
    cursor = [0, 1].map(axis => {
      const length = [board.length, board[0].length][axis];
      return (cursor[axis] + move[axis] + length) % length;
    });
    draw();
  } else if (event.key === "Enter" || event.key === " ") choose(cursor);
  else if (keys[event.key.toLowerCase()]) keys[event.key.toLowerCase()]();
  else return;
  event.preventDefault();
});

begin(GAME.board);
