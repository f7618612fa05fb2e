// The game on the canvas: the frames that a GIF of it would have.

class Film {
  /** `onMove` is told whenever another moment is shown, and `onEnd` when it has played to its end. */
  constructor(canvas, onMove = () => undefined, onEnd = () => this.seek(0)) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.onMove = onMove;
    this.onEnd = onEnd;
    this.frames = [];
    this.end = 1;
    this.time = 0;
    this.rate = 1;
    this.isPlaying = false;
  }

  /** Shows other frames from the same part of their time on. */
  load({ width, height, palette, frames, centiseconds }, bytes) {
    const part = this.time / this.end;
    const head = new Uint32Array(bytes.buffer.slice(0, 20 * frames));
    this.colors = Uint32Array.from(palette, (color) => {
      const [r, g, b] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
      return 0xff000000 | b << 16 | g << 8 | r;
    });
    let start = 20 * frames;
    this.frames = Array.from({ length: frames }, (_, i) => {
      const [time, x, y, width, height] = head.subarray(5 * i, 5 * i + 5);
      const pixels = bytes.subarray(start, start += width * height);
      return { time: time / 100, x, y, width, height, pixels };
    });
    this.end = centiseconds / 100;
    if (this.canvas.width !== width || this.canvas.height !== height) {
      [this.canvas.width, this.canvas.height] = [width, height];
    }
    this.image = this.pen.createImageData(width, height);
    this.screen = new Uint32Array(this.image.data.buffer);
    this.kept = [];
    this.shown = -1;
    this.seek(part * this.end);
  }

  get last() {
    return this.frames.length - 1;
  }

  /** The frame that is seen at a time. */
  frameAt(time) {
    let low = 0, high = this.last;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.frames[middle].time <= time) low = middle; else high = middle - 1;
    }
    return low;
  }

  seek(time) {
    this.time = Math.min(Math.max(time, 0), this.end);
    if (this.frames.length === 0) return;
    this.show(this.frameAt(this.time));
    this.onMove();
  }

  /** Goes some frames on or back. */
  step(frames) {
    this.pause();
    const target = Math.min(Math.max(this.shown + frames, 0), this.last);
    this.seek(this.frames[target]?.time ?? 0);
  }

  /** Draws a frame upon those before it; every 64th picture is kept, to go back to. */
  show(target) {
    if (target === this.shown) return;
    if (target < this.shown) {
      const kept = Math.floor(target / 64);
      this.screen.set(this.kept[kept]);
      this.shown = 64 * kept;
    }
    while (this.shown < target) {
      this.draw(this.frames[++this.shown]);
      if (this.shown % 64 === 0) this.kept[this.shown / 64] ??= this.screen.slice();
    }
    this.pen.putImageData(this.image, 0, 0);
  }

  draw({ x, y, width, height, pixels }) {
    for (let row = 0; row < height; row++) {
      const to = (y + row) * this.canvas.width + x;
      for (let column = 0; column < width; column++) {
        this.screen[to + column] = this.colors[pixels[row * width + column]];
      }
    }
  }

  play() {
    if (this.isPlaying) return;
    if (this.time >= this.end) this.seek(0);
    this.isPlaying = true;
    let before = null;
    const tick = (now) => {
      if (!this.isPlaying) return;
      // A page in the background does not jump when it comes back.
      const seconds = before === null ? 0 : Math.min((now - before) / 1000, 0.25);
      before = now;
      const time = this.time + seconds * this.rate;
      if (time >= this.end) this.onEnd();
      else this.seek(time);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    this.onMove();
  }

  pause() {
    this.isPlaying = false;
    this.onMove();
  }
}
