// The large picture: still, zoomed, cropped, or playing.

import { Fingers } from "./fingers.js";
import { describe } from "./grid.js";
import { Player } from "./player.js";
import { Pull } from "./pull.js";
import { isMirrored, texts } from "./texts.js";
import { Zoom } from "./zoom.js";

const tapZoom = 2.5;
const keyStep = 60;
const shortestSwipe = 50;
/** How far a finger goes down, and how near two fingers come, to close the viewer. */
const shortestPull = 100;
const closingPinch = 0.75;

export class Preview {
  #stage;
  #image;
  #reason;
  #caption;
  #zoom;
  #player;
  #cannotPlay = false;
  #isSharp = false;
  #shown = null;
  #pull;
  /** The side from which the next picture comes; 0 for none. */
  #side = 0;
  /** How two fingers found the picture: its scale, and whether they may close the viewer. */
  #pinched = null;
  #handlers;

  /**
   * @param handlers `onCrop`: a part of a picture was chosen, with its name, null for all of it;
   *   `onNeed`: another file is needed for what is shown; `onSwipe`: a finger wiped over a whole
   *   picture, with 1 for onwards and -1 for back; `canClose`: gives true in the viewer; `onClose`: a
   *   finger pulled a whole picture down, or two fingers came together on it
   */
  constructor({ stage, image, frame, reason, caption }, handlers) {
    [this.#stage, this.#image, this.#reason, this.#caption] = [stage, image, reason, caption];
    this.#zoom = new Zoom(stage, image, frame);
    this.#handlers = handlers;
    this.#player = new Player(stage, () => this.#fail());
    image.addEventListener("load", () => this.#loaded());
    this.#pull = new Pull(stage);
    new Fingers(stage, {
      onDoubleTap: (point) => this.#zoomTo(this.#zoom.scale > 1.05 ? 1 : tapZoom, point),
      onDrag: (x, y, way) => this.#drag(x, y, way),
      onDragged: (way) => this.#dragged(way),
      onPinch: (share, middle) => this.#pinch(share, middle),
      onPinched: (share) => this.#endPinch(share),
    });
    stage.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    stage.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.#zoom.apply()).observe(stage);
  }

  get isSquare() {
    return this.#zoom.isSquare;
  }

  /** True if the picture is zoomed so far that the original is needed. */
  get isSharp() {
    return this.#isSharp;
  }

  /** True if the browser can't play the video, so that its still is needed. */
  get cannotPlay() {
    return this.#cannotPlay;
  }

  /** True if a part of the picture is out of sight. */
  get isZoomed() {
    return this.#zoom.scale > 1.01;
  }

  get #isWhole() {
    return !this.isZoomed && !this.isSquare;
  }

  /**
   * Draws an asset, or nothing for null.
   *
   * @param name its name
   * @param asset its record
   * @param picture the local address of its picture, as large as there is one by now
   * @param addresses of its still and its moving file
   * @param reason why there is no picture; undefined if there may be one
   * @param canBeSquare true if a part of it may be chosen
   * @param crop the part that was chosen before; undefined for none
   */
  draw(view) {
    if (!view) return this.#clear();
    const { name, asset, picture, reason } = view;
    if (this.#shown?.name !== name || this.#shown.asset.version !== asset.version) this.#begin(view);
    this.#side = 0;
    this.#shown = view;
    if (!view.canBeSquare && this.#zoom.isSquare) this.cut(false);
    if (this.#player.element) return;
    const isMissing = Boolean(reason);
    const words = reason ?? (this.#cannotPlay ? texts.cannotPlay : "");
    this.#reason.hidden = !words;
    this.#reason.textContent = words;
    this.#stage.classList.toggle("still", this.#cannotPlay && !isMissing);
    if (picture && this.#image.getAttribute("src") !== picture) this.#image.src = picture;
    if (this.#image.hidden === (picture && !isMissing)) {
      this.#image.hidden = !this.#image.hidden;
      this.#zoom.apply();
    }
  }

  /** Plays a live photo once. */
  playLive() {
    if (this.#shown && !this.#player.element) this.#player.playOnce(this.#shown.addresses.moving);
  }

  /** Plays a video, or lets it pause. */
  toggle() {
    if (this.#shown?.asset.motion === "video" && this.#player.element) this.#player.toggle();
  }

  /** Crops the picture to a square, or resets that. */
  cut(isSquare) {
    this.#zoom.begin(isSquare, null);
    this.#noteCrop();
  }

  #begin({ asset, addresses, crop }) {
    this.#player.close();
    this.#takePictureAway();
    this.#caption.textContent = asset.name ?? "";
    this.#stage.setAttribute("aria-label", asset.problem ?? describe(asset));
    this.#image.alt = asset.name ?? "";
    this.#zoom.begin(Boolean(crop), crop ?? null, asset.hasOriginal ? asset.pixelWidth : 0);
    if (asset.motion === "video") this.#player.open(addresses.moving, addresses.preview);
    if (this.#side !== 0) this.#pull.enter(this.#side);
  }

  #clear() {
    if (!this.#shown) return;
    this.#shown = null;
    this.#player.close();
    this.#takePictureAway();
    this.#zoom.begin(false, null);
    this.#reason.hidden = true;
    this.#caption.textContent = "";
    this.#stage.setAttribute("aria-label", texts.nothingShown);
  }

  /** Without this, a browser shows an image until the next one is there. */
  #takePictureAway() {
    [this.#cannotPlay, this.#isSharp] = [false, false];
    this.#reason.hidden = true;
    this.#stage.classList.remove("still");
    this.#image.removeAttribute("src");
    this.#image.hidden = true;
  }

  #fail() {
    if (this.#shown?.asset.motion !== "video") return;
    this.#cannotPlay = true;
    this.#handlers.onNeed();
  }

  #loaded() {
    this.#zoom.loaded();
    this.#sharpen();
    // A square may have been asked for before there was a picture.
    if (this.#zoom.isSquare && !this.#zoom.isRestored) this.#noteCrop();
  }

  #noteCrop() {
    const { name, asset } = this.#shown ?? {};
    if (!asset || asset.motion === "video") return;
    if (this.#zoom.isSquare && !this.#image.naturalWidth) return;
    this.#handlers.onCrop(name, this.#zoom.crop);
  }

  #zoomTo(scale, point) {
    this.#zoom.to(scale, point);
    this.#sharpen();
    this.#noteCrop();
  }

  #sharpen() {
    if (this.#isSharp || !this.#zoom.isSoft) return;
    this.#isSharp = true;
    this.#handlers.onNeed();
  }

  #drag(x, y, way) {
    if (!way || !this.#isWhole) return this.#zoom.move(x, y);
    const { x: right, y: down } = way;
    if (Math.abs(right) >= Math.abs(down)) this.#pull.to(right, 0);
    else if (this.#handlers.canClose()) this.#pull.to(0, Math.max(0, down));
  }

  #dragged(way) {
    this.#noteCrop();
    this.#pull.release();
    if (!way || !this.#isWhole) return;
    const { x: right, y: down } = way;
    if (Math.abs(right) >= Math.max(shortestSwipe, 1.5 * Math.abs(down))) {
      this.#side = right < 0 ? 1 : -1;
      this.#handlers.onSwipe(right < 0 !== isMirrored() ? 1 : -1);
    } else if (down >= Math.max(shortestPull, 1.5 * Math.abs(right)) && this.#handlers.canClose()) {
      this.#handlers.onClose();
    }
  }

  #pinch(share, middle) {
    this.#pinched ??= { scale: this.#zoom.scale, canClose: this.#isWhole && this.#handlers.canClose() };
    const { scale, canClose } = this.#pinched;
    this.#zoomTo(scale * share, middle);
    if (canClose && share < 1) this.#pull.to(0, 0, share);
  }

  #endPinch(share) {
    const canClose = this.#pinched?.canClose;
    this.#pinched = null;
    this.#noteCrop();
    this.#pull.release();
    if (canClose && share < closingPinch) this.#handlers.onClose();
  }

  #wheel(event) {
    if (this.#image.hidden) return;
    event.preventDefault();
    const { left, top } = this.#stage.getBoundingClientRect();
    const point = { x: event.clientX - left, y: event.clientY - top };
    this.#zoomTo(this.#zoom.scale * Math.exp(-event.deltaY / 300), point);
  }

  #key(event) {
    if (event.target !== this.#stage || event.defaultPrevented) return;
    const moves = {
      ArrowLeft: [keyStep, 0], ArrowRight: [-keyStep, 0],
      ArrowUp: [0, keyStep], ArrowDown: [0, -keyStep],
    };
    if (event.key === "+" || event.key === "=") {
      this.#zoomTo(this.#zoom.scale * 1.4);
    } else if (event.key === "-") {
      this.#zoomTo(this.#zoom.scale / 1.4);
    } else if (event.key === "0") {
      this.#zoomTo(1);
    } else if (event.key === "1" || event.key === "z") {
      this.#zoomTo(this.#zoom.trueScale);
    } else if (event.key in moves) {
      this.#zoom.move(...moves[event.key]);
      this.#noteCrop();
    } else {
      return;
    }
    event.preventDefault();
  }
}
