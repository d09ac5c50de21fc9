// The position in a list of any height, although browsers limit the height of elements.

const highest = 8_000_000;

/**
 * A list higher than `highest` pixels is scaled: small steps scroll by pixels, jumps of the scroll
 * bar in proportion; after a pause the bar is set to the list's position.
 */
export class Scroller {
  #element;
  #spacer;
  #onScroll;
  #height = 0;
  #offset = 0;
  #last = 0;
  #timer = 0;
  #animation = 0;

  constructor(element, spacer, onScroll) {
    this.#element = element;
    this.#spacer = spacer;
    this.#onScroll = onScroll;
    element.addEventListener("scroll", () => this.#scrolled(), { passive: true });
  }

  get offset() {
    return this.#offset;
  }

  set offset(value) {
    cancelAnimationFrame(this.#animation);
    this.#set(value);
  }

  get box() {
    return this.#element.getBoundingClientRect();
  }

  get viewport() {
    return this.#element.clientHeight;
  }

  set height(value) {
    this.#height = value;
    this.#spacer.style.height = `${Math.min(value, highest)}px`;
    this.#set(Math.min(this.#offset, this.most));
  }

  /** The difference of a height in the element to that in the list. */
  get shift() {
    return this.#isScaled ? this.#element.scrollTop - this.#offset : 0;
  }

  scrollTo(value) {
    cancelAnimationFrame(this.#animation);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.#set(value);
    const from = this.#offset;
    const start = performance.now();
    const step = (now) => {
      const share = Math.min(1, (now - start) / 220);
      this.#set(from + (value - from) * (1 - (1 - share) ** 3));
      if (share < 1) this.#animation = requestAnimationFrame(step);
    };
    this.#animation = requestAnimationFrame(step);
  }

  get #isScaled() {
    return this.#height > highest;
  }

  /** The greatest offset. */
  get most() {
    return Math.max(0, this.#height - this.viewport);
  }

  get #mostReal() {
    return Math.max(1, Math.min(this.#height, highest) - this.viewport);
  }

  #set(value) {
    this.#offset = Math.max(0, Math.min(value, this.most));
    this.#agree();
    this.#onScroll();
  }

  /** Sets the scroll bar to the list's position. */
  #agree() {
    const place = this.#isScaled ? (this.#offset / this.most) * this.#mostReal : this.#offset;
    if (Math.abs(this.#element.scrollTop - place) > 0.5) this.#element.scrollTop = place;
    this.#last = this.#element.scrollTop;
  }

  #scrolled() {
    const place = this.#element.scrollTop;
    const step = place - this.#last;
    if (step === 0) return;
    this.#last = place;
    if (!this.#isScaled) {
      this.#offset = place;
    } else if (Math.abs(step) > 2 * this.viewport) {
      this.#offset = (place / this.#mostReal) * this.most;
    } else {
      this.#offset = Math.max(0, Math.min(this.#offset + step, this.most));
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#set(this.#offset), 150);
    }
    this.#onScroll();
  }
}
