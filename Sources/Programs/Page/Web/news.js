// The number of pictures that came above what is seen, on a button that leads to them.

import { locale, texts } from "./texts.js";

export class News {
  #element;
  #count = 0;
  /** The section with the first of them; null in a list without sections. */
  #date = null;
  #place = 0;

  /** @param onGo called with the place of the first of them */
  constructor(element, onGo) {
    this.#element = element;
    element.addEventListener("click", () => {
      this.clear();
      onGo(this.#place);
    });
  }

  clear() {
    this.#count = 0;
    this.#date = null;
    this.#element.hidden = true;
  }

  /**
   * Adds pictures.
   *
   * @param count their number; less than 0 if more are gone
   * @param before the sections as they were
   * @param sections the sections as they are
   */
  add(count, before, sections) {
    const known = new Map(before.map((each) => [each.date, each.count]));
    const grown = sections.find((each) => each.count > (known.get(each.date) ?? 0))?.date;
    if (count > 0) {
      const dates = this.#count > 0 ? [this.#date, grown] : [grown];
      this.#date = sections.find(({ date }) => dates.includes(date))?.date ?? null;
    }
    this.#count = Math.max(0, this.#count + count);
  }

  /**
   * Draws the button until the pictures are seen.
   *
   * @param top where the grid begins to be seen
   * @param first the first square that is seen
   */
  draw(top, first, sections) {
    if (this.#count === 0) {
      this.#element.hidden = true;
      return;
    }
    this.#place = sections.find(({ date }) => date === this.#date)?.first ?? 0;
    if (first <= this.#place) return this.clear();
    this.#element.hidden = false;
    this.#element.style.top = `${top + 12}px`;
    this.#element.lastChild.textContent = texts.news(this.#count.toLocaleString(locale));
  }
}
