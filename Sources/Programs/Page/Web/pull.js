// A picture that follows the fingers until they let it go; with reduced motion it stays where it is.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const timing = { duration: 220, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" };
const rest = { translate: "0 0", scale: 1 };

export class Pull {
  #stage;
  #at = null;

  /** @param stage the element around the picture */
  constructor(stage) {
    this.#stage = stage;
  }

  get #pictures() {
    return [...this.#stage.querySelectorAll("img, video")];
  }

  /** Takes the picture along, by distances, and makes it smaller around the middle of the stage. */
  to(x, y, scale = 1) {
    if (still.matches) return;
    const { clientWidth, clientHeight } = this.#stage;
    const room = (1 - scale) / 2;
    const translate = `${x + room * clientWidth}px ${y + room * clientHeight}px`;
    this.#at = { translate, scale };
    for (const each of this.#pictures) Object.assign(each.style, this.#at);
  }

  /** Lets the picture go back to its place. */
  release() {
    const at = this.#at;
    if (!at) return;
    this.#at = null;
    for (const each of this.#pictures) Object.assign(each.style, { translate: "", scale: "" });
    this.#glide(at);
  }

  /** Lets the next picture come in from a side, to the right of the stage for 1. */
  enter(side) {
    this.#glide({ translate: `${side * this.#stage.clientWidth}px 0`, scale: 1 });
  }

  #glide(from) {
    if (still.matches) return;
    for (const each of this.#pictures) each.animate([from, rest], timing);
  }
}
