// The changes of an album and of the page's scene, from one stream for all tabs of a browser, which
// opens few connections to one host: the tab that holds a lock reads it for all.

import { EventReader } from "./events.js";
import { further } from "./query.js";

/** Receives changes, in one tab; keeps the server running. */
export class ChangeStream {
  #tab = crypto.randomUUID();
  #channel;
  #name;
  #interest = null;
  #handlers = {};
  #reader = null;
  #isAsked = false;
  #isClosed = false;
  #letGo = () => {};

  /** @param run the name of the server's run, whose tabs share a stream */
  constructor(run) {
    this.#name = `shotflow-${run}`;
    this.#channel = new BroadcastChannel(this.#name);
    this.#channel.addEventListener("message", ({ data }) => this.#hear(data));
    // For the server, a page in the browser's back-forward cache is closed.
    addEventListener("pagehide", () => this.#close());
  }

  /**
   * Receives the changes of an album, and no longer those of another.
   *
   * @param interest `album`: the number of an album, or null; `query`: its order and tests;
   *   `compares`: report the details of its changes, slow with very many assets; `tellsRemoved`:
   *   report the assets that are removed from the library
   * @param handlers functions for each type of message: `scene`, `followed`, `change`, `removed`,
   *   `problem`, `end`
   */
  follow({ album, query, compares, tellsRemoved }, handlers) {
    this.#handlers = handlers;
    this.#interest = `album=${album ?? ""}&compared=${compares ? "yes" : "no"}`
      + `&removed=${tellsRemoved ? "yes" : "no"}${further(query)}`;
    this.#tell();
    if (this.#isAsked) return;
    this.#isAsked = true;
    // A browser gives the lock to the next tab when this one is closed.
    navigator.locks.request(this.#name, () => this.#lead());
  }

  /** Receives nothing for these functions any more. */
  leave(handlers) {
    if (handlers !== this.#handlers) return;
    [this.#interest, this.#handlers] = [null, {}];
    this.#tell();
  }

  /** Reads the stream for all tabs until this one is closed. */
  #lead() {
    if (this.#isClosed) return undefined;
    this.#reader = new EventReader((message) => {
      if (!this.#isClosed) this.#channel.postMessage(message);
      this.#take(message);
    });
    this.#channel.postMessage({ type: "asked" });
    this.#tell();
    return new Promise((resolve) => { this.#letGo = resolve; });
  }

  #tell() {
    if (this.#reader) this.#reader.want(this.#tab, this.#interest);
    else this.#channel.postMessage({ type: "wanted", tab: this.#tab, interest: this.#interest });
  }

  #hear(message) {
    if (message.type === "wanted") this.#reader?.want(message.tab, message.interest);
    else if (message.type === "asked") this.#tell();
    else this.#take(message);
  }

  #take({ type, interest = this.#interest, value }) {
    if (interest === this.#interest) this.#handlers[type]?.(value);
  }

  #close() {
    this.#interest = null;
    this.#tell();
    this.#isClosed = true;
    this.#reader?.close();
    this.#channel.close();
    this.#letGo();
  }
}
