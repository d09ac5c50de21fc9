// What is seen stays where it is while an album changes.

export class Steady {
  #sight;
  #grid;
  #news;

  constructor(sight, grid, news) {
    [this.#sight, this.#grid, this.#news] = [sight, grid, news];
  }

  /** The assets that are seen, where the squares are, and the sections, before a change. */
  before(list) {
    const seen = this.#sight.squares.map((each) => ({ ...each, name: list.name(each.place) }));
    return {
      seen: seen.filter(({ name }) => name !== null), squares: this.#grid.places(), sections: list.sections,
    };
  }

  /** Lets the first asset that was seen, and is still there, stay where it is. */
  after(list, { seen, squares, sections }, layOut) {
    const kept = seen.find(({ name }) => list.place(name) !== undefined);
    layOut(() => {
      if (!kept) return;
      const place = list.place(kept.name);
      this.#sight.put(place, kept.distance);
      this.#news.add(place - kept.place, sections, list.sections);
    });
    this.#grid.animate(squares);
  }
}
