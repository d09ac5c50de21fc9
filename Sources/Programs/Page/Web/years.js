// The years of an album, as buttons that search in one.

import { periods } from "./feed.js";

const most = 12;

const part = (id) => document.getElementById(id);

export class Years {
  #shown = null;
  #onChoose;

  /** @param onChoose called with the wanted year; an empty text for all */
  constructor(onChoose) {
    this.#onChoose = onChoose;
    part("year-chips").addEventListener("click", ({ target }) => {
      const { year } = target.dataset;
      if (year) onChoose(target.ariaPressed === "true" ? "" : year);
    });
  }

  /** Shows the years with assets that pass the other tests of a query; the newest, if there are many. */
  async draw(album, query) {
    const members = new URLSearchParams(query);
    const chosen = members.get("year");
    for (const name of ["year", "order"]) members.delete(name);
    const wanted = `${album}?${members}`;
    if (wanted !== this.#shown) {
      this.#shown = wanted;
      const found = await this.#read(album, members.toString());
      // Another search may have begun meanwhile.
      if (wanted !== this.#shown) return;
      part("year-chips").replaceChildren(...found.map((year) => {
        const chip = document.createElement("button");
        Object.assign(chip, { type: "button", className: "switch", textContent: year });
        chip.dataset.year = year;
        return chip;
      }));
    }
    for (const chip of part("year-chips").children) {
      chip.setAttribute("aria-pressed", chip.dataset.year === chosen);
    }
  }

  async #read(album, query) {
    try {
      const dates = ((await periods(album, query)).periods ?? []).map(([date]) => date);
      return [...new Set(dates.filter(Boolean).map((date) => date.slice(0, 4)))].slice(0, most);
    } catch {
      // The field takes any year.
      return [];
    }
  }
}
