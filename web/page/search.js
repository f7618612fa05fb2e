// The search for plans: one to look at, what was asked for, and other seeds, on several workers.

/** Workers that search at a time: the page and the printer's desk need a core, too. */
const SEARCHERS = Math.min(Math.max((navigator.hardwareConcurrency ?? 2) - 1, 1), 4);

/** What is planned for these options, the program's own plan first. */
function jobsFor(options, seeds) {
  const asked = { ...options, seed: Number(options.seed ?? 1) };
  const others = Array.from({ length: seeds - 1 }, (_, i) => ({ ...asked, seed: asked.seed + i + 1 }));
  return [asked, ...isMinimal(options) ? others : []];
}

/** Whether the planner is the one that searches for long, and by chance. */
const isMinimal = ({ planner }) => planner === undefined || planner === "minimal";

class Search {
  /** `on` is told of every `plan` that is better than `best` and those before it, of `progress`, and of the `end`. */
  constructor(picture, options, seeds, best, on) {
    this.on = on;
    this.picture = picture;
    this.options = options;
    this.printers = [];
    this.best = best;
    this.refusal = null;
    this.jobs = jobsFor(options, seeds);
    this.total = this.jobs.length;
    this.done = 0;
    this.parts = new Map();
    const workers = Array.from({ length: Math.min(SEARCHERS, this.total) }, () => this.work());
    if (!best && isMinimal(options)) workers.push(this.glance());
    Promise.all(workers).then(() => this.isStopped || on.end(this.best, this.refusal));
  }

  async open() {
    const printer = new Printer();
    this.printers.push(printer);
    await printer.ask({ do: "read", options: this.options }, this.picture);
    return printer;
  }

  /** Plans what is there in a moment, where the tables have nothing. */
  async glance() {
    const printer = await this.open().catch(() => null);
    const options = { ...this.options, effort: "glance" };
    if (printer && this.done === 0) await this.plan(printer, options).catch(() => null);
    printer?.close();
  }

  /** Takes one job after the other. */
  async work() {
    const printer = await this.open().catch((refusal) => { this.refusal = refusal; });
    while (printer && this.jobs.length > 0) {
      const options = this.jobs.shift();
      try {
        await this.plan(printer, options, (progress) => this.tell(options, progress));
      } catch (refusal) {
        this.refusal ??= refusal;
      }
      this.done++;
      this.parts.delete(options.seed);
      this.tell();
    }
    printer?.close();
  }

  async plan(printer, options, onProgress) {
    const { json, bytes } = await printer.ask({ do: "plan", options }, undefined, onProgress);
    if (!this.isStopped && (!this.best || json.pieces < this.best.pieces)) {
      this.best = { ...json, script: bytes, options };
      this.on.plan(this.best);
    }
  }

  tell(options, progress) {
    if (this.isStopped) return;
    if (options) this.parts.set(options.seed, Math.min(progress.done / Math.max(progress.total, 1), 1));
    const parts = [...this.parts.values()].reduce((sum, part) => sum + part, this.done);
    this.on.progress(parts / this.total);
  }

  stop() {
    this.isStopped = true;
    for (const printer of this.printers) printer.close();
  }
}
