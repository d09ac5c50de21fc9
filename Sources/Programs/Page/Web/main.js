// The beginning: shows whatever the tool has to show, one scene after the other.

import { about } from "./feed.js";
import { notice } from "./messages.js";
import { Page } from "./page.js";
import { Question } from "./question.js";

const question = new Question(show);

let turn = 0;

async function show() {
  turn += 1;
  const own = turn;
  try {
    const subject = await about();
    // Scenes may follow each other before the first of them was read.
    if (own !== turn) return;
    document.title = `${subject.title} – shotflow`;
    if (["waiting", "question"].includes(subject.kind)) return await question.show(subject);
    question.close();
    await new Page().start(subject);
  } catch (error) {
    notice(error.message);
  }
}

// A page that comes back has to hear of everything again.
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

show();
