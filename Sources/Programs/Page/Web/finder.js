// The order and the tests of an album: one field, switches, and the rule that they are.

import { camerasOf, Chips, yearsOf } from "./chips.js";
import { rule } from "./feed.js";
import { notice } from "./messages.js";
import { dated, queryOf, typed } from "./query.js";
import { texts } from "./texts.js";

/** The pause in typing after which a search begins, in milliseconds; it ends the one before. */
const typingPause = 80;

const part = (id) => document.getElementById(id);

export class Finder {
  #form = part("finder");
  #drawn = "";
  #album = null;
  #shownRule = null;
  /** The query that was sent and not drawn yet, behind which the user may have typed more. */
  #sent = null;
  #timer = 0;
  #years;
  #cameras;
  /** True once the user went to the cameras, which files are read for. */
  #wantsCameras = false;
  #onFind;

  /**
   * @param rest gives a promise for the moment at which the pictures on screen are loaded
   * @param onFind called with the wanted order and tests, as a query
   */
  constructor(rest, onFind) {
    this.#onFind = onFind;
    this.#years = this.#chips("year", yearsOf, rest);
    this.#cameras = this.#chips("camera", camerasOf, rest);
    const form = this.#form;
    part("find").addEventListener("click", () => (form.hidden ? this.#open() : this.#close()));
    part("rule").addEventListener("toggle", () => this.#drawRule());
    part("copy-rule").addEventListener("click", () => this.#copyRule());
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", (event) => {
      clearTimeout(this.#timer);
      const isTyped = event.target.matches("input:not([type=checkbox])");
      this.#timer = setTimeout(() => this.#find(), isTyped ? typingPause : 0);
    });
    form.elements.camera.addEventListener("focus", () => {
      this.#wantsCameras = true;
      this.#drawChips();
    });
    // The fields are empty after the event.
    form.addEventListener("reset", () => setTimeout(() => this.#find(), 0));
    form.addEventListener("keydown", (event) => { if (event.key === "Escape") this.#escape(event); });
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Draws the query of an album, which an address may have opened. */
  draw(album, query) {
    if (query === this.#drawn && album.id === this.#album) return;
    [this.#album, this.#drawn] = [album.id, query];
    part("find").setAttribute("aria-pressed", query !== "");
    if (query && this.#form.hidden) this.#open(false);
    if (query !== this.#sent && query !== this.#query) this.#fill(new URLSearchParams(query));
    this.#sent = null;
    this.#drawChips();
    this.#drawRule();
  }

  #chips(field, read, rest) {
    return new Chips(field, read, rest, (value) => {
      this.#form.elements[field].value = value;
      this.#find();
    });
  }

  get #query() {
    const members = new FormData(this.#form);
    members.set("text", dated(part("text").value));
    return queryOf(members);
  }

  #fill(members) {
    for (const field of this.#form.elements) {
      if (field.type === "checkbox") field.checked = members.has(field.name);
      else if (field.name) field.value = typed(members.get(field.name) ?? "");
    }
  }

  #open(takesFocus = true) {
    this.#form.hidden = false;
    part("find").setAttribute("aria-expanded", "true");
    this.#drawChips();
    if (takesFocus) part("text").focus();
  }

  #drawChips() {
    if (this.#form.hidden || this.#album === null) return;
    this.#years.draw(this.#album, this.#drawn);
    if (this.#wantsCameras) this.#cameras.draw(this.#album, this.#drawn);
  }

  #close() {
    this.#form.hidden = true;
    part("find").setAttribute("aria-expanded", "false");
    part("find").focus();
  }

  #find() {
    const query = this.#query;
    if (query === this.#drawn) return;
    this.#sent = query;
    this.#onFind(query);
  }

  /** The first press empties the field, the next one closes the form. */
  #escape(event) {
    event.preventDefault();
    if (event.target !== part("text") || part("text").value === "") return this.#close();
    part("text").value = "";
    this.#find();
  }

  #key(event) {
    const isTyping = event.target.closest?.("input, select, textarea");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (part("find").hidden || part("bar").inert) return;
    event.preventDefault();
    this.#open();
  }

  async #drawRule() {
    if (!part("rule").open) return;
    const wanted = `${this.#album}?${this.#drawn}`;
    if (wanted === this.#shownRule) return;
    this.#shownRule = wanted;
    try {
      const text = await rule(this.#album, this.#drawn);
      if (wanted === this.#shownRule) part("rule-text").textContent = text;
    } catch (error) {
      if (wanted !== this.#shownRule) return;
      this.#shownRule = null;
      part("rule-text").textContent = error.message;
    }
  }

  async #copyRule() {
    let text;
    try {
      text = await rule(this.#album, this.#drawn);
    } catch (error) {
      return notice(error.message, 5000);
    }
    try {
      await navigator.clipboard.writeText(text);
      notice(texts.ruleCopied, 3000);
    } catch {
      notice(texts.noClipboard, 5000);
    }
  }
}
