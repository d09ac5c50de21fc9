// Choosing several squares at once: by Shift, by dragging, all of them.

/** The distance from an edge at which a drag scrolls. */
const edge = 48;
const pace = 14;
/** How far a finger goes sideways before it chooses. */
const sideways = 24;

export class Ranges {
  #grid;
  #scroller;
  #handlers;
  #anchor = 0;
  #drag = null;
  #frame = 0;
  #isDragged = false;

  /**
   * @param grid the element of the squares
   * @param scroller moves while a drag is at its edge
   * @param handlers `isOn`: true if squares can be chosen; `edges`: where the grid is seen; `onRange`: the squares between two
   *   places are wanted, with true if the same drag has wanted others before
   */
  constructor(grid, scroller, handlers) {
    [this.#grid, this.#scroller, this.#handlers] = [grid, scroller, handlers];
    grid.addEventListener("pointerdown", (event) => this.#down(event));
    document.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"]) {
      document.addEventListener(name, () => this.#up());
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
    this.#isDragged = false;
    const tile = event.target.closest(".tile");
    if (!tile || event.button > 0 || event.shiftKey || !this.#handlers.isOn()) return;
    const { clientX: x, clientY: y, pointerType } = event;
    this.#drag = { start: tile.place, last: tile.place, x, y, from: pointerType === "mouse" ? null : { x, y } };
  }

  #move(event) {
    if (!this.#drag) return;
    [this.#drag.x, this.#drag.y] = [event.clientX, event.clientY];
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
    this.#drag = null;
  }

  /** The click that ends a drag is none of a square. */
  #click(event) {
    const tile = event.target.closest(".tile");
    if (this.#isDragged || tile && event.shiftKey && this.#handlers.isOn()) {
      event.stopPropagation();
      if (!this.#isDragged) this.reach(tile.place);
    }
    this.#isDragged = false;
  }
}
