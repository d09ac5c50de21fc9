// What is current, as one value: squares, large picture, title, address and focus are drawn
// from it.

/**
 * The members of the value:
 * - `album`: the album that is shown; null before the first
 * - `query`: the order and the tests of its assets, as a text
 * - `place`: the position of the current asset in it
 * - `name`: the name of that asset, which survives changes of the album; null until it is known
 * - `asset`: the asset itself; null until it was read
 * - `selection`: the chosen assets; null where nothing can be chosen
 * - `view`: `grid`, or `viewer` for the picture alone
 */
export class State {
  #value = Object.freeze({
    album: null, query: "", place: 0, name: null, asset: null, selection: null, view: "grid",
  });
  #onChange;

  /** @param onChange called after each change */
  constructor(onChange) {
    this.#onChange = onChange;
  }

  get value() {
    return this.#value;
  }

  /** Replaces members of the value. */
  change(members) {
    this.#value = Object.freeze({ ...this.#value, ...members });
    this.#onChange();
  }
}
