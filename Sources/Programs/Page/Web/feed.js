// The answers of the server: the albums, the assets of one by position, and changes.

/** A refusal of the server, with its reason. */
export class FeedError extends Error {}

async function get(path, signal) {
  const response = await fetch(path, { signal, credentials: "same-origin" });
  if (!response.ok) throw new FeedError((await response.text()).trim());
  return response;
}

export async function about() {
  return (await get("/feed/about")).json();
}

export async function albums() {
  return (await get("/feed/albums")).json();
}

async function post(path, body) {
  const response = await fetch(path, {
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

const blockSize = 128;
const mostBlocks = 48;

/** The assets of an album; only those near the visible ones are kept. */
export class AssetList {
  #blocks = new Map();
  #loading = new Map();
  #state = null;
  #onLoad;

  /** @param onLoad called when assets arrive, with true if the list changed since the last call */
  constructor(album, onLoad) {
    this.album = album;
    this.count = 0;
    this.#onLoad = onLoad;
  }

  at(index) {
    return this.#blocks.get(Math.floor(index / blockSize))?.[index % blockSize];
  }

  place(key) {
    for (const [block, assets] of this.#blocks) {
      const place = assets.findIndex((asset) => asset.key === key);
      if (place >= 0) return block * blockSize + place;
    }
    return undefined;
  }

  address(index, asset, size) {
    return `/pictures/${this.album}/${index}/${asset.version}/${size}`;
  }

  /** Reads the missing assets between two positions, and cancels all other requests. */
  want(first, last) {
    const wanted = new Set();
    for (let block = Math.floor(first / blockSize); block * blockSize <= last; block++) {
      wanted.add(block);
    }
    for (const [block, controller] of this.#loading) {
      if (wanted.has(block)) continue;
      controller.abort();
      this.#loading.delete(block);
    }
    for (const block of wanted) {
      if (!this.#blocks.has(block) && !this.#loading.has(block)) this.#load(block);
    }
  }

  open() {
    return this.#load(0);
  }

  /** Reads the shown assets again, because the library changed. */
  async reload(first, last) {
    this.#state = null;
    for (const block of [...this.#blocks.keys()]) {
      if ((block + 1) * blockSize <= first || block * blockSize > last) this.#blocks.delete(block);
    }
    const start = Math.floor(first / blockSize);
    for (let block = start; block * blockSize <= last; block++) await this.#load(block);
  }

  /** True if the album is no more as it was read last. */
  async isOutdated() {
    const path = `/feed/albums/${this.album}?from=0&to=0`;
    return (await (await get(path)).json()).state !== this.#state;
  }

  close() {
    for (const controller of this.#loading.values()) controller.abort();
  }

  async #load(block) {
    const controller = new AbortController();
    this.#loading.set(block, controller);
    try {
      const from = block * blockSize;
      const path = `/feed/albums/${this.album}?from=${from}&to=${from + blockSize}`;
      const answer = await (await get(path, controller.signal)).json();
      const isOther = this.#state !== null && this.#state !== answer.state;
      if (isOther) this.#blocks.clear();
      this.#state = answer.state;
      this.count = answer.count;
      this.#blocks.delete(block);
      this.#blocks.set(block, answer.assets);
      if (this.#blocks.size > mostBlocks) this.#blocks.delete(this.#blocks.keys().next().value);
      this.#onLoad(isOther);
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    } finally {
      if (this.#loading.get(block) === controller) this.#loading.delete(block);
    }
  }
}

/** Receives the changes of an album and of the page's scene; keeps the server running. */
export class ChangeStream {
  #source;

  /**
   * @param album its number; null for none
   * @param options `compares`: report the details of changes, slow with very many assets;
   *   `tellsRemoved`: report the keys of assets that are removed from the library
   */
  constructor(album, { compares, tellsRemoved }, handlers) {
    const { onScene, onFollowed, onChange, onRemoved, onProblem, onEnd } = handlers;
    const word = (flag) => (flag ? "yes" : "no");
    const options = `compare=${word(compares)}&removed=${word(tellsRemoved)}`;
    const query = album === null ? "" : `?album=${album}&${options}`;
    this.#source = new EventSource(`/feed/events${query}`);
    this.#source.addEventListener("scene", (event) => onScene(Number(event.data)));
    this.#source.addEventListener("followed", () => onFollowed());
    this.#source.addEventListener("change", (event) => onChange(JSON.parse(event.data)));
    this.#source.addEventListener("removed", (event) => onRemoved(JSON.parse(event.data)));
    this.#source.addEventListener("problem", (event) => onProblem(JSON.parse(event.data)));
    // For the server, a page in the browser's back-forward cache is closed.
    addEventListener("pagehide", () => this.close());
    this.#source.onerror = async () => {
      try {
        await get("/alive");
      } catch {
        this.close();
        onEnd();
      }
    };
  }

  close() {
    this.#source.close();
  }
}
