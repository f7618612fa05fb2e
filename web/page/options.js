// The options of the program as a form, and the remedies that name them.

const control = (option) => document.querySelector(`[data-option="${option}"]`);

/** Options that change only how a print looks. */
const OF_DRAWING = ["theme", "motion", "duration", "xray", "cell", "no-panel", "fps", "hold", "loop"];
const NUMBERS = ["seed", "left"];

/** What is chosen and is not the program's default. */
function chosenOptions() {
  const chosen = [...document.querySelectorAll("[data-option]")].map((field) => {
    const name = field.dataset.option;
    if (field.type === "checkbox") return [name, field.checked];
    const text = field.value.trim();
    return [name, NUMBERS.includes(name) && text !== "" ? Number(text) : text];
  });
  return Object.fromEntries(chosen.filter(([, value]) => value !== "" && value !== false));
}

function setOption(name, value) {
  const field = control(name);
  if (field.type === "checkbox") {
    field.checked = value === "" || value === true;
    return;
  }
  if (field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === value)) {
    const usual = [...field.options].find((option) => option.text === value);
    if (usual) value = usual.value;
    else field.add(new Option(value));
  }
  field.value = value;
  const folded = field.closest("details");
  if (folded) folded.open = true;
}

const WORDS = {
  colors: (n) => `Merge to ${n} colours`,
  planner: (name) => `Planner: ${name}`,
  field: (size) => size === "auto" ? "Choose the field for it" : `Field ${size}`,
  effort: (name) => name === "best" ? "Search longer" : `Effort: ${name}`,
  background: (what) => what === "none" ? "Keep the background" : `Background ${what}`,
  scale: (factor) => factor === "1" ? "Keep its size" : `Scale ${factor}`,
  carriers: (name) => `${name} carriers`,
};

/** Buttons that do what an error's sentence advises: groups of options with values, or options to be changed. */
function remediesOf(sentence) {
  const groups = sentence.matchAll(/--[a-z-]+(?: [^\s,;:()-][^\s,;:()]*| -?\d+)?(?: --[a-z-]+(?: [^\s,;:()-][^\s,;:()]*)?)*/g);
  const remedies = [...groups].map(([group]) => {
    const options = group.split(/ ?--/).slice(1).map((option) => option.split(" "));
    return options.filter(([name]) => control(name)).map(([name, value]) => [name, isValue(name, value) ? value : undefined]);
  });
  return remedies.filter((options) => options.length > 0).map((options) => {
    const sets = options.filter(([name, value]) => value !== undefined || control(name).type === "checkbox");
    if (sets.length === options.length) {
      const label = sets.map(([name, value]) => WORDS[name]?.(value) ?? `${name} ${value ?? ""}`).join(", ");
      return { label, sets };
    }
    const [name] = options[0];
    if (name === "seed") return { label: "Another seed", sets: [[name, String(Number(control(name).value || 1) + 1)]] };
    const called = control(name).closest("label").firstChild.textContent.trim().toLowerCase();
    return { label: `Change the ${called}`, focus: name };
  });
}

/** Whether the word after an option is its value, or only the sentence that goes on. */
function isValue(name, word) {
  if (word === undefined) return false;
  if (name === "field") return /^(auto|\d+x\d+)$/.test(word);
  const isPlain = /^(auto|none|forever|once|-?\d+([,-]\d+)*|#[\da-f]{6})$/i.test(word);
  const field = control(name);
  return isPlain || field instanceof HTMLSelectElement && [...field.options].some(({ text }) => text === word);
}

/** The command line that makes the same bytes. */
function commandOf(file, options) {
  const { crop, sprite, ...rest } = options;
  const words = Object.entries(rest).filter(([, value]) => value !== undefined).map(([name, value]) =>
    value === true ? `--${name}` : `--${name} ${/^[\w.,x-]+$/.test(value) ? value : `'${value}'`}`);
  const source = file.name + (sprite ? `#${sprite}` : "");
  const part = crop ? [`--crop ${crop.join()}`] : [];
  return ["tetris-printer print", /^[\w.#-]+$/.test(source) ? source : `'${source}'`, ...part, ...words].join(" ");
}
