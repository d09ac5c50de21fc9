// The open album: its assets as they are read, and as the library changes.

import { AssetList } from "./list.js";
import { notice, say } from "./messages.js";
import { texts } from "./texts.js";

/** The time after which an album that can't be read is tried again, in milliseconds. */
const pause = 2000;

export class OpenAlbum {
  #isLibrary;
  #state;
  #handlers;
  #stream;
  #receivers = {};
  #isClosed = false;
  #isChanged = false;
  #isReloading = false;
  #waits = null;

  /** The assets. */
  list;

  /**
   * @param query the order and the tests of its assets
   * @param isLibrary true for an album of a library, false for records, which never change
   * @param state the current asset is kept while the album changes
   * @param stream tells of changes
   * @param handlers `wanted`: the pairs of places between which assets are shown; `rest`: a promise
   *   for the moment at which the pictures on screen are loaded; `onLoad`: assets have arrived, with
   *   true if they replace the first ones of a search; `onSections`: the sections have arrived;
   *   `beforeChange` and `afterChange`: the album is read again, where the first gives what the
   *   other one gets, with the squares that are `seen`; `onFailure`: the album can't be followed;
   *   `onScene`, `onRemoved`, `onEnd`: the stream has told that
   */
  constructor(number, query, isLibrary, state, stream, handlers) {
    this.#stream = stream;
    this.#isLibrary = isLibrary;
    this.#state = state;
    this.#handlers = handlers;
    this.list = new AssetList(number, query, isLibrary, {
      rest: handlers.rest,
      onSections: () => { if (!this.#isClosed) handlers.onSections(); },
      onLoad: (isOther) => this.#loaded(isOther),
      onOutdated: () => { if (!this.#isClosed && !this.#isReloading) this.#changed({}); },
      onProblem: (reason) => notice(reason),
    });
  }

  /**
   * Receives changes from now on.
   *
   * @param compares true for their details, for which the whole album is read
   * @param tellsRemoved true to be told of assets that are removed from the library
   */
  follow(compares, tellsRemoved) {
    const interest = {
      album: this.#isLibrary ? this.list.album : null,
      query: this.list.query,
      compares,
      tellsRemoved,
    };
    const { onScene, onRemoved, onEnd } = this.#handlers;
    this.#receivers = {
      scene: onScene, removed: onRemoved, end: onEnd, problem: (reason) => this.#fail(reason),
      followed: () => this.#check(), change: (counts) => this.#changed(counts),
    };
    this.#stream.follow(interest, this.#receivers);
  }

  close() {
    this.#isClosed = true;
    this.list.close();
    this.#stream.leave(this.#receivers);
  }

  /** @param name the name of the asset at that place; by default as it was read */
  goTo(place, name = this.list.name(place)) {
    const asset = this.list.name(place) === name ? this.list.at(place) ?? null : null;
    this.#state.change({ place, name, asset });
  }

  /** Makes the place, the name and the asset that are current those of one asset of the album. */
  async agree() {
    const { list } = this;
    if (!list.isOpen) return;
    const { place, name, asset } = this.#state.value;
    if (list.count === 0) return this.#state.change({ place: 0, name: null, asset: null });
    const own = list.name(place);
    if (name === null && place < list.count) {
      if (own !== null) this.goTo(place);
      return;
    }
    if (own === name && name !== null && place < list.count) {
      if (list.at(place) && list.at(place) !== asset) this.goTo(place);
      return;
    }
    if (!list.isCounted) return;
    // The place is read before the asset is searched for: mostly it is still there.
    if (own === null && place < list.count) return;
    const found = name === null ? null : await list.find(name);
    const { value } = this.#state;
    // The user may have gone on meanwhile.
    if (this.#isClosed || value.name !== name || value.place !== place) return;
    this.goTo(Math.min(found ?? place, list.count - 1), found === null ? undefined : name);
  }

  async #loaded(isOther) {
    if (this.#isClosed) return;
    try {
      await this.agree();
    } catch (error) {
      notice(error.message);
    }
    if (!this.#isClosed) this.#handlers.onLoad(isOther);
  }

  /** Says why the album can't be followed, as it may be gone. */
  #fail(reason) {
    if (this.#isClosed) return;
    notice(reason);
    this.#handlers.onFailure();
    this.#waits ??= setTimeout(() => this.#tryAgain(), pause);
  }

  async #tryAgain() {
    this.#waits = null;
    if (this.#isClosed) return;
    try {
      await this.list.isOutdated();
      await this.#changed({});
    } catch (error) {
      this.#fail(error.message);
    }
  }

  /** Shows the changes between the reading of the album and the beginning of the stream. */
  async #check() {
    try {
      if (await this.list.isOutdated()) await this.#changed({});
    } catch (error) {
      if (!this.#isClosed) notice(error.message);
    }
  }

  /** Reads the album again, once for all changes that come meanwhile. */
  async #changed(counts) {
    this.#isChanged = true;
    const words = Object.entries(counts).map(([type, count]) => texts.changes(type, count));
    say(texts.changed(words.join(", ")));
    if (this.#isReloading) return;
    this.#isReloading = true;
    try {
      while (this.#isChanged && !this.#isClosed) {
        this.#isChanged = false;
        await this.#reload();
      }
      notice("");
    } catch (error) {
      this.#fail(error.message);
    } finally {
      this.#isReloading = false;
    }
  }

  async #reload() {
    const before = this.#handlers.beforeChange();
    await this.list.reload(this.#handlers.wanted(), before.seen.find(({ name }) => name !== null));
    if (this.#isClosed) return;
    await this.agree();
    if (!this.#isClosed) await this.#handlers.afterChange(before);
  }
}
