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

/** The date that words are: a month's name with a year and maybe a day, or `18.7.2026`; undefined for others. */
function dateOf(words) {
  const values = words.map((word) => word.toLowerCase().replace(/[.,]$/, ""));
  const written = words.length === 1 && /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(words[0]);
  const parts = written ? [written[3], written[2], written[1]] : [
    ...values.filter((value) => /^\d{4}$/.test(value)),
    ...values.flatMap((value) => months.get(value) ?? []),
    ...values.flatMap((value) => /^(\d{1,2})(st|nd|rd|th)?$/.exec(value)?.[1] ?? []),
  ];
  const date = parts.map((part) => part.padStart(2, "0")).join("-");
  const isDate = written || parts.length === words.length
    && values.filter((value) => months.has(value)).length === 1;
  return isDate && /^\d{4}-\d\d(-\d\d)?$/.test(date) ? date : undefined;
}

/**
 * A text in which a date goes before the words that write it otherwise, with no-break spaces between,
 * so that either is looked for: `July 2026` as `2026-07 July 2026`.
 */
export function dated(text) {
  const words = text.split(/\s+/);
  const forms = [];
  while (words.length > 0) {
    const parts = [3, 2, 1].map((count) => words.slice(0, count)).find(dateOf);
    forms.push(parts ? [dateOf(parts), ...parts].join("\u00a0") : words[0]);
    words.splice(0, parts?.length ?? 1);
  }
  return forms.join(" ");
}

/** The text that was typed, from one with dates. */
export function typed(text) {
  return text.replace(/\d{4}-\d\d(-\d\d)?\u00a0/g, "").replaceAll("\u00a0", " ");
}

/** The query as further members of a request's address. */
export function further(query) {
  return query ? `&${query}` : "";
}
