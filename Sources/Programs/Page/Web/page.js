// The page: an album's grid below, one of its pictures above, the albums behind the title.

import { Address } from "./address.js";
import { OpenAlbum } from "./album.js";
import { AlbumList } from "./albums.js";
import { offer } from "./answers.js";
import { Chooser } from "./chooser.js";
import { albums } from "./feed.js";
import { Details } from "./details.js";
import { Finder } from "./finder.js";
import { Grid } from "./grid.js";
import { Info } from "./info.js";
import { GridKeys } from "./keys.js";
import { Loading } from "./loading.js";
import { conclude, notice, say } from "./messages.js";
import { News } from "./news.js";
import { Pane } from "./pane.js";
import { Picker } from "./picker.js";
import { Preview } from "./preview.js";
import { Ranges } from "./ranges.js";
import { Scroller } from "./scroller.js";
import { Scrubber } from "./scrubber.js";
import { Sight } from "./sight.js";
import { State } from "./state.js";
import { Steady } from "./steady.js";
import { locale, texts } from "./texts.js";
import { Viewer } from "./viewer.js";

/** The size of libraries above which a picker is not told which assets are removed. */
const mostCompared = 20_000;
const restTime = 60;
/** The height of the chosen ones below, which cover the end of the grid. */
const stripHeight = 80;

const part = (id) => document.getElementById(id);

export class Page {
  #scene = 0;
  #isLibrary = true;
  #state = new State(() => this.render());
  #address = new Address((target) => this.#open(target).catch((error) => notice(error.message)));
  #stream;
  #picker = null;
  #album = null;
  #albums = [];
  #kept = new Map();
  /** The albums in which searches take long. */
  #large = new Set();
  #seen = { first: 0, last: -1 };
  #rest = 0;
  #offset = 0;
  #isDue = false;
  #isDone = false;
  #isSought = false;

