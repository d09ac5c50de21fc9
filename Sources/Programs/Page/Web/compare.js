// Pictures side by side, which are zoomed and moved together: chosen ones, or a group of similar ones.

import { ComparedPicture } from "./compared.js";
import { assets, named } from "./feed.js";
import { notice } from "./messages.js";
import { nameOf } from "./periods.js";
import { Pictures } from "./pictures.js";
import { keyOf, texts } from "./texts.js";

/** How many chosen ones are compared, and how many of a group. */
const mostChosen = 4;
const mostOfGroup = 12;
/** The pictures in memory: a preview and an original of each. */
const mostKept = 2 * mostOfGroup;
const keyStep = 60;

const part = (id) => document.getElementById(id);

/** The number of columns in which so many pictures are largest. */
function columns(count, width, height) {
  const size = (each) => Math.min(width / each / 4, height / Math.ceil(count / each) / 3);
  return Array.from({ length: count }, (_, each) => each + 1).sort((a, b) => size(b) - size(a))[0];
}

export class Compare {
  #picker;
  #hasKeys;
  #state;
  #handlers;
  #pictures = new Pictures(mostKept, () => this.draw());
  #cells = [];
  /** The scale at which two fingers found the pictures. */
  #pinched = null;
  #group = null;
  /** What had the keyboard before. */
  #before = null;

