// The address of what is shown: `#/ALBUM/NAME`, in the viewer `#/ALBUM/NAME/full`; with an order or
// tests `#/ALBUM/NAME?order=name&text=sea`.

import { queryOf } from "./query.js";

/** The time between two changes of the address, as browsers refuse too many. */
const pause = 350;

export class Address {
  #album = null;
  #query = "";
  #view = "grid";
  #isLeaving = false;
  #written = null;
  #due = null;
  #last = null;
  #timer = 0;

  /** @param onGo called when the user goes to another address, with its parts */
  constructor(onGo) {
    addEventListener("popstate", () => {
      clearTimeout(this.#timer);
      this.#timer = 0;
      const target = this.read();
      [this.#album, this.#query, this.#view] = [target.album, target.query, target.view];
      this.#written = location.hash;
      if (!this.#isLeaving) return onGo(target);
      this.#isLeaving = false;
      this.show(this.#last);
    });
  }

  /**
   * The parts of the address: an album with its order and tests, and the name and perhaps the last
   * place of an asset.
   */
  read() {
    const [path, query = ""] = location.hash.split(/\?(.*)/s);
    const [, album, name, view] = path.split("/");
    const isNumber = /^\d{1,9}$/.test(album ?? "");
    const place = history.state?.place;
    return {
      album: isNumber ? Number(album) : 0,
      query: isNumber ? queryOf(query) : "",
      name: isNumber && name ? name : null,
      place: Number.isInteger(place) ? place : 0,
      view: isNumber && name && view === "full" ? "viewer" : "grid",
    };
  }

  /** Makes the address that of what is current; another album or view is a step to go back. */
  show(current) {
    this.#last = current;
    if (this.#isLeaving) return;
    const { album, query, name, place, view } = current;
    const words = [album.id, ...(name === null ? [] : [name, ...(view === "viewer" ? ["full"] : [])])];
    this.#due = { hash: `#/${words.join("/")}${query && `?${query}`}`, place };
    const opensViewer = view === "viewer" && this.#view !== "viewer" && this.#written !== null;
    // Going on with a search is no step to go back.
    const isOtherQuery = this.#query !== query && (this.#query === "" || query === "");
    const isOther = this.#album !== null && (this.#album !== album.id || isOtherQuery);
    [this.#album, this.#query, this.#view] = [album.id, query, view];
    if (isOther || opensViewer) return this.#write("pushState", opensViewer);
    if (this.#timer || this.#due.hash === this.#written) return;
    this.#timer = setTimeout(() => this.#write("replaceState"), this.#written === null ? 0 : pause);
  }

  /** Makes a step to go back to what is current, for what is shown above it. */
  step() {
    if (this.#timer) this.#write("replaceState");
    history.pushState(history.state, "");
  }

  /** Goes back to before the viewer was opened, or stays if an address opened it. */
  leaveViewer() {
    if (!history.state?.canLeave) return;
    this.#isLeaving = true;
    history.back();
  }

  /** @param canLeave true if the step before shows the grid */
  #write(method, canLeave = Boolean(history.state?.canLeave)) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const { hash, place } = this.#due;
    this.#written = hash;
    history[method]({ place, canLeave }, "", hash);
  }
}
