// The squares of a list of any length; only those on screen have elements.

const mostTiles = 96;
const phone = 600;
const usualSide = 156;

function clock(seconds) {
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  return `${minutes}:${String(whole % 60).padStart(2, "0")}`;
}

function badge(asset) {
  if (asset.motion === "live") return "LIVE";
  if (asset.motion === "animated") return "GIF";
  if (asset.type === "video") return asset.duration ? clock(asset.duration) : "▶";
  return null;
}

export function describe(asset) {
  const kind = asset.motion === "live" ? "Live photo"
    : asset.motion === "animated" ? "Animated picture"
    : asset.type === "video" ? "Video" : asset.type === "audio" ? "Sound" : "Photo";
  const date = asset.date ? new Date(asset.date).toLocaleString() : "";
  return [asset.name, kind, asset.isFavorite ? "favourite" : "", date].filter(Boolean).join(", ");
}

export class Grid {
  #element;
  #tiles = new Map();
  #free = [];
  #columns = 4;
  #side = 100;
  #focus = 0;
  #options;

  /** @param options functions of a position: asset, picture, problem, number, onTap, onKey, … */
  constructor(element, options) {
    this.#element = element;
    this.#options = options;
    element.addEventListener("click", (event) => {
      const tile = event.target.closest(".tile");
      if (tile) options.onTap(tile.place);
    });
    element.addEventListener("keydown", (event) => {
      const tile = event.target.closest(".tile");
      if (tile && options.onKey(event, tile.place)) event.preventDefault();
    });
    element.addEventListener("focusin", (event) => {
      const tile = event.target.closest(".tile");
      if (tile) this.#focus = tile.place;
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

  height(count) {
    return Math.ceil(count / this.#columns) * this.#side;
  }

  top(place) {
    return Math.floor(place / this.#columns) * this.#side;
  }

  /**
   * Shows the squares between two heights, and a further row at both ends; returns the range
   * without these. `shift` converts a height of the list to one of the element.
   */
  show(top, bottom, shift, count) {
    const firstRow = Math.max(0, Math.floor(top / this.#side));
    const lastRow = Math.max(firstRow, Math.ceil(bottom / this.#side) - 1);
    const from = Math.max(0, firstRow - 1) * this.#columns;
    const to = Math.min(count, (lastRow + 2) * this.#columns) - 1;
    for (const [place, tile] of this.#tiles) {
      if (place >= from && place <= to || tile === document.activeElement) continue;
      this.#tiles.delete(place);
      this.#free.push(tile);
    }
    for (let place = from; place <= to; place++) this.#place(this.#tile(place), place, shift, count);
    for (const [place, tile] of this.#tiles) {
      if (place < from || place > to) this.#place(tile, place, shift, count);
    }
    for (const tile of this.#free.splice(0)) tile.remove();
    return { first: firstRow * this.#columns, last: Math.min(count, (lastRow + 1) * this.#columns) - 1 };
  }

  focus(place) {
    this.#focus = place;
    for (const [each, tile] of this.#tiles) tile.tabIndex = each === place ? 0 : -1;
    this.#tiles.get(place)?.focus({ preventScroll: true });
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
    this.#focus = 0;
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

  #place(tile, place, shift, count) {
    const x = (place % this.#columns) * this.#side;
    const y = this.top(place) + shift;
    const transform = `translate(${x}px, ${y}px)`;
    if (tile.style.transform !== transform) tile.style.transform = transform;
    tile.place = place;
    tile.tabIndex = place === Math.min(this.#focus, count - 1) ? 0 : -1;
    this.#fill(tile, place);
    tile.setAttribute("aria-posinset", place + 1);
    tile.setAttribute("aria-setsize", count);
  }

  #fill(tile, place) {
    const { asset: assetAt, picture, problem, number, current } = this.#options;
    const asset = assetAt(place);
    const local = asset && picture(place, asset);
    const reason = asset && (asset.problem ?? problem(place, asset));
    const order = number(place);
    const state = [asset?.key, asset?.version, local, reason, order, current(place)].join("|");
    if (tile.state === state) return;
    tile.state = state;
    tile.key = asset?.key;
    tile.style.backgroundImage = local ? `url("${local}")` : "none";
    set(tile, "data-badge", asset && !asset.problem ? badge(asset) : null);
    set(tile, "data-problem", reason ? "" : null);
    set(tile, "title", reason ?? null);
    set(tile, "data-number", order ? String(order) : null);
    tile.setAttribute("aria-selected", order > 0);
    set(tile, "aria-current", current(place) ? "true" : null);
    const words = asset && !asset.problem ? describe(asset) : "";
    tile.setAttribute("aria-label", [words || "Loading", reason].filter(Boolean).join(": "));
  }
}

function set(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
