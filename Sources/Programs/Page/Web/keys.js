// The keys of the grid.

import { say } from "./messages.js";
import { keyOf, texts } from "./texts.js";

export class GridKeys {
  #state;
  #parts;

  /**
   * @param parts `grid`, `sight`, `chooser` and `info` of the page; `album`: gives the open one;
   *   `onView`: another view is wanted
   */
  constructor(state, parts) {
    [this.#state, this.#parts] = [state, parts];
  }

  /** Follows a key; returns false if it means nothing here. */
  take(event) {
    const { grid, sight, chooser, info, album, onView } = this.#parts;
    if (chooser.picker && event.key === "a" && (event.ctrlKey || event.metaKey)) {
      chooser.all();
    } else if (event.key === "i" || event.key === "Escape" && info.isShown) {
      info.toggle();
    } else if (event.key === "f" || event.key === "Enter" && !chooser.picker) {
      onView("viewer");
    } else {
      const now = this.#state.value.place;
      const page = Math.max(1, Math.floor(sight.height / grid.side));
      const place = grid.layout.reached(keyOf(event), now, page);
      if (place === null) return false;
      album().goTo(place);
      sight.reveal(place);
      if (chooser.picker && event.shiftKey) chooser.range(now, place);
      if (!this.#state.value.asset) say(texts.place(place + 1, album().list.count));
    }
    return true;
  }
}
