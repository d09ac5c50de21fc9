// Messages, for screen readers or shown on the page.

const part = (id) => document.getElementById(id);

/** Announces a text to screen readers. */
export function say(text) {
  part("status").textContent = text;
}

let isOver = false;

/** Shows the last message, which no other one follows. */
export function conclude(text) {
  isOver = false;
  notice(text);
  isOver = true;
}

/** Shows a message for `time` milliseconds, by default until the next; an empty text hides it. */
export function notice(text, time) {
  if (isOver) return;
  // The same message again is not announced again.
  if (part("notice").textContent !== text) part("notice").textContent = text;
  part("notice").hidden = !text;
  if (time) setTimeout(() => { if (part("notice").textContent === text) notice(""); }, time);
}
