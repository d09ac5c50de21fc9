// Choosing several assets of an album at once.

import { notice } from "./messages.js";
import { locale, texts } from "./texts.js";

const most = 20_000;

export class Chooser {
  #state;
  #album;
  /** The drag that goes on: how often it has wanted others, and what it has chosen. */
  #drag = null;
  /** The places that the drag wants, and the number before theirs, while their names are read. */
  #wanted = null;
  #reads = Promise.resolve();

  /** The picker; null where nothing can be chosen. */
  picker = null;

  /**
   * @param state what is chosen
   * @param album gives the open album
   */
  constructor(state, album) {
    [this.#state, this.#album] = [state, album];
  }

  /** Resolves once all is chosen that was wanted so far. */
  get rest() {
    return this.#reads;
  }

  /** The number that the asset of a square is about to get, from 1; 0 for others. */
  number(place) {
    if (!this.#wanted) return 0;
    const { list, from, to, before } = this.#wanted;
    if (list !== this.#album().list || place < Math.min(from, to) || place > Math.max(from, to)) return 0;
    const number = before + Math.abs(place - from) + 1;
    const { limit } = this.#state.value.selection;
    return limit > 0 && number > limit ? 0 : number;
  }

  /**
   * Chooses the assets between two places, in this direction.
   *
   * @param isSameDrag true if the range replaces the last one; what was chosen otherwise stays
   */
  async range(from, to, isSameDrag = false) {
    if (!isSameDrag) this.#drag = { turn: 0, added: [] };
    const drag = this.#drag;
    const turn = drag.turn += 1;
    const before = this.#state.value.selection.count - drag.added.length;
    const wanted = this.#wanted = { list: this.#album().list, from, to, before };
    this.#album().goTo(to);
    await this.#withNames(Math.min(from, to), Math.max(from, to), (names) => {
      // The drag may have gone on meanwhile.
      if (turn !== drag.turn) return;
      drag.added = this.picker.add(from <= to ? names : names.reverse(), drag.added);
    });
    if (this.#wanted === wanted) this.#wanted = null;
  }

  /** Chooses a section, or gives it up if all of it is chosen. */
  section({ first, count }) {
    return this.#withNames(first, first + count - 1, (names) => this.picker.toggleAll(names));
  }

  all() {
    return this.#withNames(0, this.#album().list.count - 1, (names) => this.picker.add(names));
  }

  #withNames(first, last, take) {
    const read = this.#read(first, last, take);
    this.#reads = Promise.all([this.#reads, read]);
    return read;
  }

  async #read(first, last, take) {
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
