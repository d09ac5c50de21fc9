// The fingers on a picture, or a pointer: two taps, a drag, and two fingers that go apart or together.

/** The time and the distance between two taps that belong together. */
const doubleTap = 300;
const nearTap = 40;
/** How far a finger moves and still taps. */
const slack = 4;

const between = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

export class Fingers {
  #element;
  #handlers;
  #points = new Map();
  #isTap = false;
  /** Where the only finger came down; null for a mouse, and after a second finger. */
  #start = null;
  /** The distance at which two fingers came down; 0 without a second one. */
  #apart = 0;
  #lastTap = { time: -Infinity };

  /**
   * @param element where they come down; points are those of its box
   * @param handlers `onDoubleTap`: with the point; `onDrag`: with the distances of a step, and the way
   *   of a finger so far, null for what is none; `onDragged`: the end of it, with the way; `onPinch`:
   *   with the distance of two fingers as a share of the first one, and the point between them;
   *   `onPinched`: the end of it, with the last share; 1 if it was interrupted
   */
  constructor(element, handlers) {
    [this.#element, this.#handlers] = [element, handlers];
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"]) {
      element.addEventListener(name, (event) => this.#up(event));
    }
  }

  #point({ clientX, clientY }) {
    const { left, top } = this.#element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  /** The distance of the two fingers, as a share of the first one, and the point between them. */
  get #pinch() {
    const [one, other] = this.#points.values();
    return [between(one, other) / this.#apart, { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }];
  }

  #down(event) {
    if (event.button > 0 || this.#points.size === 2) return;
    // A tap plays a video.
    if (event.target.localName !== "video") this.#element.setPointerCapture(event.pointerId);
    const point = this.#point(event);
    this.#points.set(event.pointerId, point);
    this.#isTap = this.#points.size === 1;
    this.#start = this.#isTap && event.pointerType !== "mouse" ? point : null;
    this.#apart = this.#isTap ? 0 : between(...this.#points.values()) || 1;
  }

  #move(event) {
    const old = this.#points.get(event.pointerId);
    if (!old) return;
    const now = this.#point(event);
    if (this.#isTap && between(now, old) <= slack) return;
    this.#isTap = false;
    this.#points.set(event.pointerId, now);
    if (this.#apart > 0) this.#handlers.onPinch(...this.#pinch);
    else this.#handlers.onDrag(now.x - old.x, now.y - old.y, this.#wayTo(now));
  }

  #wayTo({ x, y }) {
    return this.#start && { x: x - this.#start.x, y: y - this.#start.y };
  }

  #up(event) {
    const point = this.#points.get(event.pointerId);
    if (!point) return;
    const isEnd = event.type === "pointerup";
    const [share] = this.#apart > 0 ? this.#pinch : [];
    this.#points.delete(event.pointerId);
    if (share !== undefined) {
      this.#apart = 0;
      this.#handlers.onPinched(isEnd ? share : 1);
    } else if (!this.#isTap) {
      this.#handlers.onDragged(isEnd ? this.#wayTo(point) : null);
    } else if (isEnd) {
      this.#tap(event.timeStamp, point);
    }
  }

  #tap(time, point) {
    const isSecond = time - this.#lastTap.time < doubleTap && between(point, this.#lastTap) < nearTap;
    this.#lastTap = isSecond ? { time: -Infinity } : { time, ...point };
    if (isSecond) this.#handlers.onDoubleTap(point);
  }
}
