// The part of the grid that is seen, which begins at the lower edge of the preview.

export class Sight {
  #scroller;
  #pane;
  #grid;

  /** The height that something covers at the lower end. */
  covered = 0;

  constructor(scroller, pane, grid) {
    [this.#scroller, this.#pane, this.#grid] = [scroller, pane, grid];
  }

  /** The height of the list at which it begins. */
  get top() {
    return this.#scroller.offset + this.#pane.bottom - this.#pane.height;
  }

  get height() {
    return this.#scroller.viewport - this.#pane.bottom - this.covered;
  }

  /** Where it is on the screen. */
  get edges() {
    const { top, bottom } = this.#scroller.box;
    return { top: top + this.#pane.bottom, bottom: bottom - this.covered };
  }

  /** Shows a square at the top, below its heading. */
  goTo(place) {
    this.#scrollTo(this.#grid.layout.start(place));
  }

  /** Scrolls no further than needed to bring a square into sight. */
  reveal(place) {
    const { layout } = this.#grid;
    if (layout.top(place) < this.top) this.#scrollTo(layout.start(place));
    const end = layout.top(place) + layout.side - this.height;
    if (end > this.top) this.#scrollTo(end);
  }

  /** Lets a change of the layout leave the first row where it is, and the current one in sight. */
  keep(current, change) {
    const { layout } = this.#grid;
    const { top } = this;
    const place = layout.first(top);
    const distance = layout.top(place) - top;
    const y = layout.top(current);
    const isSeen = y >= top && y + layout.side <= top + this.height;
    change();
    if (this.#scroller.offset > 0) this.#scrollTo(this.#grid.layout.top(place) - distance);
    if (isSeen) this.reveal(current);
  }

  #scrollTo(top) {
    this.#scroller.offset = top + this.#pane.height - this.#pane.bottom;
  }
}
