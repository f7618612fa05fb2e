"use strict";

// A cell of a shape is [x, y, z]; cells of the board are numbered layer by layer and row by row. A placement is
// {piece, cells}.

const rotated = (cells) => cells.map(([x, y, z]) => [-y, x, z]);
const flipped = (cells) => cells.map(([x, y, z]) => [-x, y, z]);
const tipped = (cells) => cells.map(([x, y, z]) => [x, -z, y]);

/** What a piece may be moved by, as the puzzle says; every orientation comes of these, done again and again. */
const MOTIONS = {
  free: { turn: rotated, flip: flipped },
  oneSided: { turn: rotated },
  space: { turn: rotated, flip: tipped },
};

/** The shapes that a piece's cells can be brought into, each with its corner at [0, 0, 0]. */
function orientations(cells, freedom) {
  const shapes = new Map(), queue = [normalized(cells)];
  for (const shape of queue) {
    if (shapes.has(JSON.stringify(shape))) continue;
    shapes.set(JSON.stringify(shape), shape);
    for (const motion of Object.values(MOTIONS[freedom])) queue.push(normalized(motion(shape)));
  }
  return [...shapes.values()];
}

/** A shape moved to the corner, its cells in the order of their numbers. */
function normalized(cells) {
  const corner = cornerOf(cells);
  return cells.map((cell) => cell.map((at, axis) => at - corner[axis]))
    .sort((a, b) => a[2] - b[2] || a[1] - b[1] || a[0] - b[0]);
}

const cornerOf = (cells) => [0, 1, 2].map((axis) => Math.min(...cells.map((cell) => cell[axis])));

/** The board of a puzzle: its size, the numbers of its cells, and where they are. */
function boardOf({ board }) {
  const size = [board[0][0].length, board[0].length, board.length];
  const cells = [];
  const number = ([x, y, z]) => (z * size[1] + y) * size[0] + x;
  const place = (cell) => [cell % size[0], Math.floor(cell / size[0]) % size[1], Math.floor(cell / size[0] / size[1])];
  const holds = ([x, y, z]) => board[z]?.[y]?.[x] === ".";
  board.forEach((layer, z) => layer.forEach((row, y) => [...row].forEach((_, x) => {
    if (holds([x, y, z])) cells.push(number([x, y, z]));
  })));
  return { size, cells, number, place, holds };
}

const moved = (shape, by) => shape.map((cell) => cell.map((at, axis) => at + by[axis]));

/** Every way to lay every piece on the board. */
function placementsOf(puzzle, { size, number, holds }) {
  const placements = [];
  puzzle.pieces.forEach((kind, piece) => {
    for (const shape of orientations(kind.cells, puzzle.freedom)) {
      for (let z = 0; z < size[2]; z++) for (let y = 0; y < size[1]; y++) for (let x = 0; x < size[0]; x++) {
        const cells = moved(shape, [x, y, z]);
        if (cells.every(holds)) placements.push({ piece, cells: cells.map(number) });
      }
    }
  });
  return placements;
}

/**
 * Searches a covering of the free cells by what is left of the pieces: algorithm X over sets, the
 * cell with the fewest placements first. A generator, so that the page stays awake: yields
 * undefined while it searches, and returns the placements of a covering, or null.
 */
function* cover(placements, free, left) {
  const options = new Map([...free].map((cell) => [cell, new Set()]));
  const ofPiece = left.map(() => new Set());
  for (const option of placements) {
    if (left[option.piece] > 0 && option.cells.every((cell) => free.has(cell))) {
      option.cells.forEach((cell) => options.get(cell).add(option));
      ofPiece[option.piece].add(option);
    }
  }
  const supply = [...left];
  const chosen = [];
  const take = (set, removed) => {
    for (const option of set) {
      for (const cell of option.cells) options.get(cell)?.delete(option);
      ofPiece[option.piece].delete(option);
      removed.push(option);
    }
  };
  let steps = 0;
  function* descend() {
    if (options.size === 0) return true;
    if (++steps % 64 === 0) yield;
    let best, fewest = Infinity;
    for (const [cell, set] of options) {
      if (set.size < fewest) [best, fewest] = [cell, set.size];
    }
    for (const option of [...options.get(best)]) {
      const removed = [];
      const closed = option.cells.map((cell) => {
        take([...options.get(cell)], removed);
        const set = options.get(cell);
        options.delete(cell);
        return [cell, set];
      });
      if (--supply[option.piece] === 0) take([...ofPiece[option.piece]], removed);
      chosen.push(option);
      if (yield* descend()) return true;
      chosen.pop();
      supply[option.piece]++;
      closed.forEach(([cell, set]) => options.set(cell, set));
      for (const back of removed) {
        back.cells.forEach((cell) => options.get(cell)?.add(back));
        ofPiece[back.piece].add(back);
      }
    }
    return false;
  }
  return (yield* descend()) ? chosen : null;
}
