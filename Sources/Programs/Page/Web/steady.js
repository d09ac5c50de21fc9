// What is seen stays where it is while an album changes.

export class Steady {
  #sight;
  #grid;
  #news;

  constructor(sight, grid, news) {
    [this.#sight, this.#grid, this.#news] = [sight, grid, news];
  }

  /** The squares that are seen, where all squares are, and the sections, before a change. */
  before(list) {
    const seen = this.#sight.squares.map((each) => ({ ...each, name: list.name(each.place) }));
    return { seen, squares: this.#grid.places(), sections: list.sections };
  }

  /** Lets the first asset that was seen, and is still there, stay where it is; else its section. */
  after(list, { seen, squares, sections }, layOut) {
    const kept = seen.find(({ name }) => name !== null && list.place(name) !== undefined) ?? seen[0];
    layOut(() => {
      const place = kept && (list.place(kept.name) ?? placeInSection(kept.place, sections, list));
      if (place === undefined) return;
      this.#sight.put(place, kept.distance);
      this.#news.add(place - kept.place, sections, list.sections);
    });
    this.#grid.animate(squares);
  }
}

/** The place in a section as it is for one as it was; undefined for a section that is gone. */
function placeInSection(place, sections, list) {
  const old = sections.findLast(({ first }) => first <= place);
  const same = old && list.sections.find(({ date }) => date === old.date);
  return same && Math.min(same.first + place - old.first, list.count - 1);
}
