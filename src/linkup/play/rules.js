// The rules, without anything that is seen. A board is an array of rows of kinds; 0 is empty.

/** The path between two equal tiles [row, column] with the fewest turns, then the shortest: its places
 *  and corners, or null. Around the board runs a free way one cell wide. */
function linkPath(board, a, b) {
  const rows = board.length, columns = board[0].length;
  const inside = (row, column) => row >= 0 && row < rows && column >= 0 && column < columns;
  const free = (row, column) => !inside(row, column) || board[row][column] === 0;
  const isEnd = (row, column) =>
    (row === a[0] && column === a[1]) || (row === b[0] && column === b[1]);
  const clear = ([r1, c1], [r2, c2]) => {
    for (let row = Math.min(r1, r2); row <= Math.max(r1, r2); row++)
      for (let column = Math.min(c1, c2); column <= Math.max(c1, c2); column++)
        if (!isEnd(row, column) && !free(row, column)) return false;
    return true;
  };
  const ways = [];
  for (let column = -1; column <= columns; column++) ways.push([[a[0], column], [b[0], column]]);
  for (let row = -1; row <= rows; row++) ways.push([[row, a[1]], [row, b[1]]]);
  let best = null;
  for (const [first, second] of ways) {
    const places = [a, first, second, b].filter(
      (place, index, all) => index === 0 || place[0] !== all[index - 1][0] || place[1] !== all[index - 1][1]);
    let length = 0, open = true;
    for (let i = 1; i < places.length && open; i++) {
      // A way that turns back in itself is no path.
      if (i > 1 && isEnd(...places[i - 1])) open = false;
      open = open && clear(places[i - 1], places[i]);
      length += Math.abs(places[i][0] - places[i - 1][0]) + Math.abs(places[i][1] - places[i - 1][1]);
    }
    const rank = places.length * 1000 + length;
    if (open && (best === null || rank < best.rank)) best = { rank, places };
  }
  return best && best.places;
}

/** All tiles by kind: kind -> [[row, column], ...]. */
function tilesByKind(board) {
  const tiles = new Map();
  board.forEach((line, row) => line.forEach((kind, column) => {
    if (kind) tiles.set(kind, [...(tiles.get(kind) || []), [row, column]]);
  }));
  return tiles;
}

/** Every pair that can be taken now. */
function linkedPairs(board) {
  const pairs = [];
  for (const cells of tilesByKind(board).values())
    for (let i = 0; i < cells.length; i++)
      for (let j = 0; j < i; j++)
        if (linkPath(board, cells[j], cells[i])) pairs.push([cells[j], cells[i]]);
  return pairs;
}

/** Numbers from 0 to below 1, the same for the same seed (xorshift). */
function randomNumbers(seed) {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13; state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5; state >>>= 0;
    return state / 4294967296;
  };
}

/** Pairs that clear the board in their order, or null if none are found in so many milliseconds: the
 *  game is played out again and again, with other choices each time. */
function findSolution(board, milliseconds) {
  const random = randomNumbers(7), end = Date.now() + milliseconds;
  do {
    const rest = board.map(line => [...line]), steps = [];
    for (;;) {
      const kinds = [...tilesByKind(rest).values()];
      if (kinds.length === 0) return steps;
      let taken = false;
      for (let i = kinds.length; i > 0 && !taken; i--) {
        const cells = kinds.splice(Math.floor(random() * i), 1)[0];
        const shift = Math.floor(random() * cells.length);
        for (let j = 0; j < cells.length && !taken; j++)
          for (let k = 0; k < j && !taken; k++) {
            const a = cells[(k + shift) % cells.length], b = cells[(j + shift) % cells.length];
            if (!linkPath(rest, a, b)) continue;
            steps.push([a, b]);
            for (const [row, column] of [a, b]) rest[row][column] = 0;
            taken = true;
          }
      }
      if (!taken) break;
    }
  } while (Date.now() < end);
  return null;
}

/** A full board that has a solution: blank tiles are taken pair by pair, and each pair gets a kind. */
function makeBoard(rows, columns, kinds, seed) {
  const random = randomNumbers(seed);
  const blanks = Array.from({ length: rows }, () => Array(columns).fill(1));
  const board = blanks.map(line => [...line]);
  for (let pair = 0; pair < rows * columns / 2; pair++) {
    const cells = tilesByKind(blanks).get(1);
    let chosen = null;
    while (!chosen) {
      const a = cells[Math.floor(random() * cells.length)];
      const partners = cells.filter(b => b !== a && linkPath(blanks, a, b));
      if (partners.length) chosen = [a, partners[Math.floor(random() * partners.length)]];
    }
    for (const [row, column] of chosen) {
      blanks[row][column] = 0;
      board[row][column] = pair % kinds + 1;
    }
  }
  return board;
}
