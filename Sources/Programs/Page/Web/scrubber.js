// The bar at the right edge: years and months, a handle, and the date at the handle.

import { nameOf } from "./periods.js";
import { locale, texts } from "./texts.js";

/** The least distance of two names, in pixels. */
const distance = 22;
const steps = 20;
const awakeTime = 1500;

const part = (id) => document.getElementById(id);

/** The years and months of sections, with the number of the section that each begins. */
function marksOf(sections) {
  const marks = [];
  let last = [];
  for (const [number, { date }] of sections.entries()) {
    if (date === null || date.startsWith("#")) continue;
    const [year, month] = date.split("-");
    if (year !== last[0]) marks.push({ number, text: year, isYear: true });
    else if (month !== last[1]) marks.push({ number, text: nameOf(`${year}-${month}`).slice(0, 3) });
    last = [year, month];
  }
  return marks;
}

export class Scrubber {
  #element = part("scrubber");
  #handlers;
  #layout = null;
  #height = 0;
  #grip = null;
  #timer = 0;
  #share = 0;
  #place = 0;

  /**
   * @param handlers `onMove`: the handle is at a share of the way, from 0 to 1; `onGo`: a square is
   *   wanted at the top; `assetAt`: the asset of a square; `isByName`: true if names are the order
   */
  constructor(handlers) {
    this.#handlers = handlers;
    const element = this.#element;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"]) {
      element.addEventListener(name, () => this.#up());
    }
    element.addEventListener("keydown", (event) => this.#key(event));
    element.addEventListener("wheel", (event) => {
      part("scroller").scrollTop += event.deltaY;
    }, { passive: true });
  }

  /**
   * Draws the bar.
   *
   * @param top where the grid begins to be seen
   * @param bottom where it ends
   * @param share of the way that the list is scrolled, from 0 to 1
   * @param place the first square that is seen
   * @param shareOf the share of the way at which a section begins
   */
  draw(layout, { top, bottom, share, place, shareOf }) {
    const height = bottom - top - 48;
    this.#element.hidden = layout.height < 2 * (bottom - top) || height < 3 * distance;
    if (this.#element.hidden) return;
    if (Math.abs(share - this.#share) > 1e-9) this.#wake();
    [this.#share, this.#place] = [share, place];
    this.#element.style.top = `${top}px`;
    part("handle").style.transform = `translateY(${share * height}px)`;
    if (layout !== this.#layout || Math.abs(height - this.#height) > 1) {
      [this.#layout, this.#height] = [layout, height];
      this.#drawMarks(shareOf);
    }
    const words = this.#wordsAt(place);
    part("moment").textContent = words;
    this.#element.setAttribute("aria-valuemax", layout.count);
    this.#element.setAttribute("aria-valuenow", place + 1);
    this.#element.setAttribute("aria-valuetext", words);
  }

  /** The words for a square: its time, or without an order by time its name. */
  #wordsAt(place) {
    const { sections, count } = this.#layout;
    if (sections.length > 0) return nameOf(sections[this.#layout.section(place)].date);
    const asset = this.#handlers.assetAt(place);
    const words = this.#handlers.isByName() ? asset?.name : asset?.date && nameOf(asset.date.slice(0, 10));
    return words ?? texts.place((place + 1).toLocaleString(locale), count.toLocaleString(locale));
  }

  /** Years come before months where there is no room for the names of all; each month has a line. */
  #drawMarks(shareOf) {
    const taken = [];
    const marks = marksOf(this.#layout.sections)
      .map((mark) => ({ ...mark, y: shareOf(mark.number) * this.#height }))
      .filter(({ y }) => y <= this.#height);
    part("months").firstElementChild.setAttribute("d", marks.map(({ y }) => `M0 ${Math.round(y)}h6`).join(""));
    for (const isYear of [true, undefined]) {
      for (const mark of marks.filter((each) => each.isYear === isYear)) {
        if (taken.some(({ y }) => Math.abs(y - mark.y) < distance)) continue;
        taken.push(mark);
        if (taken.length > this.#height / distance) break;
      }
    }
    part("years").replaceChildren(...taken.map(({ y, text, isYear }) => {
      const mark = document.createElement("span");
      mark.textContent = text;
      if (isYear) mark.className = "year";
      mark.style.transform = `translateY(${y}px)`;
      return mark;
    }));
  }

  #wake() {
    this.#element.classList.add("awake");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#element.classList.remove("awake"), awakeTime);
  }

  #down(event) {
    if (event.button > 0) return;
    event.preventDefault();
    const box = part("handle").getBoundingClientRect();
    const isOnHandle = event.clientY >= box.top && event.clientY <= box.bottom;
    this.#grip = isOnHandle ? event.clientY - box.top : box.height / 2;
    this.#element.setPointerCapture(event.pointerId);
    this.#element.classList.add("held");
    this.#element.focus({ preventScroll: true, focusVisible: false });
    this.#move(event);
  }

  #move(event) {
    if (this.#grip === null) return;
    const y = event.clientY - this.#element.getBoundingClientRect().top - this.#grip;
    this.#handlers.onMove(Math.max(0, Math.min(y / this.#height, 1)));
  }

  #up() {
    this.#grip = null;
    this.#element.classList.remove("held");
  }

  #key(event) {
    const place = this.#target(event.key);
    if (place === undefined) return;
    event.preventDefault();
    this.#handlers.onGo(place);
  }

  /** The square that a key leads to: arrows go by sections, pages by years. */
  #target(key) {
    const { sections, count } = this.#layout;
    if (key === "Home") return 0;
    if (key === "End") return count - 1;
    const step = { ArrowUp: -1, ArrowDown: 1, PageUp: -1, PageDown: 1 }[key];
    if (!step) return undefined;
    if (sections.length === 0) {
      const far = Math.ceil(count / steps) * (key.startsWith("Page") ? 4 : 1);
      return Math.max(0, Math.min(this.#place + step * far, count - 1));
    }
    const now = this.#layout.section(this.#place);
    const year = (number) => sections[number].date?.slice(0, 4);
    let next = now + step;
    if (key.startsWith("Page")) while (sections[next] && year(next) === year(now)) next += step;
    return sections[Math.max(0, Math.min(next, sections.length - 1))].first;
  }
}
