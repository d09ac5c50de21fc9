// The chosen assets, in order.

export class Selection {
  #member;
  #names;
  #crops = new Map();

  /**
   * @param limit the greatest number; 0 for no limit
   * @param member the server's word for a name: `index` for a number, or `key`
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

  /** The number of a chosen asset, from 1; 0 for others. */
  number(name) {
    return this.#names.indexOf(name) + 1;
  }

  /** Chooses or deselects an asset; false if the limit is reached. */
  toggle(name) {
    if (this.drop([name])) return true;
    if (this.isFull) return false;
    this.#names.push(name);
    return true;
  }

  /** Deselects assets; false if none of them was chosen. */
  drop(names) {
    const before = this.count;
    this.#names = this.#names.filter((name) => !names.includes(name));
    for (const name of names) this.#crops.delete(name);
    return this.count < before;
  }

  crop(name) {
    return this.#crops.get(name);
  }

  /** @param crop the part of the picture: left, top, width and height, from 0 to 1 */
  setCrop(name, crop) {
    if (crop) this.#crops.set(name, crop);
    else this.#crops.delete(name);
  }

  get answer() {
    return this.#names.map((name) => {
      const item = { [this.#member]: this.#member === "index" ? Number(name) : name };
      const crop = this.#crops.get(name);
      return crop ? { ...item, crop } : item;
    });
  }
}
