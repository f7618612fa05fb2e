// The page: from the picture to the files.

const GALLERY = /* gallery */;
const FIRST = "knight";

const PRODUCTS = [
  ["gif", "GIF", ".gif", "image/gif"],
  ["apng", "APNG", "-animated.png", "image/png"],
  ["png", "PNG", ".png", "image/png"],
  ["svg", "SVG", ".svg", "image/svg+xml"],
  ["html", "Web page", ".html", "text/html"],
  ["script", "Script", ".json", "application/json"],
  ["movie", "NES movie", ".fm2", "text/plain"],
  ["rom", "Cartridge", ".nes", "application/octet-stream"],
];

/** The printer that reads, draws and proves; searches have others. */
const printer = new Printer();
const film = new Film($("game"), showMoment);
const chooser = new Chooser((part) => readPicture({ ...file, part }));

/** What is printed: its name, its bytes, and which part of it. */
let file = null;
let sprite = null, plan = null, search = null;
/** Whether nothing of it has been shown yet. */
let isNew = true;
/** Counts what was begun, so that what comes too late is not shown. */
let turn = 0;

// What is said

function say(text) {
  $("pieces").textContent = text;
}

/** Work is told of once it takes longer than a moment. */
function showWork(text, part) {
  $("work").textContent = text;
  if (part === undefined) $("bar").removeAttribute("value");
  else $("bar").value = part;
  $("working").hidden = text === "";
}

function showTrouble(refusal) {
  $("trouble").hidden = !refusal;
  if (!refusal) return;
  if (!(refusal instanceof Refusal)) console.error(refusal);
  $("trouble-text").textContent = refusal.message;
  $("remedies").replaceChildren(...remediesOf(refusal.message).map(({ label, sets, focus }) => {
    const button = Object.assign(document.createElement("button"), { textContent: label });
    button.onclick = () => {
      for (const [name, value] of sets ?? []) setOption(name, value ?? true);
      if (focus) {
        setOption(focus, control(focus).value);
        control(focus).focus();
      } else changeOptions();
    };
    return button;
  }));
}

function showPlan() {
  const { pieces, lines, pixels, bound, planner, seed } = plan;
  const least = bound && planner === "minimal" ? `, at least ${bound}` : "";
  say(`${pieces} pieces${least}, ${lines} lines`);
  const by = planner ? `${planner}${seed ? `, seed ${seed}` : ""}` : "a script";
  $("proof").textContent = sprite ? `\u2713 exact: ${pixels} of ${pixels} cells (${by})` : `${pixels} cells (${by})`;
  const { crop, ...options } = { ...plan.options, ...chosenDrawing() };
  $("command").textContent = `${commandOf(file, { ...options, crop })} --gif ${file.title}.gif`;
  for (const button of $("products").children) button.disabled = false;
}

// Reading

const chosenDrawing = () => Object.fromEntries(Object.entries(chosenOptions()).filter(([name]) => OF_DRAWING.includes(name)));
const planningOptions = () => ({ ...Object.fromEntries(
  Object.entries(chosenOptions()).filter(([name]) => !OF_DRAWING.includes(name))), ...file.part });

function forget() {
  turn++;
  search?.stop();
  search = plan = null;
  film.time = 0;
  isNew = true;
  if (printer.waiting.size > 0) printer.stop();
  $("proof").textContent = "";
  showSaved("");
  showTrouble(null);
  for (const button of $("products").children) button.disabled = true;
}

async function readPicture(picture) {
  forget();
  const mine = turn;
  file = { ...picture, title: picture.name.replace(/\.[^.]*$/, "") + (picture.part?.sprite ? `-${picture.part.sprite}` : "") };
  for (const button of $("gallery").children) button.ariaPressed = button.title === file.title;
  say(`Reading ${file.name} …`);
  showWork("reading", undefined);
  try {
    const { json, bytes } = await printer.ask({ do: "read", options: planningOptions() }, file.bytes);
    if (mine !== turn) return;
    sprite = json;
    showPreview(bytes);
    await startSearch(mine);
  } catch (refusal) {
    if (mine !== turn) return;
    say("Not printed");
    showWork("");
    showTrouble(refusal);
    offerParts(mine);
  }
}

function showPreview(bytes) {
  const { width, height, palette, colors, scale, background } = sprite;
  Object.assign($("preview"), { width, height });
  $("preview").getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(bytes), width, height), 0, 0);
  const merged = colors > palette.length ? ` of ${colors}` : "";
  const read = [`${width}x${height}`, `${palette.length}${merged} colours`];
  if (scale > 1) read.push(`enlarged ${scale} times`);
  if (background) read.push(`background ${background}`);
  $("about").textContent = `${file.title}: ${read.join(", ")}`;
  $("choose-part").hidden = false;
}