  /** @param stream tells of changes */
  constructor(stream) {
    this.#stream = stream;
    this.scroller = new Scroller(part("scroller"), part("spacer"), () => this.#scrolled());
    this.pane = new Pane(
      part("pane"), part("divider"), part("scroller"), this.scroller, () => this.render());
    this.loading = new Loading(this.#state, () => this.render());
    this.finder = new Finder(() => this.loading.rest(), (query) => {
      const { album, name, view } = this.#current;
      this.show(album, name === null ? undefined : { name }, view, query);
    });
    this.scrubber = new Scrubber({
      onMove: (share) => { this.scroller.offset = share * this.scroller.most; },
      onGo: (place) => this.sight.goTo(place),
      assetAt: (place) => this.#list.at(place),
      isByName: () => this.#current.query.includes("order=name"),
    });
    this.details = new Details(() => this.loading.rest(), () => this.render());
    this.grid = new Grid(part("grid"), part("headings"), {
      asset: (place) => this.#list.at(place),
      picture: (place, asset) => this.loading.square(place, asset),
      problem: (place, asset) => this.loading.problem(place, asset),
      number: (place) => this.#current.selection?.number(this.#list.name(place)) || this.chooser.number(place),
      mark: (place) => this.#current.selection?.mark(this.#list.name(place)),
      current: (place) => place === this.#current.place,
      onTap: (place) => this.#tap(place),
      // In a picker, two taps choose an asset and give it up.
      onDoubleTap: (place) => { if (!this.#picker) this.#view("viewer", place); },
      onKey: (event) => keys.take(event),
      detail: (section) => this.details.text(section),
      onSection: (number) => this.chooser.section(this.grid.layout.sections[number]),
      onFocus: (place) => { if (place === this.#current.place) this.sight.reveal(place); },
    });
    this.chooser = new Chooser(this.#state, () => this.#album);
    this.sight = new Sight(this.scroller, this.pane, this.grid);
    this.info = new Info(() => this.render());
    const keys = new GridKeys(this.#state, {
      grid: this.grid, sight: this.sight, chooser: this.chooser, info: this.info,
      album: () => this.#album, onView: (view) => this.#view(view),
    });
    this.preview = new Preview(
      { stage: part("stage"), image: part("picture"), frame: part("frame"),
        reason: part("reason"), caption: part("caption") },
      { onCrop: (name, crop) => this.#picker?.crop(name, crop),
        onNeed: () => this.render(),
        onSwipe: (step) => this.#step(step),
        canClose: () => this.viewer.isOpen,
        onClose: () => this.#view("grid") });
    this.albums = new AlbumList(
      { panel: part("albums"), scroller: part("album-scroller"), spacer: part("album-spacer"),
        list: part("album-list"), button: part("title") },
      { onChoose: (album) => this.show(album), onOpen: () => this.loading.endRest() });
    part("play").addEventListener("click", () => this.preview.playLive());
    this.viewer = new Viewer(this.#state, this.preview, {
      onView: (view) => this.#view(view),
      onInfo: () => this.info.toggle(),
      onStep: (step) => this.#step(step),
      onChoose: () => { if (this.#picker) this.#picker.toggle(true); else this.preview.toggle(); },
      onLeave: () => {
        this.sight.reveal(this.#current.place);
        this.grid.focus();
      },
    });
    this.news = new News(part("news"), (place) => this.sight.goTo(place));
    this.steady = new Steady(this.sight, this.grid, this.news);
    new ResizeObserver(() => this.sight.keep(this.#current.place, () => this.layOut()))
      .observe(part("view"));
  }

  get #current() { return this.#state.value; }

  get #list() { return this.#album?.list; }

  /** Shows a scene; each page shows only one. */
  async start(subject) {
    this.#scene = subject.scene;
    this.#isLibrary = subject.kind === "library";
    try {
      if (subject.limit !== undefined) {
        this.#picker = new Picker(subject, this.#state, this.preview, {
          rest: () => this.chooser.rest, list: () => this.#list, onStep: (step) => this.#step(step),
          onDone: () => {
            this.#isDone = true;
            // The stream stays open, as it tells of the next scene.
            this.#album.list.close();
          },
          onShow: (name) => this.#showNamed(name).catch((error) => notice(error.message)),
          onCompare: () => this.#address.step(),
        });
        this.chooser.picker = this.#picker;
        this.ranges = new Ranges(part("grid"), this.scroller, {
          edges: () => this.sight.edges,
          onRange: (from, to, isSameDrag) => this.chooser.range(from, to, isSameDrag),
        });
      }
      offer(subject);
      if (subject.notice) notice(subject.notice);
      // The album is shown before the others are read.
      part("title").disabled = !this.#isLibrary;
      part("find").hidden = !this.#isLibrary;
      this.#albums = [{ id: 0, title: this.#isLibrary ? texts.smartAlbums.smartAlbumUserLibrary ?? "Recents" : subject.title }];
      await this.#open(this.#address.read());
      if (!this.#isLibrary) return;
      // The tool answers one request after the other, and for albums it reads the library once more.
      if (this.#list.isOpen) await this.loading.rest();
      await this.#readAlbums().catch((error) => this.#album.fail(error.message));
    } catch (error) {
      notice(error.message);
    }
  }

  // MARK: Albums

  async #readAlbums() {
    const list = await albums();
    // An empty library has none, but its first one is shown.
    if (list.length > 0) this.#albums = list;
    this.albums.albums = list;
    const album = list.find((each) => each.id === this.#current.album.id);
    if (!album && list.length > 0) {
      const { title } = this.#current.album;
      if (title) notice(texts.albumGone(title), 8000);
      return this.show(list[0]);
    }
    if (album) this.#state.change({ album });
  }

  /** Shows what an address names. */
  async #open({ album: id, query, name, place, view }) {
    if (id === this.#current.album?.id && query === this.#current.query) {
      // Back from the viewer leads to the square of the picture that was reached there.
      if (this.viewer.isOpen && view === "grid") return this.#view("grid");
      this.#state.change({ place, name, asset: null, view });
      this.#isSought = true;
      return this.#album.agree();
    }
    const known = this.#albums.find((each) => each.id === id);
    const album = known ?? (this.#isLibrary ? { id, title: "" } : this.#albums[0]);
    await this.show(album, name === null ? undefined : { name, place }, view, query);
  }

  /** @param target the asset to show; by default the one that was current last time */
  async show(album, target, view = "grid", query = "") {
    const { album: last, query: lastQuery, place, name } = this.#current;
    const isSearch = last?.id === album.id && query !== "" && this.#large.has(album.id);
    if (last) {
      const [{ sections }, { offset }, { hidden }] = [this.#list, this.scroller, this.pane];
      this.#kept.set(`${last.id}?${lastQuery}`, { offset, hidden, place, name, sections });
    }
    this.#album?.close();
    const start = { offset: 0, hidden: 0, place: 0, name: null, sections: [] };
    const kept = this.#kept.get(`${album.id}?${query}`) ?? start;
    const isKept = !target || target.name === kept.name;
    const next = isKept ? kept : { ...start, ...target };
    const open = new OpenAlbum(album.id, query, this.#isLibrary, this.#state, this.#stream, {
      wanted: () => this.#wanted(),
      rest: () => this.loading.rest(),
      onLoad: (isOther) => { if (isOther) this.layOut(); else this.render(); },
      onSections: () => this.sight.keep(this.#current.place, () => this.layOut()),
      beforeChange: () => {
        this.loading.forgetProblems();
        return this.steady.before(this.#list);
      },
      afterChange: (before) => {
        this.steady.after(this.#list, before, (settle) => this.layOut(settle));
        this.#picker?.refresh();
        return this.#readAlbums();
      },
      // The address of one scene means nothing in the next.
      onScene: (scene) => { if (scene !== this.#scene) location.replace("/"); },
      onFailure: () => this.#readAlbums().catch(() => {}),
      onRemoved: (names) => this.#picker?.drop(names),
      onEnd: () => {
        // A request that fails because of it is no news.
        if (!this.#isDone) conclude(texts.startAgain);
      },
    });
    this.#album = open;
    this.loading.list = open.list;
    open.list.sections = next.sections;
    this.grid.clear();
    this.news.clear();
    this.#state.change({ album, query, place: next.place, name: next.name, asset: null, view });
    const showsFirst = isSearch && next.offset === 0;
    if (showsFirst) [this.pane.hidden, this.scroller.offset] = [0, 0];
    await open.open(next.place, showsFirst);
    // Another album may have been chosen meanwhile.
    if (open !== this.#album) return;
    this.pane.hidden = 0;
    this.layOut();
    this.scroller.offset = next.offset;
    this.pane.hidden = next.hidden;
    this.#isSought = !isKept;
    this.render();
    if (open.list.isLarge) this.#large.add(album.id);
    const isSmall = (this.#albums[0].count ?? this.#list.count) <= mostCompared;
    open.follow(!this.#large.has(album.id), Boolean(this.#picker) && isSmall);
  }

  // MARK: Drawing

  /** @param settle scrolls in the new layout before it is drawn */
  layOut(settle) {
    const { clientWidth, clientHeight } = part("scroller");
    this.grid.layOut(clientWidth, clientHeight);
    this.pane.layOut(clientWidth, clientHeight);
    if (!this.#list) return;
    this.grid.arrange(this.#list.count, this.#list.sections);
    this.scroller.height = this.pane.height + this.grid.layout.height + (this.#picker ? stripHeight : 0);
    settle?.();
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
    const { place } = this.#current;
    const { offset, shift } = this.scroller;
    this.sight.covered = this.#current.selection?.count > 0 ? stripHeight : 0;
    const { top, height } = this.sight;
    this.#drawBar();
    this.#drawPreview();
    this.viewer.draw();
    this.#drawInfo();
    this.#seen = this.grid.show(top, top + height, shift + this.pane.height, place);
    this.scrubber.draw(this.grid.layout, { ...this.sight.rail, place: this.#seen.first });
    this.news.draw(this.pane.bottom, this.#seen.first, list.sections);
    clearTimeout(this.#rest);
    // Far jumps and flings request nothing on their way.
    const isCalm = Math.abs(offset - this.#offset) < this.grid.side / 2;
    this.#offset = offset;
    this.#rest = setTimeout(() => this.#want(), isCalm && this.#isFull() ? 0 : restTime);
    if (list.isOpen) this.#address.show(this.#current);
    if (!this.#isSought || !this.#current.asset) return;
    this.#isSought = false;
    this.sight.reveal(place);
  }

  #drawBar() {
    const { album, query, asset } = this.#current;
    const { count, isCounted } = this.#list;
    part("nothing").hidden = !isCounted || count > 0;
    part("nothing-text").textContent = query !== "" ? texts.nothingFound
      : this.#isLibrary ? texts.nothingYet : texts.noPictures;
    part("clear").hidden = query === "";
    document.title = [asset?.name, album.title, "shotflow"].filter(Boolean).join(" – ");
    this.albums.current = album;
    this.finder.draw(album, query);
    part("title-text").textContent = album.title;
    part("count").textContent = !isCounted ? "" : count > 0 ? count.toLocaleString(locale) : texts.noPictures;
  }

  #drawPreview() {
    const { place, name, asset, selection } = this.#current;
    part("play").hidden = asset?.motion !== "live";
    this.preview.draw(asset && {
      name, asset, ...this.loading.large(place, asset, this.preview.isSharp),
      canBeSquare: Boolean(selection?.has(name)), crop: selection?.crop(name),
    });
    this.#picker?.draw();
  }

  #drawInfo() {
    const { place, asset } = this.#current;
    if (!asset || asset.problem) return this.info.draw(null);
    this.info.draw(this.#list.facts(place, asset), this.#list.address(place, asset, "download"));
  }

  #isFull() {
    return [this.#seen.first, this.#seen.last].every((place) => this.#list.at(place) !== undefined);
  }

  /** The pairs of places between which assets have to be known. */
  #wanted() {
    const { first, last } = this.#seen;
    const [row, { place }] = [this.grid.columns, this.#current];
    const end = this.#list.count - 1;
    const seen = [Math.max(0, first - 2 * row), Math.min(end, last + 2 * row)];
    const near = [Math.max(0, place - 1), Math.max(0, Math.min(end, place + 1))];
    return last < first ? [near] : [near, seen];
  }

  #want() {
    const list = this.#list;
    if (!list.isOpen) return;
    list.want(this.#wanted());
    this.loading.want(this.#seen, this.grid.columns, this.preview);
    this.details.want(list, this.#current.album.title, this.sight.sections);
  }

  // MARK: Showing

  #tap(place) {
    const wasCollapsed = this.pane.isCollapsed;
    const isCurrent = place === this.#current.place;
    this.#album.goTo(place);
    this.#picker?.toggle(isCurrent);
    this.ranges?.begin(place);
    if (!wasCollapsed) return;
    this.pane.open();
    this.scroller.scrollTo(this.grid.layout.top(place));
  }

  /** Shows a chosen asset, in all of the library if the open album lacks it. */
  async #showNamed(name) {
    const album = this.#album;
    const place = await album.list.find(name);
    if (album !== this.#album) return;
    if (place === null) return this.show(this.#albums[0], { name, place: 0 });
    this.#album.goTo(place, name);
    this.#isSought = true;
  }

  // MARK: Views

  #view(view, place = this.#current.place) {
    if (this.#list.count > 0) this.#album.goTo(place);
    else if (view === "viewer") return;
    if (view === "grid" && this.viewer.isOpen) this.#address.leaveViewer();
    this.#state.change({ view });
  }

  #step(step) {
    const last = this.#list.count - 1;
    const place = Math.max(0, Math.min(this.#current.place + step, last));
    this.#album.goTo(place);
    if (!this.viewer.isOpen) this.sight.reveal(place);
    say(texts.place(place + 1, last + 1));
  }
}
