// The answers of the server.

import { further } from "./query.js";
import { texts } from "./texts.js";

/** A refusal of the server, with its reason. */
export class FeedError extends Error {}

/**
 * The waits before a request is sent again: a library that is being changed refuses it, and a change
 * of the network breaks connections even within a computer.
 */
const pauses = [200, 400, 800, 1600];
const isBusy = 503;

/** Sends a request; throws a sentence where nobody answers. */
async function send(path, options) {
  try {
    return await fetch(path, { credentials: "same-origin", ...options });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new FeedError(texts.unreachable);
  }
}

async function get(path, signal, waits = pauses) {
  const response = await send(path, { signal }).catch((error) => {
    if (waits.length === 0 || !(error instanceof FeedError)) throw error;
    return null;
  });
  if (response?.ok) return response;
  if (waits.length === 0 || response && response.status !== isBusy) {
    throw new FeedError((await response.text()).trim());
  }
  await new Promise((resolve) => setTimeout(resolve, waits[0]));
  signal?.throwIfAborted();
  return get(path, signal, waits.slice(1));
}

async function read(path, signal) {
  return (await get(path, signal)).json();
}

/** True if the server answers. */
export function isAlive() {
  return get("/alive").then(() => true, () => false);
}

export function about() {
  return read("/feed/about");
}

export async function albums() {
  const list = await read("/feed/albums");
  return list.map((album) => ({ ...album, title: texts.smartAlbums[album.kind] ?? album.title }));
}

/**
 * The assets of an album between two positions, with their number and the album's state.
 *
 * @param query the order and the tests of the album's assets
 */
export function assets(album, query, from, to, signal) {
  return read(`/feed/albums/${album}?from=${from}&to=${to}${further(query)}`, signal);
}

/** The first assets of an album that pass its tests, those that are found at once. */
export function firstAssets(album, query, signal) {
  return read(`/feed/albums/${album}/first?${query}`, signal);
}

/** The models of the cameras of an album's first assets. */
export function cameras(album, query, signal) {
  return read(`/feed/albums/${album}/cameras?${query}`, signal);
}

/** The days, months or years of an album, with their numbers of assets, and the album's state. */
export function periods(album, query, signal) {
  return read(`/feed/albums/${album}/periods?${query}`, signal);
}

/** The facts about an asset, as pairs of a name and a text. */
export function facts(address) {
  return read(address);
}

/** The days and the place of some assets of an album from a position on. */
export function period(album, query, first, count) {
  return read(`/feed/albums/${album}/period?first=${first}&count=${count}${further(query)}`);
}

/** The position of an asset in an album; null if it is not there. */
export async function position(album, query, key, signal) {
  const path = `/feed/albums/${album}/place?key=${encodeURIComponent(key)}${further(query)}`;
  return (await read(path, signal)).place ?? null;
}

/**
 * An asset of any album by its name, with its place in the library's first album, which has all; null
 * if it is gone.
 *
 * @param hasKeys true for a library, whose assets change their places
 */
export async function named(name, hasKeys) {
  const place = hasKeys ? await position(0, "", name) : Number(name);
  const [asset] = place === null ? [] : (await assets(0, "", place, place + 1)).assets;
  // The library may have changed between both answers.
  return asset && (!hasKeys || asset.key === name) ? { name, place, asset } : null;
}

/** The text of the rule that gives the same assets of an album. */
export async function rule(album, query) {
  return (await get(`/feed/albums/${album}/rule?${query}`)).text();
}

async function post(path, body) {
  const response = await send(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new FeedError((await response.text()).trim());
}

export function choose(scene, chosen) {
  return post(`/scenes/${scene}/choice`, { chosen });
}

export function decide(scene, answer) {
  return post(`/scenes/${scene}/answer`, { answer });
}

/** The picture of a question, with three or four bytes for each pixel. */
export async function pixels(scene) {
  return new Uint8Array(await (await get(`/scenes/${scene}/picture`)).arrayBuffer());
}

export async function picture(address, signal) {
  return (await get(address, signal)).blob();
}
