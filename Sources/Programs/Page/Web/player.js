// A video with its controls below it, or the movie of a live photo.

import { texts } from "./texts.js";

const part = (id) => document.getElementById(id);

export function clock(seconds) {
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  return `${minutes}:${String(whole % 60).padStart(2, "0")}`;
}

export class Player {
  #stage;
  #video = null;
  #onFail;

  /** @param onFail called if the browser can't play a video */
  constructor(stage, onFail) {
    this.#stage = stage;
    this.#onFail = onFail;
    part("pause").addEventListener("click", () => this.toggle());
    part("mute").addEventListener("click", () => {
      this.#video.muted = !this.#video.muted;
      this.#draw();
    });
    part("time").addEventListener("input", () => { this.#video.currentTime = part("time").value; });
  }

  get element() {
    return this.#video;
  }

  /** @param poster the address of a still */
  open(address, poster) {
    const video = this.#begin(address);
    video.poster = poster;
    video.preload = "metadata";
    video.addEventListener("click", () => this.toggle());
    for (const type of ["play", "pause", "timeupdate", "durationchange", "seeked"]) {
      video.addEventListener(type, () => this.#draw());
    }
    this.#stage.parentElement.classList.add("has-video");
    part("controls").hidden = false;
    this.#draw();
  }

  /** Plays a movie once, without sound. */
  playOnce(address) {
    const video = this.#begin(address);
    video.muted = true;
    video.autoplay = true;
    video.addEventListener("ended", () => { if (video === this.#video) this.close(); });
  }

  toggle() {
    if (!this.#video.paused) return this.#video.pause();
    // Another picture may take its place before it begins.
    this.#video.play().catch(() => {});
  }

  close() {
    this.#stage.parentElement.classList.remove("has-video");
    part("controls").hidden = true;
    const video = this.#video;
    if (!video) return;
    this.#video = null;
    video.removeAttribute("src");
    video.load();
    video.remove();
  }

  #begin(address) {
    this.close();
    const video = document.createElement("video");
    video.src = address;
    video.playsInline = true;
    video.addEventListener("error", () => {
      if (video !== this.#video) return;
      this.close();
      this.#onFail();
    });
    this.#video = video;
    this.#stage.append(video);
    return video;
  }

  #draw() {
    const video = this.#video;
    if (!video) return;
    const length = Number.isFinite(video.duration) ? video.duration : 0;
    part("pause").setAttribute("aria-label", video.paused ? texts.play : texts.pause);
    part("pause").dataset.state = video.paused ? "paused" : "playing";
    part("mute").setAttribute("aria-pressed", video.muted);
    part("time").max = length;
    part("time").value = video.currentTime;
    const words = `${clock(video.currentTime)} / ${clock(length)}`;
    part("time").setAttribute("aria-valuetext", words);
    part("clock").textContent = words;
  }
}
