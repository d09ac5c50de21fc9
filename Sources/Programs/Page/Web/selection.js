// The chosen assets, in order.

/** A choice as a value: a change makes another one. */
export class Selection {
  #names;
  #crops;
  /** The numbers of the names, which squares ask for often. */
  #numbers;

  /**
   * @param limit the greatest number; 0 for no limit
   * @param crops the chosen parts of pictures by name: left, top, width and height, from 0 to 1
   */
  constructor(limit, names, crops = new Map()) {
    this.limit = limit;
    this.#names = names;
    this.#crops = crops;
    this.#numbers = new Map(names.map((name, place) => [name, place + 1]));
  }

  /** Reads a choice from what `stored` gave. */
  static restored(limit, { names, crops }) {
    return new Selection(limit, names, new Map(crops));
  }

  /** The choice as a value for JSON. */
  get stored() {
    return { names: this.#names, crops: [...this.#crops] };
  }

  get count() {
    return this.#names.length;
  }

  get isFull() {
    return this.limit > 0 && this.count >= this.limit;
  }

  /** The number of a chosen asset, from 1; 0 for others. */
  number(name) {
    return this.#numbers.get(name) ?? 0;
  }

  has(name) {
    return this.#numbers.has(name);
  }

  crop(name) {
    return this.#crops.get(name);
  }

  adding(name) {
    return new Selection(this.limit, [...this.#names, name], this.#crops);
  }

  /** Adds the names that are missing, in their order, as far as the limit allows. */
  addingAll(names) {
    const others = [...new Set(names)].filter((name) => !this.has(name));
    const room = this.limit > 0 ? Math.max(0, this.limit - this.count) : others.length;
    return new Selection(this.limit, [...this.#names, ...others.slice(0, room)], this.#crops);
  }

  dropping(names) {
    const gone = new Set(names);
    const crops = new Map([...this.#crops].filter(([name]) => !gone.has(name)));
    return new Selection(this.limit, this.#names.filter((name) => !gone.has(name)), crops);
  }

  /** Moves a name to another place of the order, both from 0. */
  moving(from, to) {
    const names = [...this.#names];
    names.splice(to, 0, ...names.splice(from, 1));
    return new Selection(this.limit, names, this.#crops);
  }

  /** The name at a place of the order, from 0. */
  at(place) {
    return this.#names[place];
  }

  /** @param crop the part of the picture; null for all of it */
  cropping(name, crop) {
    const crops = new Map(this.#crops);
    if (crop) crops.set(name, crop);
    else crops.delete(name);
    return new Selection(this.limit, this.#names, crops);
  }

  /** @param member the server's word for a name: `index` for a number, or `key` */
  answer(member) {
    return this.#names.map((name) => {
      const item = { [member]: member === "index" ? Number(name) : name };
      const crop = this.#crops.get(name);
      return crop ? { ...item, crop } : item;
    });
  }
}
