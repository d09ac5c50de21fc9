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

  /** The squares in sight with their distances from its upper end; none at the top of the list. */
  get squares() {
    const { layout } = this.#grid;
    const { top } = this;
    const [first, last] = [layout.first(top), layout.last(top + this.height)];
    if (first === 0) return [];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, each) => {
      return { place: first + each, distance: layout.top(first + each) - top };
    });
  }

  /** The bar beside it: where it is, and the share of the way of the list and of its sections. */
  get rail() {
    const { offset, most, viewport } = this.#scroller;
    const { layout } = this.#grid;
    const hidden = this.#pane.height - this.#pane.bottom;
    return {
      top: this.#pane.bottom, bottom: viewport - this.covered, share: most > 0 ? offset / most : 0,
      shareOf: (number) => (layout.headingTop(number) + hidden) / Math.max(1, most),
    };
  }

  /** The sections whose headings are in sight. */
  get sections() {
    const { layout } = this.#grid;
    return layout.headings(this.top, this.top + this.height).map((number) => layout.sections[number]);
  }

  /** Shows a square at a distance from the upper end. */
  put(place, distance) {
    this.#scrollTo(this.#grid.layout.top(place) - distance);
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
    if (this.#scroller.offset > 0) this.put(place, distance);
    if (isSeen) this.reveal(current);
  }

  #scrollTo(top) {
    this.#scroller.offset = top + this.#pane.height - this.#pane.bottom;
  }
}
