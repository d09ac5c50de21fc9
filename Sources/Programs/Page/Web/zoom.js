// The place of a picture: fitted into a stage or filling a square of it, then zoomed and moved.

const usualMost = 8;

export class Zoom {
  #stage;
  #image;
  #frame;
  #scale = 1;
  #x = 0;
  #y = 0;
  #restored = null;
  #crop = null;
  #pixelWidth = 0;

  /** True if a square of the picture is shown. */
  isSquare = false;

  constructor(stage, image, frame) {
    this.#stage = stage;
    this.#image = image;
    this.#frame = frame;
  }

  get scale() {
    return this.#scale;
  }

  /** The shown part of a square: left, top, width and height, from 0 to 1; null if it is all. */
  get crop() {
    return this.isSquare ? this.#crop : null;
  }

  /** True if the shown picture has fewer pixels than the screen could show of the original. */
  get isSoft() {
    const { naturalWidth } = this.#image;
    if (!naturalWidth || naturalWidth >= this.#pixelWidth) return false;
    return this.#base().width * this.#scale * devicePixelRatio > naturalWidth * 1.02;
  }

  /** The scale at which each pixel of the original is one of the screen. */
  get trueScale() {
    return this.#pixelWidth / ((this.#base().width || 1) * devicePixelRatio);
  }

  /** True while the square is still the one that was chosen before. */
  get isRestored() {
    return this.#restored !== null;
  }

  /**
   * Begins with a whole picture, or with a square of it.
   *
   * @param crop the part that was chosen before; null for none
   * @param pixelWidth the width of the original; by default as before
   */
  begin(isSquare, crop, pixelWidth = this.#pixelWidth) {
    this.#pixelWidth = pixelWidth;
    this.isSquare = isSquare;
    this.#restored = crop;
    [this.#scale, this.#x, this.#y] = [1, 0, 0];
    this.apply();
  }

  /** Places a picture that was loaded. */
  loaded() {
    if (this.#restored && this.#image.naturalWidth) {
      const { area, width: full, height: high } = this.#base();
      const [left, top, width] = this.#restored;
      this.#scale = area.width / (full * width);
      this.#x = (full * this.#scale - area.width) / 2 - left * full * this.#scale;
      this.#y = (high * this.#scale - area.height) / 2 - top * high * this.#scale;
    }
    this.apply();
  }

  move(x, y) {
    this.#restored = null;
    this.#x += x;
    this.#y += y;
    this.apply();
  }

  /** Zooms around a point of the stage, by default its middle. */
  to(scale, point) {
    this.#restored = null;
    const { stage } = this.#base();
    const next = this.#bounded(scale);
    const ratio = next / this.#scale;
    const fromX = (point?.x ?? stage.width / 2) - stage.width / 2;
    const fromY = (point?.y ?? stage.height / 2) - stage.height / 2;
    this.#x = fromX - (fromX - this.#x) * ratio;
    this.#y = fromY - (fromY - this.#y) * ratio;
    this.#scale = next;
    this.apply();
  }

  apply() {
    const base = this.#base();
    this.#scale = this.#bounded(this.#scale);
    const width = base.width * this.#scale;
    const height = base.height * this.#scale;
    // The picture covers the area, or is centred if it is smaller.
    const room = (length, area) => Math.max(0, (length - area) / 2);
    const roomX = room(width, base.area.width);
    const roomY = room(height, base.area.height);
    this.#x = Math.max(-roomX, Math.min(this.#x, roomX));
    this.#y = Math.max(-roomY, Math.min(this.#y, roomY));
    this.#frame.hidden = !this.isSquare || this.#image.hidden;
    Object.assign(this.#frame.style, {
      left: `${base.left}px`, top: `${base.top}px`,
      width: `${base.area.width}px`, height: `${base.area.height}px`,
    });
    const left = base.left + (base.area.width - width) / 2 + this.#x;
    const top = base.top + (base.area.height - height) / 2 + this.#y;
    Object.assign(this.#image.style, {
      width: `${base.width}px`, height: `${base.height}px`,
      transform: `translate(${left}px, ${top}px) scale(${this.#scale})`,
    });
    this.#crop = [
      (base.left - left) / width, (base.top - top) / height,
      base.area.width / width, base.area.height / height,
    ].map((side) => Math.round(Math.max(0, Math.min(side, 1)) * 1e4) / 1e4);
  }

  #bounded(scale) {
    return Math.max(1, Math.min(scale, Math.max(usualMost, 2 * this.trueScale)));
  }

  #base() {
    const { clientWidth: width, clientHeight: height } = this.#stage;
    const { naturalWidth, naturalHeight } = this.#image;
    const side = Math.min(width, height) - 16;
    const area = this.isSquare ? { width: side, height: side } : { width, height };
    const pick = this.isSquare ? Math.max : Math.min;
    const scale = pick(area.width / (naturalWidth || 1), area.height / (naturalHeight || 1));
    return {
      stage: { width, height }, area,
      left: (width - area.width) / 2, top: (height - area.height) / 2,
      width: naturalWidth * scale, height: naturalHeight * scale,
    };
  }
}
