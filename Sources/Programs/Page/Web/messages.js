// Messages: heard by those who hear the page, or shown to all.

const part = (id) => document.getElementById(id);

/** Tells those who hear the page. */
export function say(text) {
  part("status").textContent = text;
}

/** Shows a message, for some milliseconds or until the next; none for an empty text. */
export function notice(text, time) {
  part("notice").textContent = text;
  part("notice").hidden = !text;
  if (time) setTimeout(() => { if (part("notice").textContent === text) notice(""); }, time);
}
