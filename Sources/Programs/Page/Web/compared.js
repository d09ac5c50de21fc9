// One of the pictures that are compared, with its name, its size and what is decided about it.

import { Fingers } from "./fingers.js";
import { badge, describe } from "./grid.js";
import { texts } from "./texts.js";
import { Zoom } from "./zoom.js";

/** An element with a class, which is put into another one. */
function add(parent, name, className) {
  const element = document.createElement(name);
  element.className = className;
  parent.append(element);
  return element;
}

export class ComparedPicture {
  #item;
  #cell;
  #stage;
  #image;
  #reason;
  #take;
  #isSharp = false;

  /** The name of the asset. */
  name;

  /** The place of the picture in its stage. */
  zoom;

  /**
   * @param item `name`, `place` and `asset` of an asset of the first album
   * @param parent the element around all
   * @param handlers those of {@link Fingers}; `onWheel`: with a ratio and the point; `onTake`: the asset
   *   is to be taken or left, by its name; `onLoad`: the picture is there, and may not be sharp enough
   */
  constructor(item, parent, handlers) {
    const { asset } = item;
    this.#item = item;
    this.name = item.name;
    this.#cell = add(parent, "div", "compared");
    this.#cell.setAttribute("role", "group");
    this.#cell.setAttribute("aria-label", describe(asset));
    this.#cell.classList.toggle("best", asset.isKept === true);
    this.#stage = add(this.#cell, "div", "compared-stage");
    this.#stage.tabIndex = 0;
    this.#stage.setAttribute("role", "img");
    this.#stage.setAttribute("aria-label", asset.name ?? "");
    this.#image = add(this.#stage, "img", "");
    this.#image.alt = "";
    this.#image.draggable = false;
    this.#reason = add(this.#stage, "p", "compared-reason");
    this.#write(add(this.#cell, "div", "compared-row"));
    this.zoom = new Zoom(this.#stage, this.#image, document.createElement("div"));
    this.zoom.begin(false, null, asset.hasOriginal ? asset.pixelWidth : 0);
    this.#image.addEventListener("load", () => {
      this.zoom.loaded();
      handlers.onLoad();
    });
    this.#take.addEventListener("click", () => handlers.onTake(this.name));
    new Fingers(this.#stage, handlers);
    this.#stage.addEventListener("wheel", (event) => {
      event.preventDefault();
      const { left, top } = this.#stage.getBoundingClientRect();
      handlers.onWheel(Math.exp(-event.deltaY / 300), { x: event.clientX - left, y: event.clientY - top });
    }, { passive: false });
  }

  #write(row) {
    const { asset } = this.#item;
    const pixels = asset.pixelWidth ? `${asset.pixelWidth} × ${asset.pixelHeight}` : "";
    add(row, "span", "compared-name").textContent = asset.name ?? "";
    add(row, "span", "compared-facts").textContent = asset.isKept ? `${badge(asset)} – ${texts.best}`
      : asset.isKept === false ? badge(asset) : pixels;
    this.#take = add(row, "button", "compared-take");
    this.#take.type = "button";
    this.#take.setAttribute("aria-label", texts.chooseAll(asset.name ?? ""));
  }

  get hasFocus() {
    return this.#cell.contains(document.activeElement);
  }

  focus() {
    this.#stage.focus({ preventScroll: true });
  }

  remove() {
    this.#cell.remove();
  }

  #address(size) {
    return `/pictures/0/${this.#item.place}/${this.#item.asset.version}/${size}`;
  }

  /** The addresses of its pictures; of the original once that has more to show. */
  get addresses() {
    this.#isSharp ||= this.zoom.isSoft;
    return [this.#address("preview"), ...(this.#isSharp ? [this.#address("original")] : [])];
  }

  /**
   * Draws what there is of the picture, and what is decided about it.
   *
   * @param words the number of a chosen one, and its mark; empty for none
   */
  draw(pictures, words) {
    const local = pictures.at(this.#address("original")) ?? pictures.at(this.#address("preview"));
    if (local && this.#image.getAttribute("src") !== local) this.#image.src = local;
    this.#reason.textContent = local ? "" : pictures.problem(this.#address("preview")) ?? "";
    this.#image.hidden = !local;
    this.#take.textContent = words;
    this.#take.setAttribute("aria-pressed", /^\d/.test(words));
    this.#cell.dataset.mark = words.endsWith("✕") ? "x" : "";
  }
}
