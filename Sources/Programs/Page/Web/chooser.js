// Choosing several assets of an album at once.

import { notice } from "./messages.js";
import { locale, texts } from "./texts.js";

const most = 20_000;

export class Chooser {
  #state;
  #album;
  /** The drag that goes on: how often it has wanted others, and what it has chosen. */
  #drag = null;

  /** The picker; null where nothing can be chosen. */
  picker = null;

  /** @param album gives the open album */
  constructor(state, album) {
    [this.#state, this.#album] = [state, album];
  }

  /**
   * Chooses the assets between two places, in this direction.
   *
   * @param isSameDrag true if the range replaces the last one; what was chosen otherwise stays
   */
  range(from, to, isSameDrag = false) {
    if (!isSameDrag) this.#drag = { turn: 0, added: [] };
    const drag = this.#drag;
    const turn = drag.turn += 1;
    this.#album().goTo(to);
    return this.#withNames(Math.min(from, to), Math.max(from, to), (names) => {
      // The drag may have gone on meanwhile.
      if (turn !== drag.turn) return;
      drag.added = this.picker.add(from <= to ? names : names.reverse(), drag.added);
    });
  }

  /** Chooses a section, or gives it up if all of it is chosen. */
  section({ first, count }) {
    return this.#withNames(first, first + count - 1, (names) => this.picker.toggleAll(names));
  }

  all() {
    return this.#withNames(0, this.#album().list.count - 1, (names) => this.picker.add(names));
  }

  async #withNames(first, last, take) {
    if (last - first >= most) {
      return notice(texts.noMoreAtOnce(most.toLocaleString(locale)), 5000);
    }
    try {
      take(await this.#album().list.names(first, last));
    } catch (error) {
      notice(error.message);
    }
  }
}
