// The assets of one album, by position.

import { assets, firstAssets, periods, position } from "./feed.js";
import { sectionsOf } from "./periods.js";
import { further } from "./query.js";

const blockSize = 128;
const mostBlocks = 48;
/** The size of albums above which sections and searches take long. */
const mostAtOnce = 20_000;

/** The state while only the first assets are known, which is no library's state. */
const unfinished = -1;

const blockOf = (place) => Math.floor(place / blockSize);

/** The numbers of the blocks between pairs of positions. */
function blocksOf(ranges) {
  const blocks = new Set();
  for (const [first, last] of ranges) {
    for (let block = blockOf(first); block <= blockOf(last); block++) blocks.add(block);
  }
  return blocks;
}

/** The assets of an album; only those near the wanted ones are kept. */
export class AssetList {
  #blocks = new Map();
  #loading = new Map();
  /** The keys of blocks that were chosen from, each as a promise. */
  #keys = new Map();
  #rereading = new AbortController();
  #sections = [];
  #state = null;
  #hasKeys;
  #handlers;

  /**
   * @param query the order and the tests of its assets
   * @param hasKeys true for an album of a library, whose assets change their places
   * @param handlers `rest`: a promise for the moment at which the pictures on screen are loaded;
   *   `onLoad`: assets have arrived, with true if they replace the first ones of a search;
   *   `onOutdated`: the album has changed since it was read; `onSections`: the sections are known;
   *   `onProblem`: assets can't be read, with the reason
   */
  constructor(album, query, hasKeys, handlers) {
    this.album = album;
    this.query = query;
    this.count = 0;
    this.#hasKeys = hasKeys;
    this.#handlers = handlers;
  }

  get isOpen() {
    return this.#state !== null;
  }

  get isLarge() {
    return this.count > mostAtOnce;
  }

  /** True once the number of all assets is known. */
  get isCounted() {
    return this.isOpen && this.#state !== unfinished;
  }

  /** The sections by time; none until they are known, and where an order is not one by time. */
  get sections() {
    const last = this.#sections.at(-1);
    return last && last.first + last.count === this.count ? this.#sections : [];
  }

  /** Shows the sections of before, until they are read. */
  set sections(sections) {
    this.#sections = sections;
  }

  at(place) {
    return this.#blocks.get(blockOf(place))?.[place % blockSize];
  }

