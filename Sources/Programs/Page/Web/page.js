// The page: an album's grid below, one of its pictures above, the albums behind the title.

import { albums, AssetList, ChangeStream, choose, decide } from "./feed.js";
import { AlbumList } from "./albums.js";
import { Grid } from "./grid.js";
import { notice, say } from "./messages.js";
import { Pane } from "./pane.js";
import { Preview } from "./preview.js";
import { Scroller } from "./scroller.js";
import { Selection } from "./selection.js";
import { Thumbnails } from "./thumbnails.js";

/** The size of albums above which changes have no details, as comparing takes long. */
const mostCompared = 20_000;
const restTime = 60;

const part = (id) => document.getElementById(id);

export class Page {
  #scene = 0;
  #kind = "library";
  #total = 0;
  #list = null;
  #album = null;
  #stream = null;
  #rest = 0;
  #offset = 0;
  #isDue = false;
  #isDone = false;
  #current = 0;
  #selection = null;
  #kept = new Map();
  #seen = { first: 0, last: 0 };

  constructor() {
    this.scroller = new Scroller(part("scroller"), part("spacer"), () => this.#scrolled());
    this.pane = new Pane(
      part("pane"), part("divider"), part("scroller"), this.scroller, () => this.render());
    this.thumbnails = new Thumbnails(() => this.render());
    this.grid = new Grid(part("grid"), {
      asset: (place) => this.#list?.at(place),
      picture: (place, asset) => this.thumbnails.at(this.#list.address(place, asset, "thumbnail")),
      problem: (place, asset) => {
        return this.thumbnails.problem(this.#list.address(place, asset, "thumbnail"));
      },
      number: (place) => this.#selection?.number(this.#name(place)) ?? 0,
      current: (place) => place === this.#current,
      onTap: (place) => this.#tap(place),
      onKey: (event, place) => this.#key(event, place),
    });
    this.preview = new Preview(
      { stage: part("stage"), image: part("picture"), frame: part("frame"),
        reason: part("reason"), caption: part("caption") },
      (name, crop) => this.#crop(name, crop));
    this.albums = new AlbumList(
      { panel: part("albums"), scroller: part("album-scroller"), spacer: part("album-spacer"),
        list: part("album-list"), button: part("title") },
      (album) => this.show(album));
    part("play").addEventListener("click", () => this.preview.playLive());
    part("crop").addEventListener("click", () => this.#toggleSquare());
    part("choose").addEventListener("click", () => this.#finish(this.#selection.answer));
    part("cancel").addEventListener("click", () => this.#finish([]));
    new ResizeObserver(() => this.layOut()).observe(part("view"));
  }

  /** Shows a scene; each page shows only one. */
  async start(subject) {
    this.#scene = subject.scene;
    this.#kind = subject.kind;
    try {
      if (subject.limit !== undefined) this.#pick(subject);
      this.#addButtons(subject.answers);
      // The album of all assets is shown before the others are read.
      part("title").disabled = subject.kind !== "library";
      await this.show({ id: 0, title: subject.kind === "library" ? "Recents" : subject.title });
      if (subject.kind === "library") await this.#readAlbums();
    } catch (error) {
      notice(error.message);
    }
  }

  // MARK: Albums

  async #readAlbums() {
    const list = await albums();
    this.albums.albums = list;
    const album = list.find((each) => each.id === this.#album.id);
    if (!album && list.length > 0) return this.show(list[0]);
    if (!album) return;
    this.#album = album;
    this.albums.current = album;
    part("title-text").textContent = album.title;
  }

  async show(album) {
    if (this.#album) {
      const { offset } = this.scroller;
      this.#kept.set(this.#album.id, { offset, hidden: this.pane.hidden, current: this.#current });
    }
    this.#list?.close();
    this.#stream?.close();
    this.#album = album;
    this.albums.current = album;
    part("title-text").textContent = album.title;
    part("count").textContent = "";
    this.grid.clear();
    this.preview.clear();
    const list = new AssetList(album.id, (isOther) => this.#loaded(isOther));
    this.#list = list;
    try {
      await list.open();
    } catch (error) {
      return notice(error.message);
    }
    // Another album may have been chosen meanwhile.
    if (list !== this.#list) return;
    const kept = this.#kept.get(album.id);
    this.#current = Math.min(kept?.current ?? 0, Math.max(0, this.#list.count - 1));
    this.pane.hidden = 0;
    this.layOut();
    this.scroller.offset = kept?.offset ?? 0;
    this.pane.hidden = kept?.hidden ?? 0;
    this.render();
    this.#showCurrent();
    this.#follow(album);
  }

  #follow(album) {
    if (album.id === 0) this.#total = this.#list.count;
    const options = {
      compares: this.#list.count <= mostCompared,
      tellsRemoved: Boolean(this.#selection) && this.#total <= mostCompared,
    };
    this.#stream = new ChangeStream(this.#kind === "library" ? album.id : null, options, {
      onScene: (scene) => { if (scene !== this.#scene) location.reload(); },
      onFollowed: () => this.#check(),
      onChange: (change) => this.#changed(change),
      onRemoved: (names) => this.#drop(names),
      onProblem: (reason) => notice(reason),
      onEnd: () => {
        if (!this.#isDone) notice("shotflow has ended. Start it again to go on.");
      },
    });
  }

  /** Shows the changes between the reading of the album and the beginning of the stream. */
  async #check() {
    const list = this.#list;
    try {
      if (await list.isOutdated() && list === this.#list) await this.#changed({});
    } catch (error) {
      notice(error.message);
    }
  }

  /** Reads the visible assets again, and moves the squares to their new places. */
  async #changed(change) {
    const list = this.#list;
    const before = this.grid.places();
    const shown = list.at(this.#current)?.key;
    try {
      await list.reload(this.#seen.first, this.#seen.last);
      if (list !== this.#list) return;
      this.#current = list.place(shown) ?? Math.min(this.#current, Math.max(0, list.count - 1));
      this.#showCurrent();
      this.layOut();
      this.grid.animate(before);
      await this.#readAlbums();
      notice("");
    } catch (error) {
      return notice(error.message);
    }
    const words = Object.entries(change).map(([type, count]) => `${count} ${type}`).join(", ");
    say(`The album changed${words && ": "}${words}`);
  }

  #loaded(isOther) {
    const { count } = this.#list;
    part("count").textContent = count > 0 ? count.toLocaleString() : "No pictures";
    if (isOther) this.layOut();
    else this.render();
    if (this.preview.name === null) this.#showCurrent();
  }

  // MARK: Layout

  layOut() {
    const { clientWidth, clientHeight } = part("scroller");
    this.grid.layOut(clientWidth, clientHeight);
    this.pane.layOut(clientWidth, clientHeight);
    if (!this.#list) return;
    this.scroller.height = this.pane.height + this.grid.height(this.#list.count);
    this.#draw();
  }

  #scrolled() {
    this.pane?.scrolled();
    this.render();
  }

  /** Draws once before the next frame, however often it is called. */
  render() {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      if (this.#list) this.#draw();
    });
  }

  #draw() {
    const list = this.#list;
    const { offset, shift, viewport } = this.scroller;
    const lead = this.pane.height;
    this.#seen = this.grid.show(
      offset + this.pane.bottom - lead, offset + viewport - lead, shift + lead, list.count);
    clearTimeout(this.#rest);
    // Far jumps and flings request nothing on their way.
    const isCalm = Math.abs(offset - this.#offset) < this.grid.side / 2;
    this.#offset = offset;
    this.#rest = setTimeout(() => this.#want(), isCalm && this.#isFull() ? 0 : restTime);
  }

  #isFull() {
    const { first, last } = this.#seen;
    return this.#list.at(first) !== undefined && this.#list.at(last) !== undefined;
  }

  #want() {
    const list = this.#list;
    const { first, last } = this.#seen;
    if (last < first) return this.thumbnails.want([]);
    const row = this.grid.columns;
    list.want(Math.max(0, first - 2 * row), Math.min(list.count - 1, last + 2 * row));
    const places = [];
    for (let place = first; place <= Math.min(last + row, list.count - 1); place++) places.push(place);
    for (let place = Math.max(0, first - row); place < first; place++) places.push(place);
    const addresses = places.map((place) => [place, list.at(place)])
      .filter(([, asset]) => asset && !asset.problem)
      .map(([place, asset]) => list.address(place, asset, "thumbnail"));
    this.thumbnails.want(addresses);
  }

  // MARK: Showing and choosing

  #showCurrent() {
    const place = this.#current;
    const asset = this.#list.at(place);
    if (!asset) return;
    const address = (size) => this.#list.address(place, asset, size);
    const thumbnail = this.thumbnails.at(address("thumbnail"));
    const reason = this.thumbnails.problem(address("thumbnail"));
    part("play").hidden = asset.motion !== "live";
    part("crop").hidden = !this.#selection || Boolean(asset.motion);
    const name = this.#name(place);
    const crop = this.#selection?.crop(name);
    part("crop").setAttribute("aria-pressed", Boolean(crop));
    this.preview.show(
      name, asset, { thumbnail, preview: address("preview"), moving: address("moving") }, reason,
      crop);
  }

  #tap(place) {
    const wasCollapsed = this.pane.isCollapsed;
    const isCurrent = place === this.#current;
    this.#current = place;
    if (this.#selection) this.#choosePlace(place, isCurrent);
    this.#showCurrent();
    if (wasCollapsed) {
      this.pane.open();
      this.scroller.scrollTo(this.grid.top(place));
    }
    this.render();
  }

  #choosePlace(place, isCurrent) {
    const selection = this.#selection;
    const name = this.#name(place);
    if (this.#kind === "library" && !this.#list.at(place)?.key) return;
    if (selection.number(name) && !isCurrent) return;
    if (!selection.toggle(name)) {
      say(`No more than ${selection.limit} can be chosen`);
      notice(`No more than ${selection.limit} can be chosen.`, 3000);
      return;
    }
    const number = selection.number(name);
    say(number ? `Chosen as number ${number}` : "Not chosen any more");
    this.#count();
  }

  /** The name of an asset, which survives changes; a run's records never move. */
  #name(place) {
    return (this.#kind === "library" && this.#list.at(place)?.key) || String(place);
  }

  /** Deselects assets that were removed from the library. */
  #drop(names) {
    if (!this.#selection.drop(names)) return;
    this.#count();
    this.render();
    notice("A chosen picture was removed from the library.", 5000);
  }

  #pick(subject) {
    const member = subject.kind === "library" ? "key" : "index";
    this.#selection = new Selection(subject.limit, subject.selected, member);
    document.body.classList.add("picking");
    part("grid").setAttribute("aria-multiselectable", "true");
    part("choose").hidden = false;
    part("cancel").hidden = false;
    this.#count();
  }

  #addButtons(answers) {
    part("more").replaceChildren(...answers.map((words, number) => {
      const button = document.createElement("button");
      button.className = "chip";
      button.textContent = words;
      button.addEventListener("click", () => {
        decide(this.#scene, number).catch((error) => notice(error.message));
      });
      return button;
    }));
  }

  #count() {
    const { count, limit } = this.#selection;
    part("choose").disabled = count === 0;
    part("choose").textContent =
      count === 0 ? "Choose" : `Choose ${count}${limit > 0 ? ` of ${limit}` : ""}`;
  }

  #toggleSquare() {
    const isSquare = part("crop").getAttribute("aria-pressed") !== "true";
    if (isSquare && !this.#selection.number(this.#name(this.#current))) {
      this.#choosePlace(this.#current, true);
    }
    part("crop").setAttribute("aria-pressed", isSquare);
    this.preview.cut(isSquare);
    this.render();
  }

  #crop(name, crop) {
    if (this.#selection?.number(name)) this.#selection.setCrop(name, crop);
  }

  async #finish(chosen) {
    try {
      await choose(this.#scene, chosen);
      this.#isDone = true;
      this.#list?.close();
      part("choose").disabled = true;
      part("cancel").disabled = true;
      const words = chosen.length ? "Done." : "Nothing was chosen.";
      notice(`${words} You can close this page.`);
    } catch (error) {
      notice(error.message);
    }
  }

  // MARK: Keyboard

  #key(event, place) {
    const row = this.grid.columns;
    const visible = Math.max(1, Math.floor((this.scroller.viewport - this.pane.bottom) / this.grid.side));
    const steps = {
      ArrowLeft: -1, ArrowRight: 1, ArrowUp: -row, ArrowDown: row,
      PageUp: -row * visible, PageDown: row * visible,
    };
    const last = this.#list.count - 1;
    if (event.key in steps) {
      const next = place + steps[event.key];
      const isOut = next < 0 || next > last;
      if (isOut && event.key.startsWith("Arrow")) return true;
      this.#moveTo(Math.max(0, Math.min(next, last)));
    } else if (event.key === "Home") {
      this.#moveTo(0);
    } else if (event.key === "End") {
      this.#moveTo(last);
    } else {
      return false;
    }
    return true;
  }

  /** Moves the keyboard focus, and without a choice the preview, to a position. */
  #moveTo(place) {
    const top = this.grid.top(place);
    const lead = this.pane.height;
    const { offset, viewport } = this.scroller;
    if (top < offset + this.pane.bottom - lead) this.scroller.offset = top + lead - this.pane.bottom;
    const end = top + this.grid.side + lead - viewport;
    if (end > this.scroller.offset) this.scroller.offset = end;
    if (!this.#selection) this.#current = place;
    this.#draw();
    this.grid.focus(place);
    if (!this.#selection) this.#showCurrent();
    const asset = this.#list.at(place);
    if (!asset) say(`${place + 1} of ${this.#list.count}`);
  }
}
