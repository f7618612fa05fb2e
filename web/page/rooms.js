// The other rooms: tilings, link-up and the greedy player.

/** Shows one room; arrow keys go from tab to tab. */
function openRoom(tab) {
  for (const other of document.querySelectorAll("[role=tab]")) {
    const isOpen = other === tab;
    other.ariaSelected = isOpen;
    other.tabIndex = isOpen ? 0 : -1;
    $(other.getAttribute("aria-controls")).hidden = !isOpen;
  }
  if (tab.id !== "tab-bot") botFilm.pause();
  else if (botFilm.frames.length > 0) playBot();
  else nextGame();
}

for (const tab of document.querySelectorAll("[role=tab]")) {
  tab.onclick = () => openRoom(tab);
  tab.onkeydown = ({ key }) => {
    const tabs = [...document.querySelectorAll("[role=tab]")];
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    openRoom(next);
    next.focus();
  };
}

/** A room with a printer of its own, which is made when it is first asked. */
class Room {
  constructor(said, stop) {
    this.said = said;
    this.stopButton = stop;
    stop.onclick = () => {
      this.printer.stop();
      this.say("Stopped.");
    };
  }

  say(text, isBusy = false) {
    this.said.textContent = text;
    this.stopButton.disabled = !isBusy;
  }

  /** Asks, says what goes on, and what went wrong. */
  async ask(work, order, bytes) {
    this.printer ??= new Printer();
    this.say(`${work} …`, true);
    try {
      const answer = await this.printer.ask(order, bytes);
      this.say("");
      return answer;
    } catch (refusal) {
      this.say(refusal.message);
      return null;
    }
  }
}

function showPicture(image, bytes, type) {
  URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(new Blob([bytes], { type }));
  image.hidden = false;
}

const tilings = new Room($("tile-said"), $("tile-stop"));
let tileSeed = 0;

async function cover(count) {
  const board = $("board").value;
  const order = { do: "tile", board, seed: ++tileSeed, show: count ? "count" : "covering" };
  const answer = await tilings.ask(count ? "Counting" : "Covering", order);
  if (!answer) return;
  const { json, bytes } = answer;
  if (bytes.length > 0) showPicture($("tile-picture"), bytes, "image/svg+xml");
  if (json.count) tilings.say(json.why ? `No covering: ${json.why}` : `${BigInt(json.count).toLocaleString()} coverings`);
}

$("tile").onsubmit = (event) => {
  event.preventDefault();
  cover(false);
};
$("tile-count").onclick = () => cover(true);
$("tile-page").onclick = async () => {
  const order = { do: "tile", board: $("board").value, seed: 0, show: "page" };
  const page = await tilings.ask("Writing the page", order);
  if (page) save("puzzles.html", page.bytes, "text/html");
};

const links = new Room($("link-said"), $("link-stop"));
let linkBoard = { seed: 0, bytes: undefined };

async function solveBoard() {
  const { seed, bytes } = linkBoard;
  for (const id of ["link-reading", "link-solution"]) $(id).hidden = true;
  $("link-page").disabled = true;
  if (bytes) {
    const read = await links.ask("Reading the board", { do: "link", show: "reading", seed }, bytes);
    if (!read) return;
    showPicture($("link-reading"), read.bytes, "image/png");
  }
  $("link-page").disabled = false;
  const solved = await links.ask("Solving", { do: "link", show: "solution", seed }, bytes);
  if (!solved) return;
  const { columns, rows, tiles, steps, warning } = solved.json;
  const cleared = `${columns}x${rows} with ${tiles} tiles, cleared in ${steps} steps`;
  links.say(warning ? `${cleared}; but ${warning}` : cleared);
  showPicture($("link-solution"), solved.bytes, "image/gif");
}

$("link-new").onclick = () => {
  linkBoard = { seed: linkBoard.seed + 1 };
  solveBoard();
};
async function openBoard(blob) {
  linkBoard = { seed: 1, bytes: new Uint8Array(await blob.arrayBuffer()) };
  solveBoard();
}
$("link-file").onchange = ({ target }) => {
  if (target.files[0]) openBoard(target.files[0]);
};
$("link-page").onclick = async () => {
  const { seed, bytes } = linkBoard;
  const page = await links.ask("Writing the page", { do: "link", show: "page", seed }, bytes);
  if (page) save("link.html", page.bytes, "text/html");
};

const bot = new Room($("bot-said"), $("bot-stop"));
/** One game follows the other, as long as somebody looks. */
const botFilm = new Film($("bot-game"), undefined, nextGame);
let botSeed = 0;

function playBot() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) botFilm.step(Infinity);
  else botFilm.play();
}

async function nextGame() {
  botFilm.pause();
  const order = { do: "play", weights: $("bot-weights").value, field: $("bot-field").value, seed: ++botSeed };
  const played = await bot.ask("Playing", order);
  if (!played || $("room-bot").hidden) return;
  const { pieces, lines, score, over } = played.json;
  bot.say(`Game ${botSeed}: ${pieces} pieces, ${lines} lines, ${score} points${over ? ", and no room is left" : ""}`);
  botFilm.time = 0;
  botFilm.load(played.json, played.bytes);
  $("bot-game").hidden = false;
  playBot();
}

$("bot").onsubmit = (event) => {
  event.preventDefault();
  nextGame();
};
$("bot-weights").onchange = $("bot-field").onchange = nextGame;
