// The squares of a list of any length; only those on screen have elements.

import { Headings } from "./headings.js";
import { Layout } from "./layout.js";
import { clock } from "./player.js";
import { weight } from "./summary.js";
import { isMirrored, locale, texts } from "./texts.js";

const mostTiles = 96;
const phone = 600;
const usualSide = 156;

/** What a square says about an asset: its kind, its length, or what it has in a group. */
export function badge(asset) {
  if (asset.isKept !== undefined) {
    const pixels = asset.pixelWidth ? `${asset.pixelWidth} × ${asset.pixelHeight}` : "";
    const facts = [pixels, asset.fileSize && weight(asset.fileSize)].filter(Boolean);
    // A narrow square has the two on two lines.
    return (asset.isKept ? "✓\u202f" : "") + facts.map((each) => each.replaceAll(" ", "\u202f")).join(", ");
  }
  if (asset.motion === "live") return "LIVE";
  if (asset.motion === "animated") return "GIF";
  if (asset.type === "video") return asset.duration ? clock(asset.duration) : "▶";
  return null;
}

export function describe(asset) {
  const kind = asset.motion === "live" ? texts.livePhoto
    : asset.motion === "animated" ? texts.animated
    : asset.type === "video" ? texts.video : asset.type === "audio" ? texts.sound : texts.photo;
  const date = asset.date ? new Date(asset.date).toLocaleString(locale) : "";
  const words = [asset.isFavorite && texts.favourite, asset.isKept && texts.kept, date];
  return [asset.name, kind, ...words].filter(Boolean).join(", ");
}

export class Grid {
  #element;
  #tiles = new Map();
  #free = [];
  #columns = 4;
  #side = 100;
  #options;
  #headings;
  #givesFocus = false;

  /** Where the squares of the list are. */
  layout = new Layout(0, [], 4, 100);