  /**
   * @param picker takes and leaves assets, and says what is decided about them
   * @param hasKeys true for a library, whose assets change their places
   * @param state what is chosen, and what is current
   * @param handlers `list`: gives the assets of the open album; `onCompare`: pictures are about to be
   *   shown, as a step of the browser
   */
  constructor(picker, hasKeys, state, handlers) {
    [this.#picker, this.#hasKeys, this.#state, this.#handlers] = [picker, hasKeys, state, handlers];
    part("open-compare").addEventListener("click", () => this.#open());
    part("close-compare").addEventListener("click", () => history.back());
    part("previous-group").addEventListener("click", () => this.#step(-1));
    part("next-group").addEventListener("click", () => this.#step(1));
    part("compare").addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !this.#key(event)) return;
      event.preventDefault();
    });
    part("view").addEventListener("keydown", (event) => {
      if (event.key !== "c" || event.ctrlKey || event.metaKey || part("open-compare").hidden) return;
      event.preventDefault();
      this.#open();
    });
    // Opening is a step, so that the browser's way back closes it.
    addEventListener("popstate", () => { if (this.#isOpen) this.#close(); });
    new ResizeObserver(() => this.#layOut()).observe(part("compared"));
  }

  get #isOpen() {
    return !part("compare").hidden;
  }

  /** The number of the group of the current asset; -1 without groups. */
  get #currentGroup() {
    const { place } = this.#state.value;
    const { sections } = this.#handlers.list() ?? { sections: [] };
    return sections.findIndex(({ first, count, date }) => {
      return date?.startsWith("#") && count > 1 && place >= first && place < first + count;
    });
  }

  draw() {
    const { count } = this.#state.value.selection;
    part("open-compare").hidden = this.#currentGroup < 0 && (count < 2 || count > mostChosen);
    if (!this.#isOpen) return;
    for (const cell of this.#cells) cell.draw(this.#pictures, this.#picker.words(cell.name));
    this.#pictures.want(this.#cells.flatMap((cell) => cell.addresses));
  }

  // MARK: Opening

  #open() {
    const group = this.#currentGroup;
    if (group >= 0) return this.#show(() => this.#ofGroup(group), group);
    return this.#show(() => this.#chosen());
  }

  async #show(read, group = null) {
    try {
      const items = (await read()).filter((item) => item && !item.asset.problem);
      if (items.length === 0) return notice(texts.nothingShown, 3000);
      this.#group = group;
      this.#fill(items);
    } catch (error) {
      notice(error.message);
    }
  }

  #chosen() {
    const { selection } = this.#state.value;
    const names = Array.from({ length: selection.count }, (_, place) => selection.at(place));
    return Promise.all(names.map((name) => named(name, this.#hasKeys)));
  }

  async #ofGroup(number) {
    const { first, count } = this.#handlers.list().sections[number];
    const answer = await assets(0, "", first, first + Math.min(count, mostOfGroup));
    return answer.assets.map((asset, each) => {
      return { name: this.#hasKeys ? asset.key : String(first + each), place: first + each, asset };
    });
  }

  #fill(items) {
    for (const cell of this.#cells) cell.remove();
    this.#cells = items.map((item) => new ComparedPicture(item, part("compared"), {
      onDoubleTap: (point) => this.#zoomTo(this.#scale > 1.05 ? 1 : 2.5, point),
      onDrag: (x, y) => this.#move(x, y),
      onDragged: () => {},
      onPinch: (share, middle) => {
        this.#pinched ??= this.#scale;
        this.#zoomTo(this.#pinched * share, middle);
      },
      onPinched: () => { this.#pinched = null; },
      onWheel: (ratio, point) => this.#zoomTo(this.#scale * ratio, point),
      onTake: (name) => this.#toggle(name),
      onLoad: () => this.draw(),
    }));
    const { sections } = this.#handlers.list();
    part("compare-title").textContent = this.#title(sections[this.#group]);
    for (const id of ["previous-group", "next-group"]) part(id).hidden = this.#group === null;
    part("previous-group").disabled = this.#group === 0;
    part("next-group").disabled = this.#group === sections.length - 1;
    if (!this.#isOpen) {
      this.#handlers.onCompare();
      this.#before = document.activeElement;
      part("compare").hidden = false;
      this.#shut(true);
    }
    this.#layOut();
    this.draw();
    this.#cells[0]?.focus();
  }

  #title(group) {
    if (!group) return texts.compare;
    const isCut = group.count > mostOfGroup;
    return [nameOf(group.date), isCut && texts.place(mostOfGroup, group.count)].filter(Boolean).join(" – ");
  }

  #close() {
    part("compare").hidden = true;
    this.#shut(false);
    for (const cell of this.#cells.splice(0)) cell.remove();
    this.#before?.focus({ preventScroll: true });
  }

  /** Lets nothing below have the keyboard, but in the viewer what is shown there. */
  #shut(isShut) {
    part("view").inert = isShut;
    part("bar").inert = isShut || this.#state.value.view === "viewer";
  }

  #step(step) {
    const number = this.#group + step;
    if (this.#group === null || !this.#handlers.list().sections[number]) return;
    this.#show(() => this.#ofGroup(number), number);
  }

  #layOut() {
    const { clientWidth, clientHeight } = part("compared");
    part("compared").style.gridTemplateColumns = `repeat(${columns(this.#cells.length, clientWidth, clientHeight)}, 1fr)`;
    for (const cell of this.#cells) cell.zoom.apply();
  }

  // MARK: Zooming together

  get #scale() {
    return Math.max(...this.#cells.map((cell) => cell.zoom.scale));
  }

  #zoomTo(scale, point) {
    for (const { zoom } of this.#cells) zoom.to(scale, point);
    this.draw();
  }

  #move(x, y) {
    for (const { zoom } of this.#cells) zoom.move(x, y);
  }

  // MARK: Keys

  #toggle(name) {
    this.#picker.mark(name, this.#state.value.selection.has(name) ? "x" : "p");
  }

  /** True if a key did something. */
  #key(event) {
    const key = keyOf(event);
    const now = this.#cells.findIndex((cell) => cell.hasFocus);
    const moves = {
      ArrowLeft: [keyStep, 0], ArrowRight: [-keyStep, 0], ArrowUp: [0, keyStep], ArrowDown: [0, -keyStep],
    };
    if (key === "Escape" || key === "c") history.back();
    else if (key === "PageUp" || key === "PageDown") this.#step(key === "PageUp" ? -1 : 1);
    else if (key === "+" || key === "=") this.#zoomTo(this.#scale * 1.4);
    else if (key === "-") this.#zoomTo(this.#scale / 1.4);
    else if (key === "0") this.#zoomTo(1);
    else if (key === "z") this.#zoomTo(Math.max(...this.#cells.map((cell) => cell.zoom.trueScale)));
    else if (key in moves && this.#scale > 1.01) this.#move(...moves[key]);
    else if (key === "ArrowLeft" || key === "ArrowUp") this.#cells[Math.max(0, now - 1)]?.focus();
    else if (key === "ArrowRight" || key === "ArrowDown") this.#cells[now + 1]?.focus();
    else if (now >= 0 && this.#picker.mark(this.#cells[now].name, key.toLowerCase())) this.#cells[now + 1]?.focus();
    else if (now >= 0 && [" ", "Enter"].includes(key) && event.target.localName !== "button") this.#toggle(this.#cells[now].name);
    else return false;
    return true;
  }
}
