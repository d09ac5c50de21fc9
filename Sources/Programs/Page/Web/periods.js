// The sections of a list by time or of groups, and their names.

import { locale, texts } from "./texts.js";

const forms = {
  4: { year: "numeric" },
  7: { month: "long", year: "numeric" },
  10: { day: "numeric", month: "long", year: "numeric", weekday: "short" },
};

/** The name of a day, month, year or group (`#1`) in the words of the page's language. */
export function nameOf(date) {
  if (date === null) return texts.noDate;
  if (date.startsWith("#")) return texts.group(date.slice(1));
  const [year, month, day] = date.split("-").map(Number);
  const moment = new Date(0);
  moment.setUTCFullYear(year, (month ?? 1) - 1, day ?? 1);
  return moment.toLocaleDateString(locale, { ...forms[date.length], timeZone: "UTC" });
}

/** The first and the last day of a month in the words of the page's language; empty for others. */
export function rangeOf(month, days) {
  if (month.length !== 7 || days.length === 0 || days.some((day) => !day.startsWith(month))) return "";
  const moments = days.map((day) => Date.parse(day)).sort((a, b) => a - b);
  return new Intl.DateTimeFormat(locale, { day: "numeric", timeZone: "UTC" })
    .formatRange(moments[0], moments.at(-1));
}

/**
 * The sections of a list; none if all of it is from one time, but one for a group that is alone.
 *
 * @param periods pairs of a date and a number of assets, in their order; null for none
 */
export function sectionsOf(periods) {
  let first = 0;
  if (!periods || periods.length < 2 && !periods[0]?.[0]?.startsWith("#")) return [];
  return periods.map(([date, count]) => {
    const section = { first, count, date };
    first += count;
    return section;
  });
}
