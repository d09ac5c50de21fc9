// Values of a search's field, as buttons: the years of an album, or its cameras.

import { cameras, periods } from "./feed.js";

const part = (id) => document.getElementById(id);

/** Reads the newest years of an album. */
export async function yearsOf(album, query, signal) {
  const dates = ((await periods(album, query, signal)).periods ?? []).map(([date]) => date);
  return [...new Set(dates.filter(Boolean).map((date) => date.slice(0, 4)))].slice(0, 12);
}

/** Reads the cameras of an album's first pictures. */
export async function camerasOf(album, query, signal) {
  return (await cameras(album, query, signal)).slice(0, 8);
}

export class Chips {
  #field;
  #read;
  #rest;
  #list;
  #shown = null;
  #reading = new AbortController();

  /**
   * @param field the name of the field
   * @param read gives the values with assets that pass the other tests of a query
   * @param rest gives a promise for the moment at which values may be read
   * @param onChoose called with the wanted value; an empty text for all
   */
  constructor(field, read, rest, onChoose) {
    [this.#field, this.#read, this.#rest, this.#list] = [field, read, rest, part(`${field}-chips`)];
    this.#list.addEventListener("click", ({ target }) => {
      const { value } = target.dataset;
      if (value) onChoose(target.ariaPressed === "true" ? "" : value);
    });
  }

  async draw(album, query) {
    const members = new URLSearchParams(query);
    const chosen = members.get(this.#field);
    members.delete(this.#field);
    // A year is that of the date, in whatever order an album comes.
    if (this.#field === "year") members.set("order", "date");
    const wanted = `${album}?${members}`;
    if (wanted !== this.#shown) {
      this.#shown = wanted;
      // What the last search still reads would hold up the next one.
      this.#reading.abort();
      const { signal } = this.#reading = new AbortController();
      await this.#rest();
      if (signal.aborted) return;
      // The field takes any value where none can be read.
      const found = await this.#read(album, members.toString(), signal).catch(() => []);
      if (signal.aborted) return;
      this.#list.replaceChildren(...found.map((value) => {
        const chip = document.createElement("button");
        Object.assign(chip, { type: "button", className: "switch", textContent: value });
        chip.dataset.value = value;
        return chip;
      }));
    }
    for (const chip of this.#list.children) {
      chip.setAttribute("aria-pressed", chip.dataset.value === chosen);
    }
  }
}
