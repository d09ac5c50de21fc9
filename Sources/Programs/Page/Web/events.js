// The stream of events of the server, which one tab reads for all.

import { isAlive } from "./feed.js";

/** The bytes of an address, beyond which the oldest interests are left out. */
const longest = 12_000;

export class EventReader {
  #wanted = new Map();
  #read = [];
  #followed = new Set();
  #scene = null;
  /** The open streams; all but the last are closed once that one has begun. */
  #sources = [];
  #isClosed = false;
  /** True once the server has ended. */
  #isOver = false;
  #onMessage;

  /**
   * @param onMessage called with each message: its type, its value, and the interest that it
   *   concerns, undefined for all
   */
  constructor(onMessage) {
    this.#onMessage = onMessage;
  }

  /** Adds what a tab is interested in; null for nothing. */
  want(tab, interest) {
    if (this.#isOver && interest !== null) return this.#onMessage({ type: "end" });
    if (this.#isClosed) return;
    this.#wanted.delete(tab);
    if (interest !== null) this.#wanted.set(tab, interest);
    const isRead = interest === null || this.#read.includes(interest);
    if (this.#sources.length === 0 || !isRead) return this.#open();
    // A tab may have come after the stream began.
    if (interest === null || this.#scene === null) return;
    if (this.#followed.has(interest)) this.#onMessage({ type: "followed", interest });
    this.#onMessage({ type: "scene", value: this.#scene });
  }

  close() {
    this.#isClosed = true;
    for (const source of this.#sources) source.close();
  }

  #open() {
    const [older, source] = [this.#sources, new EventSource(this.#address())];
    const [read, followed] = [this.#read, new Set()];
    [this.#sources, this.#followed] = [[...older, source], followed];
    const take = (type, value) => {
      source.addEventListener(type, ({ data }) => {
        const content = JSON.parse(data);
        this.#onMessage({ type, interest: read[content.interest], value: value?.(content) });
      });
    };
    source.addEventListener("scene", ({ data }) => {
      // Now the server follows all that this stream has been opened for.
      for (const each of older) each.close();
      this.#sources = this.#sources.filter((each) => !older.includes(each));
      this.#scene = JSON.parse(data);
      this.#onMessage({ type: "scene", value: this.#scene });
    });
    source.addEventListener("removed", ({ data }) => {
      this.#onMessage({ type: "removed", value: JSON.parse(data) });
    });
    source.addEventListener("followed", ({ data }) => followed.add(read[JSON.parse(data).interest]));
    source.addEventListener("problem", ({ data }) => {
      const interest = read[JSON.parse(data).interest];
      // What the server could not begin to follow takes another stream.
      if (!followed.has(interest)) this.#read = this.#read.filter((each) => each !== interest);
    });
    take("followed");
    take("change", ({ counts }) => counts ?? {});
    take("problem", ({ reason }) => reason);
    source.onerror = () => this.#check();
  }

  #address() {
    const own = [...new Set(this.#wanted.values())];
    const members = () => own.map((each) => `interest=${encodeURIComponent(each)}`).join("&");
    while (members().length > longest) own.shift();
    this.#read = own;
    return `/feed/events?${members()}`;
  }

  async #check() {
    this.#followed.clear();
    if (await isAlive() || this.#isClosed) return;
    this.close();
    this.#isOver = true;
    this.#onMessage({ type: "end" });
  }
}
