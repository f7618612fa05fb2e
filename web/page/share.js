// Links that carry a script, and bytes that are taken home.

/** The longest script that a link may bring, unpacked. */
const LONGEST_SCRIPT = 4 << 20;

const piped = (bytes, through) => new Response(new Blob([bytes]).stream().pipeThrough(through));

async function packed(text) {
  const bytes = new Uint8Array(await piped(text, new CompressionStream("deflate-raw")).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(code) {
  const bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const reader = piped(bytes, new DecompressionStream("deflate-raw")).body.getReader();
  const parts = [];
  for (let length = 0;;) {
    const { done, value } = await reader.read();
    if (done) return new TextDecoder().decode(await new Blob(parts).arrayBuffer());
    if ((length += value.length) > LONGEST_SCRIPT) throw new Refusal("the link holds more than a print script");
    parts.push(value);
  }
}

/** A link to this page that brings a print. */
async function linkOf(name, script) {
  const json = JSON.stringify(JSON.parse(new TextDecoder().decode(script)));
  const code = await packed(json);
  return `${location.href.split("#")[0]}#print=${encodeURIComponent(name)}:${code}`;
}

/** The print that this page's address brings, if it does. */
async function printOfLink() {
  const [, name, code] = location.hash.match(/^#print=([^:]*):(.*)$/) ?? [];
  if (code === undefined) return null;
  try {
    return { name: decodeURIComponent(name), script: new TextEncoder().encode(await unpacked(code)) };
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal("the link is damaged: ask for it again");
  }
}

function save(name, bytes, type) {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
