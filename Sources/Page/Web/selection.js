// What is chosen, in its order.

export class Selection {
  #places;
  #crops = new Map();

  /**
   * @param limit how many there may be; 0 for no limit
   * @param places what is chosen already
   */
  constructor(limit, places) {
    this.limit = limit;
    this.#places = [...places];
  }

  get count() {
    return this.#places.length;
  }

  get isFull() {
    return this.limit > 0 && this.count >= this.limit;
  }

  /** The number of a place, from 1; 0 for one that is not chosen. */
  number(place) {
    return this.#places.indexOf(place) + 1;
  }

  /** Chooses a place, or does not choose it any more; false where the limit is reached. */
  toggle(place) {
    const known = this.#places.indexOf(place);
    if (known >= 0) {
      this.#places.splice(known, 1);
      this.#crops.delete(place);
      return true;
    }
    if (this.isFull) return false;
    this.#places.push(place);
    return true;
  }

  crop(place) {
    return this.#crops.get(place);
  }

  /** Notes the part of a picture that is chosen: left, top, width and height, from 0 to 1. */
  setCrop(place, crop) {
    if (crop) this.#crops.set(place, crop);
    else this.#crops.delete(place);
  }

  /** What the server gets. */
  get answer() {
    return this.#places.map((index) => {
      const crop = this.#crops.get(index);
      return crop ? { index, crop } : { index };
    });
  }
}
