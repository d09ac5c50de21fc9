// Choosing: assets in an order, and squares of them.

import { Compare } from "./compare.js";
import { choose } from "./feed.js";
import { conclude, notice, say } from "./messages.js";
import { Selection } from "./selection.js";
import { Strip } from "./strip.js";
import { locale, texts } from "./texts.js";

/** The name under which the browser keeps the choice of a page that is reloaded. */
const storage = "choice";

/** The time in which a second press of Escape cancels, in milliseconds. */
const doubt = 4000;

const part = (id) => document.getElementById(id);

/** The words of the button for stages that act on so many assets. */
function acting(acts, count) {
  const verbs = acts.map(([name]) => texts.acts[name] ?? name).join(texts.then);
  return `${verbs.charAt(0).toLocaleUpperCase(locale)}${verbs.slice(1)}${count > 0 ? ` (${count})` : ""}`;
}

export class Picker {
  #run;
  #scene;
  #isLibrary;
  #state;
  #preview;
  #handlers;
  #isDone = false;
  #strip;
  #compare;
  #asked = -Infinity;
  /** The stages of the rule that get what is chosen; none if it is printed. */
  #acts;

  /**
   * @param handlers `rest`: a promise for the moment at which all is chosen that was wanted; `list`: the
   *   assets of the open album; `onStep`: another asset is wanted, by the distance to it; `onDone`: the
   *   choice was sent; `onShow`: a chosen asset is wanted above; `onCompare`: see {@link Compare}
   */
  constructor({ run, scene, kind, limit, selected, acts }, state, preview, handlers) {
    this.#run = run;
    this.#scene = scene;
    this.#isLibrary = kind === "library";
    this.#state = state;
    this.#preview = preview;
    this.#handlers = handlers;
    this.#acts = acts ?? [];
    this.#selection = this.#restored(limit) ?? new Selection(limit, selected);
    this.#strip = new Strip(this.#isLibrary, {
      onMove: (from, to) => { this.#selection = this.#selection.moving(from, to); },
      onDrop: (place) => this.#giveUp([this.#selection.at(place)]),
      onShow: handlers.onShow,
    });
    this.#compare = new Compare(this, this.#isLibrary, state, handlers);
    part("view").addEventListener("keydown", (event) => this.#key(event), { capture: true });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented) this.#escape();
    });
    document.body.classList.add("picking");
    part("grid").setAttribute("aria-multiselectable", "true");
    part("choose").hidden = false;
    part("choose").title = this.#acts.map((act) => act.join(" ")).join("\n");
    part("cancel").hidden = this.#acts.length > 0;
    part("choose").addEventListener("click", () => this.#choose());
    part("cancel").addEventListener("click", () => this.#finish(null));
    part("crop").addEventListener("click", () => this.#toggleSquare());
    part("take").addEventListener("click", () => this.toggle(true));
  }

  /** Follows a key about the current asset, and goes on to the next. */
  #key(event) {
    const { name, asset } = this.#state.value;
    const isText = event.target.matches("input:not([type=range])");
    if (isText || event.ctrlKey || event.metaKey || event.altKey || !asset || asset.problem) return;
    if (!this.mark(name, event.key.toLowerCase())) return;
    event.preventDefault();
    this.#handlers.onStep(1);
  }

  /**
   * Follows a key about an asset: `p` takes it, `x` leaves it, `1` to `5` take it with this mark.
   * Returns false for another key, or if no more can be chosen.
   */
  mark(name, key) {
    const selection = this.#selection;
    if (!/^[px1-5]$/.test(key)) return false;
    if (key === "x") {
      this.#selection = selection.leaving(name);
      say(texts.givenUp);
      return true;
    }
    if (!selection.has(name) && selection.isFull) {
      this.#tellFull();
      return false;
    }
    const taken = selection.has(name) ? selection : selection.adding(name);
    this.#selection = key === "p" ? taken : taken.marking(name, key);
    say([texts.chosenAs(taken.number(name)), key === "p" ? "" : texts.mark(key)].filter(Boolean).join(", "));
    return true;
  }

  /** What is decided about an asset, in a few characters. */
  words(name) {
    const [number, mark] = [this.#selection.number(name), this.#selection.mark(name)];
    return [number || "", mark === "x" ? "✕" : mark && `★${mark}`].filter(Boolean).join(" ");
  }

  /** Chooses the current asset; gives it up only if it was shown before. */
  toggle(wasShown) {
    const { name, asset } = this.#state.value;
    const selection = this.#selection;
    if (!name || this.#isLibrary && !asset?.key) return;
    if (selection.has(name)) {
      if (!wasShown) return;
      this.#giveUp([name]);
    } else if (selection.isFull) {
      this.#tellFull();
    } else {
      this.#selection = selection.adding(name);
      say(texts.chosenAs(selection.count + 1));
    }
  }

  /**
   * Chooses assets in their order, as far as the limit allows.
   *
   * @param replaced the names that they replace
   * @returns those that were not chosen before
   */
  add(names, replaced = []) {
    const rest = this.#selection.dropping(replaced);
    const wanted = rest.addingAll(names);
    this.#selection = wanted;
    if (names.some((name) => !wanted.has(name))) this.#tellFull();
    else say(texts.manyChosen(wanted.count));
    return names.filter((name) => wanted.has(name) && !rest.has(name));
  }

  /** Chooses assets, or gives them up if all of them are chosen. */
  toggleAll(names) {
    if (names.every((name) => this.#selection.has(name))) this.#giveUp(names);
    else this.add(names);
  }

  #giveUp(names) {
    this.#selection = this.#selection.dropping(names);
    say(texts.givenUp);
  }

  #tellFull() {
    const { limit } = this.#selection;
    notice(texts.noMore(limit), 3000);
  }

  /** Cancels at the second press. */
  #escape() {
    if (this.#isDone) return;
    const now = performance.now();
    if (now - this.#asked < doubt) return this.#acts.length > 0 ? this.#chooseNone() : this.#finish(null);
    this.#asked = now;
    notice(this.#acts.length > 0 ? texts.escapeChooses : texts.escapeAgain, doubt);
  }

  #chooseNone() {
    const selection = this.#selection;
    this.#giveUp(Array.from({ length: selection.count }, (_, place) => selection.at(place)));
  }

  /** Deselects assets that were removed from the library. */
  drop(names) {
    if (!names.some((name) => this.#selection.has(name))) return;
    this.#selection = this.#selection.dropping(names);
    notice(texts.removed, 5000);
  }

  /** Follows a change of the library. */
  refresh() {
    this.#strip.refresh();
  }

  crop(name, crop) {
    if (this.#selection.has(name)) this.#selection = this.#selection.cropping(name, crop);
  }

  draw() {
    this.#strip.draw(this.#selection);
    this.#compare.draw();
    const { asset, name } = this.#state.value;
    const { count, limit } = this.#selection;
    part("take").hidden = !asset;
    part("take").setAttribute("aria-pressed", this.#selection.has(name));
    part("take-text").textContent = this.words(name);
    part("choose").disabled = count === 0 || this.#isDone;
    if (this.#acts.length > 0) part("choose").textContent = acting(this.#acts, count);
    else part("choose").textContent = count === 0 ? texts.choose : texts.chosen(count, limit);
    part("cancel").disabled = this.#isDone;
    part("crop").hidden = !asset || Boolean(asset.motion) || this.#acts.length > 0;
    part("crop").setAttribute("aria-pressed", this.#preview.isSquare);
  }

  get #selection() {
    return this.#state.value.selection;
  }

  set #selection(selection) {
    this.#state.change({ selection });
    const kept = { run: this.#run, scene: this.#scene, ...selection.stored };
    sessionStorage.setItem(storage, JSON.stringify(kept));
  }

  /** The choice before the page was reloaded; null for another run's, or none. */
  #restored(limit) {
    const kept = JSON.parse(sessionStorage.getItem(storage));
    if (kept?.run !== this.#run || kept.scene !== this.#scene) return null;
    return Selection.restored(limit, kept);
  }

  #toggleSquare() {
    const { name } = this.#state.value;
    if (!this.#selection.has(name)) this.toggle(true);
    if (this.#selection.has(name)) this.#preview.cut(!this.#preview.isSquare);
    this.draw();
  }

  /** Sends what is chosen, with what is still being read. */
  async #choose() {
    await this.#handlers.rest();
    return this.#finish(this.#selection);
  }

  async #finish(selection) {
    try {
      await choose(this.#scene, selection?.answer(this.#isLibrary ? "key" : "index") ?? []);
      this.#isDone = true;
      this.draw();
      this.#handlers.onDone();
      if (this.#acts.length > 0) conclude(texts.oneMoment);
      else conclude(selection ? texts.done : texts.nothingChosen);
    } catch (error) {
      notice(error.message);
    }
  }
}
