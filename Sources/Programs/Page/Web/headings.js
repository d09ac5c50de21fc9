// The headings of the sections on screen.

import { nameOf } from "./periods.js";
import { texts } from "./texts.js";

export class Headings {
  #element;
  #shown = new Map();
  #onChoose;

  /** @param onChoose called with the number of a section whose squares are wanted */
  constructor(element, onChoose) {
    this.#element = element;
    this.#onChoose = onChoose;
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
      heading.style.transform = `translateY(${layout.headingTop(number) + shift}px)`;
    }
  }

  #add(number) {
    const heading = document.createElement("h2");
    heading.className = "heading";
    const button = document.createElement("button");
    button.className = "choose-all";
    button.textContent = texts.choose;
    button.addEventListener("click", () => this.#onChoose(number));
    heading.append(document.createElement("span"), button);
    this.#shown.set(number, heading);
    this.#element.append(heading);
    return heading;
  }
}
