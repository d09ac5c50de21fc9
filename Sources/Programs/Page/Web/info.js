// The facts about the current asset: a few lines, and all with the names that records have.

import { facts } from "./feed.js";
import { notice, say } from "./messages.js";
import { summary } from "./summary.js";
import { texts } from "./texts.js";

const part = (id) => document.getElementById(id);

export class Info {
  #shown = null;
  #path = null;
  #isOpen = false;
  #onChange;

  /** @param onChange called when the facts are wanted, or not any more */
  constructor(onChange) {
    this.#onChange = onChange;
    part("about").addEventListener("click", () => this.toggle());
    part("copy").addEventListener("click", () => this.#copy());
    part("close-info").addEventListener("click", () => {
      this.toggle();
      part("about").focus();
    });
  }

  get isShown() {
    return !part("info").hidden;
  }

  toggle() {
    this.#isOpen = !this.#isOpen;
    this.#onChange();
  }

  /**
   * Draws the facts about an asset, or none.
   *
   * @param address the address of its facts; null if no asset is current
   * @param download the address of its file
   */
  draw(address, download) {
    for (const id of ["about", "download"]) part(id).hidden = address === null;
    if (address !== null && part("download").getAttribute("href") !== download) {
      part("download").href = download;
    }
    part("about").setAttribute("aria-expanded", this.#isOpen);
    part("info").hidden = !this.#isOpen || address === null;
    // What could not be read is read again when it is opened again.
    if (part("info").hidden) this.#shown = null;
    if (part("info").hidden || address === this.#shown) return;
    this.#shown = address;
    this.#path = null;
    part("copy").hidden = true;
    for (const id of ["summary", "facts"]) part(id).replaceChildren();
    this.#read(address);
  }

  async #read(address) {
    let rows;
    try {
      rows = await facts(address);
    } catch (error) {
      rows = [["", error.message]];
    }
    // Another asset may be current by now.
    if (address !== this.#shown) return;
    this.#path = rows.find(([name]) => name === "path")?.[1] ?? null;
    part("copy").hidden = this.#path === null;
    part("summary").replaceChildren(...summary(rows).map((line) => {
      const element = document.createElement("p");
      element.textContent = line;
      return element;
    }));
    part("facts").replaceChildren(...rows.flatMap(([name, text]) => {
      const [term, details] = [document.createElement("dt"), document.createElement("dd")];
      term.textContent = name;
      if (name === "location") details.append(this.#link(text));
      else details.textContent = text;
      return [term, details];
    }));
    say(rows.map(([name, text]) => `${name} ${text}`).join(", "));
  }

  /** A link to a map, which is not opened before the user follows it. */
  #link(text) {
    const [latitude, longitude] = text.split(", ");
    const link = document.createElement("a");
    link.textContent = text;
    link.href = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=14/${latitude}/${longitude}`;
    link.rel = "noreferrer noopener";
    link.target = "_blank";
    return link;
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.#path);
      notice(texts.pathCopied, 3000);
    } catch {
      notice(texts.noClipboard, 5000);
    }
  }
}
