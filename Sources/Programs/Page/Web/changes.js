// The changes of an album and of the page's scene.

import { further } from "./query.js";

/** Receives changes; keeps the server running. */
export class ChangeStream {
  #source;

  /**
   * @param interest `album`: the number of an album, or null; `query`: its order and tests; `compares`: report the details of
   *   its changes, slow with very many assets; `tellsRemoved`: report the assets that are removed
   *   from the library
   * @param handlers functions for each type of message: `scene`, `followed`, `change`, `removed`,
   *   `problem`, `end`
   */
  constructor({ album, query, compares, tellsRemoved }, handlers) {
    const number = album ?? "";
    this.#source = new EventSource(
      `/feed/events?compared=${compares ? number : ""}&noticed=${compares ? "" : number}`
        + `&removed=${tellsRemoved ? "yes" : "no"}${further(query)}`,
    );
    const take = (type, value = (data) => data) => {
      this.#source.addEventListener(type, (event) => {
        handlers[type]?.(value(JSON.parse(event.data)));
      });
    };
    take("scene");
    take("followed");
    take("change", ({ counts }) => counts ?? {});
    take("problem", ({ reason }) => reason);
    take("removed");
    // For the server, a page in the browser's back-forward cache is closed.
    addEventListener("pagehide", () => this.close());
    this.#source.onerror = async () => {
      const isAlive = await fetch("/alive").then((answer) => answer.ok, () => false);
      if (isAlive) return;
      this.close();
      handlers.end?.();
    };
  }

  close() {
    this.#source.close();
  }
}
