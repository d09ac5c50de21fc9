// The days or the place of the periods on screen, which are read once the pictures are there.

import { period } from "./feed.js";
import { rangeOf } from "./periods.js";

export class Details {
  #rest;
  #onLoad;
  #list = null;
  #title = "";
  #known = new Map();
  #wanted = [];
  #isReading = false;

  /**
   * @param rest gives a promise for the moment at which the pictures on screen are loaded
   * @param onLoad called when a period's details have arrived
   */
  constructor(rest, onLoad) {
    [this.#rest, this.#onLoad] = [rest, onLoad];
  }

  /** The place or the days of a section; an empty text if they are not known. */
  text({ date }) {
    return this.#known.get(date)?.text ?? "";
  }

  /**
   * Reads what is not known of sections of a list; of another one, all is forgotten.
   *
   * @param title the title of the list, which no heading repeats
   */
  want(list, title, sections) {
    this.#title = title;
    if (list !== this.#list) {
      this.#list = list;
      this.#known.clear();
    }
    this.#wanted = sections.filter(({ date, count }) => {
      return /^\d{4}-/.test(date) && this.#known.get(date)?.count !== count;
    });
    if (!this.#isReading) this.#read();
  }

  async #read() {
    this.#isReading = true;
    await this.#rest();
    while (this.#wanted.length > 0) {
      const { date, first, count } = this.#wanted.shift();
      const list = this.#list;
      // Without its details, a heading is as good.
      const { days, place } = await period(list.album, list.query, first, count).catch(() => ({ days: [] }));
      if (list !== this.#list) continue;
      const text = place && place !== this.#title ? place : rangeOf(date, days);
      this.#known.set(date, { count, text });
      this.#onLoad();
    }
    this.#isReading = false;
  }
}
