// The open album: its assets as they are read, and as the library changes.

import { AssetList } from "./list.js";
import { notice, say } from "./messages.js";
import { texts } from "./texts.js";

/** The times after which an album that can't be read is tried again, in milliseconds. */
const [shortest, longest] = [2000, 10_000];

export class OpenAlbum {
  #isLibrary;
  #state;
  #handlers;
  #stream;
  #interest = null;
  #receivers = {};
  #isClosed = false;
  #isChanged = false;
  #isReloading = false;
  #waits = null;
  #pause = shortest;

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
      onProblem: (reason) => this.fail(reason),
    });
  }

  /** Reads the assets around a place, soon if that fails now; see {@link AssetList#open}. */
  async open(place, showsFirst) {
    try {
      await this.list.open(place, showsFirst);
    } catch (error) {
      this.fail(error.message);
    }
  }

  /**
   * Receives changes from now on.
   *
   * @param compares true for their details, for which the whole album is read
   * @param tellsRemoved true to be told of assets that are removed from the library
   */
  follow(compares, tellsRemoved) {
    this.#interest = {
      album: this.#isLibrary ? this.list.album : null,
      query: this.list.query,
      compares,
      tellsRemoved,
    };
    const { onScene, onRemoved, onEnd } = this.#handlers;
    this.#receivers = {
      scene: onScene, removed: onRemoved, problem: (reason) => this.fail(reason),
      followed: () => this.#check(), change: (counts) => this.#changed(counts),
      end: () => {
        this.#isClosed = true;
        onEnd();
      },
    };
    this.#stream.follow(this.#interest, this.#receivers);
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
      this.fail(error.message);
    }
    if (!this.#isClosed) this.#handlers.onLoad(isOther);
  }

  /** Says why the album can't be read or followed, as it may be gone, and tries again later. */
  fail(reason) {
    if (this.#isClosed) return;
    notice(reason);
    this.#handlers.onFailure();
    if (this.#waits !== null) return;
    this.#waits = setTimeout(() => this.#tryAgain(), this.#pause);
    this.#pause = Math.min(2 * this.#pause, longest);
  }

  async #tryAgain() {
    this.#waits = null;
    if (this.#isClosed) return;
    try {
      await this.list.isOutdated();
      await this.#changed({});
    } catch (error) {
      return this.fail(error.message);
    }
    // The server may have been unable to follow it.
    if (this.#interest && !this.#isClosed && this.#waits === null) this.#stream.follow(this.#interest, this.#receivers);
  }

  /** Shows the changes between the reading of the album and the beginning of the stream. */
  async #check() {
    try {
      if (await this.list.isOutdated()) await this.#changed({});
      if (this.#waits === null) this.#pause = shortest;
    } catch (error) {
      this.fail(error.message);
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
      this.fail(error.message);
    } finally {
      this.#isReloading = false;
    }
    // What came in a later state meanwhile was left out, and is asked for again.
    if (!this.#isClosed) this.#handlers.onLoad(false);
  }

  async #reload() {
    const before = this.#handlers.beforeChange();
    await this.list.reload(this.#handlers.wanted(), before.seen.find(({ name }) => name !== null));
    if (this.#isClosed) return;
    await this.agree();
    if (!this.#isClosed) await this.#handlers.afterChange(before);
  }
}
