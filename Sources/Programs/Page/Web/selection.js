// The chosen assets, in order.

/** A choice as a value: a change makes another one. */
export class Selection {
  #names;
  #crops;
  /** What keys said about assets, by their names: `1` to `5`, or `x` for one that was left. */
  #marks;
  /** The numbers of the names, which squares ask for often. */
  #numbers;

  /**
   * @param limit the greatest number; 0 for no limit
   * @param crops the chosen parts of pictures by name: left, top, width and height, from 0 to 1
   * @param marks the marks of assets by name: `1` to `5`, and `x` for one that was left
   */
  constructor(limit, names, crops = new Map(), marks = new Map()) {
    this.limit = limit;
    this.#names = names;
    this.#crops = crops;
    this.#marks = marks;
    this.#numbers = new Map(names.map((name, place) => [name, place + 1]));
  }

  /** Reads a choice from what `stored` gave. */
  static restored(limit, { names, crops, marks }) {
    return new Selection(limit, names, new Map(crops), new Map(marks));
  }

  /** The choice as a value for JSON. */
  get stored() {
    return { names: this.#names, crops: [...this.#crops], marks: [...this.#marks] };
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

  /** The mark of a chosen asset, `x` for one that was left; undefined for others. */
  mark(name) {
    const mark = this.#marks.get(name);
    return mark === "x" && this.has(name) ? undefined : mark;
  }

  adding(name) {
    return this.#with([...this.#names, name]);
  }

  /** Gives a chosen asset one of the marks. */
  marking(name, mark) {
    return this.#with(this.#names, { marks: new Map(this.#marks).set(name, mark) });
  }

  /** Notes that an asset was looked at and left. */
  leaving(name) {
    return this.dropping([name]).marking(name, "x");
  }

  #with(names, { crops = this.#crops, marks = this.#marks } = {}) {
    return new Selection(this.limit, names, crops, marks);
  }

  /** Adds the names that are missing, in their order, as far as the limit allows. */
  addingAll(names) {
    const others = [...new Set(names)].filter((name) => !this.has(name));
    const room = this.limit > 0 ? Math.max(0, this.limit - this.count) : others.length;
    return this.#with([...this.#names, ...others.slice(0, room)]);
  }

  dropping(names) {
    const gone = new Set(names);
    const kept = (map) => new Map([...map].filter(([name]) => !gone.has(name)));
    const parts = { crops: kept(this.#crops), marks: kept(this.#marks) };
    return this.#with(this.#names.filter((name) => !gone.has(name)), parts);
  }

  /** Moves a name to another place of the order, both from 0. */
  moving(from, to) {
    const names = [...this.#names];
    names.splice(to, 0, ...names.splice(from, 1));
    return this.#with(names);
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
    return this.#with(this.#names, { crops });
  }

  /** @param member the server's word for a name: `index` for a number, or `key` */
  answer(member) {
    return this.#names.map((name) => {
      const item = { [member]: member === "index" ? Number(name) : name };
      // JSON leaves out what is undefined.
      return { ...item, crop: this.#crops.get(name), mark: this.mark(name) };
    });
  }
}
