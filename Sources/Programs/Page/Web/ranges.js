// Choosing several squares at once: by Shift, or by a drag, which a finger begins sideways or by resting.

/** The distance from an edge at which a drag scrolls. */
const edge = 48;
const pace = 14;
/** How far a finger goes sideways before it chooses. */
const sideways = 24;
/** How long a finger rests before it chooses, in milliseconds, and how far it may move meanwhile. */
const holdTime = 400;
const slack = 10;

export class Ranges {
  #grid;
  #scroller;
  #handlers;
  #anchor = 0;
  #drag = null;
  #frame = 0;
  #isDragged = false;
  #isHeld = false;
  #timer = 0;

  /**
   * @param grid the element of the squares
   * @param scroller moves while a drag is at its edge
   * @param handlers `edges`: where the grid is seen; `onRange`: the squares between two places are
   *   wanted, with true if the same drag has wanted others before
   */
  constructor(grid, scroller, handlers) {
    [this.#grid, this.#scroller, this.#handlers] = [grid, scroller, handlers];
    grid.addEventListener("pointerdown", (event) => this.#down(event));
    document.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"]) {
      document.addEventListener(name, () => this.#up());
    }
    // Otherwise the finger that rested scrolls the grid, takes the preview along or opens a menu.
    for (const name of ["touchmove", "contextmenu"]) {
      grid.addEventListener(name, (event) => this.#keep(event), { passive: false });
    }
    grid.addEventListener("click", (event) => this.#click(event), { capture: true });
  }

  /** Notes the square at which the next range begins. */
  begin(place) {
    this.#anchor = place;
  }

  /** Wants the squares from the last chosen one to a place. */
  reach(place) {
    this.#handlers.onRange(this.#anchor, place, false);
  }

  #down(event) {
    if (!event.isPrimary) return;
    [this.#isDragged, this.#isHeld] = [false, false];
    clearTimeout(this.#timer);
    const tile = event.target.closest(".tile");
    if (!tile || event.button > 0 || event.shiftKey) return;
    const { clientX: x, clientY: y, pointerType } = event;
    const isFinger = pointerType !== "mouse";
    this.#drag = { start: tile.place, last: tile.place, x, y, from: isFinger ? { x, y } : null };
    if (isFinger) this.#timer = setTimeout(() => this.#hold(), holdTime);
  }

  /** Chooses the square below a finger that rests. */
  #hold() {
    const { start } = this.#drag;
    [this.#isDragged, this.#isHeld] = [true, true];
    this.#handlers.onRange(start, start, false);
  }

  #keep(event) {
    if (!this.#isHeld) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #move(event) {
    if (!this.#drag) return;
    const { clientX: x, clientY: y } = event;
    const { from } = this.#drag;
    if (from && Math.hypot(x - from.x, y - from.y) > slack) clearTimeout(this.#timer);
    [this.#drag.x, this.#drag.y] = [x, y];
    this.#reachPointer();
    if (this.#isDragged && !this.#frame) this.#frame = requestAnimationFrame(() => this.#scroll());
  }

  #reachPointer() {
    const { x, y, start, last, from } = this.#drag;
    if (from && !this.#isDragged && Math.abs(x - from.x) < Math.max(sideways, Math.abs(y - from.y))) return;
    const tile = document.elementFromPoint(x, y)?.closest(".tile");
    if (!tile || tile.place === last || tile.place === start && !this.#isDragged) return;
    this.#drag.last = tile.place;
    const isNext = this.#isDragged;
    this.#isDragged = true;
    this.#handlers.onRange(start, tile.place, isNext);
  }

  #scroll() {
    this.#frame = 0;
    if (!this.#drag) return;
    const { top, bottom } = this.#handlers.edges();
    const { y } = this.#drag;
    const step = y < top + edge ? -pace : y > bottom - edge ? pace : 0;
    if (step === 0) return;
    this.#scroller.offset += step;
    this.#reachPointer();
    this.#frame = requestAnimationFrame(() => this.#scroll());
  }

  #up() {
    clearTimeout(this.#timer);
    [this.#drag, this.#isHeld] = [null, false];
  }

  /** The click that ends a drag is none of a square; a key's click has no number. */
  #click(event) {
    const tile = event.target.closest(".tile");
    const isDragged = this.#isDragged && event.detail > 0;
    this.#isDragged = false;
    if (!isDragged && !(tile && event.shiftKey)) return;
    event.stopPropagation();
    if (!isDragged) this.reach(tile.place);
  }
}
