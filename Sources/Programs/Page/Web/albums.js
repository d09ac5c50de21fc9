// The list of albums behind the title.

import { Pictures } from "./pictures.js";
import { Scroller } from "./scroller.js";
import { locale, texts } from "./texts.js";

const height = 80;
const headingHeight = 44;
const mostCovers = 200;

/** The names of the headings of groups; the first group has none. */
const headings = [null, "mediaKinds", "albums", "inFolders"];
const icons = {
  smartAlbumUserLibrary: "all", smartAlbumRecentlyAdded: "recent", smartAlbumFavorites: "star",
  smartAlbumVideos: "video", smartAlbumSlomoVideos: "video", smartAlbumTimelapses: "video",
  smartAlbumCinematic: "video", smartAlbumScreenshots: "screen",
  smartAlbumScreenRecordings: "screen",
};
const leading = ["smartAlbumUserLibrary", "smartAlbumRecentlyAdded", "smartAlbumFavorites"];

function groupOf({ kind, isSmart, folders }) {
  if (leading.includes(kind)) return 0;
  return isSmart ? 1 : folders ? 3 : 2;
}

function iconOf(album) {
  return icons[album.kind] ?? (album.isSmart ? "photo" : album.folders ? "folder" : "album");
}

/** The albums by groups, within them in their order. */
function sorted(albums) {
  return headings.flatMap((_, group) => albums.filter((album) => groupOf(album) === group));
}

export class AlbumList {
  #panel;
  #list;
  #button;
  #scroller;
  #covers;
  #albums = [];
  /** The places at which headings stand, with their texts. */
  #headings = [];
  #rows = new Map();
  #current = null;
  #focus = 0;
  #onChoose;
  #onOpen;

