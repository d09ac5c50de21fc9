// The headings of the sections on screen.

import { nameOf } from "./periods.js";
import { texts } from "./texts.js";

export class Headings {
  #element;
  #shown = new Map();
  #onChoose;
  #detail;

  /**
   * @param onChoose called with the number of a section whose squares are wanted
   * @param detail gives what is known of a section besides its date
   */
  constructor(element, onChoose, detail) {
    this.#element = element;
    this.#onChoose = onChoose;
    this.#detail = detail;
  }

  /**
   * Shows the headings between two heights.
   *
   * @param shift converts a height of the list to one of the element
   */
  show(layout, top, bottom, shift) {
    const numbers = layout.headings(top, bottom);
    for (const [number, heading] of this.#shown) {
      if (numbers.includes(number)) continue;
      heading.remove();
      this.#shown.delete(number);
    }
    for (const number of numbers) {
      const heading = this.#shown.get(number) ?? this.#add(number);
      const text = nameOf(layout.sections[number].date);
      if (heading.firstChild.textContent !== text) {
        heading.firstChild.textContent = text;
        heading.lastChild.setAttribute("aria-label", texts.chooseAll(text));
      }
      const detail = this.#detail(layout.sections[number]);
      if (heading.children[1].textContent !== detail) heading.children[1].textContent = detail;
      heading.style.transform = `translateY(${layout.headingTop(number) + shift}px)`;
    }
  }

  #add(number) {
    const heading = document.createElement("h2");
    heading.className = "heading";
    const button = document.createElement("button");
    button.className = "choose-all";
    button.textContent = texts.all;
    button.addEventListener("click", () => this.#onChoose(number));
    const detail = document.createElement("span");
    detail.className = "detail";
    heading.append(document.createElement("span"), detail, button);
    this.#shown.set(number, heading);
    this.#element.append(heading);
    return heading;
  }
}
