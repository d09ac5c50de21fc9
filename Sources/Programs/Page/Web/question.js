// A question of the tool: a picture, facts, a button for each answer, and the time left.

import { decide, pixels } from "./feed.js";
import { texts } from "./texts.js";

const part = (id) => document.getElementById(id);
const interval = 200;

/** Draws rows of red, green, blue and perhaps alpha. */
function draw(canvas, width, height, bytes) {
  const size = bytes.length / (width * height);
  const image = new ImageData(width, height);
  for (let place = 0; place < width * height; place++) {
    for (let part = 0; part < 4; part++) {
      image.data[place * 4 + part] = part < size ? bytes[place * size + part] : 255;
    }
  }
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d").putImageData(image, 0, 0);
}

export class Question {
  #scene = 0;
  #receivers = null;
  #timer = 0;
  #last = 0;
  /** What each answer means if it is the end. */
  #ends = [];
  #given = null;
  #onScene;

  /** @param onScene called when the tool has another scene */
  constructor(onScene) {
    this.#onScene = onScene;
    part("question").addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.#last >= 0) this.#answer(this.#last);
    });
  }

  /**
   * Shows a question, or a notice to wait.
   *
   * @param stream tells of the next scene
   */
  async show(subject, stream) {
    this.#scene = subject.scene;
    this.#last = subject.answers.length - 1;
    this.#ends = subject.ends ?? [];
    this.#given = null;
    clearInterval(this.#timer);
    document.body.classList.add("asking");
    part("question").hidden = false;
    const isQuestion = subject.kind === "question";
    part("question-title").textContent = isQuestion ? subject.title : texts.oneMoment;
    part("question-notice").textContent = subject.notice;
    this.#showFacts(subject.facts ?? []);
    part("question-answers").replaceChildren(
      ...subject.answers.map((words, number) => this.#button(words, number)));
    part("question-answers").firstElementChild?.classList.replace("chip", "main");
    this.#count(subject.milliseconds, subject.time);
    part("question-picture").hidden = !subject.width;
    // No key that was meant for the page before answers.
    part("question").focus();
    if (!this.#receivers) this.#follow(stream);
    if (!subject.width) return;
    const bytes = await pixels(subject.scene).catch(() => null);
    if (bytes && subject.scene === this.#scene) {
      part("question-picture").setAttribute("aria-label", subject.facts[0][1]);
      draw(part("question-picture"), subject.width, subject.height, bytes);
    }
  }

  close() {
    this.#receivers = null;
    clearInterval(this.#timer);
    document.body.classList.remove("asking");
    part("question").hidden = true;
  }

  #follow(stream) {
    this.#receivers = {
      scene: (scene) => { if (scene !== this.#scene) this.#onScene(); },
      end: () => this.#end(),
    };
    stream.follow({ album: null }, this.#receivers);
  }

  #showFacts(facts) {
    const rows = facts.flatMap(([label, text]) => {
      const [term, details] = [document.createElement("dt"), document.createElement("dd")];
      term.textContent = label;
      details.textContent = text;
      return [term, details];
    });
    part("question-facts").replaceChildren(...rows);
  }

  #button(words, number) {
    const button = document.createElement("button");
    button.className = "chip";
    button.textContent = texts.answers[words] ?? words;
    button.addEventListener("click", () => this.#answer(number));
    return button;
  }

  async #answer(number) {
    this.#given = number;
    const buttons = [...part("question-answers").children];
    for (const button of buttons) button.disabled = true;
    try {
      await decide(this.#scene, number);
    } catch (error) {
      part("question-notice").textContent = error.message;
      this.#given = null;
      for (const button of buttons) button.disabled = false;
    }
  }

  #count(milliseconds, time) {
    part("question-time").hidden = milliseconds === undefined;
    if (milliseconds === undefined) return;
    const end = performance.now() + milliseconds;
    const show = () => {
      const left = Math.max(0, end - performance.now());
      part("question-left").textContent = texts.left(Math.ceil(left / 1000));
      part("ring").style.strokeDashoffset = 1 - left / time;
    };
    show();
    this.#timer = setInterval(show, interval);
  }

  #end() {
    clearInterval(this.#timer);
    part("question-time").hidden = true;
    part("question-answers").replaceChildren();
    part("question-title").textContent = texts.hasEnded;
    part("question-facts").replaceChildren();
    part("question-notice").textContent = this.#ends[this.#given] ?? "";
    part("question-picture").hidden = true;
    this.#last = -1;
  }
}
