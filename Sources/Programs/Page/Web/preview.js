// The large picture: zoomed, moved, cropped, or playing.

import { picture as load } from "./feed.js";
import { describe } from "./grid.js";

const mostZoom = 8;
const tapZoom = 2.5;
const doubleTap = 300;

export class Preview {
  #stage;
  #image;
  #frame;
  #reason;
  #caption;
  #video = null;
  #shown = null;
  #local = null;
  #loading = null;
  #zoom = { scale: 1, x: 0, y: 0 };
  #pointers = new Map();
  #lastTap = 0;
  #isSquare = false;
  #restored = null;
  #onCrop;

  /** @param onCrop called with a name and the chosen part of its picture */
  constructor(parts, onCrop) {
    ({ stage: this.#stage, image: this.#image, frame: this.#frame, reason: this.#reason,
      caption: this.#caption } = parts);
    this.#onCrop = onCrop;
    this.#image.addEventListener("load", () => this.#restore());
    const stage = this.#stage;
    stage.addEventListener("pointerdown", (event) => this.#down(event));
    stage.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"]) {
      stage.addEventListener(name, (event) => this.#up(event));
    }
    stage.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    stage.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.#apply()).observe(stage);
  }

  get name() {
    return this.#shown?.name ?? null;
  }

  /**
   * @param addresses of its preview and its moving file, and the local one of its thumbnail
   * @param reason why there is no picture; undefined if there may be one
   * @param crop the chosen part of the picture; undefined for none
   */
  async show(name, asset, addresses, reason, crop) {
    if (this.#shown?.name === name && this.#shown.asset.version === asset.version) {
      this.#shown.addresses = addresses;
      return;
    }
    this.#stop();
    this.#shown = { name, asset, addresses };
    this.#zoom = { scale: 1, x: 0, y: 0 };
    this.#isSquare = Boolean(crop);
    this.#restored = crop ?? null;
    this.#caption.textContent = asset.name ?? "";
    this.#stage.setAttribute("aria-label", asset.problem ?? describe(asset));
    this.#reason.hidden = true;
    this.#image.hidden = true;
    if (asset.problem) return this.#fail(asset.problem);
    if (asset.motion === "video") return this.#play(addresses.moving, addresses.preview);
    this.#image.alt = asset.name ?? "";
    if (addresses.thumbnail) this.#picture(addresses.thumbnail);
    if (reason) return this.#fail(reason);
    const controller = new AbortController();
    this.#loading = controller;
    try {
      const address = asset.motion === "animated" ? addresses.moving : addresses.preview;
      const local = URL.createObjectURL(await load(address, controller.signal));
      if (controller.signal.aborted) return URL.revokeObjectURL(local);
      this.#forget();
      this.#local = local;
      this.#picture(local);
    } catch (error) {
      if (!controller.signal.aborted) this.#fail(error.message);
    }
  }

  clear() {
    this.#stop();
    this.#shown = null;
    this.#image.hidden = true;
    this.#reason.hidden = true;
    this.#caption.textContent = "";
    this.#stage.setAttribute("aria-label", "Nothing is shown");
  }

  /** Plays a live photo once. */
  playLive() {
    if (!this.#shown || this.#video) return;
    this.#play(this.#shown.addresses.moving);
    this.#video.addEventListener("ended", () => this.#endVideo());
  }

  /** Crops the shown picture to a square, or resets that. */
  cut(isSquare) {
    this.#isSquare = isSquare;
    this.#restored = null;
    this.#zoom = { scale: 1, x: 0, y: 0 };
    this.#apply();
    this.#noteCrop();
  }

  #stop() {
    this.#loading?.abort();
    this.#loading = null;
    this.#endVideo();
    this.#forget();
  }

  #forget() {
    if (this.#local) URL.revokeObjectURL(this.#local);
    this.#local = null;
  }

  #picture(address) {
    this.#image.src = address;
    this.#image.hidden = false;
  }

  #fail(reason) {
    this.#reason.textContent = reason;
    this.#reason.hidden = false;
    this.#image.hidden = true;
  }

  /** @param poster a still for a video with controls; a video without one plays at once */
  #play(address, poster) {
    const hasControls = Boolean(poster);
    const video = document.createElement("video");
    video.src = address;
    video.controls = hasControls;
    video.playsInline = true;
    video.preload = "metadata";
    video.muted = !hasControls;
    video.autoplay = !hasControls;
    if (poster) video.poster = poster;
    video.addEventListener("error", () => {
      this.#endVideo();
      if (hasControls) this.#fail("this browser can't play the video");
    });
    this.#video = video;
    this.#stage.append(video);
    this.#stage.parentElement.classList.toggle("has-video", hasControls);
  }

  #endVideo() {
    this.#stage.parentElement.classList.remove("has-video");
    if (!this.#video) return;
    this.#video.removeAttribute("src");
    this.#video.load();
    this.#video.remove();
    this.#video = null;
  }

  // The place of the picture: fitted into the stage or filling a square, then zoomed and moved.

