// Where the squares of a list are: rows below the headings of days, months or years.

const headingHeight = 44;

/** The first of the sorted numbers that is greater than a value, as a place; their count if none is. */
function after(numbers, value) {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The squares of one list in one width; another list or width has another layout. */
export class Layout {
  #columns;
  #firsts;
  #tops = [];
  #lead;

  /**
   * @param count the number of squares
   * @param sections the first places of the sections and their names; none for a list without
   *   headings
   */
  constructor(count, sections, columns, side) {
    this.count = count;
    this.sections = sections;
    this.side = side;
    this.#columns = columns;
    this.#firsts = sections.length > 0 ? sections.map(({ first }) => first) : [0];
    this.#lead = sections.length > 0 ? headingHeight : 0;
    let top = 0;
    for (const [number, first] of this.#firsts.entries()) {
      this.#tops.push(top);
      top += this.#lead + this.#rows(this.#end(number) - first) * side;
    }
    this.height = top;
  }

  /** The number of the section of a square. */
  section(place) {
    return Math.max(0, after(this.#firsts, place) - 1);
  }

  /** The height at which a square begins. */
  top(place) {
    const number = this.section(place);
    const row = Math.floor((place - this.#firsts[number]) / this.#columns);
    return this.#tops[number] + this.#lead + row * this.side;
  }

  left(place) {
    return ((place - this.#firsts[this.section(place)]) % this.#columns) * this.side;
  }

  /** The height at which the heading of a section begins. */
  headingTop(number) {
    return this.#tops[number];
  }

  /** The height to scroll to for a square: that of its heading, if it is below one. */
  start(place) {
    const top = this.top(place);
    const number = this.section(place);
    return top === this.#tops[number] + this.#lead ? this.#tops[number] : top;
  }

  /** The first square of the row at a height; below a heading, that of the next row. */
  first(y) {
    const number = Math.max(0, after(this.#tops, y) - 1);
    const row = Math.max(0, Math.floor((y - this.#tops[number] - this.#lead) / this.side));
    return Math.min(this.#firsts[number] + row * this.#columns, Math.max(0, this.count - 1));
  }

  /** The last square of the rows that begin above a height; -1 if there is none. */
  last(y) {
    const number = Math.max(0, after(this.#tops, y - 0.5) - 1);
    const rows = Math.ceil((y - this.#tops[number] - this.#lead) / this.side);
    return Math.min(this.#firsts[number] + Math.max(0, rows) * this.#columns, this.#end(number)) - 1;
  }

  /** The numbers of the sections whose headings are between two heights. */
  headings(top, bottom) {
    if (this.#lead === 0) return [];
    const numbers = [];
    for (let number = after(this.#tops, top - this.#lead); number < this.#tops.length; number++) {
      if (this.#tops[number] >= bottom) break;
      numbers.push(number);
    }
    return numbers;
  }

  /** The square in the same column some rows below, or above for a negative number. */
  below(place, rows) {
    let number = this.section(place);
    const column = (place - this.#firsts[number]) % this.#columns;
    let row = Math.floor((place - this.#firsts[number]) / this.#columns) + rows;
    while (row < 0 && number > 0) {
      number -= 1;
      row += this.#rowsOf(number);
    }
    while (row >= this.#rowsOf(number) && number < this.#firsts.length - 1) {
      row -= this.#rowsOf(number);
      number += 1;
    }
    const isOutside = row < 0 || row >= this.#rowsOf(number);
    if (isOutside && Math.abs(rows) === 1) return place;
    row = Math.max(0, Math.min(row, this.#rowsOf(number) - 1));
    return Math.min(this.#firsts[number] + row * this.#columns + column, this.#end(number) - 1);
  }

  /** The square that a key leads to, with a number of rows for a page; null for other keys. */
  reached(key, place, page) {
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
    const rows = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page };
    if (!(key in steps) && !(key in rows)) return null;
    const next = key in rows ? this.below(place, rows[key]) : place + steps[key];
    return Math.max(0, Math.min(next, this.count - 1));
  }

  #end(number) {
    return this.#firsts[number + 1] ?? this.count;
  }

  #rows(count) {
    return Math.ceil(count / this.#columns);
  }

  #rowsOf(number) {
    return this.#rows(this.#end(number) - this.#firsts[number]);
  }
}