/** A picture that cannot be printed as a whole may be a sheet. */
async function offerParts(mine, isAsked = false) {
  $("choose-part").hidden = false;
  const options = {};
  if (control("background").value) options.background = control("background").value;
  const sheet = await printer.ask({ do: "sheet", options }, file.bytes).catch(() => null);
  if (mine !== turn || (!isAsked && !(sheet?.json.count > 1) || file.part && !isAsked)) return;
  chooser.open(file.bytes, sheet?.json.sprites ?? []).catch(() => undefined);
}

// Searching

async function startSearch(mine) {
  const options = planningOptions();
  await printer.ask({ do: "check", options });
  if (mine !== turn) return;
  say("Looking for a first print …");
  showWork("searching", 0);
  const first = isMinimal(options) ? await planByTables(options, mine) : null;
  if (mine !== turn) return;
  const seeds = Math.min(Math.max(Number($("seeds").value) || 1, 1), 16);
  search = new Search(file.bytes, options, seeds, first, {
    plan: (found) => adopt(found, mine).catch((refusal) => mine === turn && showTrouble(refusal)),
    progress: (part) => showWork("searching for fewer pieces", part),
    end: (best, refusal) => {
      showWork("");
      // What the asked planner could not do is told, even if a quick one could.
      if (!best || refusal) showTrouble(refusal);
      if (!best) say("Not printed");
    },
  });
}

/** The tables have a print of many pictures, in a moment. */
async function planByTables(asked, mine) {
  const options = { ...asked, planner: "tables" };
  try {
    const { json, bytes } = await printer.ask({ do: "plan", options });
    const found = { ...json, script: bytes, options };
    await adopt(found, mine);
    return found;
  } catch {
    return null;
  }
}

async function adopt(found, mine) {
  const options = { "free-columns": found.options["free-columns"] };
  await printer.ask({ do: "script", options }, found.script);
  if (mine !== turn) return;
  plan = found;
  showPlan();
  await refilm(mine);
}

async function refilm(mine) {
  const options = chosenDrawing();
  const { json, bytes } = await printer.ask({ do: "film", options });
  if (mine !== turn) return;
  film.load(json, bytes);
  if (!isNew) return;
  isNew = false;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) film.step(Infinity);
  else film.play();
}

async function changeOptions(event) {
  const name = event?.target.dataset.option;
  if (!file) return;
  if (!OF_DRAWING.includes(name)) return file.script ? openScript(file) : readPicture(file);
  if (!plan) return;
  const mine = turn;
  showSaved("");
  try {
    await refilm(mine);
    showTrouble(null);
    showPlan();
  } catch (refusal) {
    if (mine === turn) showTrouble(refusal);
  }
}

// A script, from a file or a link

async function openScript(script) {
  forget();
  const mine = turn;
  file = script;
  sprite = null;
  $("choose-part").hidden = true;
  $("about").textContent = `${file.title}: a print script`;
  Object.assign($("preview"), { width: 1, height: 1 });
  try {
    await printer.ask({ do: "clear" });
    const { json } = await printer.ask({ do: "script", options: {} }, file.script);
    if (mine !== turn) return;
    plan = { ...json, script: file.script, options: {} };
    showWork("");
    showPlan();
    $("command").textContent = `tetris-printer replay ${file.title}.json --gif ${file.title}.gif`;
    await refilm(mine);
  } catch (refusal) {
    if (mine !== turn) return;
    say("Not played");
    showTrouble(refusal);
  }
}

/** The largest file that is read, as in the program. */
const MOST_BYTES = 64 << 20;

async function openFile(blob, name) {
  if (blob.size > MOST_BYTES) return showTrouble(new Refusal(`${name} has more than ${MOST_BYTES} bytes`));
  const bytes = new Uint8Array(await blob.arrayBuffer());
  if (name.endsWith(".json")) openScript({ name, title: name.replace(/\.json$/, ""), script: bytes });
  else readPicture({ name, bytes });
}

/** What is dropped or pasted is printed, but for boards in their room. */
function take(blob, name) {
  if (!$("room-link").hidden) return openBoard(blob);
  openRoom($("tab-print"));
  openFile(blob, name);
}

// Files to take home

function showSaved(text, isBad = false) {
  $("saved").textContent = text;
  $("saved").className = isBad ? "bad" : "";
}

