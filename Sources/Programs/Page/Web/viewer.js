// The viewer, which shows one picture in all of the window; and the keys of the large picture.

import { keyOf, texts } from "./texts.js";

const part = (id) => document.getElementById(id);

export class Viewer {
  #state;
  #preview;
  #handlers;

  /**
   * @param handlers `onView`: another view is wanted; `onInfo`: the facts are wanted, or not; `onStep`: another asset is wanted, by the
   *   distance to it; `onChoose`: a picker's key was pressed; `onLeave`: the grid is shown again
   */
  constructor(state, preview, handlers) {
    [this.#state, this.#preview, this.#handlers] = [state, preview, handlers];
    part("enlarge").addEventListener("click", () => handlers.onView("viewer"));
    part("leave").addEventListener("click", () => handlers.onView("grid"));
    part("previous").addEventListener("click", () => handlers.onStep(-1));
    part("next").addEventListener("click", () => handlers.onStep(1));
    part("pane").addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !this.#key(event)) return;
      event.preventDefault();
    }, { capture: true });
  }

  get isOpen() {
    return this.#state.value.view === "viewer";
  }

  draw() {
    const { isOpen } = this;
    part("enlarge").hidden = !this.#state.value.asset || isOpen;
    if (isOpen === document.body.classList.contains("viewing")) return;
    document.body.classList.toggle("viewing", isOpen);
    for (const id of ["bar", "scroller"]) part(id).inert = isOpen;
    for (const id of ["leave", "previous", "next"]) part(id).hidden = !isOpen;
    part("pane").setAttribute("aria-label", isOpen ? texts.viewer : texts.preview);
    if (isOpen) {
      part("pane").setAttribute("role", "dialog");
      part("pane").setAttribute("aria-modal", "true");
      part("stage").focus();
    } else {
      part("pane").removeAttribute("role");
      part("pane").removeAttribute("aria-modal");
      this.#handlers.onLeave();
    }
  }

  /** True if a key did something. */
  #key(event) {
    const { target } = event;
    const key = keyOf(event);
    const { onView, onInfo, onStep, onChoose } = this.#handlers;
    const isStage = target === part("stage");
    if (key === "i" || key === "Escape" && !part("info").hidden) {
      onInfo();
      return true;
    }
    if (!this.isOpen) {
      if (!isStage || key !== "f" && key !== "Enter") return false;
      onView("viewer");
      return true;
    }
    const scrolls = target === part("time") || target === part("facts");
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
    if (key === "Escape" || key === "f") onView("grid");
    else if (key in steps && !scrolls && !this.#preview.isZoomed) onStep(steps[key]);
    else if (isStage && (key === " " || key === "Enter")) onChoose();
    else return false;
    return true;
  }
}