  constructor({ panel, scroller, spacer, list, button }, { onChoose, onOpen }) {
    this.#panel = panel;
    this.#list = list;
    this.#button = button;
    this.#onChoose = onChoose;
    this.#onOpen = onOpen;
    this.#scroller = new Scroller(scroller, spacer, () => this.#render());
    this.#covers = new Pictures(mostCovers, () => this.#render());
    new ResizeObserver(() => this.#render()).observe(scroller);
    button.addEventListener("click", () => (this.isOpen ? this.close() : this.open()));
    list.addEventListener("click", (event) => {
      const row = event.target.closest(".album");
      if (row) this.#choose(row.place);
    });
    panel.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("pointerdown", (event) => {
      if (this.isOpen && !panel.contains(event.target) && !button.contains(event.target)) {
        this.close(false);
      }
    });
  }

  get isOpen() {
    return !this.#panel.hidden;
  }

  set albums(albums) {
    const focused = this.#albums[this.#focus] ?? this.#current;
    this.#albums = sorted(albums);
    const groups = this.#albums.map(groupOf);
    this.#headings = groups.flatMap((group, place) => {
      return group > 0 && group !== groups[place - 1] ? [[place, texts[headings[group]]]] : [];
    });
    if (!this.isOpen) return;
    const hasFocus = this.#panel.contains(document.activeElement);
    this.#layOut();
    this.#focus = this.#place(focused);
    if (hasFocus) this.#moveTo(this.#focus);
  }

  set current(album) {
    this.#current = album;
  }

  open() {
    this.#panel.hidden = false;
    this.#covers.forget();
    this.#button.setAttribute("aria-expanded", "true");
    this.#onOpen();
    this.#layOut();
    this.#moveTo(this.#place(this.#current));
  }

  close(takesFocus = true) {
    this.#panel.hidden = true;
    this.#button.setAttribute("aria-expanded", "false");
    this.#covers.want([]);
    for (const row of this.#rows.values()) row.remove();
    this.#rows.clear();
    if (takesFocus) this.#button.focus();
  }

  #place(album) {
    return Math.max(0, this.#albums.findIndex((each) => each.id === album?.id));
  }

  #layOut() {
    this.#scroller.height = this.#top(this.#albums.length);
    this.#render();
  }

  /** The height at which an album's row begins. */
  #top(place) {
    const before = this.#headings.filter(([first]) => first <= place).length;
    return place * height + before * headingHeight;
  }

  #choose(place) {
    this.close();
    this.#onChoose(this.#albums[place]);
  }

  #moveTo(place) {
    this.#focus = Math.max(0, Math.min(place, this.#albums.length - 1));
    const top = this.#top(this.#focus);
    const { offset, viewport } = this.#scroller;
    if (top < offset) this.#scroller.offset = top;
    if (top + height > offset + viewport) this.#scroller.offset = top + height - viewport;
    this.#render();
    // The panel has the keyboard until there are albums.
    (this.#rows.get(this.#focus) ?? this.#panel).focus({ preventScroll: true });
  }

  #key(event) {
    const page = Math.max(1, Math.floor(this.#scroller.viewport / height) - 1);
    const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page };
    if (event.key === "Escape" || event.key === "Tab") this.close();
    else if (event.key in steps) this.#moveTo(this.#focus + steps[event.key]);
    else if (event.key === "Home") this.#moveTo(0);
    else if (event.key === "End") this.#moveTo(this.#albums.length - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #render() {
    if (!this.isOpen) return;
    const { offset, viewport, shift } = this.#scroller;
    const most = this.#headings.length * headingHeight;
    const first = Math.max(0, Math.floor((offset - most) / height));
    const last = Math.min(this.#albums.length, Math.ceil((offset + viewport) / height)) - 1;
    this.#drawHeadings(shift);
    for (const [place, row] of this.#rows) {
      // The row that has the keyboard waits beside the list while that is scrolled.
      if (place >= first && place <= last || place === this.#focus) continue;
      row.remove();
      this.#rows.delete(place);
    }
    const covers = [];
    const places = Array.from({ length: Math.max(0, last - first + 1) }, (_, each) => first + each);
    if (this.#focus < this.#albums.length && !places.includes(this.#focus)) places.push(this.#focus);
    for (const place of places) {
      const album = this.#albums[place];
      const row = this.#row(place);
      const shown = Math.max(first - 1, Math.min(place, last + 1));
      // The first of its pictures that can be shown.
      const cover = [0, 1, 2].map((place) => `/pictures/${album.id}/${place}/-/thumbnail`)
        .find((address) => !this.#covers.problem(address));
      if (cover) covers.push(cover);
      const local = this.#covers.at(cover);
      row.style.transform = `translateY(${this.#top(shown) + shift}px)`;
      row.style.setProperty("--cover", local ? `url("${local}")` : "none");
      row.tabIndex = place === this.#focus ? 0 : -1;
      row.setAttribute("aria-selected", album.id === this.#current?.id);
      row.setAttribute("aria-posinset", place + 1);
      row.setAttribute("aria-setsize", this.#albums.length);
      row.firstChild.textContent = album.title;
      row.querySelector("use").setAttribute("href", `#icon-${iconOf(album)}`);
      row.children[1].textContent =
        [album.folders, album.count.toLocaleString(locale)].filter(Boolean).join(" · ");
    }
    this.#covers.want(covers);
  }

  #drawHeadings(shift) {
    document.getElementById("album-headings").replaceChildren(...this.#headings.map(([place, text]) => {
      const heading = document.createElement("div");
      heading.className = "album-heading";
      heading.textContent = text;
      heading.style.transform = `translateY(${this.#top(place) - headingHeight + shift}px)`;
      return heading;
    }));
  }

  #row(place) {
    let row = this.#rows.get(place);
    if (row) return row;
    row = document.createElement("button");
    row.className = "album";
    row.style.width = "100%";
    row.setAttribute("role", "option");
    for (const name of ["album-title", "album-count"]) {
      const text = document.createElement("span");
      text.className = name;
      row.append(text);
    }
    row.insertAdjacentHTML("beforeend", '<svg aria-hidden="true"><use></use></svg>');
    row.place = place;
    this.#rows.set(place, row);
    this.#list.append(row);
    return row;
  }
}