  /** The name of an asset, which survives changes; null until it was read. */
  name(place) {
    if (!this.#hasKeys) return String(place);
    const asset = this.at(place);
    return asset ? asset.key ?? String(place) : null;
  }

  /** The position of an asset that was read; undefined for others. */
  place(name) {
    for (const [block, list] of this.#blocks) {
      const place = list.findIndex((asset) => asset.key === name);
      if (place >= 0) return block * blockSize + place;
    }
    return undefined;
  }

  /** Asks for the position of any asset; null if the album has no such asset. */
  async find(name) {
    if (this.#hasKeys) return this.place(name) ?? position(this.album, this.query, name);
    return /^\d{1,15}$/.test(name) && Number(name) < this.count ? Number(name) : null;
  }

  /** Reads the names of the assets between two positions, as they are now if the album changes. */
  async names(first, last) {
    if (!this.#hasKeys) return Array.from({ length: last - first + 1 }, (_, each) => String(first + each));
    const ends = [[first, this.name(first)], [last, this.name(last)]];
    for (let isAgain = false; ; isAgain = true) {
      const parts = [];
      for (const block of blocksOf([[first, last]])) parts.push(await this.#keysOf(block, isAgain));
      if (parts.every(({ state }) => state === parts[0].state)) {
        const start = blockOf(first) * blockSize;
        const keys = parts.flatMap((part) => part.keys);
        return keys.slice(first - start, last - start + 1).filter((key) => key !== undefined);
      }
      this.#keys.clear();
      const found = ends.map(async ([place, name]) => (name === null ? null : await this.find(name)) ?? place);
      [first, last] = (await Promise.all(found)).sort((one, other) => one - other);
    }
  }

  /** Reads the keys of a block once, as a drag asks for the same ones again and again. */
  #keysOf(block, isAgain) {
    const known = this.#keys.get(block);
    if (known) return known;
    const read = this.#readKeys(block, isAgain ? undefined : this.#blocks.get(block));
    this.#keys.set(block, read);
    read.catch(() => { if (this.#keys.get(block) === read) this.#keys.delete(block); });
    return read;
  }

  /** Nothing cancels this: what was wanted is chosen, though another album is shown. */
  async #readKeys(block, known) {
    const { state, assets: list } = known ? { state: this.#state, assets: known } : await this.#read(block);
    return { state, keys: list.map((asset) => asset.key) };
  }

  address(place, asset, size) {
    const path = `/pictures/${this.album}/${place}/${asset.version}/${size}`;
    return this.query ? `${path}?${this.query}` : path;
  }

  /** The address of the facts about an asset. */
  facts(place, asset) {
    return `/feed/albums/${this.album}/facts?place=${place}&version=${asset.version}`
      + further(this.query);
  }

  /** Reads the missing assets between pairs of positions, and cancels all other requests. */
  want(ranges) {
    const wanted = blocksOf(ranges);
    for (const block of this.#loading.keys()) if (!wanted.has(block)) this.#cancel(block);
    for (const block of wanted) {
      if (this.#blocks.has(block) || this.#loading.has(block)) continue;
      this.#load(block).catch((error) => this.#handlers.onProblem(error.message));
    }
  }

  /**
   * Reads the assets around a position, and with them the number of all.
   *
   * @param showsFirst true to show what is found at once before, as in a search of a large album
   */
  async open(place, showsFirst = false) {
    const { signal } = this.#rereading;
    if (showsFirst) await this.#showFirst();
    // The list may have been closed meanwhile: its request would hold up that of the next one.
    if (!signal.aborted) await this.#load(blockOf(place));
  }

  async #showFirst() {
    const { signal } = this.#rereading;
    try {
      const { assets: first } = await firstAssets(this.album, this.query, signal);
      if (signal.aborted || first.length === 0) return;
      this.#state = unfinished;
      this.count = first.length;
      this.#blocks.set(0, first);
      this.#handlers.onLoad(true);
      await this.#handlers.rest();
    } catch {
      // The request for all says what is wrong.
    }
  }

  /**
   * Reads assets again, because the library changed, and forgets all others.
   *
   * @param ranges the pairs of places between which assets are shown
   * @param anchor the place and the name of an asset that is shown, with which the ranges move;
   *   undefined for none
   */
  async reload(ranges, anchor) {
    this.#rereading.abort();
    const { signal } = this.#rereading = new AbortController();
    let [answers, times, blocks] = [];
    try {
      do {
        blocks = [...blocksOf([...ranges, ...await this.#moved(ranges, anchor, signal)])];
        [times, ...answers] = await Promise.all([
          periods(this.album, this.query, signal),
          ...blocks.map((block) => this.#read(block, signal)),
        ]);
      } while (answers.some((answer) => answer.state !== times.state));
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    if (signal.aborted) return;
    this.#forget();
    this.#state = answers[0].state;
    this.count = answers[0].count;
    this.#sections = sectionsOf(times.periods);
    blocks.forEach((block, number) => this.#blocks.set(block, answers[number].assets));
  }

  /** The ranges, moved as far as the anchor was moved. */
  async #moved(ranges, anchor, signal) {
    const place = anchor && await position(this.album, this.query, anchor.name, signal);
    if (!place) return [];
    const step = place - anchor.place;
    return ranges.map((range) => range.map((each) => Math.max(0, each + step)));
  }

  /** True if the album is no more as it was read last. */
  async isOutdated() {
    return (await assets(this.album, this.query, 0, 0)).state !== this.#state;
  }

  close() {
    this.#rereading.abort();
    for (const block of this.#loading.keys()) this.#cancel(block);
  }

  async #readSections(state) {
    const { signal } = this.#rereading;
    try {
      if (this.isLarge) await this.#handlers.rest();
      const answer = await periods(this.album, this.query, signal);
      // Assets of a later state bring their own.
      if (signal.aborted || answer.state !== state || state !== this.#state) return;
      this.#sections = sectionsOf(answer.periods);
      this.#handlers.onSections();
    } catch (error) {
      if (!signal.aborted) this.#handlers.onProblem(error.message);
    }
  }

  #cancel(block) {
    this.#loading.get(block).abort();
    this.#loading.delete(block);
  }

  #forget() {
    for (const block of this.#loading.keys()) this.#cancel(block);
    this.#blocks.clear();
    this.#keys.clear();
  }

  #read(block, signal) {
    const start = block * blockSize;
    return assets(this.album, this.query, start, start + blockSize, signal);
  }

  async #load(block) {
    const controller = new AbortController();
    this.#loading.set(block, controller);
    const isCurrent = () => this.#loading.get(block) === controller;
    try {
      const answer = await this.#read(block, controller.signal);
      if (!isCurrent()) return;
      this.#loading.delete(block);
      const isNew = this.#state !== answer.state;
      // All that is seen is read again, so that it stays where it is.
      if (isNew && this.isCounted) return this.#handlers.onOutdated();
      const isOther = isNew && this.isOpen;
      if (isOther) this.#forget();
      this.#state = answer.state;
      this.count = answer.count;
      if (isNew) this.#readSections(answer.state);
      this.#blocks.set(block, answer.assets);
      if (this.#blocks.size > mostBlocks) this.#blocks.delete(this.#blocks.keys().next().value);
      this.#handlers.onLoad(isOther);
    } catch (error) {
      if (!isCurrent()) return;
      this.#loading.delete(block);
      throw error;
    }
  }
}
