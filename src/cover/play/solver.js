"use strict";

// Cells are numbered row by row; a placement is {piece, cells}.

/** The shapes that turning (and turning over) makes of a piece's cells, corner at [0, 0]. */
function orientations(cells, turnsOver) {
  const shapes = new Map();
  let turned = cells;
  for (let i = 0; i < (turnsOver ? 8 : 4); i++) {
    const shape = normalized(turned);
    shapes.set(JSON.stringify(shape), shape);
    turned = i === 3 ? flipped(turned) : rotated(turned);
  }
  return [...shapes.values()];
}

const rotated = (cells) => cells.map(([x, y]) => [-y, x]);
const flipped = (cells) => cells.map(([x, y]) => [-x, y]);

function normalized(cells) {
  const left = Math.min(...cells.map((cell) => cell[0]));
  const top = Math.min(...cells.map((cell) => cell[1]));
  return cells.map(([x, y]) => [x - left, y - top]).sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}

/** Every way to lay every piece on the board. */
function placementsOf(puzzle) {
  const width = Math.max(...puzzle.board.map((row) => row.length));
  const isFree = (x, y) => puzzle.board[y]?.[x] === ".";
  const placements = [];
  puzzle.pieces.forEach((kind, piece) => {
    for (const shape of orientations(kind.cells, puzzle.turnsOver)) {
      for (let y = 0; y < puzzle.board.length; y++) {
        for (let x = 0; x < width; x++) {
          if (shape.every(([dx, dy]) => isFree(x + dx, y + dy))) {
            placements.push({ piece, cells: shape.map(([dx, dy]) => (y + dy) * width + x + dx) });
          }
        }
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
