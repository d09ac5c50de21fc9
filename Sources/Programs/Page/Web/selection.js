// What is chosen, in its order.

export class Selection {
  #member;
  #names;
  #crops = new Map();

  /**
   * @param limit how many there may be; 0 for no limit
   * @param names what is chosen already
   * @param member what the server calls a name: an index, which is a number, or a key
   */
  constructor(limit, names, member) {
    this.limit = limit;
    this.#names = [...names];
    this.#member = member;
  }

  get count() {
    return this.#names.length;
  }

  get isFull() {
    return this.limit > 0 && this.count >= this.limit;
  }

  /** The number of an asset, from 1; 0 for one that is not chosen. */
  number(name) {
    return this.#names.indexOf(name) + 1;
  }

  /** Chooses an asset, or does not choose it any more; false where the limit is reached. */
  toggle(name) {
    if (this.drop([name])) return true;
    if (this.isFull) return false;
    this.#names.push(name);
    return true;
  }

  /** Leaves out what is not there any more; false where nothing of it was chosen. */
  drop(names) {
    const before = this.count;
    this.#names = this.#names.filter((name) => !names.includes(name));
    for (const name of names) this.#crops.delete(name);
    return this.count < before;
  }

  crop(name) {
    return this.#crops.get(name);
  }

  /** Notes the part of a picture that is chosen: left, top, width and height, from 0 to 1. */
  setCrop(name, crop) {
    if (crop) this.#crops.set(name, crop);
    else this.#crops.delete(name);
  }

  /** What the server gets. */
  get answer() {
    return this.#names.map((name) => {
      const item = { [this.#member]: this.#member === "index" ? Number(name) : name };
      const crop = this.#crops.get(name);
      return crop ? { ...item, crop } : item;
    });
  }
}
