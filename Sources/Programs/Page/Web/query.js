// The order and the tests of an album as one text, which addresses and requests carry.

import { locale } from "./texts.js";

const names = [
  "order", "text", "kind", "screenshots", "favourites", "rating", "year", "camera", "located",
  "damaged",
];

/**
 * The text of an order and tests, the same for the same ones; empty for the usual order and none.
 *
 * @param members pairs of a name and a value, or their text; others are left out
 */
export function queryOf(members) {
  const given = new URLSearchParams(members);
  const kept = new URLSearchParams();
  for (const name of names) {
    const value = given.get(name)?.trim();
    if (value) kept.set(name, value.slice(0, 200));
  }
  return kept.toString();
}

/** The months by their long and short names in English and in the page's language. */
const months = new Map(["en", locale].flatMap((language) => ["long", "short"].flatMap((month) => {
  const { format } = new Intl.DateTimeFormat(language, { month, timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, place) => [
    format(Date.UTC(2026, place)).toLowerCase().replace(".", ""), String(place + 1).padStart(2, "0"),
  ]);
})));

/**
 * A text in which a date goes before a month's name beside a year, with no-break spaces between, so
 * that either is looked for: `July 2026` as `2026-07 July 2026`.
 */
export function dated(text) {
  const words = text.split(/\s+/);
  const isYear = (word) => /^\d{4}$/.test(word ?? "");
  const both = (year, month, ...typed) => [[`${year}-${month}`, ...typed].join("\u00a0")];
  return words.flatMap((word, place) => {
    const month = months.get(word.toLowerCase().replace(".", ""));
    const [before, after] = [words[place - 1], words[place + 1]];
    if (month && isYear(after)) return both(after, month, word, after);
    if (month && isYear(before)) return both(before, month, before, word);
    const isUsed = [words[place - 1], words[place + 1]].some(
      (near) => months.has(near?.toLowerCase().replace(".", "")));
    return isYear(word) && isUsed ? [] : [word];
  }).join(" ");
}

/** The text that was typed, from one with dates. */
export function typed(text) {
  return text.replace(/\d{4}-\d\d\u00a0/g, "").replaceAll("\u00a0", " ");
}

/** The query as further members of a request's address. */
export function further(query) {
  return query ? `&${query}` : "";
}