  #base() {
    const { clientWidth: width, clientHeight: height } = this.#stage;
    const { naturalWidth, naturalHeight } = this.#image;
    const side = Math.min(width, height) - 16;
    const area = this.#isSquare ? { width: side, height: side } : { width, height };
    const pick = this.#isSquare ? Math.max : Math.min;
    const scale = pick(area.width / (naturalWidth || 1), area.height / (naturalHeight || 1));
    return {
      stage: { width, height }, area,
      left: (width - area.width) / 2, top: (height - area.height) / 2,
      width: naturalWidth * scale, height: naturalHeight * scale,
    };
  }

  /** Zooms a loaded picture to the part that was chosen before. */
  #restore() {
    if (this.#restored) {
      const { area, width: full, height: high } = this.#base();
      const [left, top, width] = this.#restored;
      const scale = area.width / (full * width);
      this.#zoom = {
        scale,
        x: (full * scale - area.width) / 2 - left * full * scale,
        y: (high * scale - area.height) / 2 - top * high * scale,
      };
    }
    this.#apply();
  }

  #apply() {
    const base = this.#base();
    const zoom = this.#zoom;
    zoom.scale = Math.max(1, Math.min(zoom.scale, mostZoom));
    const width = base.width * zoom.scale;
    const height = base.height * zoom.scale;
    // The picture covers the area, or is centred if it is smaller.
    const room = (length, area) => Math.max(0, (length - area) / 2);
    const roomX = room(width, base.area.width);
    const roomY = room(height, base.area.height);
    zoom.x = Math.max(-roomX, Math.min(zoom.x, roomX));
    zoom.y = Math.max(-roomY, Math.min(zoom.y, roomY));
    this.#frame.hidden = !this.#isSquare || this.#image.hidden;
    Object.assign(this.#frame.style, {
      left: `${base.left}px`, top: `${base.top}px`,
      width: `${base.area.width}px`, height: `${base.area.height}px`,
    });
    const left = base.left + (base.area.width - width) / 2 + zoom.x;
    const top = base.top + (base.area.height - height) / 2 + zoom.y;
    this.#image.classList.add("square");
    Object.assign(this.#image.style, {
      width: `${base.width}px`, height: `${base.height}px`,
      transform: `translate(${left}px, ${top}px) scale(${zoom.scale})`,
    });
    this.#crop = [
      (base.left - left) / width, (base.top - top) / height,
      base.area.width / width, base.area.height / height,
    ].map((side) => Math.round(Math.max(0, Math.min(side, 1)) * 1e4) / 1e4);
  }

  #crop = null;

  #noteCrop() {
    this.#restored = null;
    if (!this.#shown || this.#shown.asset.motion === "video" || !this.#image.naturalWidth) return;
    this.#onCrop(this.#shown.name, this.#isSquare ? this.#crop : null);
  }

  /** Zooms around a point of the stage. */
  #zoomAt(x, y, scale) {
    const { stage } = this.#base();
    const zoom = this.#zoom;
    const next = Math.max(1, Math.min(scale, mostZoom));
    const ratio = next / zoom.scale;
    const [fromX, fromY] = [x - stage.width / 2, y - stage.height / 2];
    zoom.x = fromX - (fromX - zoom.x) * ratio;
    zoom.y = fromY - (fromY - zoom.y) * ratio;
    zoom.scale = next;
    this.#apply();
    this.#noteCrop();
  }

  #point(event) {
    const box = this.#stage.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  #down(event) {
    if (event.target === this.#video || event.button > 0) return;
    this.#stage.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, { ...this.#point(event), isTap: this.#pointers.size === 0 });
  }

  #move(event) {
    const old = this.#pointers.get(event.pointerId);
    if (!old) return;
    const now = this.#point(event);
    const others = [...this.#pointers].filter(([id]) => id !== event.pointerId);
    if (Math.hypot(now.x - old.x, now.y - old.y) > 4 || !old.isTap || others.length > 0) {
      now.isTap = false;
      if (others.length > 0) {
        const other = others[0][1];
        const distance = Math.hypot(now.x - other.x, now.y - other.y);
        const before = Math.hypot(old.x - other.x, old.y - other.y) || 1;
        this.#zoomAt(
          (now.x + other.x) / 2, (now.y + other.y) / 2, this.#zoom.scale * distance / before);
      } else {
        this.#zoom.x += now.x - old.x;
        this.#zoom.y += now.y - old.y;
        this.#apply();
      }
      this.#pointers.set(event.pointerId, now);
    }
  }

  #up(event) {
    const pointer = this.#pointers.get(event.pointerId);
    this.#pointers.delete(event.pointerId);
    if (!pointer) return;
    if (!pointer.isTap) return this.#noteCrop();
    if (event.timeStamp - this.#lastTap < doubleTap) {
      this.#lastTap = 0;
      this.#zoomAt(pointer.x, pointer.y, this.#zoom.scale > 1.05 ? 1 : tapZoom);
    } else {
      this.#lastTap = event.timeStamp;
    }
  }

  #wheel(event) {
    if (this.#image.hidden) return;
    event.preventDefault();
    const { x, y } = this.#point(event);
    this.#zoomAt(x, y, this.#zoom.scale * Math.exp(-event.deltaY / 300));
  }

  #key(event) {
    if (event.target !== this.#stage) return;
    const { width, height } = this.#base().stage;
    const moves = {
      ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60],
    };
    if (event.key === "+" || event.key === "=") {
      this.#zoomAt(width / 2, height / 2, this.#zoom.scale * 1.4);
    } else if (event.key === "-") {
      this.#zoomAt(width / 2, height / 2, this.#zoom.scale / 1.4);
    } else if (event.key === "0") {
      this.#zoomAt(width / 2, height / 2, 1);
    } else if (event.key in moves) {
      this.#zoom.x += moves[event.key][0];
      this.#zoom.y += moves[event.key][1];
      this.#apply();
      this.#noteCrop();
    } else {
      return;
    }
    event.preventDefault();
  }
}
