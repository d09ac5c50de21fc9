// The texts of the page in the browser's language, as far as there is one.

import { english } from "./english.js";
import { german } from "./german.js";

const languages = { en: english, de: german };
const known = navigator.languages.find((each) => each.slice(0, 2).toLowerCase() in languages);

/** The language of dates and numbers, as a tag such as `de-AT`. */
export const locale = known ?? "en";

export const texts = languages[locale.slice(0, 2).toLowerCase()];

/** True if lines go from right to left. */
export const isMirrored = () => document.documentElement.dir === "rtl";

/** The key that means the same where lines go from left to right. */
export function keyOf({ key }) {
  const mirrored = { ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft" };
  return isMirrored() ? mirrored[key] ?? key : key;
}

/** Fills the elements of the document, which name their texts. */
export function fillTexts() {
  document.documentElement.lang = locale;
  document.documentElement.dir = texts.direction;
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = texts[element.dataset.text];
  }
  for (const name of ["aria-label", "title", "placeholder"]) {
    for (const element of document.querySelectorAll(`[data-${name}]`)) {
      element.setAttribute(name, texts[element.getAttribute(`data-${name}`)]);
    }
  }
}
