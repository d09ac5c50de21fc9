// The chosen assets in their order, which can be changed.

import { named } from "./feed.js";
import { say } from "./messages.js";
import { Pictures } from "./pictures.js";
import { isMirrored, keyOf, texts } from "./texts.js";

const width = 68;
const mostKept = 120;
/** The time after which a resting finger takes a picture along, in milliseconds. */
const holdTime = 350;

const part = (id) => document.getElementById(id);

export class Strip {
  #hasKeys;
  #handlers;
  #selection = null;
  #items = new Map();
  /** The address of the thumbnail and the words of each asset, by its name. */
  #known = new Map();
  /** The names that are being read in the library as it is. */
  #reading = new Set();
  #pictures = new Pictures(mostKept, () => this.#render());
  #focus = 0;
  #drag = null;

  /**
   * @param hasKeys true for a library, whose assets change their places
   * @param handlers `onMove`: an asset is wanted at another place of the order; `onDrop`: one is
   *   given up, by its place; `onShow`: one is wanted above, by its name
   */
  constructor(hasKeys, handlers) {
    [this.#hasKeys, this.#handlers] = [hasKeys, handlers];
    const list = part("chosen");
    part("strip").addEventListener("scroll", () => this.#render(), { passive: true });
    list.addEventListener("keydown", (event) => this.#key(event));
    list.addEventListener("click", (event) => this.#click(event));
    list.addEventListener("pointerdown", (event) => this.#down(event));
    list.addEventListener("pointermove", (event) => this.#move(event));
    list.addEventListener("contextmenu", (event) => event.preventDefault());
    // Otherwise the finger scrolls the strip.
    list.addEventListener("touchmove", (event) => {
      if (this.#drag?.isHeld) event.preventDefault();
    }, { passive: false });
    for (const name of ["pointerup", "pointercancel"]) {
      list.addEventListener(name, (event) => this.#up(event));
    }
  }

  draw(selection) {
    if (selection === this.#selection) return;
    const isLonger = this.#selection !== null && selection.count > this.#selection.count;
    this.#selection = selection;
    part("strip").hidden = selection.count === 0;
    part("chosen").style.width = `${selection.count * width}px`;
    if (isLonger) part("strip").scrollLeft = (isMirrored() ? -1 : 1) * selection.count * width;
    this.#focus = Math.max(0, Math.min(this.#focus, selection.count - 1));
    this.#render();
  }

  /** Looks again for the assets without a picture, as others have their places in a changed library. */
  refresh() {
    for (const [name, { address }] of this.#known) {
      if (!this.#pictures.at(address)) this.#known.delete(name);
    }
    this.#reading = new Set();
    this.#pictures.forgetProblems();
    if (this.#selection) this.#render();
  }

  #render() {
    const { count } = this.#selection;
    const { scrollLeft, clientWidth } = part("strip");
    const first = Math.max(0, Math.floor(Math.abs(scrollLeft) / width) - 2);
    const last = Math.min(count, Math.ceil((Math.abs(scrollLeft) + clientWidth) / width) + 2) - 1;
    const places = Array.from({ length: Math.max(0, last - first + 1) }, (_, each) => first + each);
    if (count > 0 && !places.includes(this.#focus)) places.push(this.#focus);
    const names = places.map((place) => this.#selection.at(place));
    const hasFocus = part("chosen").contains(document.activeElement);
    for (const [name, item] of this.#items) {
      if (names.includes(name)) continue;
      item.remove();
      this.#items.delete(name);
    }
    places.forEach((place, each) => this.#place(names[each], place));
    this.#pictures.want(names.map((name) => this.#known.get(name)?.address).filter(Boolean));
    const focused = this.#items.get(this.#selection.at(this.#focus));
    if (hasFocus && focused && document.activeElement !== focused) {
      focused.focus({ preventScroll: true });
    }
  }

  #place(name, place) {
    const item = this.#items.get(name) ?? this.#add(name);
    const known = this.#known.get(name);
    const local = known && this.#pictures.at(known.address);
    item.place = place;
    item.style.insetInlineStart = `${place * width}px`;
    item.style.backgroundImage = local ? `url("${local}")` : "none";
    const mark = this.#selection.mark(name);
    item.dataset.number = [place + 1, mark && `★${mark}`].filter(Boolean).join(" ");
    item.tabIndex = place === this.#focus ? 0 : -1;
    item.setAttribute("aria-label", [`${place + 1}`, known?.words].filter(Boolean).join(", "));
    item.setAttribute("aria-posinset", place + 1);
    item.setAttribute("aria-setsize", this.#selection.count);
    if (!known) this.#read(name);
  }

  #add(name) {
    const item = document.createElement("button");
    item.className = "pick";
    item.type = "button";
    item.setAttribute("role", "option");
    item.name = name;
    this.#items.set(name, item);
    part("chosen").append(item);
    return item;
  }

  /** Reads what an asset of any album is; the library's first album has all. */
  async #read(name) {
    const reading = this.#reading;
    if (reading.has(name)) return;
    reading.add(name);
    try {
      const found = await named(name, this.#hasKeys);
      if (!found || reading !== this.#reading) return;
      const { place, asset } = found;
      const address = `/pictures/0/${place}/${asset.version}/thumbnail`;
      this.#known.set(name, { address, words: asset.name });
      this.#render();
    } catch {
      // It is read again with the next change of the choice.
    } finally {
      reading.delete(name);
    }
  }

  // MARK: Keyboard and pointer

  #key(event) {
    const { count } = this.#selection;
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
    const key = keyOf(event);
    if (key in steps) {
      const next = Math.max(0, Math.min(this.#focus + steps[key], count - 1));
      if (event.altKey || event.shiftKey) this.#moveTo(this.#focus, next);
      this.#focusOn(next);
    } else if (key === "Delete" || key === "Backspace") {
      this.#handlers.onDrop(this.#focus);
    } else {
      return;
    }
    event.preventDefault();
  }

  #focusOn(place) {
    this.#focus = place;
    this.#render();
    const item = this.#items.get(this.#selection.at(place));
    item?.scrollIntoView({ block: "nearest", inline: "nearest" });
    item?.focus({ preventScroll: true });
  }

  #moveTo(from, to) {
    if (from === to) return;
    this.#handlers.onMove(from, to);
    say(texts.moved(to + 1));
  }

  #click(event) {
    const item = event.target.closest(".pick");
    if (!item || this.#drag?.isMoved) return;
    this.#focus = item.place;
    this.#render();
    this.#handlers.onShow(item.name);
  }

  #down(event) {
    const item = event.target.closest(".pick");
    if (!item || event.button !== 0) return;
    const isMouse = event.pointerType === "mouse";
    const drag = { item, x: event.clientX, isHeld: isMouse, isMoved: false };
    this.#drag = drag;
    if (isMouse) item.setPointerCapture(event.pointerId);
    else setTimeout(() => { if (this.#drag === drag) this.#hold(drag); }, holdTime);
  }

  #hold(drag) {
    drag.isHeld = true;
    drag.item.classList.add("moving");
  }

  #move(event) {
    const { item, x, isHeld, isMoved } = this.#drag ?? {};
    if (!isHeld || event.buttons === 0 || !isMoved && Math.abs(event.clientX - x) < 6) return;
    this.#drag.isMoved = true;
    item.classList.add("moving");
    const box = part("chosen").getBoundingClientRect();
    const way = getComputedStyle(part("chosen")).direction === "rtl"
      ? box.right - event.clientX : event.clientX - box.left;
    const to = Math.max(0, Math.min(Math.floor(way / width), this.#selection.count - 1));
    const from = this.#selection.number(item.name) - 1;
    this.#focus = to;
    this.#moveTo(from, to);
  }

  #up() {
    this.#drag?.item.classList.remove("moving");
    // The click comes after this event.
    const drag = this.#drag;
    setTimeout(() => { if (this.#drag === drag) this.#drag = null; }, 0);
  }
}
