// Pictures, requested in the order in which they are wanted; others are cancelled.

import { picture } from "./feed.js";

const mostAtOnce = 4;

export class Pictures {
  #mostKept;
  #kept = new Map();
  #problems = new Map();
  #loading = new Map();
  #wanted = [];
  #onLoad;

  /**
   * @param mostKept the greatest number of pictures in memory
   * @param onLoad called when a picture was loaded or failed
   */
  constructor(mostKept, onLoad) {
    this.#mostKept = mostKept;
    this.#onLoad = onLoad;
  }

  /** The local address of a picture; undefined until it is loaded. */
  at(address) {
    return this.#kept.get(address);
  }

  problem(address) {
    return this.#problems.get(address);
  }

  /** True if all wanted pictures are loaded or have failed. */
  get isAtRest() {
    return this.#wanted.length === 0;
  }

  /** Lets pictures that failed be requested again. */
  forgetProblems() {
    this.#problems.clear();
  }

  /** Forgets all, as the same addresses may be those of others by now. */
  forget() {
    for (const local of this.#kept.values()) URL.revokeObjectURL(local);
    this.#kept.clear();
    this.forgetProblems();
  }

  /** Requests pictures in this order, and cancels all others. */
  want(addresses) {
    this.#wanted = addresses.filter((address) => {
      return !this.#kept.has(address) && !this.#problems.has(address);
    });
    const wanted = new Set(this.#wanted);
    for (const [address, controller] of this.#loading) {
      if (wanted.has(address)) continue;
      controller.abort();
      this.#loading.delete(address);
    }
    this.#next();
  }

  #next() {
    for (const address of this.#wanted) {
      if (this.#loading.size >= mostAtOnce) return;
      if (!this.#loading.has(address)) this.#load(address);
    }
  }

  async #load(address) {
    const controller = new AbortController();
    this.#loading.set(address, controller);
    try {
      const blob = await picture(address, controller.signal);
      this.#kept.set(address, URL.createObjectURL(blob));
      this.#shrink();
    } catch (error) {
      if (controller.signal.aborted) return;
      this.#problems.set(address, error.message);
    }
    if (this.#loading.get(address) === controller) this.#loading.delete(address);
    this.#wanted = this.#wanted.filter((wanted) => wanted !== address);
    this.#onLoad();
    this.#next();
  }

  #shrink() {
    while (this.#kept.size > this.#mostKept) {
      const [address, local] = this.#kept.entries().next().value;
      URL.revokeObjectURL(local);
      this.#kept.delete(address);
    }
  }
}