  /** @param options functions of a position: asset, picture, problem, number, onTap, …; of a section: detail */
  constructor(element, headings, options) {
    this.#element = element;
    this.#headings = new Headings(headings, options.onSection, options.detail);
    this.#options = options;
    element.addEventListener("click", (event) => {
      const tile = event.target.closest(".tile");
      if (tile) options.onTap(tile.place);
    });
    element.addEventListener("dblclick", (event) => {
      const tile = event.target.closest(".tile");
      if (tile) options.onDoubleTap(tile.place);
    });
    element.addEventListener("keydown", (event) => {
      const tile = event.target.closest(".tile");
      if (tile && options.onKey(event)) event.preventDefault();
    });
    element.addEventListener("focusin", (event) => {
      if (!this.#givesFocus) options.onFocus(event.target.place);
    });
  }

  get columns() {
    return this.#columns;
  }

  get side() {
    return this.#side;
  }

  /** Chooses the number of columns so that at most `mostTiles` squares are on screen. */
  layOut(width, height) {
    let columns = width < phone ? 4 : Math.max(4, Math.round(width / usualSide));
    while (columns > 4 && columns * (Math.ceil(height / (width / columns)) + 2) > mostTiles) columns--;
    this.#columns = columns;
    this.#side = width / columns;
    this.#element.style.setProperty("--side", `${this.#side}px`);
  }

  /** Arranges a list, whose sections have headings. */
  arrange(count, sections) {
    this.layout = new Layout(count, sections, this.#columns, this.#side);
  }

  /**
   * Shows the squares between two heights, and a further row at both ends; returns the range
   * without these. The square of the current asset, which has the keyboard, is there in any case.
   *
   * @param shift converts a height of the list to one of the element
   */
  show(top, bottom, shift, current) {
    const { layout } = this;
    const { count, side } = layout;
    const active = document.activeElement;
    const hasFocus = this.#element.contains(active);
    const [from, to] = [layout.first(top - side), layout.last(bottom + side)];
    this.#headings.show(layout, top, bottom, shift);
    const places = Array.from({ length: Math.max(0, to - from + 1) }, (_, each) => from + each);
    if (current < count && (current < from || current > to)) places.push(current);
    const wanted = new Set(places);
    // A square that is pressed has the keyboard, and becomes the current one when it is released.
    const isPressed = hasFocus && active.matches(":active") && wanted.has(active.place);
    for (const [place, tile] of this.#tiles) {
      if (wanted.has(place)) continue;
      this.#tiles.delete(place);
      this.#free.push(tile);
    }
    for (const place of places) {
      const tile = this.#tile(place);
      // Out of sight but near, so that the list keeps its height.
      const y = Math.max(top - 3 * side, Math.min(layout.top(place), bottom + 2 * side));
      this.#place(tile, place, y + shift);
      tile.tabIndex = place === current ? 0 : -1;
    }
    if (hasFocus && !isPressed) this.#focus(this.#tiles.get(current));
    for (const tile of this.#free.splice(0)) tile.remove();
    return { first: layout.first(top), last: layout.last(bottom) };
  }

  /** Gives the keyboard to the current square. */
  focus() {
    this.#element.querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
  }

  /** Gives the keyboard to a square where it is, even out of sight. */
  #focus(tile) {
    if (!tile || tile === document.activeElement) return;
    this.#givesFocus = true;
    tile.focus({ preventScroll: true });
    this.#givesFocus = false;
  }

  /** The rectangles of the assets on screen, by their keys. */
  places() {
    const places = new Map();
    for (const tile of this.#tiles.values()) {
      if (tile.key) places.set(tile.key, tile.getBoundingClientRect());
    }
    return places;
  }

  /** Moves the squares from their old places, and fades new ones in. */
  animate(before) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timing = { duration: 280, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" };
    for (const tile of this.#tiles.values()) {
      const old = tile.key && before.get(tile.key);
      if (!old) {
        tile.animate([{ opacity: 0, scale: 0.8 }, { opacity: 1, scale: 1 }], timing);
        continue;
      }
      const now = tile.getBoundingClientRect();
      const move = `${old.left - now.left}px ${old.top - now.top}px`;
      if (move !== "0px 0px") tile.animate([{ translate: move }, { translate: "0 0" }], timing);
    }
  }

  clear() {
    for (const tile of this.#tiles.values()) tile.remove();
    this.#tiles.clear();
  }

  #tile(place) {
    let tile = this.#tiles.get(place);
    if (tile) return tile;
    tile = this.#free.pop();
    if (!tile) {
      tile = document.createElement("button");
      tile.className = "tile";
      tile.setAttribute("role", "option");
      this.#element.append(tile);
    }
    this.#tiles.set(place, tile);
    return tile;
  }

  #place(tile, place, y) {
    const x = this.layout.left(place);
    const transform = `translate(${isMirrored() ? -x : x}px, ${y}px)`;
    if (tile.style.transform !== transform) tile.style.transform = transform;
    tile.place = place;
    this.#fill(tile, place);
    tile.setAttribute("aria-posinset", place + 1);
    tile.setAttribute("aria-setsize", this.layout.count);
  }

  #fill(tile, place) {
    const { asset: assetAt, picture, problem, number, mark, current } = this.#options;
    const asset = assetAt(place);
    const local = asset && picture(place, asset);
    const reason = asset && (asset.problem ?? problem(place, asset));
    const [order, sign] = [number(place), mark(place)];
    const state = [asset?.key, asset?.version, local, reason, order, sign, current(place)].join("|");
    if (tile.state === state) return;
    tile.state = state;
    tile.key = asset?.key;
    tile.style.backgroundImage = local ? `url("${local}")` : "none";
    set(tile, "data-badge", asset && !asset.problem ? badge(asset) : null);
    set(tile, "data-problem", reason ? "" : null);
    set(tile, "title", reason ?? null);
    set(tile, "data-number", order ? String(order) : null);
    set(tile, "data-mark", sign ?? null);
    tile.setAttribute("aria-selected", order > 0);
    set(tile, "aria-current", current(place) ? "true" : null);
    const words = asset && !asset.problem ? describe(asset) : "";
    tile.setAttribute("aria-label", [words || texts.loading, reason].filter(Boolean).join(": "));
  }
}

function set(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
