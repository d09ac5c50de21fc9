// The facts about an asset in a few lines, in the words of the page's language.

import { clock } from "./player.js";
import { locale } from "./texts.js";

/** A size such as 3.2 MB. */
export function weight(bytes) {
  const [unit, size] = bytes < 1e6 ? ["kilobyte", bytes / 1e3] : ["megabyte", bytes / 1e6];
  return size.toLocaleString(locale, { style: "unit", unit, maximumSignificantDigits: 2 });
}

/** A day and a time on the clock of the place. */
function moment(date) {
  const time = date && Date.parse(`${date.slice(0, 19)}Z`);
  return time && new Date(time).toLocaleString(locale, { dateStyle: "full", timeStyle: "short", timeZone: "UTC" });
}

function exposure(seconds) {
  if (!(seconds > 0)) return undefined;
  return seconds < 0.4 ? `1/${Math.round(1 / seconds)} s` : `${seconds.toLocaleString(locale)} s`;
}

function camera(make = "", model = "") {
  return model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`;
}

/** The lines for facts, which are pairs of a name and a text; what is not known is left out. */
export function summary(rows) {
  const facts = Object.fromEntries(rows);
  const number = (name) => Number(facts[name]) || undefined;
  const [aperture, length] = [number("exif.FNumber"), number("exif.FocalLength")];
  const lines = [
    [facts.title ?? facts.description],
    [moment(facts.localDate)],
    [facts.placeName],
    [camera(facts.cameraMake, facts.cameraModel), facts.lensModel],
    [exposure(number("exif.ExposureTime")), aperture && `ƒ/${aperture.toLocaleString(locale)}`,
      facts["exif.ISOSpeedRatings"] && `ISO ${facts["exif.ISOSpeedRatings"]}`,
      length && `${length.toLocaleString(locale)} mm`],
    [facts.pixelWidth && `${facts.pixelWidth} × ${facts.pixelHeight}`,
      number("duration") && clock(number("duration")), number("fileSize") && weight(number("fileSize"))],
    ["★".repeat(number("rating") ?? 0)],
  ];
  return lines.map((words) => words.filter(Boolean).join(" · ")).filter(Boolean);
}
