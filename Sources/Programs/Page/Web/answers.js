// The answers that a page offers beside its pictures, such as "Choose more".

import { decide } from "./feed.js";
import { notice } from "./messages.js";
import { texts } from "./texts.js";

/** Shows a button for each answer. */
export function offer({ scene, answers }) {
  document.getElementById("more").replaceChildren(...answers.map((words, number) => {
    const button = document.createElement("button");
    button.className = "chip";
    button.textContent = texts.answers[words] ?? words;
    button.addEventListener("click", () => {
      decide(scene, number).catch((error) => notice(error.message));
    });
    return button;
  }));
}
