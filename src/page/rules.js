// The rules of the game, as the program that wrote this page has them: a piece falls straight down
// from the top, full rows vanish, what is above them moves down, and nothing else falls.

class Game {
  constructor({ field, poses, drops, earlier }) {
    this.width = field.width;
    this.height = field.height;
    this.poses = poses.map(([piece, rows]) => ({ piece, width: rows[0].length, height: rows.length,
      cells: rows.flatMap((row, y) => [...row].flatMap((c, x) => c === "x" ? [[x, y]] : [])) }));
    this.drops = drops;
    /** After how many pieces the field is emptied before the next one. */
    this.cuts = earlier.filter(({ cut }) => cut).map(({ erased }) => erased);
    this.rows = Array.from({ length: this.height }, () => new Array(this.width).fill(null));
    /** The name of each row, which it keeps until it is cleared. */
    this.names = [...this.rows.keys()];
    this.locked = 0;
    this.lines = 0;
  }

  /** The same game, which can be played on by itself. */
  copy() {
    const rows = this.rows.map((row) => [...row]), names = [...this.names];
    return Object.assign(Object.create(Game.prototype), this, { rows, names });
  }

  /** The game as the next piece finds it: empty after a cut. */
  begun() {
    if (!this.cuts.includes(this.locked)) return this;
    return Object.assign(this.copy(), { rows: this.rows.map((row) => row.map(() => null)) });
  }

  /** Where the next piece comes to rest: {piece, row of its box, cells as [x, y]}. */
  landing() {
    const [index, column] = this.drops[this.locked];
    const pose = this.poses[index];
    const fits = (row) => row + pose.height <= this.height
      && pose.cells.every(([x, y]) => this.rows[row + y][column + x] === null);
    const isTopFree = [0, 1].every((row) => this.rows[row].every((cell) => cell === null));
    if (!isTopFree || column + pose.width > this.width || !fits(0)) {
      throw new Error(`piece ${this.locked + 1} cannot be dropped`);
    }
    let row = 0;
    while (fits(row + 1)) row++;
    return { piece: pose.piece, row, cells: pose.cells.map(([x, y]) => [column + x, row + y]) };
  }

  /** Locks the next piece and clears the rows that it fills, which are returned from the top. */
  drop() {
    this.rows = this.begun().rows;
    const { piece, cells } = this.landing();
    for (const [x, y] of cells) this.rows[y][x] = piece;
    const full = [...this.rows.keys()].filter((y) => this.rows[y].every((cell) => cell !== null));
    for (const y of full) {
      this.rows.splice(y, 1);
      this.rows.unshift(new Array(this.width).fill(null));
      this.names.splice(y, 1);
      this.names.unshift(this.height + this.lines++);
    }
    this.locked++;
    return full;
  }
}

/** The cells of a field that are not as the source wants them. */
function differences({ source, colors, freeColumns }, { rows, width, height }) {
  const filled = source.rows.findLastIndex((row) => row.some((index) => index >= 0));
  const wrong = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const row = source.rows[y - (height - 1 - filled)];
      const index = row?.[x - source.left] ?? -1;
      const isFree = index < 0 && row !== undefined && freeColumns.includes(x);
      const found = rows[y][x] === null ? null : colors[rows[y][x]];
      const expected = index < 0 ? null : source.palette[index];
      if (!isFree && found !== expected) wrong.push([x, y]);
    }
  }
  return wrong;
}
