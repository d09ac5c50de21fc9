// Choosing several assets of an album at once.

import { notice } from "./messages.js";
import { locale, texts } from "./texts.js";

const most = 20_000;

export class Chooser {
  #state;
  #album;
  /** The choice before a drag. */
  #before = null;
  #turn = 0;

  /** The picker; null where nothing can be chosen. */
  picker = null;

  /** @param album gives the open album */
  constructor(state, album) {
    [this.#state, this.#album] = [state, album];
  }

  /**
   * Chooses the assets between two places, in this direction.
   *
   * @param isSameDrag true if the range replaces the last one
   */
  range(from, to, isSameDrag = false) {
    if (!isSameDrag) this.#before = this.#state.value.selection;
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    this.#album().goTo(to);
    return this.#withNames(first, last, (names) => {
      this.picker.add(from <= to ? names : names.reverse(), this.#before);
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
    const turn = this.#turn += 1;
    try {
      const names = await this.#album().list.names(first, last);
      // A drag may have gone on meanwhile.
      if (turn === this.#turn) take(names);
    } catch (error) {
      notice(error.message);
    }
  }
}
