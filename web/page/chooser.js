// A part of a picture: a sprite of a sheet, or a rectangle that is dragged.

class Chooser {
  /** `choose` is told of `{ sprite }`, `{ crop }` or `{}`. */
  constructor(choose) {
    this.dialog = $("chooser");
    this.canvas = $("sheet-picture");
    this.choose = (part) => {
      this.dialog.close();
      choose(part);
    };
    $("chooser-all").onclick = () => this.choose({});
    $("chooser-close").onclick = () => this.dialog.close();
    this.canvas.onpointerdown = (event) => this.press(event);
    this.canvas.onpointermove = (event) => this.drag(event);
    this.canvas.onpointerup = () => this.release();
  }

  async open(bytes, sprites) {
    this.picture = await createImageBitmap(new Blob([bytes]));
    this.sprites = sprites;
    const { width, height } = this.picture;
    this.canvas.width = width;
    this.canvas.height = height;
    // Small pictures are enlarged, so that a finger can hit a pixel.
    this.canvas.style.width = width < 300 ? `${width * Math.floor(600 / width)}px` : "";
    this.draw();
    $("sprites").replaceChildren(...sprites.slice(0, 100).map((sprite) => this.button(sprite)));
    this.dialog.showModal();
  }

  button({ number, bounds: [x, y, width, height] }) {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    canvas.getContext("2d").drawImage(this.picture, x, y, width, height, 0, 0, width, height);
    const button = document.createElement("button");
    button.ariaLabel = `Sprite ${number}, ${width} by ${height} pixels`;
    button.append(canvas);
    button.onclick = () => this.choose({ sprite: number });
    return button;
  }

  draw() {
    const pen = this.canvas.getContext("2d");
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.drawImage(this.picture, 0, 0);
    pen.lineWidth = Math.max(1, this.canvas.width / 500);
    pen.strokeStyle = "#4d8dff";
    for (const { bounds: [x, y, width, height] } of this.sprites) pen.strokeRect(x - .5, y - .5, width + 1, height + 1);
    if (!this.from) return;
    pen.strokeStyle = "#ff3d6e";
    const [x, y, width, height] = this.rectangle();
    pen.strokeRect(x + .5, y + .5, width - 1, height - 1);
  }

  place(event) {
    const box = this.canvas.getBoundingClientRect();
    const clamp = (value, most) => Math.min(Math.max(Math.floor(value), 0), most - 1);
    return [clamp((event.clientX - box.x) / box.width * this.canvas.width, this.canvas.width),
      clamp((event.clientY - box.y) / box.height * this.canvas.height, this.canvas.height)];
  }

  rectangle() {
    const [[a, b], [c, d]] = [this.from, this.to];
    return [Math.min(a, c), Math.min(b, d), Math.abs(a - c) + 1, Math.abs(b - d) + 1];
  }

  press(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.from = this.to = this.place(event);
  }

  drag(event) {
    if (!this.from) return;
    this.to = this.place(event);
    this.draw();
  }

  /** A click takes the sprite under it, a stroke its rectangle. */
  release() {
    if (!this.from) return;
    const [x, y, width, height] = this.rectangle();
    const isStroke = width > 2 && height > 2;
    this.from = null;
    const under = this.sprites.find(({ bounds: [left, top, columns, rows] }) =>
      x >= left && x < left + columns && y >= top && y < top + rows);
    if (isStroke) this.choose({ crop: [x, y, width, height] });
    else if (under) this.choose({ sprite: under.number });
    else this.draw();
  }
}
