// The visible part of the preview, behind which the grid continues.
//
// A finger that drags the grid up past the preview's lower edge moves the edge, too. Scrolling to
// the top of the grid, or a tap, shows all of the preview. The edge can be dragged.

const strip = 64;
const step = 0.25;

export class Pane {
  #element;
  #divider;
  #scroller;
  #onChange;
  #height = 0;
  #hidden = 0;
  #drag = null;
  #wide = matchMedia("(min-width: 1200px)");

  /** @param onChange called when the visible part of the grid changes */
  constructor(element, divider, grid, scroller, onChange) {
    this.#element = element;
    this.#divider = divider;
    this.#scroller = scroller;
    this.#onChange = onChange;
    grid.addEventListener("touchstart", (event) => this.#begin(event), { passive: true });
    grid.addEventListener("touchmove", (event) => this.#follow(event), { passive: true });
    for (const name of ["touchend", "touchcancel"]) {
      grid.addEventListener(name, () => this.#settle(), { passive: true });
    }
    divider.addEventListener("pointerdown", (event) => this.#grab(event));
    divider.addEventListener("pointermove", (event) => this.#pull(event));
    for (const name of ["pointerup", "pointercancel"]) {
      divider.addEventListener(name, () => this.#letGo());
    }
    divider.addEventListener("keydown", (event) => this.#key(event));
    element.addEventListener("click", (event) => {
      const isFixed = element.closest(".viewing") !== null;
      if (event.target !== divider && this.isCollapsed && !isFixed) this.open();
    });
  }

  /** The height of the grid that the preview may cover. */
  get height() {
    return this.#height;
  }

  /** True if the preview stands beside the grid. */
  get isBeside() {
    return this.#wide.matches;
  }

  get bottom() {
    return this.#height - this.#offset;
  }

  get isCollapsed() {
    return this.#offset > this.#most / 2;
  }

  /** The hidden height, which the page keeps for each album. */
  get hidden() {
    return this.#hidden;
  }

  set hidden(value) {
    this.#hidden = Math.max(0, Math.min(value, this.#most));
    this.#show();
  }

  layOut(width, height) {
    const share = this.#most > 0 ? this.#hidden / this.#most : 0;
    // Beside the grid, the preview covers nothing of it.
    this.#height = this.isBeside ? 0 : Math.round(Math.min(height * 0.58, Math.max(width, 240)));
    this.#hidden = share * this.#most;
    this.#element.style.setProperty("--pane", `${this.#height}px`);
    this.#show();
  }

  open() {
    this.#settleAt(0);
  }

  scrolled() {
    // The top of the grid shows all of the preview.
    if (this.#scroller.offset <= 0 && !this.#drag) this.#hidden = 0;
    this.#show();
  }

  get #most() {
    return Math.max(0, this.#height - strip);
  }

  get #offset() {
    return Math.min(this.#hidden, this.#scroller.offset);
  }

  #show() {
    this.#element.style.transform = `translateY(${-this.#offset}px)`;
    const share = this.#most > 0 ? 1 - this.#offset / this.#most : 1;
    this.#divider.setAttribute("aria-valuenow", Math.round(share * 100));
  }

  #begin(event) {
    this.#element.classList.remove("settling");
    const y = this.#y(event.touches[0]);
    this.#drag = event.touches.length === 1 && y > this.bottom ? { isTaken: false } : null;
  }

  #follow(event) {
    if (!this.#drag) return;
    const y = this.#y(event.touches[0]);
    if (!this.#drag.isTaken && y >= this.bottom) return;
    this.#drag.isTaken = true;
    this.#hidden = Math.max(0, Math.min(this.#height - y, this.#most));
    this.#show();
    this.#onChange();
  }

  #settle() {
    const drag = this.#drag;
    this.#drag = null;
    if (drag?.isTaken) this.#settleAt(this.#hidden > this.#most / 2 ? this.#most : 0);
  }

  #settleAt(hidden) {
    this.#element.classList.add("settling");
    this.#hidden = hidden;
    this.#show();
    this.#onChange();
    setTimeout(() => this.#element.classList.remove("settling"), 300);
  }

  #grab(event) {
    this.#element.classList.remove("settling");
    this.#divider.setPointerCapture(event.pointerId);
    this.#drag = { from: event.clientY, hidden: this.#offset };
    event.preventDefault();
    this.#divider.focus({ preventScroll: true });
  }

  #pull(event) {
    if (this.#drag?.from === undefined) return;
    this.#hide(this.#drag.hidden + this.#drag.from - event.clientY);
  }

  #letGo() {
    if (this.#drag?.from === undefined) return;
    this.#drag = null;
    const isSmall = this.#hidden > this.#most / 2;
    if (isSmall) this.#hide(this.#most);
    else this.#settleAt(0);
  }

  /** Hides a height; at the top of the grid the first row follows the edge. */
  #hide(hidden) {
    const isAtTop = this.#scroller.offset <= this.#hidden;
    this.#hidden = Math.max(0, Math.min(hidden, this.#most));
    if (isAtTop) this.#scroller.offset = this.#hidden;
    this.#show();
    this.#onChange();
  }

  #key(event) {
    const steps = { ArrowUp: step, ArrowDown: -step, Home: 1, End: -1 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    this.#hide(this.#offset + steps[event.key] * this.#most);
  }

  #y(touch) {
    return touch.clientY - this.#element.parentElement.getBoundingClientRect().top;
  }
}