async function takeHome([product, label, ending, type]) {
  showSaved(`Making the ${label} …`);
  const mine = turn;
  const options = { ...chosenDrawing(), "free-columns": plan.options["free-columns"] };
  try {
    const { json, bytes } = await printer.ask({ do: "make", product, name: file.title, options });
    if (mine !== turn) return;
    save(file.title + ending, bytes, type);
    const size = `${file.title}${ending}, ${bytes.length.toLocaleString("en")} bytes`;
    showSaved(json.proof ? `${size}. Read again, it is ${json.proof}.` : `${size}.`);
  } catch (refusal) {
    if (mine !== turn) return;
    showSaved(refusal.message, true);
    showTrouble(refusal);
  }
}

async function copyLink() {
  const link = await linkOf(file.title, plan.script);
  const isCopied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
  if (!isCopied) history.replaceState(null, "", link);
  showSaved(isCopied ? `A link of ${link.length} characters is copied: it holds the whole print.`
    : "The link is in the address line now: it holds the whole print.");
}

// The controls

function showMoment() {
  $("scrub").max = film.end;
  $("scrub").value = film.time;
  $("clock").textContent = `${film.time.toFixed(1)} s`;
  $("play").classList.toggle("plays", film.isPlaying);
}

const togglePlay = () => film.isPlaying ? film.pause() : film.play();

const KEYS = {
  " ": togglePlay, "k": togglePlay,
  "ArrowRight": () => film.step(1), "ArrowLeft": () => film.step(-1),
  "PageDown": () => film.step(25), "PageUp": () => film.step(-25),
  "Home": () => film.step(-Infinity), "End": () => film.step(Infinity),
  "x": () => control("xray").click(),
};

document.addEventListener("keydown", (event) => {
  const isElsewhere = event.target.closest("button, input, select, summary, dialog, [role=tab]") || $("room-print").hidden;
  if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});

function connect() {
  $("play").onclick = $("game").onclick = togglePlay;
  $("back").onclick = () => film.step(-1);
  $("next").onclick = () => film.step(1);
  $("scrub").oninput = ({ target }) => {
    const time = Number(target.value);
    film.pause();
    film.seek(time);
  };
  $("rate").onchange = ({ target }) => { film.rate = Number(target.value); };
  $("stop").onclick = stop;
  $("options").onchange = changeOptions;
  $("options").onsubmit = (event) => event.preventDefault();
  $("choose-part").onclick = () => offerParts(turn, true);
  $("file").onchange = ({ target }) => {
    if (target.files[0]) openFile(target.files[0], target.files[0].name);
    target.value = "";
  };
  document.addEventListener("paste", ({ clipboardData }) => {
    const [pasted] = clipboardData.files;
    if (pasted) take(pasted, pasted.name || "pasted.png");
  });
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dragging");
  });
  document.addEventListener("dragleave", () => document.body.classList.remove("dragging"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dragging");
    const [dropped] = event.dataTransfer.files;
    if (dropped) take(dropped, dropped.name);
  });
  addEventListener("hashchange", openLink);
}

/** Ends the search; the best print so far stays. */
function stop() {
  search?.stop();
  showWork("");
  if (plan) return;
  forget();
  say("Stopped");
}

function button(text, press) {
  const button = Object.assign(document.createElement("button"), { textContent: text, disabled: true });
  button.onclick = press;
  return button;
}

const bytesOf = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

function fillIn() {
  $("products").replaceChildren(
    ...PRODUCTS.map((product) => button(product[1], () => takeHome(product))), button("Copy a link", copyLink));
  $("gallery").replaceChildren(...GALLERY.map(([name, base64]) => {
    const image = Object.assign(document.createElement("img"), { src: `data:image/png;base64,${base64}`, alt: "" });
    const button = Object.assign(document.createElement("button"), { title: name, ariaLabel: name, ariaPressed: false });
    button.append(image);
    button.onclick = () => readPicture({ name: `${name}.png`, bytes: bytesOf(base64) });
    return button;
  }));
}

/** Plays the print of the address, if it brings one. */
async function openLink() {
  try {
    const print = await printOfLink();
    if (print) await openScript({ name: `${print.name}.json`, title: print.name, script: print.script });
    return print !== null;
  } catch (refusal) {
    say("Not played");
    showTrouble(refusal);
    return true;
  }
}

connect();
fillIn();
if (!("DecompressionStream" in window)) {
  showTrouble(new Refusal("this browser is too old for the printer: use one of 2023 or newer"));
} else {
  openLink().then((isOpen) => {
    if (!isOpen) readPicture({ name: `${FIRST}.png`, bytes: bytesOf(Object.fromEntries(GALLERY)[FIRST]) });
  });
}
